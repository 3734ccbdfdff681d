//! The pages around a survey: end, closed, password, address, errors, opt-out, and privacy.

use super::fields::{EMAIL, PASSWORD, PROOF, TOKEN_FIELD};
use super::frame::PageFrame;
use super::page_texts::PageTexts;
use crate::service::environment::external::CallPending;
use crate::service::html::form::hidden_input;
use crate::service::html::slot;
use crate::service::surveys::page_texts::{Locale, PageText};
use crate::wire::http::Response;
use maud::{Markup, html};

/// A page with one message.
pub fn message_page(frame: &PageFrame, status: u16, heading: &Markup, message: &Markup) -> Response {
    frame.render_page(status, &render_message(heading, message))
}

fn render_message(heading: &Markup, message: &Markup) -> Markup {
    html! {
        h1 { (heading) }
        @if !message.0.is_empty() { p.lead { (message) } }
    }
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
    /// The team has more to do than it manages; the page tries again by itself.
    Busy,
    /// The service failed.
    InternalError,
}

/// Seconds after which the page of a busy team tries again. Our choice.
const BUSY_SECONDS: &str = "3";

impl RespondError {
    /// The page, in the respondent's language.
    pub fn to_page(self, locale: Locale) -> Response {
        let (status, heading, message) = match self {
            RespondError::NotFound => (404, PageText::Nothing, Some(PageText::NothingMeans)),
            RespondError::MethodNotAllowed => (405, PageText::NoMethod, None),
            RespondError::CrossSite => (403, PageText::Foreign, Some(PageText::OpenAgain)),
            RespondError::MalformedForm => (400, PageText::Unreadable, Some(PageText::SendAgain)),
            RespondError::TooLarge => (413, PageText::TooMuch, Some(PageText::SendLess)),
            RespondError::Busy => (503, PageText::Busy, Some(PageText::BusyMeans)),
            RespondError::InternalError => (500, PageText::Broken, Some(PageText::BrokenMeans)),
        };
        let frame = PageFrame::without_survey(locale, heading);
        let [heading, message] = [Some(heading), message].map(|key| key.map(|key| frame.texts().render(key)));
        let page = message_page(&frame, status, &heading.unwrap_or_default(), &message.unwrap_or_default());
        match self {
            RespondError::MethodNotAllowed => page.with_header("allow", "GET, HEAD, POST"),
            RespondError::Busy => page.with_header("retry-after", BUSY_SECONDS).with_header("refresh", BUSY_SECONDS),
            _ => page,
        }
    }
}

/// The page for a form that was left open for too long, or whose token is not ours, with what that means and a link to
/// the survey.
pub fn expired_page(locale: Locale, means: PageText, link: &str) -> Response {
    let frame = PageFrame::without_survey(locale, PageText::Expired);
    let localized = |key: PageText| frame.texts().render(key);
    let content = html! {
        (render_message(&localized(PageText::Expired), &localized(means)))
        p { a href=(link) { (localized(PageText::Open)) } }
    };
    frame.render_page(400, &content)
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
    let localized = |key: PageText| frame.texts().render(key);
    let (status, message) = match error {
        None => (200, None),
        Some(PasswordError::Wrong) => (403, Some(localized(PageText::PasswordWrong))),
        Some(PasswordError::RateLimited) => (429, Some(localized(PageText::TooOften))),
    };
    let error_id = message.as_ref().map(|_| "password-wrong");
    let content = html! {
        h1 { (survey) }
        p.lead { (localized(PageText::Protected)) }
        form method="post" action=(action) {
            (hidden_input(TOKEN_FIELD, token))
            .field {
                label for=(PASSWORD) { (localized(PageText::Password)) }
                @if let Some(message) = message { p.wrong id=[error_id] role="alert" { (message) } }
                input id=(PASSWORD) name=(PASSWORD) type="password" autocomplete="off" maxlength="200" required
                    aria-invalid=[error_id.map(|_| "true")] aria-describedby=[error_id];
            }
            button.button.primary type="submit" { (localized(PageText::Open)) }
        }
    };
    frame.render_page(status, &content)
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
    pub error: Option<PageText>,
}

/// The page that asks respondents for their address: a form that sends a link, or the form that the link leads to.
pub fn identity_page(frame: &PageFrame, prompt: &IdentityPrompt) -> Response {
    let localized = |key: PageText| frame.texts().render(key);
    let from_link = !prompt.link_secret.is_empty();
    let (lead, button) = match (&prompt.to, from_link) {
        (_, true) => (localized(PageText::Proven), PageText::Open),
        (Some(to), false) => {
            let texts = frame.texts();
            (texts.render_with(PageText::ProofOffered, &[texts.own(to)]), PageText::SendLink)
        }
        (None, false) => (localized(PageText::ProofAsked), PageText::SendLink),
    };
    let asks_for_address = prompt.to.is_none() && !from_link;
    let error_id = prompt.error.map(|_| "email-wrong");
    let content = html! {
        h1 { (prompt.survey) }
        p.lead { (lead) }
        form method="post" action=(prompt.action) {
            (hidden_input(TOKEN_FIELD, prompt.token))
            @if from_link { (hidden_input(PROOF, prompt.link_secret)) }
            @if asks_for_address || prompt.error.is_some() {
                .field {
                    @if asks_for_address { label for=(EMAIL) { (localized(PageText::Email)) } }
                    @if let Some(error) = prompt.error { p.wrong id=[error_id] role="alert" { (localized(error)) } }
                    @if asks_for_address {
                        input id=(EMAIL) name=(EMAIL) type="email" autocomplete="email" maxlength="254" required
                            value=(prompt.typed) aria-invalid=[error_id.map(|_| "true")] aria-describedby=[error_id];
                    }
                }
            }
            button.button.primary type="submit" { (localized(button)) }
        }
    };
    let status = match prompt.error {
        None => 200,
        Some(PageText::TooOften) => 429,
        Some(PageText::NeedsEmail) => 422,
        Some(_) => 403,
    };
    frame.render_page(status, &content)
}

/// A question, or a row of one, of which the page shows how often each choice was chosen.
pub struct ChoiceTally {
    /// Heading of the question.
    pub heading: String,
    /// Id of the row; empty without rows.
    pub row: String,
    /// Id and label of each choice.
    pub choices: Vec<(String, String)>,
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
    pub answers: Vec<(String, Markup)>,
}

/// Contents of the last page of a survey.
#[derive(Default)]
pub struct EndPage {
    /// The thanks: a heading, and a text, which may be empty.
    pub thanks: (Markup, Markup),
    /// The result of the quiz, if the survey shows it.
    pub score: Option<QuizScore>,
    /// The tallies of the answers of all respondents so far, if the survey shows them.
    pub tallies: Vec<ChoiceTally>,
    /// The URL where the answers can be changed, if they can.
    pub edit: Option<String>,
}

/// The last page of a survey, with a placeholder for its tallies.
pub fn end_page(frame: &PageFrame, end: &EndPage) -> Response {
    let texts = frame.texts();
    let content = html! {
        (render_message(&end.thanks.0, &end.thanks.1))
        @if let Some(score) = &end.score { (render_score(score, texts)) }
        @if !end.tallies.is_empty() { (slot()) }
        @if let Some(edit) = &end.edit { p { a href=(edit) { (texts.render(PageText::ChangeAnswers)) } } }
        p.lead { (texts.render(PageText::CloseWindow)) }
    };
    frame.render_page(200, &content)
}

fn render_score(score: &QuizScore, texts: PageTexts) -> Markup {
    html! {
        p.message.good {
            (texts.render_with(PageText::Points, &[score.score, score.total].map(|points| html! { (points) })))
        }
        @if !score.message.is_empty() { p { (score.message) } }
        @if !score.answers.is_empty() {
            dl.answers {
                @for (heading, feedback) in &score.answers {
                    dt { (heading) }
                    dd { (feedback) }
                }
            }
        }
    }
}

/// A tally with the counts of its choices, by their ids.
pub fn render_tally(tally: &ChoiceTally, times_picked: &dyn Fn(&str) -> u64) -> Markup {
    let counts = || tally.choices.iter().map(|(id, label)| (label, times_picked(id)));
    let total = counts().map(|(_, count)| count).sum::<u64>().max(1);
    html! {
        table.tally {
            caption { (tally.heading) }
            tbody {
                @for (label, count) in counts() {
                    tr {
                        th scope="row" { (label) }
                        td.bar { meter value=(count) max=(total) aria-hidden="true" {} }
                        td { (count) }
                    }
                }
            }
        }
    }
}

/// The page that asks a recipient to confirm the opt-out.
pub fn opt_out_page(frame: &PageFrame, action: &str) -> Response {
    let localized = |key: PageText| frame.texts().render(key);
    let content = html! {
        h1 { (localized(PageText::OptOutAsked)) }
        p.lead { (localized(PageText::OptOutMeans)) }
        form method="post" action=(action) {
            button.button.primary type="submit" { (localized(PageText::OptOutButton)) }
        }
    };
    frame.render_page(200, &content)
}

/// The page that says what is stored about respondents.
pub fn privacy_page(frame: &PageFrame, survey: &str, facts: &[PageText]) -> Response {
    let texts = frame.texts();
    let content = html! {
        h1 { (texts.render(PageText::Privacy)) }
        p.lead { (texts.render_with(PageText::AboutSurvey, &[html! { strong { (texts.own(survey)) } }])) }
        ul.facts {
            @for fact in facts { li { (texts.render(*fact)) } }
        }
    };
    frame.render_page(200, &content)
}

impl From<CallPending> for RespondError {
    fn from(_: CallPending) -> RespondError {
        RespondError::InternalError
    }
}
