//! Whether an id names an option of a question that can still be picked.

use super::design::{choices_of, columns_of, rows_of};
use super::violation::Reason;
use crate::service::surveys::page_texts::PageText;
use crate::spec::resources::questions::{Choice, Column, Question, Row};
use crate::spec::types::Id;
use crate::wire::order;
use litemap::LiteMap;

/// The options of a question by id, for questions with many answers.
pub struct QuestionOptions<'a> {
    /// The rows.
    pub rows: LiteMap<&'a Id, &'a Row>,
    /// The choices.
    pub choices: LiteMap<&'a Id, &'a Choice>,
    /// The columns.
    pub columns: LiteMap<&'a Id, &'a Column>,
}

impl<'a> QuestionOptions<'a> {
    /// The options of a question.
    pub fn from_question(question: &'a Question) -> QuestionOptions<'a> {
        QuestionOptions {
            rows: order::collect_list_map(rows_of(question).iter().map(|row| (&row.id, row))),
            choices: order::collect_list_map(choices_of(question).iter().map(|choice| (&choice.id, choice))),
            columns: order::collect_list_map(columns_of(question).iter().map(|column| (&column.id, column))),
        }
    }
}

/// The option that was looked up by its id.
///
/// # Errors
///
/// The reason why it cannot be picked: it does not exist, or is hidden.
pub fn check_option<T>(found: Option<T>, what: &str, visible: impl FnOnce(&T) -> bool) -> Result<T, Reason> {
    match found {
        None => Err(Reason::with_api_text(format!("There is no such {what}."), PageText::NotOffered)),
        Some(option) if !visible(&option) => {
            Err(Reason::with_api_text(format!("The {what} was deleted."), PageText::NotOffered))
        }
        Some(option) => Ok(option),
    }
}
