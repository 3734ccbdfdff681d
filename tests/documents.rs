//! The documents: every link leads to a file and a heading that exist, the README shows the way in, and the changelog's
//! newest version is the one of the crate and the packages, which depend on each other by it.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Lines of the README.
const README_MAX: usize = 120;

/// Lines that a reader sees first.
const FIRST_SCREEN: usize = 12;

/// Folders with documents, from the root of the crate.
const FOLDERS: &[&str] = &[
    ".",
    "docs",
    "docs/decisions",
    "docs/tour",
    "examples",
    "examples/leptos-app",
    "examples/page-without-build",
    "examples/react-app",
    "examples/server-export",
    "examples/svelte-app",
    "examples/vue-app",
    "examples/webhook-receiver",
    "examples/worker-with-gateway",
    "pkg",
    "pkg/local",
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn documents() -> Vec<PathBuf> {
    let files = FOLDERS.iter().flat_map(|folder| fs::read_dir(root().join(folder)).unwrap());
    let mut found: Vec<PathBuf> = files.map(|entry| entry.unwrap().path()).collect();
    found.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    found
}

/// The lines outside of code blocks.
fn prose(text: &str) -> Vec<&str> {
    let mut is_code = false;
    let outside = |line: &&str| {
        let is_fence = line.starts_with("```");
        is_code ^= is_fence;
        !is_code && !is_fence
    };
    text.lines().filter(outside).collect()
}

/// The anchors of a document's headings.
fn anchors(text: &str) -> BTreeSet<String> {
    let headings = prose(text).into_iter().filter(|line| line.starts_with('#'));
    let anchor = |heading: &str| -> String {
        let kept = |c: &char| c.is_alphanumeric() || matches!(c, '-' | '_' | ' ');
        heading.trim_start_matches('#').trim().to_lowercase().chars().filter(kept).collect()
    };
    headings.map(|heading| anchor(heading).replace(' ', "-")).collect()
}

/// The targets of a document's links, without those that lead elsewhere.
fn links(text: &str) -> Vec<String> {
    let prose = prose(text).join("\n");
    let targets = prose.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
    targets.map(|(target, _)| target.to_owned()).filter(|target| !target.contains("://")).collect()
}

/// What is wrong with a link.
fn fault(document: &Path, target: &str) -> Option<String> {
    let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
    let file = if path.is_empty() { document.to_owned() } else { document.parent().unwrap().join(path) };
    if !file.exists() {
        return Some(format!("{}: there is no file {target}", document.display()));
    }
    let is_found = anchor.is_empty() || anchors(&fs::read_to_string(&file).unwrap()).contains(anchor);
    (!is_found).then(|| format!("{}: there is no heading {target}", document.display()))
}

#[test]
fn every_link_of_a_document_leads_to_a_file_and_a_heading_that_exist() {
    let mut count = 0_usize;
    let mut faults = Vec::new();
    for document in documents() {
        let targets = links(&fs::read_to_string(&document).unwrap());
        count += targets.len();
        faults.extend(targets.iter().filter_map(|target| fault(&document, target)));
    }
    assert!(count > 100, "only {count} links were found");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn the_files_that_the_crates_documentation_names_exist() {
    let text = fs::read_to_string(root().join("src/lib.rs")).unwrap();
    let documentation = text.lines().filter_map(|line| line.strip_prefix("//!")).collect::<Vec<_>>().join("\n");
    let named = documentation.split('`').skip(1).step_by(2).filter(|word| word.contains('/') && !word.starts_with('@'));
    // What a build writes is not in the repository: `.gitignore` names its folders.
    let ignored = fs::read_to_string(root().join(".gitignore")).unwrap();
    let is_output = |path: &str| {
        let mut entries = ignored.lines().map(|line| line.trim_matches('/')).filter(|line| !line.is_empty());
        entries.any(|entry| path.strip_prefix(entry).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')))
    };
    let missing: Vec<&str> = named.filter(|path| !is_output(path) && !root().join(path).exists()).collect();
    assert!(missing.is_empty(), "src/lib.rs names {}", missing.join(", "));
}

#[test]
fn the_readme_is_short_and_its_first_screen_says_how_to_start() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    assert!(readme.lines().count() <= README_MAX, "the README is longer than {README_MAX} lines");
    let first: String = readme.lines().take(FIRST_SCREEN).collect::<Vec<_>>().join(" ");
    for words in ["npm start", "npm test", "No account", "no network", "real state", "a clock", "MIT or Apache-2.0"] {
        assert!(first.contains(words), "the first screen of the README lacks \"{words}\"");
    }
}

#[test]
fn the_crate_the_packages_and_the_changelog_have_one_version() {
    let version = env!("CARGO_PKG_VERSION");
    let read = |file: &str| -> Value { serde_json::from_slice(&fs::read(root().join(file)).unwrap()).unwrap() };
    for file in ["package.json", "package-lock.json", "pkg/package.json", "pkg/local/package.json"] {
        assert_eq!(read(file)["version"], version, "{file}");
    }
    assert_eq!(read("pkg/package.json")["peerDependencies"]["@canvass/local"], format!("^{version}"));
    let text = |file: &str| fs::read_to_string(root().join(file)).unwrap();
    for package in ["sdk", "local"] {
        assert!(
            text("examples/README.md").contains(&format!("canvass-{package}-{version}.tgz")),
            "examples/README.md packs another {package}"
        );
    }
    assert!(
        text("docs/SDK.md").contains(&format!("\n| version | {version} |")),
        "docs/SDK.md compares another version of the SDK"
    );
    let changelog = text("CHANGELOG.md");
    let newest = changelog.lines().find(|line| line.starts_with("## [") && *line != "## [Unreleased]").unwrap();
    assert!(newest.starts_with(&format!("## [{version}] - ")), "the newest version of the changelog is \"{newest}\"");
}

#[test]
fn the_guide_compares_the_sdk_with_the_versions_that_are_measured() {
    let read = |file: &str| fs::read_to_string(root().join(file)).unwrap();
    let measured: Value = serde_json::from_str(&read("scripts/weights/package.json")).unwrap();
    let guide = read("docs/SDK.md");
    let (_, section) = guide.split_once("\n## Comparison with other SDKs\n").unwrap();
    for (name, version) in measured["devDependencies"].as_object().unwrap() {
        let version = version.as_str().unwrap();
        assert!(section.contains(&format!("`{name}`")) && section.contains(version), "{name} {version}");
    }
}
