//! docs/CONFORMANCE.md is the list of the API's rules: every rule has tests that exist, and every test of a rule is
//! listed.
//!
//! A test claims a rule where it holds for every row of the endpoint table, or where its name says an error's code.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

mod listed;

use canvass::spec::errors::Error;
use listed::{Test, files, links, rows, tests_in};
use std::collections::BTreeSet;

/// A rule, below its heading, with its tests.
type Rule = (String, String, Vec<Test>);

fn rules() -> Vec<Rule> {
    let rows = rows("docs/CONFORMANCE.md", &["| Rule | Tests |"]);
    rows.into_iter().map(|row| (row.heading, row.cells[0].clone(), links(&row.cells[1]))).collect()
}

/// The numbers of four digits in a text.
fn codes(text: &str) -> impl Iterator<Item = u16> + '_ {
    text.split(|letter: char| !letter.is_ascii_digit()).filter(|word| word.len() == 4).map(|word| word.parse().unwrap())
}

/// Whether a test says by its place or its name that it holds a rule of the API.
fn claims(test: &Test) -> bool {
    test.path == "tests/contract.rs" || codes(&test.name).any(|code| Error::from_code(code).is_some())
}

#[test]
fn every_rule_has_a_test_and_every_linked_test_exists() {
    let mut complaints = Vec::new();
    for (heading, rule, tests) in rules() {
        if tests.is_empty() {
            complaints.push(format!("{heading}: no test for: {rule}"));
        }
        let gone = tests.iter().filter(|test| !tests_in(&test.path).contains(test));
        complaints.extend(gone.map(|test| format!("{heading}: {} is not in {}", test.name, test.path)));
    }
    assert!(complaints.is_empty(), "\n{}\n", complaints.join("\n"));
}

#[test]
fn every_test_that_claims_a_rule_is_linked() {
    let linked: BTreeSet<Test> = rules().into_iter().flat_map(|(_, _, tests)| tests).collect();
    let service = files("tests/api").into_iter().chain(["tests/contract.rs".to_owned()]);
    let claiming: Vec<Test> = service.flat_map(|path| tests_in(&path)).filter(claims).collect();
    let missing: Vec<&Test> = claiming.iter().filter(|test| !linked.contains(test)).collect();
    assert!(claiming.len() > 30, "only {} tests were found", claiming.len());
    assert!(missing.is_empty(), "docs/CONFORMANCE.md lacks {missing:#?}");
}

#[test]
fn every_row_of_the_error_table_occurs_in_a_rule() {
    let named: BTreeSet<u16> = rules().iter().flat_map(|(_, rule, _)| codes(rule).collect::<Vec<_>>()).collect();
    let missing: Vec<u16> =
        Error::ALL.iter().map(|error| error.row().code).filter(|code| !named.contains(code)).collect();
    assert!(missing.is_empty(), "no rule names {missing:?}");
}

#[test]
fn a_rule_occurs_once_below_its_heading_and_no_heading_twice() {
    let rules = rules();
    let mut seen = BTreeSet::new();
    for (heading, rule, _) in &rules {
        assert!(seen.insert((heading, rule)), "{heading}: twice: {rule}");
    }
    let mut headings: Vec<&String> = rules.iter().map(|(heading, _, _)| heading).collect();
    headings.dedup();
    assert_eq!(headings.len(), headings.iter().collect::<BTreeSet<_>>().len(), "{headings:#?}");
}
