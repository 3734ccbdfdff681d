//! What is printed from the tables is fresh: the committed copy equals what the tables say today.
//!
//! `UPDATE=1 cargo test --test generated` writes the files anew.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

#[path = "generated/choices.rs"]
mod choices;
#[path = "generated/content.rs"]
mod content;
#[path = "generated/error_kinds.rs"]
mod error_kinds;
#[path = "generated/examples.rs"]
mod examples;
#[path = "generated/facts.rs"]
mod facts;
#[path = "generated/format.rs"]
mod format;
#[path = "generated/forms.rs"]
mod forms;
#[path = "generated/ids.rs"]
mod ids;
#[path = "generated/methods.rs"]
mod methods;
#[path = "generated/openapi.rs"]
mod openapi;
#[path = "generated/operations.rs"]
mod operations;
#[path = "generated/outside.rs"]
mod outside;
#[path = "generated/pages.rs"]
mod pages;
#[path = "generated/prose.rs"]
mod prose;
#[path = "generated/refusals.rs"]
mod refusals;
#[path = "generated/schema.rs"]
mod schema;
#[path = "generated/server.rs"]
mod server;
#[path = "generated/tools.rs"]
mod tools;
#[path = "generated/touched.rs"]
mod touched;
#[path = "generated/typescript.rs"]
mod typescript;

use std::path::{Path, PathBuf};

/// A path of the repository.
fn at(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// The text of a file of the repository.
fn read(path: &str) -> String {
    std::fs::read_to_string(at(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Fails if a committed file is not what was printed; with `UPDATE=1`, writes it.
fn fresh(path: &str, printed: &str) {
    if std::env::var("UPDATE").is_ok_and(|value| value == "1") {
        let file = at(path);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        return std::fs::write(file, printed).unwrap();
    }
    let committed = std::fs::read_to_string(at(path)).unwrap_or_default();
    if committed == printed {
        return;
    }
    let differs = committed.lines().zip(printed.lines()).position(|(old, new)| old != new);
    let line = differs.unwrap_or_else(|| committed.lines().count().min(printed.lines().count())) + 1;
    panic!(
        "{path} is stale from line {line} on. Run UPDATE=1 cargo test --test generated, and commit the file.\n\
         committed: {}\nprinted:   {}",
        committed.lines().nth(line - 1).unwrap_or("(end)"),
        printed.lines().nth(line - 1).unwrap_or("(end)"),
    );
}
