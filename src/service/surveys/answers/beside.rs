//! Which answers to a question can stand beside those before them.

use super::design::{other, picks};
use super::options::Options;
use super::problem::Reason;
use crate::service::surveys::words::Word;
use crate::spec::questions::{Picks, Subtype};
use crate::spec::resources::questions::Question;
use crate::spec::resources::responses::AnswerNew;
use crate::spec::types::Id;
use std::collections::BTreeSet;

/// A field, and what is wrong with it.
pub type Fault = (&'static str, Reason);

type Place<'a> = Option<&'a Id>;

/// The answers so far: by what they are about, so that each is looked at once.
#[derive(Default)]
pub struct Before<'a> {
    any: bool,
    /// Whether some of them are picked or written: all but comments.
    picked: bool,
    /// The rows of these.
    rows: BTreeSet<Place<'a>>,
    /// The rows that have an answer of the respondent's own, or a comment.
    others: BTreeSet<Place<'a>>,
    /// The rows and columns in which something is picked.
    cells: BTreeSet<(Place<'a>, Place<'a>)>,
    /// What is picked in them.
    choices: BTreeSet<(Place<'a>, Place<'a>, &'a Id)>,
    /// What is picked anywhere.
    used: BTreeSet<&'a Id>,
}

impl<'a> Before<'a> {
    /// One more, which can stand there.
    pub fn add(&mut self, question: &Question, new: &'a AnswerNew) {
        let (row, column) = (new.row_id.as_ref(), new.col_id.as_ref());
        self.any = true;
        if new.other_id.is_some() {
            self.others.insert(row);
        }
        if new.other_id.is_none() || other_counts(question) {
            self.picked = true;
            self.rows.insert(row);
        }
        if let Some(choice) = &new.choice_id {
            self.cells.insert((row, column));
            self.choices.insert((row, column, choice));
            self.used.insert(choice);
        }
    }

    /// Why an answer cannot stand beside those before it.
    pub fn clash(&self, question: &Question, options: &Options, new: &AnswerNew) -> Option<Fault> {
        let (row, column) = (new.row_id.as_ref(), new.col_id.as_ref());
        if new.other_id.is_some() {
            let second = other_counts(question) && picks(question) == Picks::One && self.any;
            return (self.others.contains(&row) || second).then(|| ("other_id", Word::OneAnswer.into()));
        }
        let Some(choice) = &new.choice_id else {
            let field = if new.row_id.is_some() { "row_id" } else { "text" };
            return self.rows.contains(&row).then(|| (field, Word::OneAnswer.into()));
        };
        if self.choices.contains(&(row, column, choice)) {
            return Some(("choice_id", Word::PickedTwice.into()));
        }
        let one = match picks(question) {
            Picks::One => self.picked,
            Picks::OnePerRow => self.cells.contains(&(row, column)),
            Picks::Zero | Picks::Many | Picks::ManyPerRow => false,
        };
        if one {
            return Some(("choice_id", Word::OneChoice.into()));
        }
        let ranked = question.forced_ranking || question.subtype == Subtype::Ranking;
        let applies = ranked && options.choices.get(choice).is_some_and(|choice| choice.is_na != Some(true));
        (applies && self.used.contains(choice)).then(|| ("choice_id", Word::OneRow.into()))
    }
}

fn other_counts(question: &Question) -> bool {
    other(question).is_some_and(|other| other.is_answer_choice)
}
