//! The end of a survey: thanks, or another page, or the survey anew; the result of a quiz; what others answered.

use super::gate::origin;
use super::pages::ending::{self, End, Refusal, Score, Tally};
use super::picked;
use super::respondent::{Respondent, Taking};
use super::survey::Survey;
use super::{Visit, broken};
use crate::service::surveys::answers::{Record, choices, parts, rows};
use crate::service::surveys::words::{Tongue, Word};
use crate::spec::questions::Parts;
use crate::spec::resources::collectors::{AnonymousType, EditResponseType, RedirectType, THANK_YOU};
use crate::spec::resources::questions::{Question, QuestionFeedback};
use crate::spec::resources::responses::{QuizResults, ResponseStatus};
use crate::spec::resources::surveys::{QuizOptions, RangesType, ShowResults};
use crate::wire::http::Response;

/// What visitors see once the collector is closed.
pub fn closed(survey: &Survey) -> Response {
    let words = survey.tongue().or(survey.gate.text("/closed_page_message"), Word::Closed);
    ending::says(&survey.frame(None), 200, &survey.title, &words)
}

/// What a respondent sees who has finished, now or earlier.
pub fn finished(survey: &Survey, respondent: &Respondent, taking: &Taking) -> Result<Response, Refusal> {
    let gate = &survey.gate;
    match taking.status {
        ResponseStatus::Overquota => return Ok(closed(survey)),
        ResponseStatus::Disqualified => return Ok(disqualified(survey, respondent)),
        ResponseStatus::Completed | ResponseStatus::Partial => {}
    }
    let frame = survey.frame(Some(respondent));
    match gate.redirect() {
        RedirectType::Url if origin(gate.text("/redirect_url")).is_some() => {
            return Ok(frame.to(gate.text("/redirect_url")));
        }
        RedirectType::Loop if survey.visit.link.recipient.is_none() => {
            return Ok(survey.frame(Some(&Respondent::fresh(survey.visit))).to(&survey.visit.action()));
        }
        _ => {}
    }
    let record = match taking.response_id.as_str() {
        "" => None,
        id => {
            let sql = survey.visit.sql;
            let record = if survey.design.quiz.is_some() { Record::load(sql, id) } else { Record::head(sql, id) };
            Some(record.map_err(broken)?.ok_or(Refusal::Nothing)?)
        }
    };
    let shows = gate.truth("/display_survey_results") == Some(true);
    let edits = gate.edits() == EditResponseType::Always && record.is_some();
    let end = End {
        thanks: thanks(survey),
        score: record.as_ref().and_then(|record| score(survey, record)),
        tallies: if shows { tallies(survey)? } else { Vec::new() },
        edit: edits.then(|| survey.visit.action()),
    };
    Ok(ending::end(&frame, &end))
}

fn thanks(survey: &Survey) -> String {
    let gate = &survey.gate;
    let words = match (gate.truth("/thank_you_page/is_enabled"), gate.text("/thank_you_page/message")) {
        (Some(false), _) => "",
        (_, "") => gate.text("/thank_you_message"),
        (_, message) => message,
    };
    if words == THANK_YOU { survey.tongue().say(Word::Thanks).to_owned() } else { words.to_owned() }
}

fn disqualified(survey: &Survey, respondent: &Respondent) -> Response {
    let gate = &survey.gate;
    let frame = survey.frame(Some(respondent));
    match gate.turns_away_to() {
        Some(address) => frame.to(address),
        None => {
            let words = survey.tongue().or(gate.text("/disqualification_message"), Word::Thanks);
            ending::says(&frame, 200, &survey.title, &words)
        }
    }
}

/// How the quiz went, as far as the survey tells.
fn score(survey: &Survey, record: &Record) -> Option<Score> {
    let quiz = survey.design.quiz.as_ref()?;
    let results = record.quiz_results.as_ref()?;
    let shows = quiz.show_results_type.unwrap_or(ShowResults::Disabled);
    let answers = match shows {
        ShowResults::Disabled => return None,
        ShowResults::ResultsOnly => Vec::new(),
        ShowResults::ResultsAndAnswers => {
            let questions = survey.design.questions().filter(|question| question.visible);
            questions.filter_map(|question| feedback(survey.tongue(), quiz, question, record)).collect()
        }
    };
    Some(Score {
        score: u64::from(results.score.get()),
        total: u64::from(results.total_score.get()),
        words: range(quiz, results),
        answers,
    })
}

/// What is said about the whole result: that of the range in which it lies.
fn range(quiz: &QuizOptions, results: &QuizResults) -> String {
    let Some(feedback) = &quiz.feedback else { return String::new() };
    let (score, total) = (results.score.get(), results.total_score.get());
    let reached = match feedback.ranges_type {
        RangesType::Points => score,
        RangesType::Percentage => score.saturating_mul(100).checked_div(total).unwrap_or(0),
    };
    let range = feedback.ranges.iter().find(|range| range.min.get() <= reached && reached <= range.max.get());
    range.map(|range| range.message.clone()).unwrap_or_default()
}

/// What is said about the answer to a question that counts.
fn feedback(tongue: Tongue, quiz: &QuizOptions, question: &Question, record: &Record) -> Option<(String, String)> {
    let own = question.quiz_options.as_ref().filter(|own| own.scoring_enabled)?;
    let answered = record.pages.iter().flat_map(|page| &page.questions).filter(|known| known.id == question.id);
    let marks: Vec<bool> = answered.flat_map(|known| &known.answers).filter_map(|answer| answer.is_correct).collect();
    let right = |choice: &&crate::spec::resources::questions::Choice| {
        choice.visible && choice.quiz_options.as_ref().is_some_and(|quiz| quiz.score.get() > 0)
    };
    let wanted = match crate::service::surveys::answers::picks(question) {
        crate::spec::questions::Picks::One => 1,
        _ => choices(question).iter().filter(right).count(),
    };
    let hits = marks.iter().filter(|mark| **mark).count();
    let pick = |feedback: &QuestionFeedback| {
        let text = if hits == 0 {
            &feedback.incorrect_text
        } else if hits == marks.len() && hits >= wanted {
            &feedback.correct_text
        } else {
            &feedback.partial_text
        };
        text.clone().filter(|text| !text.is_empty())
    };
    let words = own.feedback.as_ref().and_then(pick);
    let words = words.or_else(|| quiz.default_question_feedback.as_ref().and_then(pick));
    let otherwise = if hits == 0 {
        Word::Wrong
    } else if hits == marks.len() && hits >= wanted {
        Word::Right
    } else {
        Word::RightInPart
    };
    let heading = question.headings.first().map(|heading| heading.heading.clone()).unwrap_or_default();
    Some((heading, words.unwrap_or_else(|| tongue.say(otherwise).to_owned())))
}

/// How often each choice was picked in the youngest complete responses. Texts of others are shown to nobody.
fn tallies(survey: &Survey) -> Result<Vec<Tally>, Refusal> {
    let counted = picked::count(survey.visit, &survey.gate.survey_id)?;
    let tally = |heading: String, row: &str, question: &Question| Tally {
        heading,
        counts: choices(question)
            .iter()
            .filter(|choice| choice.visible)
            .map(|choice| {
                let weight = choice.weight.map(|weight| weight.get().to_string());
                let words = Some(choice.text.clone()).filter(|text| !text.is_empty()).or(weight);
                let picked = counted.get(&(row.to_owned(), choice.id.0.clone())).copied().unwrap_or(0);
                (words.unwrap_or_else(|| choice.position.get().to_string()), picked)
            })
            .collect(),
    };
    let mut tallies = Vec::new();
    for question in survey.design.questions().filter(|question| question.visible) {
        let heading = question.headings.first().map(|heading| heading.heading.clone()).unwrap_or_default();
        match parts(question) {
            Parts::Choice => tallies.push(tally(heading, "", question)),
            Parts::RowChoice => {
                for row in rows(question).iter().filter(|row| row.visible) {
                    let words =
                        if row.text.is_empty() { heading.clone() } else { format!("{heading} – {}", row.text) };
                    tallies.push(tally(words, row.id.as_str(), question));
                }
            }
            _ => {}
        }
    }
    Ok(tallies)
}

/// What is kept of who answers.
pub fn privacy(visit: Visit) -> Result<Response, Refusal> {
    let survey = Survey::load(visit, None)?;
    let mut facts = vec![Word::KeptAnswers];
    facts.extend(match survey.gate.anonymity() {
        AnonymousType::FullyAnonymous => [Word::KeptNothing].as_slice(),
        AnonymousType::PartiallyAnonymous => &[Word::KeptNoAddress, Word::KeptName],
        AnonymousType::NotAnonymous => &[Word::KeptAddress, Word::KeptName],
    });
    if survey.gate.authenticates() && survey.gate.anonymity() != AnonymousType::FullyAnonymous {
        facts.push(Word::KeptProof);
    }
    facts.push(if visit.link.recipient.is_some() { Word::KeptLink } else { Word::KeptCookie });
    let facts: Vec<&str> = facts.into_iter().map(|fact| survey.tongue().say(fact)).collect();
    Ok(ending::privacy(&survey.frame(None), &survey.title, &facts))
}
