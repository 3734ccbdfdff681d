//! How many answers a question requires.

use super::design::{answer_parts, as_option, choices_of, columns_of, other_option, rows_of};
use super::violation::{Reason, Violation};
use crate::service::surveys::messages::MessageKey;
use crate::spec::questions::Parts;
use crate::spec::resources::questions::{Question, Required, RequiredType};
use crate::spec::resources::responses::Answer;
use crate::spec::types::Id;
use crate::wire::order;

/// What is missing from the answers to a question, or too many. A question without answers may stay unanswered unless
/// `demanded`; one with answers must have as many as its design requires.
pub fn check_required(question: &Question, answers: &[Answer], demanded: bool, path: &str) -> Option<Violation> {
    let refuse = |row: Option<&Id>, reason: Reason| {
        let (question, row) = (Some(question.id.clone()), row.cloned());
        Some(Violation { path: path.to_owned(), question, row, reason })
    };
    let count = count_answers(question, answers);
    if count == 0 && !demanded {
        return None;
    }
    let custom_message = || {
        Reason::custom_or(
            as_option(&question.required).map_or("", |required| &required.text),
            MessageKey::NeedsAnswer.into(),
        )
    };
    if let Some(required) = as_option(&question.required) {
        let (min, max) = required_bounds(question, required);
        if count < min || count > max {
            return refuse(None, custom_message());
        }
    }
    let is_missing = |row: &Id| !answers.iter().any(|answer| answer.row_id.as_ref() == Some(row));
    let mut needed = rows_of(question).iter().filter(|row| row.visible && row.required == Some(true));
    needed.find(|row| is_missing(&row.id)).and_then(|row| refuse(Some(&row.id), custom_message()))
}

/// The number of answers that count: rows for a question with rows, choices for one with choices.
fn count_answers(question: &Question, answers: &[Answer]) -> usize {
    let counts_other = other_option(question).is_some_and(|other| other.is_choice());
    let counts = answers.iter().filter(|answer| answer.other_id.is_none() || counts_other);
    match answer_parts(question) {
        Parts::Nothing => 0,
        Parts::Choice | Parts::Text | Parts::File => counts.count(),
        Parts::RowChoice | Parts::RowText => {
            order::collect_list_set(counts.filter_map(|answer| answer.row_id.as_ref())).len()
        }
        Parts::RowColumnChoice => {
            let cells = order::collect_set(counts.map(|answer| [answer.row_id.as_ref(), answer.col_id.as_ref(), None]));
            let filled = |row: &Id| {
                let mut columns = columns_of(question).iter().filter(|column| column.visible);
                columns.all(|column| cells.contains(&[Some(row), Some(&column.id), None]))
            };
            rows_of(question).iter().filter(|row| filled(&row.id)).count()
        }
    }
}

/// The minimum and maximum number of answers of a required question. "At most" still requires one: our choice.
fn required_bounds(question: &Question, required: &Required) -> (usize, usize) {
    let by_row = matches!(answer_parts(question), Parts::RowChoice | Parts::RowColumnChoice | Parts::RowText);
    let visible = if by_row {
        rows_of(question).iter().filter(|row| row.visible).count()
    } else {
        let other_count = other_option(question).filter(|other| other.is_choice()).into_iter().count();
        choices_of(question).iter().filter(|choice| choice.visible).count().saturating_add(other_count)
    };
    let amount = required.amount.as_ref().map_or("", |amount| amount.0.as_str());
    let (first, second) = amount.split_once(',').unwrap_or((amount, amount));
    let number = |text: &str| text.trim().parse::<usize>().ok();
    let (min, max) = match required.r#type {
        Some(RequiredType::All) if by_row => (visible, usize::MAX),
        None | Some(RequiredType::All) => (1, usize::MAX),
        Some(RequiredType::AtLeast) => (number(first).unwrap_or(1), usize::MAX),
        Some(RequiredType::AtMost) => (1, number(first).unwrap_or(usize::MAX)),
        Some(RequiredType::Exactly) => (number(first).unwrap_or(1), number(first).unwrap_or(usize::MAX)),
        Some(RequiredType::Range) => (number(first).unwrap_or(1), number(second).unwrap_or(usize::MAX)),
    };
    // Options that were deleted since cannot be required.
    (min.min(visible.max(1)), max.max(1))
}
