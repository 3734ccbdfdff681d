//! The order of a question's options for a respondent, and the choice among its headings.
//!
//! Randomness is derived from a seed of the respondent, so that a page looks the same when it is shown again, and like
//! the question in the recipient's mail. The pages of a fully anonymous collector have another seed than its mails:
//! what a response was shown must not lead to its recipient.

use super::answers::{as_option, choices_of, rows_of};
use crate::spec::questions::Family;
use crate::spec::resources::questions::{Choice, Heading, Question, Row, SortingType};
use crate::wire::fold::fold;
use crate::wire::order;
use sha2::{Digest as _, Sha256};
use std::cmp::Reverse;

/// The seed of a respondent's randomness.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShuffleSeed(pub String);

impl ShuffleSeed {
    /// A number for a thing, always the same for one seed.
    fn derive_number(&self, thing: &str) -> u64 {
        let hash = Sha256::digest(format!("{} {thing}", self.0));
        hash.first_chunk::<8>().map_or(0, |bytes| u64::from_be_bytes(*bytes))
    }

    /// The heading for the respondent, drawn by the percentages.
    pub fn pick_heading<'a>(&self, question: &'a Question) -> Option<&'a Heading> {
        let percent = |heading: &Heading| heading.random_assignment.as_ref()?.percent.as_f64();
        let total = question.headings.iter().filter_map(percent).sum::<f64>().ceil() as u64;
        let mut rest = self.derive_number(question.id.as_str()).checked_rem(total).unwrap_or(0) as f64;
        let variant = question.headings.iter().find(|heading| {
            rest -= percent(heading).unwrap_or(0.0);
            rest < 0.0
        });
        variant.or(question.headings.first())
    }

    /// The visible choices in the order for the respondent. `times_picked` returns how often an option was chosen.
    pub fn sorted_choices<'a>(&self, question: &'a Question, times_picked: &dyn Fn(&str) -> u64) -> Vec<&'a Choice> {
        let mut choices: Vec<_> = choices_of(question).iter().filter(|choice| choice.visible).collect();
        order::sort_by_key(&mut choices, |choice| (choice.is_na == Some(true), choice.position.get()));
        if matches!(question.family, Family::SingleChoice | Family::MultipleChoice) {
            self.sort_options(&mut choices, question, times_picked, |choice| (choice.id.as_str(), &choice.text));
        }
        choices
    }

    /// The visible rows in the order for the respondent.
    pub fn sorted_rows<'a>(&self, question: &'a Question, times_picked: &dyn Fn(&str) -> u64) -> Vec<&'a Row> {
        let mut rows: Vec<_> = rows_of(question).iter().filter(|row| row.visible).collect();
        order::sort_by_key(&mut rows, |row| (false, row.position.get()));
        if question.family == Family::Matrix {
            self.sort_options(&mut rows, question, times_picked, |row| (row.id.as_str(), &row.text));
        }
        rows
    }

    /// Sorts options. `of` returns the id and the text of one.
    fn sort_options<'a, T>(
        &self,
        options: &mut [&'a T],
        question: &Question,
        times_picked: &dyn Fn(&str) -> u64,
        of: impl Fn(&'a T) -> (&'a str, &'a String),
    ) {
        let Some(sorting) = as_option(&question.sorting) else { return };
        let last = usize::from(sorting.ignore_last == Some(true));
        let Some(options) = options.get_mut(..options.len().saturating_sub(last)) else { return };
        match sorting.r#type {
            SortingType::TextAscending => order::sort_by_key(options, |option| text_key(of(option).1)),
            SortingType::TextDescending => order::sort_by_key(options, |option| Reverse(text_key(of(option).1))),
            SortingType::Random => order::sort_by_key(options, |option| self.derive_number(of(option).0)),
            SortingType::Flip if self.derive_number(question.id.as_str()) % 2 == 1 => options.reverse(),
            SortingType::ResponsesAscending => order::sort_by_key(options, |option| times_picked(of(option).0)),
            SortingType::ResponsesDescending => {
                order::sort_by_key(options, |option| Reverse(times_picked(of(option).0)))
            }
            SortingType::Flip | SortingType::Default => {}
        }
    }
}

/// The key by which texts are sorted: without regard to case and diacritics, then in lower case.
fn text_key(text: &str) -> (String, String) {
    let lower = text.to_lowercase();
    (fold(&lower).into_owned(), lower)
}
