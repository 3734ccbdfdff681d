//! Conflicts between the answers to one question: which combinations are permitted.

use super::design::{other_option, pick_rule};
use super::options::QuestionOptions;
use super::violation::Reason;
use crate::service::surveys::page_texts::PageText;
use crate::spec::questions::{Picks, Subtype};
use crate::spec::resources::questions::Question;
use crate::spec::resources::responses::AnswerNew;
use crate::spec::types::Id;
use litemap::LiteMap;
use std::collections::BTreeSet;

/// A field, and what is wrong with it.
pub type FieldViolation = (&'static str, Reason);

/// Row, column and choice of an answer, as far as they matter.
type AnswerPosition<'a> = [Option<&'a Id>; 3];

/// The previous answers to a question, indexed so that each new answer is checked in constant time.
#[derive(Default)]
pub struct PreviousAnswers<'a> {
    any: bool,
    /// Whether one of them is more than a comment.
    picked: bool,
    /// The rows of those.
    rows: BTreeSet<AnswerPosition<'a>>,
    /// The rows that have an "other" answer or a comment.
    others: BTreeSet<AnswerPosition<'a>>,
    /// The rows and columns in which a choice is picked.
    cells: BTreeSet<AnswerPosition<'a>>,
    /// The choices picked in them.
    choices: BTreeSet<AnswerPosition<'a>>,
    /// The choices picked in any row.
    used: LiteMap<&'a Id, ()>,
}

impl<'a> PreviousAnswers<'a> {
    /// Adds an answer that has no conflict.
    pub fn add_answer(&mut self, question: &Question, new: &'a AnswerNew) {
        let (row, column) = (new.row_id.as_ref(), new.col_id.as_ref());
        self.any = true;
        if new.other_id.is_some() {
            self.others.insert([row, None, None]);
        }
        if new.other_id.is_none() || counts_other(question) {
            self.picked = true;
            self.rows.insert([row, None, None]);
        }
        if let Some(choice) = &new.choice_id {
            self.cells.insert([row, column, None]);
            self.choices.insert([row, column, Some(choice)]);
            self.used.insert(choice, ());
        }
    }

    /// Why an answer conflicts with the previous ones; `None` if it does not.
    pub fn find_conflict(
        &self,
        question: &Question,
        options: &QuestionOptions,
        new: &AnswerNew,
    ) -> Option<FieldViolation> {
        let (row, column) = (new.row_id.as_ref(), new.col_id.as_ref());
        if new.other_id.is_some() {
            let second = counts_other(question) && pick_rule(question) == Picks::One && self.any;
            return (self.others.contains(&[row, None, None]) || second)
                .then(|| ("other_id", PageText::OneAnswer.into()));
        }
        let Some(choice) = &new.choice_id else {
            let field = if new.row_id.is_some() { "row_id" } else { "text" };
            return self.rows.contains(&[row, None, None]).then(|| (field, PageText::OneAnswer.into()));
        };
        if self.choices.contains(&[row, column, Some(choice)]) {
            return Some(("choice_id", PageText::PickedTwice.into()));
        }
        let one = match pick_rule(question) {
            Picks::One => self.picked,
            Picks::OnePerRow => self.cells.contains(&[row, column, None]),
            Picks::Zero | Picks::Many | Picks::ManyPerRow => false,
        };
        if one {
            return Some(("choice_id", PageText::OneChoice.into()));
        }
        let ranked = question.forced_ranking || question.subtype == Subtype::Ranking;
        let applies = ranked && options.choices.get(choice).is_some_and(|choice| choice.is_na != Some(true));
        (applies && self.used.contains_key(choice)).then(|| ("choice_id", PageText::OneRow.into()))
    }
}

fn counts_other(question: &Question) -> bool {
    other_option(question).is_some_and(|other| other.is_choice())
}
