//! Whether an id names an option of a question that can still be picked.

use super::design::{choices, columns, rows};
use super::problem::Reason;
use crate::service::surveys::words::Word;
use crate::spec::resources::questions::{Choice, Column, Question, Row};
use crate::spec::types::Id;
use crate::wire::order;
use std::collections::BTreeMap;

/// The options of a question by their ids, for questions that get many answers.
pub struct Options<'a> {
    /// The rows.
    pub rows: BTreeMap<&'a Id, &'a Row>,
    /// The choices.
    pub choices: BTreeMap<&'a Id, &'a Choice>,
    /// The columns.
    pub columns: BTreeMap<&'a Id, &'a Column>,
}

impl<'a> Options<'a> {
    /// Those of a question.
    pub fn of(question: &'a Question) -> Options<'a> {
        Options {
            rows: order::map(rows(question).iter().map(|row| (&row.id, row))),
            choices: order::map(choices(question).iter().map(|choice| (&choice.id, choice))),
            columns: order::map(columns(question).iter().map(|column| (&column.id, column))),
        }
    }
}

/// The option that was found under an id, if there is one and it was not deleted; else what is wrong.
pub fn pick<T>(found: Option<T>, what: &str, visible: impl FnOnce(&T) -> bool) -> Result<T, Reason> {
    match found {
        None => Err(Reason::told(format!("There is no such {what}."), Word::NotOffered)),
        Some(option) if !visible(&option) => Err(Reason::told(format!("The {what} was deleted."), Word::NotOffered)),
        Some(option) => Ok(option),
    }
}
