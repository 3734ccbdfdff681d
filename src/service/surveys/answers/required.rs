//! How much of a question must be answered.

use super::design::{choices, columns, given, other, parts, rows};
use super::problem::{Problem, Reason};
use crate::service::surveys::words::Word;
use crate::spec::questions::Parts;
use crate::spec::resources::questions::{Question, Required, RequiredType};
use crate::spec::resources::responses::Answer;
use crate::spec::types::Id;
use crate::wire::order;

/// What is missing from the answers to a question, or too much. A question without answers lacks nothing unless
/// it is demanded; one that is answered must be answered as its design asks.
pub fn problem(question: &Question, answers: &[Answer], demanded: bool, path: &str) -> Option<Problem> {
    let refuse = |row: Option<&Id>, reason: Reason| {
        let (question, row) = (Some(question.id.clone()), row.cloned());
        Some(Problem { path: path.to_owned(), question, row, reason })
    };
    let count = counted(question, answers);
    if count == 0 && !demanded {
        return None;
    }
    let asked =
        || Reason::own(given(&question.required).map_or("", |required| &required.text), Word::NeedsAnswer.into());
    if let Some(required) = given(&question.required) {
        let (least, most) = bounds(question, required);
        if count < least || count > most {
            return refuse(None, asked());
        }
    }
    let lacks = |row: &Id| !answers.iter().any(|answer| answer.row_id.as_ref() == Some(row));
    let mut needed = rows(question).iter().filter(|row| row.visible && row.required == Some(true));
    needed.find(|row| lacks(&row.id)).and_then(|row| refuse(Some(&row.id), asked()))
}

/// How many answers count: rows of a question with rows, choices of one with choices.
fn counted(question: &Question, answers: &[Answer]) -> usize {
    let own = other(question).is_some_and(|other| other.is_answer_choice);
    let counts = answers.iter().filter(|answer| answer.other_id.is_none() || own);
    match parts(question) {
        Parts::Nothing => 0,
        Parts::Choice | Parts::Text | Parts::File => counts.count(),
        Parts::RowChoice | Parts::RowText => order::set(counts.filter_map(|answer| answer.row_id.as_ref())).len(),
        Parts::RowColumnChoice => {
            let cells = order::set(counts.map(|answer| (answer.row_id.as_ref(), answer.col_id.as_ref())));
            let filled = |row: &Id| {
                let mut columns = columns(question).iter().filter(|column| column.visible);
                columns.all(|column| cells.contains(&(Some(row), Some(&column.id))))
            };
            rows(question).iter().filter(|row| filled(&row.id)).count()
        }
    }
}

/// Least and most that a required question takes. "At most" still asks for one: our choice.
fn bounds(question: &Question, required: &Required) -> (usize, usize) {
    let by_row = matches!(parts(question), Parts::RowChoice | Parts::RowColumnChoice | Parts::RowText);
    let visible = if by_row {
        rows(question).iter().filter(|row| row.visible).count()
    } else {
        let own = other(question).filter(|other| other.is_answer_choice).into_iter().count();
        choices(question).iter().filter(|choice| choice.visible).count().saturating_add(own)
    };
    let amount = required.amount.as_ref().map_or("", |amount| amount.0.as_str());
    let (first, second) = amount.split_once(',').unwrap_or((amount, amount));
    let number = |text: &str| text.trim().parse::<usize>().ok();
    let (least, most) = match required.r#type {
        Some(RequiredType::All) if by_row => (visible, usize::MAX),
        None | Some(RequiredType::All) => (1, usize::MAX),
        Some(RequiredType::AtLeast) => (number(first).unwrap_or(1), usize::MAX),
        Some(RequiredType::AtMost) => (1, number(first).unwrap_or(usize::MAX)),
        Some(RequiredType::Exactly) => (number(first).unwrap_or(1), number(first).unwrap_or(usize::MAX)),
        Some(RequiredType::Range) => (number(first).unwrap_or(1), number(second).unwrap_or(usize::MAX)),
    };
    // What was deleted since cannot be asked for.
    (least.min(visible.max(1)), most.max(1))
}
