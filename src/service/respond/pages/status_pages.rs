//! The pages around a survey: its end, its closed door, its password, its refusals, opting out, and privacy.

use super::fields::{EMAIL, PASSWORD, PROOF, TICKET};
use super::frame::PageFrame;
use crate::service::html::{Html, element, text, text_element, void};
use crate::service::store::external::CallPending;
use crate::service::surveys::messages::{Locale, MessageKey};
use crate::wire::http::Response;

/// A page that says one thing.
pub fn message_page(frame: &PageFrame, status: u16, heading: &str, words: &str) -> Response {
    let mut content = vec![text_element("h1", &[], heading)];
    if !words.is_empty() {
        content.push(text_element("p", &[("class", "lead")], words));
    }
    frame.render_page(status, content)
}

/// Why there is nothing to see. None of these depends on a survey.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RespondError {
    /// The address names nothing, or was not made by the service.
    NotFound,
    /// The method fits no page.
    MethodNotAllowed,
    /// The form was sent by another site.
    CrossSite,
    /// The form cannot be read.
    MalformedForm,
    /// The form holds more than a survey needs, or a file that is too large.
    TooLarge,
    /// The ticket is not ours, or is for another survey.
    StartAgain,
    /// The service failed.
    InternalError,
}

impl RespondError {
    /// The page, in the respondent's language.
    pub fn to_page(self, tongue: Locale) -> Response {
        let (status, heading, words) = match self {
            RespondError::NotFound => (404, MessageKey::Nothing, Some(MessageKey::NothingMeans)),
            RespondError::MethodNotAllowed => (405, MessageKey::NoMethod, None),
            RespondError::CrossSite => (403, MessageKey::Foreign, Some(MessageKey::OpenAgain)),
            RespondError::MalformedForm => (400, MessageKey::Unreadable, Some(MessageKey::SendAgain)),
            RespondError::TooLarge => (413, MessageKey::TooMuch, Some(MessageKey::SendLess)),
            RespondError::StartAgain => (400, MessageKey::StartAgain, Some(MessageKey::OpenAgain)),
            RespondError::InternalError => (500, MessageKey::Broken, Some(MessageKey::BrokenMeans)),
        };
        let words = words.map_or("", |words| tongue.message(words));
        let page = message_page(&PageFrame::without_survey(tongue, heading), status, tongue.message(heading), words);
        if self == RespondError::MethodNotAllowed { page.with_header("allow", "GET, HEAD, POST") } else { page }
    }
}

/// Why a password does not open a survey.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PasswordError {
    /// It is another.
    Wrong,
    /// Too many others were tried.
    RateLimited,
}

/// Asks for the collector's password.
pub fn password_page(
    frame: &PageFrame,
    survey: &str,
    action: &str,
    ticket: &str,
    trouble: Option<PasswordError>,
) -> Response {
    let mut attributes = vec![
        ("id", PASSWORD),
        ("name", PASSWORD),
        ("type", "password"),
        ("autocomplete", "off"),
        ("maxlength", "200"),
        ("required", ""),
    ];
    let say = |word: MessageKey| frame.locale.message(word);
    let mut field = vec![text_element("label", &[("for", PASSWORD)], say(MessageKey::Password))];
    if let Some(trouble) = trouble {
        attributes.extend([("aria-invalid", "true"), ("aria-describedby", "password-wrong")]);
        let words = match trouble {
            PasswordError::Wrong => say(MessageKey::PasswordWrong),
            PasswordError::RateLimited => say(MessageKey::TooOften),
        };
        field.push(text_element("p", &[("class", "wrong"), ("id", "password-wrong"), ("role", "alert")], words));
    }
    field.push(void("input", &attributes));
    let form = [
        void("input", &[("type", "hidden"), ("name", TICKET), ("value", ticket)]),
        element("div", &[("class", "field")], field),
        text_element("button", &[("class", "button primary"), ("type", "submit")], say(MessageKey::Open)),
    ];
    let content = vec![
        text_element("h1", &[], survey),
        text_element("p", &[("class", "lead")], say(MessageKey::Protected)),
        element("form", &[("method", "post"), ("action", action)], form),
    ];
    let status = match trouble {
        None => 200,
        Some(PasswordError::Wrong) => 403,
        Some(PasswordError::RateLimited) => 429,
    };
    frame.render_page(status, content)
}

/// What asks respondents who they are.
pub struct IdentityPrompt<'a> {
    /// Title of the survey.
    pub survey: &'a str,
    /// Where the form goes.
    pub action: &'a str,
    /// The sealed ticket.
    pub ticket: &'a str,
    /// The word of the link that was followed; empty if a link is asked for.
    pub word: &'a str,
    /// To whom a link can go; none if the respondent says it.
    pub to: Option<String>,
    /// What the respondent said.
    pub typed: &'a str,
    /// What is wrong.
    pub error: Option<MessageKey>,
}

/// Asks respondents who they are: a form that sends a link, or the one to which the link leads.
pub fn identity_page(frame: &PageFrame, proving: &IdentityPrompt) -> Response {
    let say = |word: MessageKey| frame.locale.message(word);
    let follows = !proving.word.is_empty();
    let (lead, button) = match (&proving.to, follows) {
        (_, true) => (say(MessageKey::Proven).to_owned(), MessageKey::Open),
        (Some(to), false) => (frame.locale.format_message(MessageKey::ProofOffered, &[to]), MessageKey::SendLink),
        (None, false) => (say(MessageKey::ProofAsked).to_owned(), MessageKey::SendLink),
    };
    let mut form = vec![void("input", &[("type", "hidden"), ("name", TICKET), ("value", proving.ticket)])];
    if follows {
        form.push(void("input", &[("type", "hidden"), ("name", PROOF), ("value", proving.word)]));
    }
    let mut field = Vec::new();
    if let Some(trouble) = proving.error {
        let attributes = [("class", "wrong"), ("id", "email-wrong"), ("role", "alert")];
        field.push(text_element("p", &attributes, say(trouble)));
    }
    if proving.to.is_none() && !follows {
        let mut attributes = vec![
            ("id", EMAIL),
            ("name", EMAIL),
            ("type", "email"),
            ("autocomplete", "email"),
            ("maxlength", "254"),
            ("required", ""),
            ("value", proving.typed),
        ];
        if proving.error.is_some() {
            attributes.extend([("aria-invalid", "true"), ("aria-describedby", "email-wrong")]);
        }
        field.insert(0, text_element("label", &[("for", EMAIL)], say(MessageKey::Email)));
        field.push(void("input", &attributes));
    }
    if !field.is_empty() {
        form.push(element("div", &[("class", "field")], field));
    }
    form.push(text_element("button", &[("class", "button primary"), ("type", "submit")], say(button)));
    let content = vec![
        text_element("h1", &[], proving.survey),
        text_element("p", &[("class", "lead")], &lead),
        element("form", &[("method", "post"), ("action", proving.action)], form),
    ];
    let status = match proving.error {
        None => 200,
        Some(MessageKey::TooOften) => 429,
        Some(MessageKey::NeedsEmail) => 422,
        Some(_) => 403,
    };
    frame.render_page(status, content)
}

/// One question of a survey with how often each choice was picked.
pub struct ChoiceTally {
    /// Heading of the question.
    pub heading: String,
    /// Each choice with its count.
    pub counts: Vec<(String, u64)>,
}

/// How a quiz went.
pub struct QuizScore {
    /// Points won.
    pub score: u64,
    /// Points that could be won.
    pub total: u64,
    /// What is said about the result.
    pub words: String,
    /// What is said about each answer: the question's heading, and the words.
    pub answers: Vec<(String, String)>,
}

/// What the end of a survey shows.
#[derive(Default)]
pub struct EndPage {
    /// What respondents read who have finished.
    pub thanks: String,
    /// How the quiz went, if it was one and says so.
    pub score: Option<QuizScore>,
    /// What others have answered so far.
    pub tallies: Vec<ChoiceTally>,
    /// Where the answers can be changed, if they can.
    pub edit: Option<String>,
}

/// The end of a survey.
pub fn end_page(frame: &PageFrame, end: &EndPage) -> Response {
    let tongue = frame.locale;
    let thanks = if end.thanks.is_empty() { tongue.message(MessageKey::ThankYou) } else { &end.thanks };
    let mut content = vec![text_element("h1", &[], thanks)];
    if let Some(score) = &end.score {
        let points = tongue.format_message(MessageKey::Points, &[&score.score.to_string(), &score.total.to_string()]);
        content.push(text_element("p", &[("class", "message good")], &points));
        if !score.words.is_empty() {
            content.push(text_element("p", &[], &score.words));
        }
        let answers = score
            .answers
            .iter()
            .flat_map(|(heading, words)| [text_element("dt", &[], heading), text_element("dd", &[], words)]);
        if !score.answers.is_empty() {
            content.push(element("dl", &[("class", "answers")], answers));
        }
    }
    if !end.tallies.is_empty() {
        content.push(text_element("h2", &[], tongue.message(MessageKey::Results)));
        content.extend(end.tallies.iter().map(render_tally));
    }
    if let Some(edit) = &end.edit {
        content.push(element(
            "p",
            &[],
            [text_element("a", &[("href", edit)], tongue.message(MessageKey::ChangeAnswers))],
        ));
    }
    content.push(text_element("p", &[("class", "aside")], tongue.message(MessageKey::CloseWindow)));
    frame.render_page(200, content)
}

fn render_tally(tally: &ChoiceTally) -> Html {
    let most: u64 = tally.counts.iter().map(|(_, count)| *count).sum();
    let most = most.max(1).to_string();
    let rows = tally.counts.iter().map(|(words, count)| {
        let count = count.to_string();
        let bar = element("meter", &[("value", &count), ("max", &most), ("aria-hidden", "true")], []);
        element(
            "tr",
            &[],
            [
                text_element("th", &[("scope", "row")], words),
                element("td", &[("class", "bar")], [bar]),
                text_element("td", &[], &count),
            ],
        )
    });
    let caption = text_element("caption", &[], &tally.heading);
    let body = element("tbody", &[], rows);
    element("table", &[("class", "tally")], [caption, body])
}

/// Asks whether a recipient wants no more mail.
pub fn opt_out_page(frame: &PageFrame, action: &str) -> Response {
    let say = |word: MessageKey| frame.locale.message(word);
    let button =
        text_element("button", &[("class", "button primary"), ("type", "submit")], say(MessageKey::OptOutButton));
    let content = vec![
        text_element("h1", &[], say(MessageKey::OptOutAsked)),
        text_element("p", &[("class", "lead")], say(MessageKey::OptOutMeans)),
        element("form", &[("method", "post"), ("action", action)], [button]),
    ];
    frame.render_page(200, content)
}

/// What becomes of what respondents say.
pub fn privacy_page(frame: &PageFrame, survey: &str, kept: &[&str]) -> Response {
    let (before, behind) = frame.locale.split_message(MessageKey::AboutSurvey);
    let content = vec![
        text_element("h1", &[], frame.locale.message(MessageKey::Privacy)),
        element("p", &[("class", "lead")], [text(before), text_element("strong", &[], survey), text(behind)]),
        element("ul", &[("class", "facts")], kept.iter().map(|fact| text_element("li", &[], fact))),
    ];
    frame.render_page(200, content)
}

impl From<CallPending> for RespondError {
    fn from(_: CallPending) -> RespondError {
        RespondError::InternalError
    }
}
