//! The end of a survey: thanks, or another page, or the survey anew; the result of a quiz; what others answered.

use super::Visit;
use super::broken;
use super::gate::origin;
use super::respondent::{Respondent, Taking};
use super::save::record;
use super::survey::Survey;
use crate::service::answers::{Record, choices, parts, rows};
use crate::service::pages::take::ending::{self, End, Refusal, Score, Tally};
use crate::service::sql::values;
use crate::spec::limits::TALLIED_RESPONSES_MAX;
use crate::spec::questions::Parts;
use crate::spec::resources::collectors::{AnonymousType, DisqualificationType, EditResponseType, RedirectType};
use crate::spec::resources::questions::{Question, QuestionFeedback};
use crate::spec::resources::responses::{QuizResults, ResponseStatus};
use crate::spec::resources::surveys::{QuizOptions, RangesType, ShowResults};
use crate::wire::http::Response;
use crate::wire::order;

/// What visitors see once the collector is closed.
pub fn closed(survey: &Survey) -> Response {
    let words = survey.gate.text("/closed_page_message");
    let words = if words.is_empty() { "This survey is currently closed." } else { words };
    ending::says(&survey.frame(None), 200, &survey.title, words)
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
        id => Some(record(survey.visit, id)?),
    };
    let shows = gate.truth("/display_survey_results") == Some(true);
    let edits = gate.edits() == EditResponseType::Always && record.is_some();
    let end = End {
        thanks: thanks(survey).to_owned(),
        score: record.as_ref().and_then(|record| score(survey, record)),
        tallies: if shows { tallies(survey)? } else { Vec::new() },
        edit: edits.then(|| survey.visit.action()),
    };
    Ok(ending::end(&frame, &end))
}

fn thanks<'a>(survey: &'a Survey) -> &'a str {
    let gate = &survey.gate;
    match (gate.truth("/thank_you_page/is_enabled"), gate.text("/thank_you_page/message")) {
        (Some(false), _) => "",
        (_, "") => gate.text("/thank_you_message"),
        (_, message) => message,
    }
}

fn disqualified(survey: &Survey, respondent: &Respondent) -> Response {
    let gate = &survey.gate;
    let address = gate.text("/disqualification_url");
    let goes = DisqualificationType::parse(gate.text("/disqualification_type")) == Some(DisqualificationType::Url);
    let frame = survey.frame(Some(respondent));
    if goes && origin(address).is_some() {
        return frame.to(address);
    }
    ending::says(&frame, 200, &survey.title, gate.text("/disqualification_message"))
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
            questions.filter_map(|question| feedback(quiz, question, record)).collect()
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
fn feedback(quiz: &QuizOptions, question: &Question, record: &Record) -> Option<(String, String)> {
    let own = question.quiz_options.as_ref().filter(|own| own.scoring_enabled)?;
    let answered = record.pages.iter().flat_map(|page| &page.questions).filter(|known| known.id == question.id);
    let marks: Vec<bool> = answered.flat_map(|known| &known.answers).filter_map(|answer| answer.is_correct).collect();
    let right = |choice: &&crate::spec::resources::questions::Choice| {
        choice.visible && choice.quiz_options.as_ref().is_some_and(|quiz| quiz.score.get() > 0)
    };
    let wanted = match crate::service::answers::picks(question) {
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
        "Not right."
    } else if hits == marks.len() && hits >= wanted {
        "Right."
    } else {
        "Right in part."
    };
    let heading = question.headings.first().map(|heading| heading.heading.clone()).unwrap_or_default();
    Some((heading, words.unwrap_or_else(|| otherwise.to_owned())))
}

/// How often each choice was picked in the youngest complete responses. Texts of others are shown to nobody.
fn tallies(survey: &Survey) -> Result<Vec<Tally>, Refusal> {
    let counted = survey.visit.sql.run(
        "SELECT answer.value ->> '$.row_id' AS row_id, answer.value ->> '$.choice_id' AS choice_id, COUNT(*) AS picked
         FROM (
           SELECT pages, status
           FROM responses
           WHERE survey_id = ?
           ORDER BY created DESC, id DESC
           LIMIT ?
         ) AS youngest, json_each(youngest.pages) AS page, json_each(page.value, '$.questions') AS question,
           json_each(question.value, '$.answers') AS answer
         WHERE youngest.status = ?
         GROUP BY 1, 2",
        values![survey.gate.survey_id.as_str(), i64::from(TALLIED_RESPONSES_MAX), ResponseStatus::Completed.as_str(),],
    );
    let counted = counted.map_err(broken)?;
    let counted =
        order::map(counted.iter().map(|row| ((row.text("row_id"), row.text("choice_id")), row.count("picked"))));
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
    let mut facts = vec!["Your answers go to the people who made the survey. They are saved after every page."];
    facts.extend(match survey.gate.anonymity() {
        AnonymousType::FullyAnonymous => {
            ["Neither your network address nor your name or e-mail address is kept with them."].as_slice()
        }
        AnonymousType::PartiallyAnonymous => &[
            "Your network address is not kept with them.",
            "If you were invited by name, your name and e-mail address are.",
        ],
        AnonymousType::NotAnonymous => &[
            "Your network address and the name of your browser are kept with them.",
            "If you were invited by name, so are your name and e-mail address.",
        ],
    });
    match visit.link.recipient {
        Some(_) => {
            facts.push("Your link is yours alone: whoever has it can see and change what you have answered so far.")
        }
        None => facts.push("A cookie lets you go on where you stopped. It is sent to this survey alone."),
    }
    Ok(ending::privacy(&survey.frame(None), &survey.title, &facts))
}
