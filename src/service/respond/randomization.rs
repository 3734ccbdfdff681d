//! In which order a respondent sees the options of a question, and with which of its headings.
//!
//! Chance follows from a seed of the respondent's, so that a page that is shown again looks as it did.
//! How often options were picked is counted now and then (`choice_counts.rs`).

use super::choice_counts::ChoiceCounts;
use super::pages::QuestionView;
use crate::service::surveys::answers::{as_option, choices_of, rows_of};
use crate::service::surveys::messages::Locale;
use crate::spec::questions::Family;
use crate::spec::resources::questions::{Heading, Question, Sorting, SortingType};
use crate::wire::order;
use sha2::{Digest as _, Sha256};
use std::cmp::Reverse;

/// What chance follows from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShuffleSeed(pub String);

impl ShuffleSeed {
    /// A number for a thing, the same each time.
    fn derive_number(&self, thing: &str) -> u64 {
        let hash = Sha256::digest(format!("{} {thing}", self.0));
        hash.first_chunk::<8>().map_or(0, |bytes| u64::from_be_bytes(*bytes))
    }

    /// The heading that the respondent sees, by the chance that each has.
    pub fn pick_heading<'a>(&self, question: &'a Question) -> Option<&'a Heading> {
        let percent = |heading: &Heading| heading.random_assignment.as_ref().map_or(0, |chance| chance.percent.get());
        let total = question.headings.iter().map(|heading| u64::from(percent(heading))).sum::<u64>();
        let mut rest = self.derive_number(question.id.as_str()).checked_rem(total).unwrap_or(0);
        let drawn = question.headings.iter().find(|heading| {
            let share = u64::from(percent(heading));
            let hit = rest < share;
            rest = rest.saturating_sub(share);
            hit
        });
        drawn.or(question.headings.first())
    }

    /// The question as this respondent is asked it, without number and complaints.
    pub fn build_question<'a>(
        &self,
        question: &'a Question,
        picked: &ChoiceCounts,
        tongue: Locale,
    ) -> QuestionView<'a> {
        let mut options: Vec<_> = choices_of(question).iter().filter(|choice| choice.visible).collect();
        order::sort_by_key(&mut options, |choice| (choice.is_na == Some(true), choice.position.get()));
        let mut lines: Vec<_> = rows_of(question).iter().filter(|row| row.visible).collect();
        order::sort_by_key(&mut lines, |row| (false, row.position.get()));
        if let Some(sorting) = as_option(&question.sorting) {
            match question.family {
                Family::SingleChoice | Family::MultipleChoice => {
                    self.sort_options(&mut options, sorting, question, picked, |choice| {
                        (choice.id.as_str(), &choice.text)
                    });
                }
                Family::Matrix => {
                    self.sort_options(&mut lines, sorting, question, picked, |row| (row.id.as_str(), &row.text));
                }
                _ => {}
            }
        }
        let heading = self.pick_heading(question);
        QuestionView {
            heading,
            choices: options,
            rows: lines,
            question,
            number: None,
            errors: Vec::new(),
            locale: tongue,
        }
    }

    /// Sorts options, of which `of` gives the id and the text.
    fn sort_options<'a, T>(
        &self,
        options: &mut [&'a T],
        sorting: &Sorting,
        question: &Question,
        picked: &ChoiceCounts,
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
            SortingType::ResponsesAscending => order::sort_by_key(options, |option| picked.times_picked(of(option).0)),
            SortingType::ResponsesDescending => {
                order::sort_by_key(options, |option| Reverse(picked.times_picked(of(option).0)))
            }
            SortingType::Flip | SortingType::Default => {}
        }
    }
}
