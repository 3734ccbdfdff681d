//! Analysis: answers to questions about the responses of a store, from JSON to JSON.
//!
//! Nothing is kept between two answers. Counts come from the store's columns within a set of rows, never from records.

mod banner;
mod calendar;
mod compare;
mod crosstab;
mod date_bins;
mod funnel;
mod json;
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

/// Answers a question of a kind.
///
/// # Errors
///
/// An invalid argument: the kind, a rule or a member that the design does not have or that is not as documented.
pub fn answer(store: &Store, kind: &str, question: &Value) -> Result<String, Box<Failure>> {
    let arguments = Arguments::new(question)?;
    match kind {
        "summary" => summary::answer_summary(store, arguments),
        "crosstab" => crosstab::answer_crosstab(store, arguments),
        "compare" => compare::answer_compare(store, arguments),
        "trend" => trend::answer_trend(store, arguments),
        "funnel" => funnel::answer_funnel(store, arguments),
        "texts" => texts::answer_texts(store, arguments),
        "words" => words::answer_words(store, arguments),
        _ => Err(refuse("kind", "a documented kind")),
    }
}
