//! The order of a question's options for a respondent, and the choice among its headings.
//!
//! Randomness is derived from a seed of the respondent, so that a page looks the same when it is shown again.
//! `choice_counts.rs` counts how often options are chosen.

use super::choice_counts::ChoiceCounts;
use super::pages::QuestionView;
use crate::service::surveys::answers::{as_option, choices_of, rows_of};
use crate::service::surveys::messages::Locale;
use crate::spec::questions::Family;
use crate::spec::resources::questions::{Heading, Question, Sorting, SortingType};
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
        let percent = |heading: &Heading| heading.random_assignment.as_ref().map_or(0, |chance| chance.percent.get());
        let total = question.headings.iter().map(|heading| u64::from(percent(heading))).sum::<u64>();
        let mut rest = self.derive_number(question.id.as_str()).checked_rem(total).unwrap_or(0);
        let variant = question.headings.iter().find(|heading| {
            let share = u64::from(percent(heading));
            let hit = rest < share;
            rest = rest.saturating_sub(share);
            hit
        });
        variant.or(question.headings.first())
    }

    /// The question as this respondent sees it, without number and errors.
    pub fn build_question<'a>(
        &self,
        question: &'a Question,
        counts: &ChoiceCounts,
        locale: Locale,
    ) -> QuestionView<'a> {
        let mut options: Vec<_> = choices_of(question).iter().filter(|choice| choice.visible).collect();
        order::sort_by_key(&mut options, |choice| (choice.is_na == Some(true), choice.position.get()));
        let mut lines: Vec<_> = rows_of(question).iter().filter(|row| row.visible).collect();
        order::sort_by_key(&mut lines, |row| (false, row.position.get()));
        if let Some(sorting) = as_option(&question.sorting) {
            match question.family {
                Family::SingleChoice | Family::MultipleChoice => {
                    self.sort_options(&mut options, sorting, question, counts, |choice| {
                        (choice.id.as_str(), &choice.text)
                    });
                }
                Family::Matrix => {
                    self.sort_options(&mut lines, sorting, question, counts, |row| (row.id.as_str(), &row.text));
                }
                _ => {}
            }
        }
        let heading = self.pick_heading(question);
        QuestionView { heading, choices: options, rows: lines, question, number: None, errors: Vec::new(), locale }
    }

    /// Sorts options. `of` returns the id and the text of one.
    fn sort_options<'a, T>(
        &self,
        options: &mut [&'a T],
        sorting: &Sorting,
        question: &Question,
        counts: &ChoiceCounts,
        of: impl Fn(&'a T) -> (&'a str, &'a String),
    ) {
        let last = usize::from(sorting.ignore_last == Some(true));
        let Some(options) = options.get_mut(..options.len().saturating_sub(last)) else { return };
        match sorting.r#type {
            SortingType::TextAscending => order::sort_by_key(options, |option| of(option).1.to_lowercase()),
            SortingType::TextDescending => {
                order::sort_by_key(options, |option| Reverse(of(option).1.to_lowercase()));
            }
            SortingType::Random => order::sort_by_key(options, |option| self.derive_number(of(option).0)),
            SortingType::Flip if self.derive_number(question.id.as_str()) % 2 == 1 => options.reverse(),
            SortingType::ResponsesAscending => order::sort_by_key(options, |option| counts.times_picked(of(option).0)),
            SortingType::ResponsesDescending => {
                order::sort_by_key(options, |option| Reverse(counts.times_picked(of(option).0)))
            }
            SortingType::Flip | SortingType::Default => {}
        }
    }
}
