//! docs/CONFORMANCE.md: every rule of the API has a test that exists, and the list is fresh.
//!
//! `UPDATE=1 cargo test --test conformance` writes the document anew.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

mod named;
#[path = "conformance/rules.rs"]
mod rules;

use rules::RULES;

fn printed() -> String {
    let mut text = String::from(
        "# Rules and their tests\n\nEvery rule of the API's specification, by its heading; then what clients in daily \
         use rely on beyond it, and what is ours; each with the tests that hold the service to it.\nPrinted from `tests/conformance/rules.rs`; `cargo test --test conformance` fails when a test is \
         gone or this page is stale.\n",
    );
    for (heading, rules) in RULES {
        text += &format!("\n## {heading}\n\n| Rule | Tests |\n|---|---|\n");
        for (rule, tests) in *rules {
            text += &format!("| {rule} | {} |\n", named::linked(*tests));
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
            let gone =
                tests.iter().filter(|test| !named::exists(test)).map(|test| format!("{heading}: {test} is gone"));
            let none = tests.is_empty().then(|| format!("{heading}: no test for: {rule}"));
            gone.chain(none).collect::<Vec<_>>()
        })
        .collect();
    assert!(missing.is_empty(), "\n{}\n", missing.join("\n"));
}

#[test]
fn the_list_of_rules_is_fresh() {
    named::fresh("docs/CONFORMANCE.md", &printed(), "conformance");
}
