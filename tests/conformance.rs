//! docs/CONFORMANCE.md: every rule of the API has a test that exists, and the list is fresh.
//!
//! `UPDATE=1 cargo test --test conformance` writes the document anew.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

#[path = "conformance/rules.rs"]
mod rules;

use rules::RULES;
use std::path::{Path, PathBuf};

fn at(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// The file of a test and its name: `api/quota::name` is in `tests/api/quota.rs`, `edge/...` in JavaScript,
/// `src/...` beside the code.
fn place(test: &str) -> (String, &str) {
    let (file, name) = test.rsplit_once("::").unwrap_or_else(|| panic!("{test} is not FILE::NAME"));
    let path = match file.split('/').next() {
        Some("edge" | "e2e") => format!("tests/{file}.test.mjs"),
        Some("src") => format!("{file}.rs"),
        _ => format!("tests/{file}.rs"),
    };
    (path, name)
}

fn exists(test: &str) -> bool {
    let (path, name) = place(test);
    let text = std::fs::read_to_string(at(&path)).unwrap_or_default();
    if path.ends_with(".mjs") {
        return text.contains(&format!("test(\"{name}\""));
    }
    let before = |at: usize| text[..at].trim_end();
    text.match_indices(&format!("fn {name}(")).any(|(at, _)| before(at).ends_with("#[test]"))
}

fn printed() -> String {
    let mut text = String::from(
        "# Rules and their tests\n\nEvery rule of the API's specification, by its heading, and then what clients in \
         daily use rely on beyond it, with the tests that hold the service to it.\nPrinted from `tests/conformance/rules.rs`; `cargo test --test conformance` fails when a test is \
         gone or this page is stale.\n",
    );
    for (heading, rules) in RULES {
        text += &format!("\n## {heading}\n\n| Rule | Tests |\n|---|---|\n");
        for (rule, tests) in *rules {
            let tests: Vec<String> = tests
                .iter()
                .map(|test| {
                    let (path, name) = place(test);
                    format!("[`{name}`](../{path})")
                })
                .collect();
            text += &format!("| {rule} | {} |\n", tests.join("<br>"));
        }
    }
    text
}

#[test]
fn every_rule_has_a_test_and_every_test_exists() {
    let missing: Vec<String> = RULES
        .iter()
        .flat_map(|(heading, rules)| rules.iter().map(move |rule| (heading, rule)))
        .flat_map(|(heading, (rule, tests))| {
            let gone = tests.iter().filter(|test| !exists(test)).map(|test| format!("{heading}: {test} is gone"));
            let none = tests.is_empty().then(|| format!("{heading}: no test for: {rule}"));
            gone.chain(none).collect::<Vec<_>>()
        })
        .collect();
    assert!(missing.is_empty(), "\n{}\n", missing.join("\n"));
}

#[test]
fn the_list_of_rules_is_fresh() {
    let path = at("docs/CONFORMANCE.md");
    if std::env::var("UPDATE").is_ok_and(|value| value == "1") {
        std::fs::write(&path, printed()).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == printed(), "docs/CONFORMANCE.md is stale: run UPDATE=1 cargo test --test conformance");
}
