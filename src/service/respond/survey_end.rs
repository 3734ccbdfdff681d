//! The end of a survey: thanks, a redirect, or a restart; the result of a quiz; the answers of others; privacy.

use super::choice_counts::{ChoiceCounting, outline_tallies};
use super::collector_settings::{CollectorSettings, web_origin};
use super::form_token::FormToken;
use super::page_render::{fill_slot, pause_with};
use super::pages::PageTexts;
use super::pages::status_pages::{self, ChoiceTally, EndPage, QuizScore, RespondError};
use super::respondent::{Progress, Respondent};
use super::survey_session::SurveySession;
use super::{RespondContext, internal_error};
use crate::service::actor::chunked_work::{CHUNK_CELLS, QUESTION_COST_CELLS};
use crate::service::surveys::answers::{Record, Verdict, judge_answers};
use crate::service::surveys::page_texts::PageText;
use crate::spec::resources::collectors::{AnonymousType, RedirectType, THANK_YOU};
use crate::spec::resources::questions::{Heading, Question, QuestionFeedback};
use crate::spec::resources::responses::{QuizResults, ResponseStatus};
use crate::spec::resources::surveys::{QuizOptions, RangesType, ShowResults};
use crate::spec::types::Id;
use crate::wire::http::Response;
use maud::{Markup, html};
use std::collections::VecDeque;

/// Name of the parameter with which a respondent who has finished asks to change the answers.
pub const EDIT_PARAM: &str = "edit";

/// The page of a closed collector, or of a survey that has as many previews as it may.
pub fn closed_page(survey: &SurveySession) -> Response {
    let message = if survey.context.link.preview.is_some() {
        survey.texts().render(PageText::PreviewsFull)
    } else {
        survey.texts().render_or(survey.collector.text_setting("/closed_page_message"), PageText::Closed)
    };
    status_pages::message_page(&survey.page_frame(None), 200, &html! { (survey.title()) }, &message)
}

/// The page or redirect for a respondent who has finished, now or earlier.
///
/// # Errors
///
/// An error page: the response no longer exists, or a statement fails.
pub fn render_end(
    survey: &SurveySession,
    token: &FormToken,
    progress: &Progress,
    stored: Option<Record>,
) -> Result<Response, RespondError> {
    let collector = &survey.collector;
    let respondent = &token.respondent();
    match progress.status {
        ResponseStatus::Overquota => return Ok(closed_page(survey)),
        ResponseStatus::Disqualified => return Ok(disqualified_page(survey, respondent)),
        ResponseStatus::Completed | ResponseStatus::Partial => {}
    }
    let frame = survey.page_frame(Some(respondent));
    // Who comes back to a survey that asks for an address needs the page where another one can be entered.
    let may_redirect = respondent.other_address(survey.context).is_none();
    match collector.redirect_type() {
        RedirectType::Url if may_redirect && web_origin(collector.text_setting("/redirect_url")).is_some() => {
            return Ok(frame.redirect_to(collector.text_setting("/redirect_url")));
        }
        RedirectType::Loop if survey.context.link.recipient.is_none() => {
            let frame = survey.page_frame(Some(&Respondent::new_device(survey.context)));
            return Ok(frame.redirect_to(&survey.start_url(token)));
        }
        _ => {}
    }
    let record = match progress.response_id.as_str() {
        "" => None,
        // The answers of a large quiz take long to decode: they are not read again where they were just stored.
        _ if stored.is_some() => stored,
        id => {
            let sql = survey.context.sql;
            let record = if survey.design.quiz.is_some() { Record::load(sql, id) } else { Record::load_head(sql, id) };
            Some(record.map_err(internal_error)?.ok_or(RespondError::NotFound)?)
        }
    };
    let edits = progress.may_be_edited(collector, survey.context.now) && is_still_open(survey)?;
    let end = EndPage {
        thanks: thank_you_text(survey),
        score: record.as_ref().and_then(|record| quiz_score(survey, record)),
        tallies: if collector.bool_setting("/display_survey_results") == Some(true) {
            outline_tallies(&survey.design)
        } else {
            Vec::new()
        },
        edit: edits.then(|| survey.context.link_with(EDIT_PARAM, "1")),
    };
    let page = status_pages::end_page(&frame, &end);
    if end.tallies.is_empty() {
        return Ok(page);
    }
    let counting = ChoiceCounting::for_results(survey.context, &collector.survey_id)?;
    let (pending, html) =
        (end.tallies.into(), html! { h2 { (frame.texts().render(PageText::Results)) } }.into_string());
    Ok(pause_with(survey.context, Box::new(EndRender { skeleton: page, counting, pending, html })))
}

/// Whether the collector is open to changes after the response that was just stored, which may have closed it.
fn is_still_open(survey: &SurveySession) -> Result<bool, RespondError> {
    let SurveySession { context, .. } = survey;
    let current = CollectorSettings::load_for_link(*context).map_err(internal_error)?;
    Ok(current.is_some_and(|current| current.may_edit(context.now)))
}

/// A last page in progress, which shows the answers of all respondents so far.
pub struct EndRender {
    /// The page with a placeholder for the tallies.
    skeleton: Response,
    /// How often each choice was chosen. Texts of other respondents are never shown.
    counting: ChoiceCounting,
    /// The tallies that are not rendered yet.
    pending: VecDeque<ChoiceTally>,
    /// The rendered ones.
    html: String,
}

impl EndRender {
    /// Counts or renders a chunk. Returns the page after the last one; before that, a placeholder that is never sent.
    ///
    /// # Errors
    ///
    /// An internal error, if a statement fails.
    pub fn render_chunk(mut self: Box<EndRender>, context: RespondContext) -> Result<Response, RespondError> {
        if !self.counting.run_chunk(context)? {
            return Ok(pause_with(context, self));
        }
        if self.counting.counts().is_of_few() {
            return Ok(fill_slot(self.skeleton, String::new()));
        }
        let mut cells_left = CHUNK_CELLS;
        while cells_left > 0
            && let Some(tally) = self.pending.pop_front()
        {
            let cells = i64::try_from(tally.choices.len()).unwrap_or(i64::MAX);
            cells_left = cells_left.saturating_sub(cells.saturating_add(QUESTION_COST_CELLS));
            let times_picked = |choice: &str| self.counting.counts().times_picked_in(&tally.row, choice);
            self.html.push_str(&status_pages::render_tally(&tally, &times_picked).into_string());
        }
        if !self.pending.is_empty() {
            return Ok(pause_with(context, self));
        }
        Ok(fill_slot(self.skeleton, self.html))
    }
}

/// The longest line of a message that is its heading, in characters. Our choice.
const HEADING_CHARS_MAX: usize = 80;

/// The heading and the text of the last page: the first line of the message and the others. If that line is too long
/// for a heading, the title of the survey has its place.
fn thank_you_text(survey: &SurveySession) -> (Markup, Markup) {
    let collector = &survey.collector;
    let message =
        match (collector.bool_setting("/thank_you_page/is_enabled"), collector.text_setting("/thank_you_page/message"))
        {
            (Some(false), _) => "",
            (_, "") => collector.text_setting("/thank_you_message"),
            (_, message) => message,
        };
    match message {
        THANK_YOU => (survey.texts().render(PageText::Thanks), Markup::default()),
        "" => (survey.texts().render(PageText::ThankYou), Markup::default()),
        _ => {
            let message = message.trim();
            let (first, rest) = message.split_once('\n').unwrap_or((message, ""));
            let is_short = first.chars().count() <= HEADING_CHARS_MAX;
            let (heading, text) =
                if is_short { (first.trim_end(), rest.trim_start()) } else { (survey.title(), message) };
            (html! { (heading) }, html! { (text) })
        }
    }
}

fn disqualified_page(survey: &SurveySession, respondent: &Respondent) -> Response {
    let collector = &survey.collector;
    let frame = survey.page_frame(Some(respondent));
    match collector.disqualification_url().filter(|_| respondent.other_address(survey.context).is_none()) {
        Some(address) => frame.redirect_to(address),
        None => {
            let message =
                survey.texts().render_or(collector.text_setting("/disqualification_message"), PageText::Thanks);
            status_pages::message_page(&frame, 200, &html! { (survey.title()) }, &message)
        }
    }
}

/// The result of the quiz, as far as the survey shows it.
fn quiz_score(survey: &SurveySession, record: &Record) -> Option<QuizScore> {
    let quiz = survey.design.quiz.as_ref()?;
    let results = record.quiz_results.as_ref()?;
    let shows = quiz.show_results_type.unwrap_or(ShowResults::Disabled);
    let answers = match shows {
        ShowResults::Disabled => return None,
        ShowResults::ResultsOnly => Vec::new(),
        ShowResults::ResultsAndAnswers => {
            let questions = survey.design.questions().filter(|question| question.visible);
            questions.filter_map(|question| answer_feedback(survey.texts(), quiz, question, record)).collect()
        }
    };
    Some(QuizScore {
        score: u64::from(results.score.get()),
        total: u64::from(results.total_score.get()),
        message: range_feedback(quiz, results),
        answers,
    })
}

/// The feedback on the whole result, from the range that contains it.
fn range_feedback(quiz: &QuizOptions, results: &QuizResults) -> String {
    let Some(feedback) = &quiz.feedback else { return String::new() };
    let (score, total) = (results.score.get(), results.total_score.get());
    let reached = match feedback.ranges_type {
        RangesType::Points => score,
        RangesType::Percentage => score.saturating_mul(100).checked_div(total).unwrap_or(0),
    };
    let reached = Some(reached.into());
    let range = feedback.ranges.iter().find(|range| (range.min.as_u64()..=range.max.as_u64()).contains(&reached));
    range.map(|range| range.message.clone()).unwrap_or_default()
}

/// The feedback on the answer to a scored question; `None` without an answer.
fn answer_feedback(
    texts: PageTexts,
    quiz: &QuizOptions,
    question: &Question,
    record: &Record,
) -> Option<(String, Markup)> {
    let quiz_options = question.quiz_options.as_ref().filter(|quiz_options| quiz_options.scoring_enabled)?;
    let answered = record.pages.iter().flat_map(|page| &page.questions).find(|other| other.id == question.id)?;
    let verdict = judge_answers(question, &answered.answers);
    let pick = |feedback: &QuestionFeedback| {
        let text = match verdict {
            Verdict::Correct => &feedback.correct_text,
            Verdict::Partial => &feedback.partial_text,
            Verdict::Incorrect => &feedback.incorrect_text,
        };
        text.clone().filter(|text| !text.is_empty())
    };
    let message = quiz_options.feedback.as_ref().and_then(pick);
    let message = message.or_else(|| quiz.default_question_feedback.as_ref().and_then(pick));
    let otherwise = match verdict {
        Verdict::Correct => PageText::Right,
        Verdict::Partial => PageText::RightInPart,
        Verdict::Incorrect => PageText::Wrong,
    };
    Some((
        heading_seen(question, answered.variable_id.as_ref()),
        message.map_or_else(|| texts.render(otherwise), |message| html! { (message) }),
    ))
}

/// The heading that the respondent saw: that of the assignment, or the first without one. Empty if the assignment no
/// longer exists.
fn heading_seen(question: &Question, assigned: Option<&Id>) -> String {
    let is_seen = |heading: &&Heading| {
        heading.random_assignment.as_ref().and_then(|assignment| assignment.id.as_ref()) == assigned
    };
    let seen =
        question.headings.iter().find(is_seen).or_else(|| question.headings.first().filter(|_| assigned.is_none()));
    seen.map(|heading| heading.heading.clone()).unwrap_or_default()
}

/// The page that says what is stored about respondents.
///
/// # Errors
///
/// An error page: the survey does not exist, or a statement fails.
pub fn show_privacy(context: RespondContext) -> Result<Response, RespondError> {
    let survey = SurveySession::load(context, None)?;
    let mut texts = vec![PageText::KeptAnswers];
    let anonymity = survey.collector.anonymity();
    texts.extend(match anonymity {
        AnonymousType::FullyAnonymous => [PageText::KeptNothing].as_slice(),
        AnonymousType::PartiallyAnonymous => &[PageText::KeptNoAddress, PageText::KeptBrowser, PageText::KeptName],
        AnonymousType::NotAnonymous => &[PageText::KeptAddress, PageText::KeptBrowser, PageText::KeptName],
    });
    texts.push(PageText::KeptValues);
    let is_anonymous = anonymity == AnonymousType::FullyAnonymous;
    if survey.collector.requires_auth() && !is_anonymous {
        texts.push(PageText::KeptProof);
    }
    let is_known_by_link = context.link.recipient.is_some() && !is_anonymous;
    texts.push(if is_known_by_link { PageText::KeptLink } else { PageText::KeptCookie });
    Ok(status_pages::privacy_page(&survey.page_frame(None), survey.title(), &texts))
}
