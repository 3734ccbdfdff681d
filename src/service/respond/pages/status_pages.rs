//! The pages around a survey: end, closed, password, address, errors, opt-out, and privacy.

use super::fields::{EMAIL, PASSWORD, PROOF, TOKEN_FIELD};
use super::frame::PageFrame;
use crate::service::html::{Html, element, text, text_element, void};
use crate::service::store::external::CallPending;
use crate::service::surveys::messages::{Locale, MessageKey};
use crate::wire::http::Response;

/// A page with one message.
pub fn message_page(frame: &PageFrame, status: u16, heading: &str, message: &str) -> Response {
    let mut content = vec![text_element("h1", &[], heading)];
    if !message.is_empty() {
        content.push(text_element("p", &[("class", "lead")], message));
    }
    frame.render_page(status, content)
}

/// Why a page cannot be shown. None of the reasons depends on a survey.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RespondError {
    /// The URL is unknown, or the service did not make its key.
    NotFound,
    /// No page accepts the method.
    MethodNotAllowed,
    /// The form was sent by another site.
    CrossSite,
    /// The form cannot be read.
    MalformedForm,
    /// The form has more content than a survey needs, or a file that is too large.
    TooLarge,
    /// The form token is not ours, or is for another survey.
    StartAgain,
    /// The service failed.
    InternalError,
}

impl RespondError {
    /// The page, in the respondent's language.
    pub fn to_page(self, locale: Locale) -> Response {
        let (status, heading, message) = match self {
            RespondError::NotFound => (404, MessageKey::Nothing, Some(MessageKey::NothingMeans)),
            RespondError::MethodNotAllowed => (405, MessageKey::NoMethod, None),
            RespondError::CrossSite => (403, MessageKey::Foreign, Some(MessageKey::OpenAgain)),
            RespondError::MalformedForm => (400, MessageKey::Unreadable, Some(MessageKey::SendAgain)),
            RespondError::TooLarge => (413, MessageKey::TooMuch, Some(MessageKey::SendLess)),
            RespondError::StartAgain => (400, MessageKey::StartAgain, Some(MessageKey::OpenAgain)),
            RespondError::InternalError => (500, MessageKey::Broken, Some(MessageKey::BrokenMeans)),
        };
        let message = message.map_or("", |message| locale.message(message));
        let page = message_page(&PageFrame::without_survey(locale, heading), status, locale.message(heading), message);
        if self == RespondError::MethodNotAllowed { page.with_header("allow", "GET, HEAD, POST") } else { page }
    }
}

/// Why a password is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PasswordError {
    /// It is wrong.
    Wrong,
    /// There were too many failed attempts.
    RateLimited,
}

/// The page that asks for the collector's password.
pub fn password_page(
    frame: &PageFrame,
    survey: &str,
    action: &str,
    token: &str,
    error: Option<PasswordError>,
) -> Response {
    let mut attributes = vec![
        ("id", PASSWORD),
        ("name", PASSWORD),
        ("type", "password"),
        ("autocomplete", "off"),
        ("maxlength", "200"),
        ("required", ""),
    ];
    let localized = |key: MessageKey| frame.locale.message(key);
    let mut field = vec![text_element("label", &[("for", PASSWORD)], localized(MessageKey::Password))];
    if let Some(error) = error {
        attributes.extend([("aria-invalid", "true"), ("aria-describedby", "password-wrong")]);
        let message = match error {
            PasswordError::Wrong => localized(MessageKey::PasswordWrong),
            PasswordError::RateLimited => localized(MessageKey::TooOften),
        };
        field.push(text_element("p", &[("class", "wrong"), ("id", "password-wrong"), ("role", "alert")], message));
    }
    field.push(void("input", &attributes));
    let form = [
        void("input", &[("type", "hidden"), ("name", TOKEN_FIELD), ("value", token)]),
        element("div", &[("class", "field")], field),
        text_element("button", &[("class", "button primary"), ("type", "submit")], localized(MessageKey::Open)),
    ];
    let content = vec![
        text_element("h1", &[], survey),
        text_element("p", &[("class", "lead")], localized(MessageKey::Protected)),
        element("form", &[("method", "post"), ("action", action)], form),
    ];
    let status = match error {
        None => 200,
        Some(PasswordError::Wrong) => 403,
        Some(PasswordError::RateLimited) => 429,
    };
    frame.render_page(status, content)
}

/// Contents of the page that asks respondents for their address.
pub struct IdentityPrompt<'a> {
    /// Title of the survey.
    pub survey: &'a str,
    /// URL of the form.
    pub action: &'a str,
    /// The sealed form token.
    pub token: &'a str,
    /// The secret of the link that was followed; empty before that.
    pub link_secret: &'a str,
    /// The masked address of the recipient; `None` if the respondent enters an address.
    pub to: Option<String>,
    /// The address as entered so far.
    pub typed: &'a str,
    /// The error message.
    pub error: Option<MessageKey>,
}

/// The page that asks respondents for their address: a form that sends a link, or the form that the link leads to.
pub fn identity_page(frame: &PageFrame, prompt: &IdentityPrompt) -> Response {
    let localized = |key: MessageKey| frame.locale.message(key);
    let from_link = !prompt.link_secret.is_empty();
    let (lead, button) = match (&prompt.to, from_link) {
        (_, true) => (localized(MessageKey::Proven).to_owned(), MessageKey::Open),
        (Some(to), false) => (frame.locale.format_message(MessageKey::ProofOffered, &[to]), MessageKey::SendLink),
        (None, false) => (localized(MessageKey::ProofAsked).to_owned(), MessageKey::SendLink),
    };
    let mut form = vec![void("input", &[("type", "hidden"), ("name", TOKEN_FIELD), ("value", prompt.token)])];
    if from_link {
        form.push(void("input", &[("type", "hidden"), ("name", PROOF), ("value", prompt.link_secret)]));
    }
    let mut field = Vec::new();
    if let Some(error) = prompt.error {
        let attributes = [("class", "wrong"), ("id", "email-wrong"), ("role", "alert")];
        field.push(text_element("p", &attributes, localized(error)));
    }
    if prompt.to.is_none() && !from_link {
        let mut attributes = vec![
            ("id", EMAIL),
            ("name", EMAIL),
            ("type", "email"),
            ("autocomplete", "email"),
            ("maxlength", "254"),
            ("required", ""),
            ("value", prompt.typed),
        ];
        if prompt.error.is_some() {
            attributes.extend([("aria-invalid", "true"), ("aria-describedby", "email-wrong")]);
        }
        field.insert(0, text_element("label", &[("for", EMAIL)], localized(MessageKey::Email)));
        field.push(void("input", &attributes));
    }
    if !field.is_empty() {
        form.push(element("div", &[("class", "field")], field));
    }
    form.push(text_element("button", &[("class", "button primary"), ("type", "submit")], localized(button)));
    let content = vec![
        text_element("h1", &[], prompt.survey),
        text_element("p", &[("class", "lead")], &lead),
        element("form", &[("method", "post"), ("action", prompt.action)], form),
    ];
    let status = match prompt.error {
        None => 200,
        Some(MessageKey::TooOften) => 429,
        Some(MessageKey::NeedsEmail) => 422,
        Some(_) => 403,
    };
    frame.render_page(status, content)
}

/// A question with the number of times each choice was chosen.
pub struct ChoiceTally {
    /// Heading of the question.
    pub heading: String,
    /// Each choice with its count.
    pub counts: Vec<(String, u64)>,
}

/// The result of a quiz.
pub struct QuizScore {
    /// Points won.
    pub score: u64,
    /// The maximum score.
    pub total: u64,
    /// The feedback on the result.
    pub message: String,
    /// The feedback on each answer: the question's heading, and the text.
    pub answers: Vec<(String, String)>,
}

/// Contents of the last page of a survey.
#[derive(Default)]
pub struct EndPage {
    /// The collector's thanks; empty for the default.
    pub thanks: String,
    /// The result of the quiz, if the survey shows it.
    pub score: Option<QuizScore>,
    /// The answers of all respondents so far, if the survey shows them.
    pub tallies: Vec<ChoiceTally>,
    /// The URL where the answers can be changed, if they can.
    pub edit: Option<String>,
}

/// The last page of a survey.
pub fn end_page(frame: &PageFrame, end: &EndPage) -> Response {
    let locale = frame.locale;
    let thanks = if end.thanks.is_empty() { locale.message(MessageKey::ThankYou) } else { &end.thanks };
    let mut content = vec![text_element("h1", &[], thanks)];
    if let Some(score) = &end.score {
        let points = locale.format_message(MessageKey::Points, &[&score.score.to_string(), &score.total.to_string()]);
        content.push(text_element("p", &[("class", "message good")], &points));
        if !score.message.is_empty() {
            content.push(text_element("p", &[], &score.message));
        }
        let answers = score
            .answers
            .iter()
            .flat_map(|(heading, feedback)| [text_element("dt", &[], heading), text_element("dd", &[], feedback)]);
        if !score.answers.is_empty() {
            content.push(element("dl", &[("class", "answers")], answers));
        }
    }
    if !end.tallies.is_empty() {
        content.push(text_element("h2", &[], locale.message(MessageKey::Results)));
        content.extend(end.tallies.iter().map(render_tally));
    }
    if let Some(edit) = &end.edit {
        content.push(element(
            "p",
            &[],
            [text_element("a", &[("href", edit)], locale.message(MessageKey::ChangeAnswers))],
        ));
    }
    content.push(text_element("p", &[("class", "aside")], locale.message(MessageKey::CloseWindow)));
    frame.render_page(200, content)
}

fn render_tally(tally: &ChoiceTally) -> Html {
    let total: u64 = tally.counts.iter().map(|(_, count)| *count).sum();
    let total = total.max(1).to_string();
    let rows = tally.counts.iter().map(|(label, count)| {
        let count = count.to_string();
        let bar = element("meter", &[("value", &count), ("max", &total), ("aria-hidden", "true")], []);
        element(
            "tr",
            &[],
            [
                text_element("th", &[("scope", "row")], label),
                element("td", &[("class", "bar")], [bar]),
                text_element("td", &[], &count),
            ],
        )
    });
    let caption = text_element("caption", &[], &tally.heading);
    let body = element("tbody", &[], rows);
    element("table", &[("class", "tally")], [caption, body])
}

/// The page that asks a recipient to confirm the opt-out.
pub fn opt_out_page(frame: &PageFrame, action: &str) -> Response {
    let localized = |key: MessageKey| frame.locale.message(key);
    let button =
        text_element("button", &[("class", "button primary"), ("type", "submit")], localized(MessageKey::OptOutButton));
    let content = vec![
        text_element("h1", &[], localized(MessageKey::OptOutAsked)),
        text_element("p", &[("class", "lead")], localized(MessageKey::OptOutMeans)),
        element("form", &[("method", "post"), ("action", action)], [button]),
    ];
    frame.render_page(200, content)
}

/// The page that says what is stored about respondents.
pub fn privacy_page(frame: &PageFrame, survey: &str, facts: &[&str]) -> Response {
    let (before, behind) = frame.locale.split_message(MessageKey::AboutSurvey);
    let content = vec![
        text_element("h1", &[], frame.locale.message(MessageKey::Privacy)),
        element("p", &[("class", "lead")], [text(before), text_element("strong", &[], survey), text(behind)]),
        element("ul", &[("class", "facts")], facts.iter().map(|fact| text_element("li", &[], fact))),
    ];
    frame.render_page(200, content)
}

impl From<CallPending> for RespondError {
    fn from(_: CallPending) -> RespondError {
        RespondError::InternalError
    }
}
