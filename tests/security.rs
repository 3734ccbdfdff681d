//! docs/SECURITY.md is the list of the security statements: each has tests that exist, and every test with a number is
//! listed.
//!
//! `sNN` in a test's name is the number of its statement.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

mod listed;

use listed::{Row, Test, files, links, node_tests, rows, rust_tests, tests_in};
use std::collections::BTreeSet;
use std::path::Path;

const DOCUMENT: &str = "docs/SECURITY.md";

/// How many statements there are.
const COUNT: u32 = 102;

/// Those that do not hold, or not in full. A statement that is mended is taken out here, and so is one that breaks put
/// in.
const OPEN: &[u32] = &[];

const STATEMENTS: &str = "| | Statement | Tests |";
const OPEN_ONES: &str = "| | What it lacks |";
const LEFTOVERS: &str = "| Request | Leaves | For how long | Tests |";

/// A statement of the document.
struct Statement {
    number: u32,
    /// Whether `npm run doctor` is said to check it.
    is_examined: bool,
    tests: Vec<Test>,
}

fn table(head: &str) -> Vec<Row> {
    let rows = rows(DOCUMENT, &[STATEMENTS, OPEN_ONES, LEFTOVERS]);
    rows.into_iter().filter(|row| row.head == head).collect()
}

fn statements() -> Vec<Statement> {
    let statement = |row: Row| {
        let number = row.cells[0].strip_suffix(" ◦");
        let is_examined = number.is_some();
        assert!(!row.cells[1].is_empty(), "{} says nothing", row.cells[0]);
        let number = number.unwrap_or(&row.cells[0]).parse().unwrap_or_else(|_| panic!("no number: {}", row.cells[0]));
        Statement { number, is_examined, tests: links(&row.cells[2]) }
    };
    table(STATEMENTS).into_iter().map(statement).collect()
}

/// The statements that do not hold in full.
fn open() -> Vec<u32> {
    table(OPEN_ONES).iter().map(|row| row.cells[0].parse().unwrap()).collect()
}

/// The numbers that a test's name begins with: 20 and 21 of `s20_s21_one_cookie`.
fn numbers(test: &Test) -> Vec<u32> {
    test.name.split('_').map_while(|word| word.strip_prefix('s')?.parse().ok()).collect()
}

/// The statements that `npm run doctor` checks.
fn examined() -> BTreeSet<u32> {
    let script = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/doctor.mjs")).unwrap();
    script.lines().filter_map(|line| line.trim().strip_prefix("number: ")?.strip_suffix(',')?.parse().ok()).collect()
}

#[test]
fn a_test_that_is_not_run_counts_for_nothing() {
    let node = "test(\"one\", async () => {});\n  test(\"two\", options, () => {});\n// test(\"three\", f);\n\
        test(\"four\", { skip: true }, f);\ntest.skip(\"five\", f);\nconst test(\"six\"";
    assert_eq!(node_tests(node), ["one", "two"]);
    let rust = "#[test]\nfn one() {}\n#[test]\n#[ignore = \"slow\"]\nfn two() {}\n#[ignore]\n#[test]\nfn three() {}\n\
        // #[test]\nfn four() {}\n#[test]\n/// Says so.\nfn five() {}\nfn six() {}";
    assert_eq!(rust_tests(rust), ["one", "five"]);
}

#[test]
fn every_statement_is_there_once_and_in_order() {
    let found: Vec<u32> = statements().iter().map(|statement| statement.number).collect();
    assert_eq!(found, (1..=COUNT).collect::<Vec<u32>>());
}

#[test]
fn every_linked_test_exists_and_those_with_the_number_of_the_statement_come_first() {
    let mut complaints = Vec::new();
    let is_gone = |test: &&Test| !tests_in(&test.path).contains(test);
    for Statement { number, tests, .. } in statements() {
        complaints.extend(tests.iter().filter(is_gone).map(|test| format!("{number}: {test:?} is gone")));
        if !tests.is_sorted_by_key(|test| !numbers(test).contains(&number)) {
            complaints.push(format!("{number}: a test without the number comes before one with it"));
        }
    }
    for row in table(LEFTOVERS) {
        let tests = links(&row.cells[3]);
        assert!(!tests.is_empty(), "no test of what is left by: {}", row.cells[0]);
        complaints.extend(tests.iter().filter(is_gone).map(|test| format!("{test:?} is gone")));
    }
    assert!(complaints.is_empty(), "\n{}\n", complaints.join("\n"));
}

#[test]
fn every_test_with_a_number_is_in_its_row() {
    let row = |statement: Statement| statement.tests.into_iter().map(move |test| (statement.number, test));
    let listed: BTreeSet<(u32, Test)> = statements().into_iter().flat_map(row).collect();
    let mut complaints = Vec::new();
    for test in files("tests").into_iter().chain(files("src")).flat_map(|path| tests_in(&path)) {
        let missing = numbers(&test).into_iter().filter(|number| !listed.contains(&(*number, test.clone())));
        complaints.extend(missing.map(|number| format!("{test:?} is missing in row {number}")));
    }
    assert!(complaints.is_empty(), "\n{}\n", complaints.join("\n"));
}

#[test]
fn what_does_not_hold_is_known_and_whatever_else_holds_by_a_test() {
    assert_eq!(open(), OPEN);
    for statement in statements().iter().filter(|statement| !OPEN.contains(&statement.number)) {
        assert!(!statement.tests.is_empty(), "{} holds by no test", statement.number);
    }
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(DOCUMENT)).unwrap();
    let held = match open().len() {
        0 => "All".to_owned(),
        lacking => (COUNT as usize - lacking).to_string(),
    };
    assert!(
        text.contains(&format!("in {COUNT} statements. {held} hold")),
        "the document does not say that {held} hold"
    );
}

#[test]
fn what_the_doctor_checks_is_marked() {
    let marked: BTreeSet<u32> = statements().iter().filter(|row| row.is_examined).map(|row| row.number).collect();
    assert_eq!(marked, examined());
}
