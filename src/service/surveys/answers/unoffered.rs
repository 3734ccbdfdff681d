//! Answers with options that were deleted since: the form of a page does not show them, so the respondent cannot send
//! them again, and a change of other answers must not remove them.

use super::design::{answer_parts, other_option, pick_rule};
use super::options::QuestionOptions;
use crate::spec::questions::{Parts, Picks};
use crate::spec::resources::questions::Question;
use crate::spec::resources::responses::Answer;
use crate::wire::order;

/// Adds the stored answers that the form could not contain. Where one answer can be picked, a new one replaces them.
pub fn keep_unoffered(question: &Question, stored: &[Answer], answers: &mut Vec<Answer>) {
    let options = QuestionOptions::from_question(question);
    let other = question.answers.as_ref().and_then(|answers| answers.other.as_ref());
    let counts_other = other.is_some_and(|other| other.is_answer_choice);
    let is_pick = |answer: &&Answer| answer.other_id.is_none() || counts_other;
    let many = matches!(pick_rule(question), Picks::Many | Picks::ManyPerRow);
    let picked = answers.iter().filter(is_pick).map(|answer| [answer.row_id.as_ref(), answer.col_id.as_ref(), None]);
    let picked = order::collect_set(picked);
    let kept = stored.iter().filter(|answer| !is_offered(question, &options, answer));
    let kept = kept.filter(|answer| {
        many || !is_pick(answer) || !picked.contains(&[answer.row_id.as_ref(), answer.col_id.as_ref(), None])
    });
    let kept: Vec<Answer> = kept.cloned().collect();
    answers.extend(kept);
}

/// Whether the form of a page has what an answer names.
fn is_offered(question: &Question, options: &QuestionOptions, answer: &Answer) -> bool {
    let column = answer.col_id.as_ref().map(|id| options.columns.get(id).filter(|column| column.visible));
    let has_row = answer.row_id.as_ref().is_none_or(|id| options.rows.get(id).is_some_and(|row| row.visible));
    let has_choice = answer.choice_id.as_ref().is_none_or(|id| match (answer_parts(question), column) {
        (Parts::RowColumnChoice, Some(Some(column))) => {
            column.choices.iter().any(|choice| choice.id == *id && choice.visible)
        }
        _ => options.choices.get(id).is_some_and(|choice| choice.visible),
    });
    let has_other = answer.other_id.as_ref().is_none_or(|id| other_option(question).is_some_and(|o| o.id == *id));
    has_row && column.is_none_or(|column| column.is_some()) && has_choice && has_other
}
