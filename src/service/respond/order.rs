//! In which order a respondent sees the options of a question, and with which of its headings.
//!
//! Chance follows from a seed of the respondent's, so that a page that is shown again looks as it did.
//! How often options were picked is counted now and then, see [`picked`](super::picked).

use super::pages::Asked;
use super::picked::Picked;
use crate::service::surveys::answers::{choices, given, rows};
use crate::service::surveys::words::Tongue;
use crate::spec::questions::Family;
use crate::spec::resources::questions::{Heading, Question, Sorting, SortingType};
use crate::wire::order;
use sha2::{Digest as _, Sha256};
use std::cmp::Reverse;

/// What chance follows from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seed(pub String);

impl Seed {
    /// A number for a thing, the same each time.
    fn number(&self, thing: &str) -> u64 {
        let hash = Sha256::digest(format!("{} {thing}", self.0));
        hash.first_chunk::<8>().map_or(0, |bytes| u64::from_be_bytes(*bytes))
    }

    /// The heading that the respondent sees, by the chance that each has.
    pub fn heading<'a>(&self, question: &'a Question) -> Option<&'a Heading> {
        let percent = |heading: &Heading| heading.random_assignment.as_ref().map_or(0, |chance| chance.percent.get());
        let total = question.headings.iter().map(|heading| u64::from(percent(heading))).sum::<u64>();
        let mut rest = self.number(question.id.as_str()).checked_rem(total).unwrap_or(0);
        let drawn = question.headings.iter().find(|heading| {
            let share = u64::from(percent(heading));
            let hit = rest < share;
            rest = rest.saturating_sub(share);
            hit
        });
        drawn.or(question.headings.first())
    }

    /// The question as this respondent is asked it, without number and complaints.
    pub fn asked<'a>(&self, question: &'a Question, picked: &Picked, tongue: Tongue) -> Asked<'a> {
        let mut options: Vec<_> = choices(question).iter().filter(|choice| choice.visible).collect();
        order::sort(&mut options, |choice| (choice.is_na == Some(true), choice.position.get()));
        let mut lines: Vec<_> = rows(question).iter().filter(|row| row.visible).collect();
        order::sort(&mut lines, |row| (false, row.position.get()));
        if let Some(sorting) = given(&question.sorting) {
            match question.family {
                Family::SingleChoice | Family::MultipleChoice => {
                    self.sort(&mut options, sorting, question, picked, |choice| (choice.id.as_str(), &choice.text));
                }
                Family::Matrix => {
                    self.sort(&mut lines, sorting, question, picked, |row| (row.id.as_str(), &row.text));
                }
                _ => {}
            }
        }
        let heading = self.heading(question);
        Asked { heading, choices: options, rows: lines, question, number: None, complaints: Vec::new(), tongue }
    }

    /// Sorts options, of which `of` gives the id and the text.
    fn sort<'a, T>(
        &self,
        options: &mut [&'a T],
        sorting: &Sorting,
        question: &Question,
        picked: &Picked,
        of: impl Fn(&'a T) -> (&'a str, &'a String),
    ) {
        let last = usize::from(sorting.ignore_last == Some(true));
        let Some(options) = options.get_mut(..options.len().saturating_sub(last)) else { return };
        match sorting.r#type {
            SortingType::TextAscending => order::sort(options, |option| of(option).1.to_lowercase()),
            SortingType::TextDescending => {
                order::sort(options, |option| Reverse(of(option).1.to_lowercase()));
            }
            SortingType::Random => order::sort(options, |option| self.number(of(option).0)),
            SortingType::Flip if self.number(question.id.as_str()) % 2 == 1 => options.reverse(),
            SortingType::ResponsesAscending => order::sort(options, |option| picked.times(of(option).0)),
            SortingType::ResponsesDescending => order::sort(options, |option| Reverse(picked.times(of(option).0))),
            SortingType::Flip | SortingType::Default => {}
        }
    }
}
