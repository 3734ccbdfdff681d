//! Layers, imports, headers and lengths of the source files. Each failure says what to do.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// What the files of each layer may import.
const LAYERS: &[(&str, &[&str])] = &[
    ("spec", &["spec"]),
    ("wire", &["spec", "wire"]),
    ("results", &["spec", "wire", "results"]),
    ("crypto", &["crypto"]),
    ("gateway", &["spec", "wire", "crypto", "gateway"]),
    ("service", &["spec", "wire", "crypto", "service"]),
    ("browser", &["spec", "wire", "results", "browser"]),
    ("client", &["spec", "wire", "client"]),
    ("edge", &["spec", "wire", "crypto", "gateway", "service", "edge"]),
];

/// The modules of the service. The files of each import only their own module and those before it; `mod.rs` imports
/// all.
const MODULES: &[&str] =
    &["environment", "store", "actor", "html", "surveys", "mail", "jobs", "identity", "api", "respond", "sandbox"];

/// The files that say what a build contains.
const BUILDS: &[&str] = &["src/lib.rs", "src/browser/mod.rs", "src/edge/mod.rs"];

/// The layers that know a platform.
const SHELLS: &[&str] = &["browser", "client", "edge"];

/// What only a shell may say: a platform, a clock, randomness of its own, waiting.
const PLATFORM: &[&str] = &[
    "worker::",
    "web_sys",
    "js_sys",
    "wasm_bindgen",
    "gloo_",
    "getrandom",
    "async fn",
    "async move",
    ".await",
    "SystemTime::now",
    "Instant::now",
    "std::fs",
    "std::net",
    "std::env",
];

/// What ends the program, and with it every other request.
const PANICS: &[&str] = &[
    ".unwrap()",
    ".expect(\"",
    ".expect(&",
    "panic!(",
    "todo!(",
    "unimplemented!(",
    "unreachable!(",
    "assert!(",
    "assert_eq!(",
];

/// Types with a like-named one in their layer: what macros make of each row, and what a build leaves out.
const HOMONYMS: &[&str] = &["Body", "Query", "Response", "Item", "Output", "RequestGuard"];

/// Participles that do not end in "ed".
const IRREGULAR_PARTICIPLES: &[&str] = &[
    "Found", "Given", "Gone", "Held", "Kept", "Known", "Left", "Made", "Read", "Seen", "Sent", "Shown", "Spent",
    "Taken",
];

/// Participles that may name a type: the type says of another one what is done to it, or the name is older than the
/// rule.
const PARTICIPLES: &[&str] = &["Encoded", "Expected", "Malformed", "Read", "Shaped"];

/// Lines that a file may have, tables excepted.
const LONGEST: usize = 300;

/// Columns that a comment may have.
const WIDEST: usize = 120;

struct File {
    /// Path from the root of the crate.
    path: String,
    /// The whole text.
    text: String,
}

impl File {
    fn layer(&self) -> Option<&str> {
        self.path.strip_prefix("src/")?.split_once('/').map(|(layer, _)| layer)
    }

    fn is_table(&self) -> bool {
        self.path.starts_with("src/spec/") || self.text.starts_with("//! TABLE.")
    }

    /// The lines of code that ship, with their numbers: no comments, no tests.
    fn shipped(&self) -> Vec<(usize, String)> {
        let tests = self.path.ends_with("/tests.rs");
        let lines = self.text.lines().take_while(|line| !tests && line.trim() != "#[cfg(test)]");
        (1..).zip(lines.map(uncommented)).collect()
    }

    /// The modules that the file is, from the root of the crate.
    fn module(&self) -> Vec<String> {
        let path = self.path.strip_prefix("src/").unwrap().strip_suffix(".rs").unwrap();
        let mut parts: Vec<String> = path.split('/').map(str::to_owned).collect();
        if matches!(parts.last().map(String::as_str), Some("mod" | "lib")) {
            parts.pop();
        }
        parts
    }

    /// The modules and items that the shipped lines name by `crate::` or `super::`, from the root of the crate.
    fn names(&self) -> Vec<(usize, Vec<String>)> {
        let mut found = Vec::new();
        let joined: Vec<(usize, String)> = statements(&self.shipped());
        for (line, statement) in joined {
            for start in starts(&statement) {
                let mut paths = Vec::new();
                expand(&statement[start..], &mut Vec::new(), &mut paths);
                found.extend(paths.into_iter().map(|path| (line, self.resolved(path))));
            }
        }
        found
    }

    fn resolved(&self, path: Vec<String>) -> Vec<String> {
        let mut base = self.module();
        let mut rest = path.into_iter().peekable();
        if rest.peek().is_some_and(|first| first == "crate") {
            rest.next();
            base.clear();
        }
        while rest.peek().is_some_and(|first| first == "super") {
            rest.next();
            base.pop();
        }
        base.extend(rest);
        base
    }
}

/// The line without what stands behind `//`. A `//` within a string ends it too: no check here looks so far.
fn uncommented(line: &str) -> String {
    line.split("//").next().unwrap_or("").to_owned()
}

/// Lines joined until their braces are closed, where they begin with `use`; other lines stay alone.
fn statements(lines: &[(usize, String)]) -> Vec<(usize, String)> {
    let mut joined: Vec<(usize, String)> = Vec::new();
    let mut open = false;
    for (number, line) in lines {
        match joined.last_mut().filter(|_| open) {
            Some((_, statement)) => statement.push_str(line.trim()),
            None => joined.push((*number, line.trim().to_owned())),
        }
        let (_, statement) = joined.last().unwrap();
        open = statement.trim_start_matches("pub ").trim_start_matches("pub(crate) ").starts_with("use ")
            && !statement.contains(';');
    }
    joined
}

/// Where `crate::` or `super::` begins a path.
fn starts(statement: &str) -> Vec<usize> {
    let begins =
        |at: usize| !statement[..at].ends_with(|before: char| before.is_alphanumeric() || matches!(before, '_' | ':'));
    let mut found: Vec<usize> = ["crate::", "super::"]
        .iter()
        .flat_map(|word| statement.match_indices(word).map(|(at, _)| at))
        .filter(|at| begins(*at))
        .collect();
    found.sort_unstable();
    found
}

/// Every path of a tree such as `crate::a::{b, c::{d, e}}`. Returns what follows it.
fn expand<'a>(text: &'a str, prefix: &mut Vec<String>, paths: &mut Vec<Vec<String>>) -> &'a str {
    let text = text.trim_start();
    let length = text.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(text.len());
    let (name, rest) = text.split_at(length);
    if !name.is_empty() && name != "self" {
        prefix.push(name.to_owned());
    }
    let mut rest = rest;
    let mut leaf = true;
    if let Some(inner) = rest.strip_prefix("::") {
        if let Some(list) = inner.strip_prefix('{') {
            leaf = false;
            rest = list;
            loop {
                rest = expand(rest, prefix, paths).trim_start();
                let more = rest.strip_prefix(',');
                rest = more.unwrap_or(rest).trim_start();
                if let Some(after) = rest.strip_prefix('}') {
                    rest = after;
                    break;
                }
                if more.is_none() {
                    break;
                }
            }
        } else if inner.starts_with(|letter: char| letter.is_alphabetic() || letter == '_') {
            leaf = false;
            rest = expand(inner, prefix, paths);
        }
    }
    if leaf {
        paths.push(prefix.clone());
    }
    if !name.is_empty() && name != "self" {
        prefix.pop();
    }
    let alias = rest.trim_start().strip_prefix("as ");
    alias.map_or(rest, |alias| alias.trim_start_matches(|letter: char| letter.is_alphanumeric() || letter == '_'))
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn files(folder: &str) -> Vec<File> {
    below(folder, &["rs"])
}

/// The files of a folder and of those in it that have one of these extensions.
fn below(folder: &str, extensions: &[&str]) -> Vec<File> {
    let mut open = vec![root().join(folder)];
    let mut found: Vec<PathBuf> = Vec::new();
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extensions.iter().any(|known| extension == *known)) {
                found.push(path);
            }
        }
    }
    found.sort();
    let name = |path: &Path| path.strip_prefix(root()).unwrap().to_str().unwrap().replace('\\', "/");
    found.iter().map(|path| File { path: name(path), text: fs::read_to_string(path).unwrap() }).collect()
}

#[track_caller]
fn none(complaints: Vec<String>) {
    assert!(complaints.is_empty(), "\n{}\n", complaints.join("\n"));
}

#[test]
fn imports_go_downwards_only() {
    let mut complaints = Vec::new();
    for file in files("src") {
        let Some((layer, allowed)) = LAYERS.iter().find(|(layer, _)| Some(*layer) == file.layer()) else { continue };
        for (line, path) in file.names() {
            let Some(target) = path.first().filter(|first| LAYERS.iter().any(|(layer, _)| layer == first)) else {
                continue;
            };
            if !allowed.contains(&target.as_str()) {
                complaints.push(format!(
                    "{}:{line} imports `{target}`, which {layer} must not know: move what is needed down into {}, \
                     or what needs it up.",
                    file.path,
                    allowed.join(", ")
                ));
            }
        }
    }
    none(complaints);
}

#[test]
fn every_folder_of_src_is_a_layer() {
    let folders: BTreeSet<String> = files("src").iter().filter_map(|file| file.layer().map(str::to_owned)).collect();
    let layers: BTreeSet<String> = LAYERS.iter().map(|(layer, _)| (*layer).to_owned()).collect();
    assert_eq!(folders, layers, "give a new folder its place in LAYERS of this test and in the map of lib.rs");
}

#[test]
fn no_modules_import_each_other_in_a_circle() {
    let all = files("src");
    let modules: BTreeMap<Vec<String>, &File> = all.iter().map(|file| (file.module(), file)).collect();
    // A file's own submodules are part of it: only imports between files that do not contain each other count.
    let mut imports: BTreeMap<Vec<String>, BTreeSet<Vec<String>>> = BTreeMap::new();
    let mut places = Vec::new();
    for (module, file) in &modules {
        for (line, path) in file.names() {
            let mut target = path.clone();
            while !target.is_empty() && !modules.contains_key(&target) {
                target.pop();
            }
            if !target.is_empty() && !target.starts_with(module) && !module.starts_with(&target) {
                imports.entry(module.clone()).or_default().insert(target.clone());
                places.push((module.clone(), target, format!("{}:{line} imports `{}`", file.path, path.join("::"))));
            }
        }
    }
    let circles = places.into_iter().filter(|(module, target, _)| leads(&imports, target, module));
    none(
        circles
            .map(|(_, _, place)| {
                format!("{place}, which leads back to it: move what both need into a module below them.")
            })
            .collect(),
    );
}

#[test]
fn no_files_of_the_sdk_import_each_other_in_a_circle() {
    let sources = below("pkg/src", &["ts", "tsx", "js"]);
    let endings = [".d.ts", ".ts", ".tsx", ".js"];
    let stem = |path: &str| endings.iter().find_map(|ending| path.strip_suffix(ending)).unwrap_or(path).to_owned();
    let known: BTreeSet<String> = sources.iter().map(|file| stem(&file.path)).collect();
    let mut imports: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for file in &sources {
        let folder = file.path.rsplit_once('/').unwrap().0;
        // What follows the first `"` behind these words is an address.
        for (at, word) in ["from \"", "import(\""].iter().flat_map(|word| file.text.match_indices(word)) {
            let address = file.text[at + word.len()..].split('"').next().unwrap();
            let Some(relative) = address.strip_prefix("./").or_else(|| address.strip_prefix("../").map(|_| address))
            else {
                continue;
            };
            let mut path: Vec<&str> = folder.split('/').collect();
            for part in relative.split('/') {
                if part == ".." {
                    path.pop();
                } else {
                    path.push(part);
                }
            }
            let target = stem(&path.join("/"));
            if known.contains(&target) && target != stem(&file.path) {
                imports.entry(stem(&file.path)).or_default().insert(target);
            }
        }
    }
    assert!(imports.len() > 20, "the imports were not found");
    let circles = imports.iter().flat_map(|(file, targets)| targets.iter().map(move |target| (file, target)));
    let circles = circles.filter(|(file, target)| leads(&imports, target, file));
    none(
        circles
            .map(|(file, target)| {
                format!("{file} imports {target}, which leads back to it: move what both need into a file below them.")
            })
            .collect(),
    );
}

/// Whether imports lead from one module to another.
fn leads<T: Ord>(imports: &BTreeMap<T, BTreeSet<T>>, from: &T, to: &T) -> bool {
    let (mut seen, mut open) = (BTreeSet::new(), vec![from]);
    while let Some(module) = open.pop() {
        if module == to {
            return true;
        }
        if seen.insert(module) {
            open.extend(imports.get(module).into_iter().flatten());
        }
    }
    false
}

#[test]
fn modules_of_the_service_import_only_modules_above_them() {
    let place = |name: &str| MODULES.iter().position(|known| *known == name);
    let mut complaints = Vec::new();
    for file in files("src").into_iter().filter(|file| file.layer() == Some("service")) {
        let module = file.module();
        let [_, own_module, ..] = module.as_slice() else { continue };
        let Some(own) = place(own_module) else {
            complaints.push(format!("{}: move it to one of the modules {}.", file.path, MODULES.join(", ")));
            continue;
        };
        for (number, path) in file.names() {
            let [layer, other, ..] = path.as_slice() else { continue };
            match place(other) {
                _ if layer != "service" => {}
                Some(above) if above <= own => {}
                Some(_) => complaints.push(format!(
                    "{}:{number}: `{own_module}` imports `{other}`, which is after it: move what both need before both.",
                    file.path
                )),
                None => complaints.push(format!(
                    "{}:{number}: only mod.rs imports the whole service: move `{other}` to a module.",
                    file.path
                )),
            }
        }
    }
    none(complaints);
}

#[test]
fn every_file_begins_by_saying_what_lives_in_it() {
    let states = |file: &File, marks: &[&str]| {
        let first = file.text.lines().next().unwrap_or("");
        marks.iter().any(|mark| first.strip_prefix(mark).is_some_and(|sentence| sentence.len() > 10))
    };
    let rust = files("src").into_iter().chain(files("tests")).filter(|file| !states(file, &["//! "]));
    let scripts = below("pkg/src", &["ts", "js"]).into_iter().filter(|file| !states(file, &["// ", "/** "]));
    let complaints = rust.map(|file| (file, "//!")).chain(scripts.map(|file| (file, "//")));
    none(
        complaints
            .map(|(file, mark)| format!("{}: begin with `{mark}` and one sentence: which rule lives here?", file.path))
            .collect(),
    );
}

#[test]
fn no_crate_that_an_app_gets_with_the_client_is_pinned() {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let section = |begin: &str, end: &str| manifest.split_once(begin).unwrap().1.split_once(end).unwrap().0;
    let client = section("\nclient = [", "]");
    let dependencies = section("\n[dependencies]\n", "\n\n").lines().filter_map(|line| line.split_once(" = "));
    let (used, others): (Vec<_>, Vec<_>) = dependencies
        .partition(|(name, about)| !about.contains("optional = true") || client.contains(&format!("\"dep:{name}\"")));
    assert!(used.len() > 10 && others.len() > 5, "{used:?} {others:?}");
    none(used.iter().filter(|(_, about)| about.contains("\"=")).map(|(name, _)| (*name).to_owned()).collect());
}

#[test]
fn the_architecture_names_every_entry_of_tests() {
    let text = fs::read_to_string(root().join("docs/ARCHITECTURE.md")).unwrap();
    let complaints = fs::read_dir(root().join("tests")).unwrap().filter_map(|entry| {
        let entry = entry.unwrap();
        let slash = if entry.path().is_dir() { "/" } else { "" };
        let name = format!("`tests/{}{slash}`", entry.file_name().to_str().unwrap());
        (!text.contains(&name)).then(|| format!("docs/ARCHITECTURE.md: give {name} a place in the table of tests."))
    });
    none(complaints.collect());
}

#[test]
fn a_file_is_short_enough_to_read() {
    let long = files("src").into_iter().filter(|file| !file.is_table() && file.text.lines().count() > LONGEST);
    none(
        long.map(|file| format!("{}: more than {LONGEST} lines: split it by what it talks about.", file.path))
            .collect(),
    );
}

#[test]
fn a_comment_has_at_most_120_columns() {
    // A row of a table in Markdown cannot be wrapped.
    let is_wide = |line: &str| {
        let text = line.trim_start();
        let comment = ["///", "//!", "//", "/*", "* "].iter().find_map(|mark| text.strip_prefix(mark));
        line.chars().count() > WIDEST && comment.is_some_and(|text| !text.trim_start().starts_with('|'))
    };
    let folders = ["src", "tests", "pkg/src", "pkg/local/src", "www/src", "www/worker", "scripts"];
    let sources = folders.into_iter().flat_map(|folder| below(folder, &["rs", "ts", "tsx", "js", "mjs"]));
    let written =
        sources.filter(|file| !file.path.starts_with("pkg/src/generated/") && !file.path.contains("/node_modules/"));
    let wide = written.flat_map(|file| {
        let lines = (1..).zip(file.text.lines()).filter(|(_, line)| is_wide(line));
        lines
            .map(|(number, _)| format!("{}:{number}: wrap the comment at {WIDEST} columns.", file.path))
            .collect::<Vec<_>>()
    });
    none(wide.collect());
}

#[test]
fn builds_differ_in_lib_rs_and_in_the_shells_lists_of_modules_alone() {
    let mut complaints = Vec::new();
    for file in files("src").into_iter().filter(|file| !BUILDS.contains(&file.path.as_str())) {
        for (number, line) in (1..).zip(file.text.lines().map(uncommented)) {
            let gates = ["#[cfg", "#![cfg", "cfg!(", "cfg_attr"].iter().any(|gate| line.contains(gate));
            if gates && line.trim() != "#[cfg(test)]" {
                complaints.push(format!(
                    "{}:{number}: `cfg` stands in {} alone: split the file in two and choose between them there.",
                    file.path,
                    BUILDS.join(", ")
                ));
            }
        }
    }
    none(complaints);
}

#[test]
fn the_name_of_a_module_is_its_path() {
    let all = files("src").into_iter();
    let renamed = all.filter(|file| file.shipped().iter().any(|(_, line)| line.trim_start().starts_with("#[path")));
    none(renamed.map(|file| format!("{}: name the module as its file, without `#[path]`.", file.path)).collect());
}

#[test]
fn every_term_of_the_glossary_names_a_thing_that_exists() {
    let glossary = fs::read_to_string(root().join("docs/GLOSSARY.md")).unwrap();
    let all = files("src");
    let (mut rows, mut lost) = (0, Vec::new());
    for place in glossary.lines().filter(|line| line.starts_with("| ")).skip(1) {
        let path = place.rsplit('|').nth(1).unwrap().trim().trim_matches('`');
        let parts: Vec<String> = path.split("::").map(str::to_owned).collect();
        let (module, name) = match parts.last().unwrap() {
            last if last.starts_with(char::is_uppercase) => (&parts[..parts.len() - 1], Some(last.as_str())),
            _ => (&parts[..], None),
        };
        let file = all.iter().find(|file| file.module() == module);
        let declares = |file: &File, name: &str| {
            ["struct", "enum", "trait", "type", "const"].iter().any(|kind| {
                file.text.match_indices(&format!("pub {kind} {name}")).any(|(at, found)| {
                    !file.text[at + found.len()..].starts_with(|next: char| next.is_alphanumeric() || next == '_')
                })
            })
        };
        rows += 1;
        if !file.is_some_and(|file| name.is_none_or(|name| declares(file, name))) {
            lost.push(format!("docs/GLOSSARY.md: there is no `{path}`: correct the row, or take it out."));
        }
    }
    assert!(rows >= 30, "the rows were not found");
    none(lost);
}

#[test]
fn a_type_has_one_name_in_a_layer() {
    let mut places: BTreeMap<(String, String), BTreeSet<String>> = BTreeMap::new();
    for file in files("src") {
        let Some(layer) = file.layer().map(str::to_owned) else { continue };
        for (_, line) in file.shipped() {
            let line = line.trim_start().trim_start_matches("pub(crate) ").trim_start_matches("pub(super) ");
            let line = line.trim_start_matches("pub ");
            let Some((kind, rest)) = line.split_once(' ') else { continue };
            if ["struct", "enum", "trait", "type"].contains(&kind) {
                let name = rest.split(|letter: char| !letter.is_alphanumeric()).next().unwrap();
                places.entry((layer.clone(), name.to_owned())).or_default().insert(file.path.clone());
            }
        }
    }
    let several = places.iter().filter(|((_, name), files)| files.len() > 1 && !HOMONYMS.contains(&name.as_str()));
    none(
        several
            .map(|((layer, name), files)| {
                let files = files.iter().cloned().collect::<Vec<_>>().join(", ");
                format!("`{name}` is defined more than once in {layer} ({files}): say in its name whose it is.")
            })
            .collect(),
    );
}

#[test]
fn a_participle_is_no_name_of_a_type() {
    let mut complaints = Vec::new();
    for file in files("src") {
        for (number, line) in file.shipped() {
            let line = line.trim_start().trim_start_matches("pub(crate) ").trim_start_matches("pub(super) ");
            let Some((kind, rest)) = line.trim_start_matches("pub ").split_once(' ') else { continue };
            let name = rest.split(|letter: char| !letter.is_alphanumeric()).next().unwrap();
            let is_one_word = name.chars().filter(char::is_ascii_uppercase).count() == 1;
            let is_participle = name.ends_with("ed") || IRREGULAR_PARTICIPLES.contains(&name);
            if ["struct", "enum", "trait", "type"].contains(&kind)
                && is_one_word
                && is_participle
                && !PARTICIPLES.contains(&name)
            {
                complaints.push(format!("{}:{number}: `{name}` is a participle: name the type by a noun.", file.path));
            }
        }
    }
    none(complaints);
}

#[test]
fn nothing_that_ships_panics() {
    let mut complaints = Vec::new();
    for file in files("src") {
        for (number, line) in outside_const_functions(file.shipped()) {
            let constant = ["const _", "const {", "debug_assert"].iter().any(|word| line.contains(word));
            for word in PANICS.iter().filter(|word| line.contains(**word) && !constant) {
                complaints.push(format!(
                    "{}:{number}: `{word}` ends every request under way: return an error row or a default instead.",
                    file.path
                ));
            }
        }
    }
    none(complaints);
}

/// The lines that do not belong to a `const fn`: what fails in one while compiling fails the build, as it should.
fn outside_const_functions(lines: Vec<(usize, String)>) -> Vec<(usize, String)> {
    let mut closing: Option<String> = None;
    let mut kept = Vec::new();
    for (number, line) in lines {
        let indent = line.len() - line.trim_start().len();
        if let Some(end) = &closing {
            closing = Some(end.clone()).filter(|end| line.trim_end() != end);
        } else if line.contains("const fn ") && !line.trim_end().ends_with('}') {
            closing = Some(format!("{}}}", " ".repeat(indent)));
        } else {
            kept.push((number, line));
        }
    }
    kept
}

/// The functions that compare secrets, and what makes the time of each independent of where the secrets differ.
const COMPARISONS: &[(&str, &str, &str)] = &[
    ("src/crypto/secret.rs", "is", "same("),
    ("src/crypto/secret.rs", "same", ".ct_eq("),
    ("src/service/environment/mac.rs", "verify_tag", ".verify_truncated_left("),
    ("src/service/environment/password.rs", "check_password", ".ct_eq("),
    ("src/wire/sign_in.rs", "constant_time_eq", "black_box(difference)"),
];

/// The body of a function: until the line that closes it.
fn body<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let start = ["(", "<"].iter().find_map(|next| text.find(&format!("fn {name}{next}")))?;
    let line = text[..start].rfind('\n').map_or(0, |end| end + 1);
    let indent = text[line..].len() - text[line..].trim_start().len();
    text[start..].split_once(&format!("\n{}}}", " ".repeat(indent))).map(|(body, _)| body)
}

#[test]
fn s68_each_function_that_compares_secrets_does_so_in_constant_time() {
    let files = files("src");
    for (path, name, word) in COMPARISONS {
        let file = files.iter().find(|file| file.path == *path).unwrap_or_else(|| panic!("{path} is gone"));
        let body = body(&file.text, name).unwrap_or_else(|| panic!("{path} has no function {name}"));
        assert!(body.contains(word), "{name} in {path} does not use {word}:\n{body}");
    }
    let uses_one =
        |file: &File| ["ct_eq(", "verify_truncated", "verify_slice("].iter().any(|word| file.text.contains(word));
    let listed: BTreeSet<&str> = COMPARISONS.iter().map(|(path, ..)| *path).collect();
    let unlisted: Vec<&String> = files
        .iter()
        .filter(|file| uses_one(file) && !listed.contains(file.path.as_str()))
        .map(|file| &file.path)
        .collect();
    assert!(unlisted.is_empty(), "these compare secrets too: list them: {unlisted:?}");
}

/// A file of tests that no `mod` names would not be compiled, and its tests would pass for tests.
#[test]
fn every_file_of_tests_is_a_module_of_its_program() {
    let files = below("tests", &["rs"]);
    let mut complaints = Vec::new();
    for file in &files {
        let Some((folder, name)) = file.path.rsplit_once('/') else { continue };
        let name = name.strip_suffix(".rs").unwrap();
        if folder == "tests" || name == "main" || name == "mod" {
            continue;
        }
        let parents = [format!("{folder}/main.rs"), format!("{folder}/mod.rs"), format!("{folder}.rs")];
        let module = format!("mod {name};");
        let names = |parent: &File| parent.text.lines().any(|line| line.trim_start_matches("pub ") == module);
        let is_named = files.iter().any(|parent| parents.contains(&parent.path) && names(parent));
        let path = format!("{}/{name}.rs\"]", folder.trim_start_matches("tests/"));
        let is_shared = files.iter().any(|user| user.text.contains(&format!("#[path = \"../{path}")));
        if !is_named && !is_shared {
            complaints.push(format!("{}: no `mod {name};` names this file.", file.path));
        }
    }
    assert!(files.len() > 100, "the files were not found");
    none(complaints);
}

#[test]
fn no_platform_is_known_below_the_shells() {
    let mut complaints = Vec::new();
    for file in files("src").into_iter().filter(|file| file.layer().is_some_and(|layer| !SHELLS.contains(&layer))) {
        for (number, line) in file.shipped() {
            for word in PLATFORM.iter().filter(|word| line.contains(**word)) {
                complaints.push(format!(
                    "{}:{number}: `{word}` belongs to a shell: take the time, randomness or data as an argument.",
                    file.path
                ));
            }
        }
    }
    none(complaints);
}

#[test]
fn no_page_inserts_a_text_without_escaping_it() {
    let mut complaints = Vec::new();
    for file in files("src").into_iter().filter(|file| file.path != "src/service/html/mod.rs") {
        for (number, line) in file.shipped().into_iter().filter(|(_, line)| line.contains("PreEscaped")) {
            complaints.push(format!(
                "{}:{number}: `{}` is not escaped: insert the text itself.",
                file.path,
                line.trim()
            ));
        }
    }
    none(complaints);
}

#[test]
fn the_checks_see_what_they_look_for() {
    let file = |path: &str, text: &str| File { path: path.to_owned(), text: text.to_owned() };
    let paths = |text: &str| -> Vec<String> {
        file("src/wire/check.rs", text).names().into_iter().map(|(_, path)| path.join("::")).collect()
    };
    assert_eq!(paths("use super::json::{Kind, Reader};"), ["wire::json::Kind", "wire::json::Reader"]);
    assert_eq!(
        paths("use crate::{\n    service::{self, sql::Sql as Database},\n    spec::errors,\n};"),
        ["service", "service::sql::Sql", "spec::errors"]
    );
    assert_eq!(
        paths("    let x = crate::gateway::seal(super::super::service::open());"),
        ["gateway::seal", "service::open"]
    );
    assert_eq!(paths("// use crate::edge::x;\n#[cfg(test)]\nmod tests { use crate::edge::y; }"), [""; 0]);
    assert_eq!(paths("impl Fn for my_crate::service::X {}"), [""; 0]);
}
