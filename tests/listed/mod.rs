//! A document that lists rules with their tests: headings, tables, and links that name a test and its file.
//!
//! Every line is read or refused, so that nothing that stands in the document is passed over.

#![allow(dead_code)]

use std::path::{Path, PathBuf};

/// A path below the root.
fn at(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// A test as a link names it: `` [`name`](../path) ``.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Test {
    /// Its file below the root.
    pub path: String,
    /// Its name.
    pub name: String,
}

/// A row of a table.
pub struct Row {
    /// The heading above the table.
    pub heading: String,
    /// The table's head.
    pub head: String,
    /// Its cells.
    pub cells: Vec<String>,
}

/// The rows of a document below its headings, each table under one of `heads`.
pub fn rows(document: &str, heads: &[&str]) -> Vec<Row> {
    let text = std::fs::read_to_string(at(document)).unwrap();
    let (mut heading, mut head, mut columns, mut rows) = (String::new(), "", 0, Vec::<Row>::new());
    for line in text.lines().skip_while(|line| !line.starts_with("## ")).filter(|line| !line.is_empty()) {
        if let Some(next) = line.strip_prefix("## ") {
            assert!(heading.is_empty() || is_filled(&rows, &heading), "{document}: nothing below {heading}");
            (heading, head, columns) = (next.to_owned(), "", 0);
        } else if heads.contains(&line) {
            (head, columns) = (line, cells(line).len());
        } else if line.strip_prefix('|').is_some_and(|rest| rest == "---|".repeat(columns)) {
        } else {
            let cells = cells(line);
            assert!(columns > 0 && cells.len() == columns, "{document}: no row of this table: {line}");
            rows.push(Row { heading: heading.clone(), head: head.to_owned(), cells });
        }
    }
    assert!(is_filled(&rows, &heading), "{document}: nothing below {heading}");
    rows
}

/// Whether something stands below the newest heading.
fn is_filled(rows: &[Row], heading: &str) -> bool {
    rows.last().is_some_and(|row| row.heading == heading)
}

fn cells(line: &str) -> Vec<String> {
    let inner = line.strip_prefix("| ").and_then(|line| line.strip_suffix('|'));
    let inner = inner.unwrap_or_else(|| panic!("no row of a table: {line}"));
    inner.split('|').map(|cell| cell.trim().to_owned()).collect()
}

/// The tests that a cell links.
pub fn links(cell: &str) -> Vec<Test> {
    let link = |link: &str| {
        let (name, path) = link.strip_prefix("[`")?.strip_suffix(')')?.split_once("`](../")?;
        Some(Test { path: path.to_owned(), name: name.to_owned() })
    };
    let read = |text: &str| link(text).unwrap_or_else(|| panic!("no link to a test: {text}"));
    cell.split("<br>").filter(|text| !text.is_empty()).map(read).collect()
}

/// The tests of a file below the root that are run; none if there is no such file.
pub fn tests_in(path: &str) -> Vec<Test> {
    let text = std::fs::read_to_string(at(path)).unwrap_or_default();
    let names = if path.ends_with(".mjs") { node_tests(&text) } else { rust_tests(&text) };
    names.into_iter().map(|name| Test { path: path.to_owned(), name: name.to_owned() }).collect()
}

/// The names of Node's tests, without those in comments and those that are always skipped.
pub fn node_tests(text: &str) -> Vec<&str> {
    let starts = text.lines().filter_map(|line| line.trim_start().strip_prefix("test(\""));
    let names = starts.filter_map(|rest| rest.split_once('"'));
    let is_run = |options: &str| !["skip: true", "skip: \"", "todo: true"].iter().any(|word| options.contains(word));
    names.filter(|(_, options)| is_run(options)).map(|(name, _)| name).collect()
}

/// The names of the tests of a Rust file, without those in comments and those that are ignored.
pub fn rust_tests(text: &str) -> Vec<&str> {
    let mut lines = text.lines().map(str::trim);
    let (mut names, mut is_ignored) = (Vec::new(), false);
    while let Some(line) = lines.find(|line| line.starts_with("#[ignore") || is_marked(line)) {
        // The attribute may be above the other or below it.
        if !is_marked(line) {
            is_ignored = true;
            continue;
        }
        for line in lines.by_ref() {
            is_ignored |= line.starts_with("#[ignore");
            if let Some((_, name)) = line.split_once("fn ").filter(|_| !line.starts_with("//")) {
                names.extend(name.split('(').next().filter(|_| !is_ignored));
                break;
            }
        }
        is_ignored = false;
    }
    names
}

fn is_marked(line: &str) -> bool {
    matches!(line, "#[test]" | "#[wasm_bindgen_test]")
}

/// The files of tests in a folder below the root, and in those within it.
pub fn files(folder: &str) -> Vec<String> {
    let below = |path: PathBuf| {
        let path = path.strip_prefix(at("")).unwrap().to_str().unwrap().replace('\\', "/");
        if at(&path).is_dir() { files(&path) } else { vec![path] }
    };
    let entries = std::fs::read_dir(at(folder)).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(below).filter(|path| path.ends_with(".rs") || path.ends_with(".test.mjs")).collect()
}
