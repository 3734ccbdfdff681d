//! Analysis: queries that count the responses of a store, from JSON to JSON.
//!
//! Nothing is cached between two queries. Counts come from the store's columns within a set of rows, never from
//! records.

mod banner;
mod calendar;
mod compare;
mod crosstab;
mod date_bins;
mod funnel;
mod marks;
mod question_results;
mod score;
mod stop_words;
mod stub;
mod summary;
mod texts;
mod trend;
mod words;
mod write;

use super::store::{Store, refuse};
use crate::results::arguments::Arguments;
use crate::wire::failure::Failure;
use serde_json::Value;

/// Runs a query of a kind.
///
/// # Errors
///
/// An invalid argument: the kind, a rule or a member that the design does not have or that is not as documented.
pub fn run(store: &Store, kind: &str, query: &Value) -> Result<String, Box<Failure>> {
    let arguments = Arguments::new(query)?;
    match kind {
        "summary" => summary::run(store, arguments),
        "crosstab" => crosstab::run(store, arguments),
        "compare" => compare::run(store, arguments),
        "trend" => trend::run(store, arguments),
        "funnel" => funnel::run(store, arguments),
        "texts" => texts::run(store, arguments),
        "words" => words::run(store, arguments),
        _ => Err(refuse("kind", "a documented kind")),
    }
}
