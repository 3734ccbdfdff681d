//! How many answers a question requires.

use super::design::{answer_parts, as_option, choices_of, columns_of, other_option, pick_rule, rows_of};
use super::violation::{Reason, Violation};
use crate::service::surveys::page_texts::PageText;
use crate::spec::questions::{Parts, Picks};
use crate::spec::resources::questions::{Question, Required, RequiredType};
use crate::spec::resources::responses::Answer;
use crate::spec::types::Id;
use crate::wire::order;

/// What is missing from the answers to a question, or too many. A question without answers may stay unanswered unless
/// `demanded`; one with answers must have as many as its design requires.
pub fn check_required(question: &Question, answers: &[Answer], demanded: bool, path: &str) -> Option<Violation> {
    let refuse = |row: Option<&Id>, reason: Reason| {
        let (question, row) = (Some(question.id.clone()), row.cloned());
        Some(Violation::new(path.to_owned(), question, row, reason))
    };
    let (count, unfilled) = count_answers(question, answers);
    if count == 0 && !demanded {
        return None;
    }
    let custom_message = |otherwise: Reason| {
        let text = as_option(&question.required).map_or("", |required| required.text.as_str());
        Reason::custom_or(if text == PageText::NeedsAnswer.as_str() { "" } else { text }, otherwise)
    };
    if let Some(required) = as_option(&question.required) {
        let (min, max) = required_bounds(question, required);
        if count < min || count > max {
            // An answer was given, but not as many as are required.
            let (row, reason) = match amount_reason(question) {
                _ if answers.is_empty() => (None, PageText::NeedsAnswer.into()),
                Some(amount) => (None, amount),
                None if required.r#type == Some(RequiredType::All) && is_by_row(question) => {
                    (unfilled, PageText::EveryRow.into())
                }
                None => (None, PageText::NeedsAnswer.into()),
            };
            return refuse(row, custom_message(reason));
        }
    }
    let is_missing = |row: &Id| !answers.iter().any(|answer| answer.row_id.as_ref() == Some(row));
    let mut needed = rows_of(question).iter().filter(|row| row.visible && row.required == Some(true));
    needed
        .find(|row| is_missing(&row.id))
        .and_then(|row| refuse(Some(&row.id), custom_message(PageText::NeedsAnswer.into())))
}

/// How many answers a question requires, in words for respondents; `None` if one is enough.
pub fn amount_reason(question: &Question) -> Option<Reason> {
    let by_row = is_by_row(question);
    let required = as_option(&question.required)?;
    let (min, max) = required_bounds(question, required);
    let words = |by_choice: PageText, in_rows: PageText, numbers: &[usize]| {
        let numbers: Vec<String> = numbers.iter().map(usize::to_string).collect();
        let numbers: Vec<&str> = numbers.iter().map(String::as_str).collect();
        Some(Reason::with_args(if by_row { in_rows } else { by_choice }, &numbers))
    };
    match (min, max) {
        _ if matches!(required.r#type, None | Some(RequiredType::All)) => None,
        _ if !by_row && pick_rule(question) != Picks::Many => None,
        (..=1, usize::MAX) => None,
        (min, usize::MAX) => words(PageText::ChooseAtLeast, PageText::RowsAtLeast, &[min]),
        (min, max) if min == max => words(PageText::ChooseExactly, PageText::RowsExactly, &[min]),
        (..=1, max) => words(PageText::ChooseAtMost, PageText::RowsAtMost, &[max]),
        (min, max) => words(PageText::ChooseFromTo, PageText::RowsFromTo, &[min, max]),
    }
}

/// The number of answers that count: rows for a question with rows, choices for one with choices. Also the first row
/// that does not count yet.
fn count_answers<'a>(question: &'a Question, answers: &[Answer]) -> (usize, Option<&'a Id>) {
    let counts_other = other_option(question).is_some_and(|other| other.is_choice());
    let counts = answers.iter().filter(|answer| answer.other_id.is_none() || counts_other);
    let first_row = |is_filled: &dyn Fn(&Id) -> bool| {
        rows_of(question).iter().find(|row| row.visible && !is_filled(&row.id)).map(|row| &row.id)
    };
    match answer_parts(question) {
        Parts::Nothing => (0, None),
        Parts::Choice | Parts::Text | Parts::File => (counts.count(), None),
        Parts::RowChoice | Parts::RowText => {
            let answered = order::collect_list_set(counts.filter_map(|answer| answer.row_id.as_ref()));
            (answered.len(), first_row(&|row| answered.contains_key(row)))
        }
        Parts::RowColumnChoice => {
            let cells = order::collect_set(counts.map(|answer| [answer.row_id.as_ref(), answer.col_id.as_ref(), None]));
            let filled = |row: &Id| {
                let mut columns = columns_of(question).iter().filter(|column| column.visible);
                columns.all(|column| cells.contains(&[Some(row), Some(&column.id), None]))
            };
            (rows_of(question).iter().filter(|row| filled(&row.id)).count(), first_row(&filled))
        }
    }
}

/// Whether rows with answers are counted, not choices.
fn is_by_row(question: &Question) -> bool {
    matches!(answer_parts(question), Parts::RowChoice | Parts::RowColumnChoice | Parts::RowText)
}

/// The minimum and maximum number of answers of a required question. "At most" still requires one: our choice.
fn required_bounds(question: &Question, required: &Required) -> (usize, usize) {
    let by_row = is_by_row(question);
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
