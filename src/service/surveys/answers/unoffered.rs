//! Answers with options that were deleted since: the form of a page does not show them, so the respondent cannot send
//! them again, and a change of other questions must not remove them.

use super::design::{answer_parts, other_option};
use super::options::QuestionOptions;
use crate::spec::questions::Parts;
use crate::spec::resources::questions::Question;
use crate::spec::resources::responses::Answer;
use crate::spec::types::Id;
use crate::wire::order;

/// Adds the stored answers that the form could not contain, if the respondent has left the others as they were. A
/// question that the respondent changes has what it was given: with a deleted option, its answers could break a rule
/// that the form has just enforced, such as a sum or a number of choices.
pub fn keep_unoffered(question: &Question, stored: &[Answer], answers: &mut Vec<Answer>) {
    let options = QuestionOptions::from_question(question);
    let (offered, unoffered): (Vec<&Answer>, Vec<&Answer>) =
        stored.iter().partition(|answer| is_offered(question, &options, answer));
    // The order of the options may have changed too.
    let (given, offered) = (sort_answers(answers.iter().collect()), sort_answers(offered));
    let is_same = given.len() == offered.len() && given.iter().zip(&offered).all(|(one, other)| names_same(one, other));
    if is_same {
        answers.extend(unoffered.into_iter().cloned());
    }
}

/// Answers in the order of the options that they name.
fn sort_answers(mut answers: Vec<&Answer>) -> Vec<&Answer> {
    order::sort_by_key(&mut answers, |answer| {
        [&answer.row_id, &answer.col_id, &answer.choice_id, &answer.other_id].map(|id| id.as_ref().map(Id::as_str))
    });
    answers
}

/// Whether two answers are the same pick or text. The points of a quiz are not compared.
fn names_same(one: &Answer, other: &Answer) -> bool {
    one.choice_id == other.choice_id
        && one.row_id == other.row_id
        && one.col_id == other.col_id
        && one.other_id == other.other_id
        && one.text == other.text
        && one.download_url == other.download_url
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
