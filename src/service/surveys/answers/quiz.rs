//! The score of a quiz: marks every answer and counts points per question. The rules are our choice.
//!
//! Questions with choices count if their scoring is enabled. A choice is right if it has points. The maximum of a
//! question is the most points of one choice if one can be picked, and the sum of all points if several can. A question
//! is answered correctly if all its points are won and no wrong choice is picked, and partially if some points are won.

use super::design::{Design, answer_parts, choices_of, pick_rule};
use super::options::QuestionOptions;
use crate::spec::questions::{Parts, Picks};
use crate::spec::resources::questions::{Choice, Question};
use crate::spec::resources::responses::{Answer, QuizResults, ResponsePage};
use crate::spec::types::Integer;

/// What an answer to a scored question is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// All points, and no wrong choice.
    Correct,
    /// Some points.
    Partial,
    /// No points.
    Incorrect,
}

/// Judges the marked answers to a question.
pub fn judge_answers(question: &Question, answers: &[Answer]) -> Verdict {
    let won = answers.iter().filter_map(|answer| answer.score).map(|score| u64::from(score.get()));
    let won = won.fold(0, u64::saturating_add);
    let has_wrong = answers.iter().any(|answer| answer.is_correct == Some(false));
    if won == possible_points(question, answers) && !has_wrong {
        Verdict::Correct
    } else if won > 0 {
        Verdict::Partial
    } else {
        Verdict::Incorrect
    }
}

/// Marks the answers and counts the points.
pub fn score_quiz(design: &Design, pages: &mut [ResponsePage]) -> QuizResults {
    let (mut correct, mut incorrect, mut partially) = (0_u64, 0_u64, 0_u64);
    let (mut questions, mut points, mut possible) = (0_u64, 0_u64, 0_u64);
    let counts = design.questions().filter(|question| is_scored(question));
    for question in counts {
        let answered =
            pages.iter_mut().flat_map(|page| &mut page.questions).find(|answered| answered.id == question.id);
        questions = questions.saturating_add(1);
        let answers = answered.as_ref().map(|answered| answered.answers.as_slice()).unwrap_or_default();
        possible = possible.saturating_add(possible_points(question, answers));
        let Some(answered) = answered else { continue };
        let options = QuestionOptions::from_question(question);
        for answer in &mut answered.answers {
            let choice = answer.choice_id.as_ref().and_then(|id| options.choices.get(id));
            let won = choice.map_or(0, |choice| choice_points(choice));
            mark_answer(question, answer, won);
            points = points.saturating_add(won);
        }
        let tally = match judge_answers(question, &answered.answers) {
            Verdict::Correct => &mut correct,
            Verdict::Partial => &mut partially,
            Verdict::Incorrect => &mut incorrect,
        };
        *tally = tally.saturating_add(1);
    }
    QuizResults {
        correct: Integer::saturating(correct),
        incorrect: Integer::saturating(incorrect),
        partially_correct: Integer::saturating(partially),
        total_questions: Integer::saturating(questions),
        score: Integer::saturating(points),
        total_score: Integer::saturating(possible),
    }
}

fn is_scored(question: &Question) -> bool {
    let scoring = question.quiz_options.as_ref().is_some_and(|quiz| quiz.scoring_enabled);
    question.visible && scoring && answer_parts(question) == Parts::Choice
}

fn choice_points(choice: &Choice) -> u64 {
    choice.quiz_options.as_ref().and_then(|quiz| quiz.score.as_u64()).unwrap_or(0)
}

/// The maximum of a question. A choice that was deleted since is counted if it was picked before: its points are won.
fn possible_points(question: &Question, answers: &[Answer]) -> u64 {
    let is_picked = |choice: &Choice| answers.iter().any(|answer| answer.choice_id.as_ref() == Some(&choice.id));
    let counts = |choice: &&Choice| choice.visible || is_picked(choice);
    let all = choices_of(question).iter().filter(counts).map(choice_points);
    if pick_rule(question) == Picks::One { all.max().unwrap_or(0) } else { all.fold(0, u64::saturating_add) }
}

/// Marks an answer. A comment is neither right nor wrong; "other" as a choice is wrong.
fn mark_answer(question: &Question, answer: &mut Answer, points: u64) {
    let counts_other = super::design::other_option(question).is_some_and(|other| other.is_choice());
    if answer.choice_id.is_some() || counts_other {
        answer.is_correct = Some(points > 0);
        answer.score = Some(Integer::saturating(points));
    }
}
