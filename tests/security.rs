//! docs/SECURITY.md: every security statement has tests that carry its number, or says plainly what it lacks.
//!
//! `UPDATE=1 cargo test --test security` writes the document anew.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

#[path = "security/leftovers.rs"]
mod leftovers;
mod named;
#[path = "security/statements.rs"]
mod statements;

use leftovers::LEFTOVERS;
use named::{at, exists, linked, place};
use statements::{STATEMENTS, Statement};
use std::collections::BTreeSet;
use std::path::Path;

/// How many statements there are.
const COUNT: u32 = 86;

/// Those that do not hold, or not in full. A statement that is mended is taken out here, and so is one that breaks put in.
const OPEN: &[u32] = &[74];

fn statements() -> impl Iterator<Item = &'static Statement> {
    STATEMENTS.iter().flat_map(|(_, statements)| *statements)
}

/// The numbers that a test's name begins with: 20 and 21 of `s20_s21_one_cookie`.
fn numbers(name: &str) -> Vec<u32> {
    name.split('_').map_while(|word| word.strip_prefix('s')?.parse().ok()).collect()
}

/// The tests of a file that begin with a number, as `FILE::NAME`.
fn numbered(path: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(path).unwrap();
    let path = path.strip_prefix(at("")).unwrap().to_str().unwrap().replace('\\', "/");
    let file = path.strip_prefix("tests/").unwrap_or(&path);
    let (file, start) = match file.strip_suffix(".test.mjs") {
        Some(file) => (file, "test(\""),
        None => (file.strip_suffix(".rs").unwrap(), "fn "),
    };
    let name = |at: usize| text[at..].split(['(', '"']).next().unwrap_or_default();
    text.match_indices(start)
        .map(|(at, _)| name(at + start.len()))
        .filter(|name| !numbers(name).is_empty())
        .map(|name| format!("{file}::{name}"))
        .filter(|test| exists(test))
        .collect()
}

/// The statements that `npm run doctor` checks.
fn examined() -> Vec<u32> {
    let script = std::fs::read_to_string(at("scripts/doctor.mjs")).unwrap();
    script.lines().filter_map(|line| line.trim().strip_prefix("number: ")?.strip_suffix(',')?.parse().ok()).collect()
}

fn files(folder: &Path) -> Vec<std::path::PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries
        .flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] })
        .filter(|path| path.to_str().is_some_and(|path| path.ends_with(".rs") || path.ends_with(".test.mjs")))
        .collect()
}

fn printed() -> String {
    let examined = examined();
    let held = statements().filter(|statement| statement.lacks.is_empty()).count();
    let mut text = format!(
        "# Security statements and their tests\n\nWhat \"secure\" means here, in {COUNT} statements. {held} hold; what \
         the others lack stands in the last column. `sNN` in a test's name is the number of its statement.\n`npm run \
         doctor -- https://host` checks those marked ◦ at any deployment, from outside and without changing \
         anything.\n\nPrinted from `tests/security/statements.rs` and `leftovers.rs`; `cargo test --test security` fails when a test is \
         gone, when one stands in no row, or when this page is stale.\n"
    );
    for (heading, statements) in STATEMENTS {
        text += &format!("\n## {heading}\n\n| | Statement | Tests | What it lacks |\n|---|---|---|---|\n");
        for Statement { number, says, tests, others, lacks } in *statements {
            let mark = if examined.contains(number) { " ◦" } else { "" };
            text += &format!("| {number}{mark} | {says} | {} | {lacks} |\n", linked(tests.iter().chain(*others)));
        }
    }
    text += "\n## What a request without an account may leave behind\n\n| Request | Leaves | For how long | Tests |\n\
             |---|---|---|---|\n";
    for leftover in LEFTOVERS {
        let tests = linked(leftover.tests.iter());
        text += &format!("| {} | {} | {} | {tests} |\n", leftover.request, leftover.leaves, leftover.until);
    }
    text
}

#[test]
fn every_statement_is_there_once_and_in_order() {
    let found: Vec<u32> = statements().map(|statement| statement.number).collect();
    assert_eq!(found, (1..=COUNT).collect::<Vec<u32>>());
}

#[test]
fn every_test_exists_and_carries_the_number_of_its_statement() {
    let mut complaints = Vec::new();
    for Statement { number, tests, others, .. } in statements() {
        for test in tests.iter().chain(*others) {
            if !exists(test) {
                complaints.push(format!("{number}: {test} is gone"));
            }
        }
        for test in tests.iter().filter(|test| !numbers(place(test).1).contains(number)) {
            complaints.push(format!("{number}: {test} does not carry the number"));
        }
        for test in others.iter().filter(|test| numbers(place(test).1).contains(number)) {
            complaints.push(format!("{number}: {test} carries the number: it is no test of another name"));
        }
    }
    let of_leftovers = LEFTOVERS.iter().flat_map(|leftover| leftover.tests);
    complaints.extend(of_leftovers.filter(|test| !exists(test)).map(|test| format!("{test} is gone")));
    assert!(complaints.is_empty(), "\n{}\n", complaints.join("\n"));
}

#[test]
fn every_test_with_a_number_stands_in_its_row() {
    let listed: BTreeSet<(u32, &str)> =
        statements().flat_map(|row| row.tests.iter().map(|test| (row.number, *test))).collect();
    let mut complaints = Vec::new();
    for test in files(&at("tests")).iter().chain(&files(&at("src"))).flat_map(|path| numbered(path)) {
        for number in numbers(place(&test).1) {
            if !listed.contains(&(number, test.as_str())) {
                complaints.push(format!("{test} is missing in row {number}"));
            }
        }
    }
    assert!(complaints.is_empty(), "\n{}\n", complaints.join("\n"));
}

#[test]
fn what_does_not_hold_is_known() {
    let open: Vec<u32> = statements().filter(|row| !row.lacks.is_empty()).map(|row| row.number).collect();
    assert_eq!(open, OPEN);
    for row in statements().filter(|row| row.lacks.is_empty()) {
        assert!(!(row.tests.is_empty() && row.others.is_empty()), "{} holds by no test", row.number);
    }
}

#[test]
fn the_list_of_statements_is_fresh() {
    named::fresh("docs/SECURITY.md", &printed(), "security");
}
