//! The pages around a survey: its end, its closed door, its password, its refusals, opting out, and privacy.

use super::fields::{EMAIL, PASSWORD, PROOF, TICKET};
use super::frame::Frame;
use crate::service::html::{Html, element, phrase, text, void};
use crate::service::store::question::Unanswered;
use crate::service::surveys::words::{Tongue, Word};
use crate::wire::http::Response;

/// A page that says one thing.
pub fn says(frame: &Frame, status: u16, heading: &str, words: &str) -> Response {
    let mut content = vec![phrase("h1", &[], heading)];
    if !words.is_empty() {
        content.push(phrase("p", &[("class", "lead")], words));
    }
    frame.page(status, content)
}

/// Why there is nothing to see. None of these depends on a survey.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// The address names nothing, or was not made by the service.
    Nothing,
    /// The method fits no page.
    Method,
    /// The form was sent by another site.
    Foreign,
    /// The form cannot be read.
    Unreadable,
    /// The form holds more than a survey needs, or a file that is too large.
    TooLarge,
    /// The ticket is not ours, or is for another survey.
    StartAgain,
    /// The service failed.
    Broken,
}

impl Refusal {
    /// The page, in the respondent's language.
    pub fn page(self, tongue: Tongue) -> Response {
        let (status, heading, words) = match self {
            Refusal::Nothing => (404, Word::Nothing, Some(Word::NothingMeans)),
            Refusal::Method => (405, Word::NoMethod, None),
            Refusal::Foreign => (403, Word::Foreign, Some(Word::OpenAgain)),
            Refusal::Unreadable => (400, Word::Unreadable, Some(Word::SendAgain)),
            Refusal::TooLarge => (413, Word::TooMuch, Some(Word::SendLess)),
            Refusal::StartAgain => (400, Word::StartAgain, Some(Word::OpenAgain)),
            Refusal::Broken => (500, Word::Broken, Some(Word::BrokenMeans)),
        };
        let words = words.map_or("", |words| tongue.say(words));
        let page = says(&Frame::plain(tongue, heading), status, tongue.say(heading), words);
        if self == Refusal::Method { page.with("allow", "GET, HEAD, POST") } else { page }
    }
}

/// Why a password does not open a survey.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trouble {
    /// It is another.
    Wrong,
    /// Too many others were tried.
    Exhausted,
}

/// Asks for the collector's password.
pub fn password(frame: &Frame, survey: &str, action: &str, ticket: &str, trouble: Option<Trouble>) -> Response {
    let mut attributes = vec![
        ("id", PASSWORD),
        ("name", PASSWORD),
        ("type", "password"),
        ("autocomplete", "off"),
        ("maxlength", "200"),
        ("required", ""),
    ];
    let say = |word: Word| frame.tongue.say(word);
    let mut field = vec![phrase("label", &[("for", PASSWORD)], say(Word::Password))];
    if let Some(trouble) = trouble {
        attributes.extend([("aria-invalid", "true"), ("aria-describedby", "password-wrong")]);
        let words = match trouble {
            Trouble::Wrong => say(Word::PasswordWrong),
            Trouble::Exhausted => say(Word::TooOften),
        };
        field.push(phrase("p", &[("class", "wrong"), ("id", "password-wrong"), ("role", "alert")], words));
    }
    field.push(void("input", &attributes));
    let form = [
        void("input", &[("type", "hidden"), ("name", TICKET), ("value", ticket)]),
        element("div", &[("class", "field")], field),
        phrase("button", &[("class", "button primary"), ("type", "submit")], say(Word::Open)),
    ];
    let content = vec![
        phrase("h1", &[], survey),
        phrase("p", &[("class", "lead")], say(Word::Protected)),
        element("form", &[("method", "post"), ("action", action)], form),
    ];
    let status = match trouble {
        None => 200,
        Some(Trouble::Wrong) => 403,
        Some(Trouble::Exhausted) => 429,
    };
    frame.page(status, content)
}

/// What asks respondents who they are.
pub struct Proving<'a> {
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
    pub trouble: Option<Word>,
}

/// Asks respondents who they are: a form that sends a link, or the one to which the link leads.
pub fn proving(frame: &Frame, proving: &Proving) -> Response {
    let say = |word: Word| frame.tongue.say(word);
    let follows = !proving.word.is_empty();
    let (lead, button) = match (&proving.to, follows) {
        (_, true) => (say(Word::Proven).to_owned(), Word::Open),
        (Some(to), false) => (frame.tongue.tell(Word::ProofOffered, &[to]), Word::SendLink),
        (None, false) => (say(Word::ProofAsked).to_owned(), Word::SendLink),
    };
    let mut form = vec![void("input", &[("type", "hidden"), ("name", TICKET), ("value", proving.ticket)])];
    if follows {
        form.push(void("input", &[("type", "hidden"), ("name", PROOF), ("value", proving.word)]));
    }
    let mut field = Vec::new();
    if let Some(trouble) = proving.trouble {
        let attributes = [("class", "wrong"), ("id", "email-wrong"), ("role", "alert")];
        field.push(phrase("p", &attributes, say(trouble)));
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
        if proving.trouble.is_some() {
            attributes.extend([("aria-invalid", "true"), ("aria-describedby", "email-wrong")]);
        }
        field.insert(0, phrase("label", &[("for", EMAIL)], say(Word::Email)));
        field.push(void("input", &attributes));
    }
    if !field.is_empty() {
        form.push(element("div", &[("class", "field")], field));
    }
    form.push(phrase("button", &[("class", "button primary"), ("type", "submit")], say(button)));
    let content = vec![
        phrase("h1", &[], proving.survey),
        phrase("p", &[("class", "lead")], &lead),
        element("form", &[("method", "post"), ("action", proving.action)], form),
    ];
    let status = match proving.trouble {
        None => 200,
        Some(Word::TooOften) => 429,
        Some(Word::NeedsEmail) => 422,
        Some(_) => 403,
    };
    frame.page(status, content)
}

/// One question of a survey with how often each choice was picked.
pub struct Tally {
    /// Heading of the question.
    pub heading: String,
    /// Each choice with its count.
    pub counts: Vec<(String, u64)>,
}

/// How a quiz went.
pub struct Score {
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
pub struct End {
    /// What respondents read who have finished.
    pub thanks: String,
    /// How the quiz went, if it was one and says so.
    pub score: Option<Score>,
    /// What others have answered so far.
    pub tallies: Vec<Tally>,
    /// Where the answers can be changed, if they can.
    pub edit: Option<String>,
}

/// The end of a survey.
pub fn end(frame: &Frame, end: &End) -> Response {
    let tongue = frame.tongue;
    let thanks = if end.thanks.is_empty() { tongue.say(Word::ThankYou) } else { &end.thanks };
    let mut content = vec![phrase("h1", &[], thanks)];
    if let Some(score) = &end.score {
        let points = tongue.tell(Word::Points, &[&score.score.to_string(), &score.total.to_string()]);
        content.push(phrase("p", &[("class", "message good")], &points));
        if !score.words.is_empty() {
            content.push(phrase("p", &[], &score.words));
        }
        let answers =
            score.answers.iter().flat_map(|(heading, words)| [phrase("dt", &[], heading), phrase("dd", &[], words)]);
        if !score.answers.is_empty() {
            content.push(element("dl", &[("class", "answers")], answers));
        }
    }
    if !end.tallies.is_empty() {
        content.push(phrase("h2", &[], tongue.say(Word::Results)));
        content.extend(end.tallies.iter().map(tally));
    }
    if let Some(edit) = &end.edit {
        content.push(element("p", &[], [phrase("a", &[("href", edit)], tongue.say(Word::ChangeAnswers))]));
    }
    content.push(phrase("p", &[("class", "aside")], tongue.say(Word::CloseWindow)));
    frame.page(200, content)
}

fn tally(tally: &Tally) -> Html {
    let most: u64 = tally.counts.iter().map(|(_, count)| *count).sum();
    let most = most.max(1).to_string();
    let rows = tally.counts.iter().map(|(words, count)| {
        let count = count.to_string();
        let bar = element("meter", &[("value", &count), ("max", &most), ("aria-hidden", "true")], []);
        element(
            "tr",
            &[],
            [
                phrase("th", &[("scope", "row")], words),
                element("td", &[("class", "bar")], [bar]),
                phrase("td", &[], &count),
            ],
        )
    });
    let caption = phrase("caption", &[], &tally.heading);
    let body = element("tbody", &[], rows);
    element("table", &[("class", "tally")], [caption, body])
}

/// Asks whether a recipient wants no more mail.
pub fn opting_out(frame: &Frame, action: &str) -> Response {
    let say = |word: Word| frame.tongue.say(word);
    let button = phrase("button", &[("class", "button primary"), ("type", "submit")], say(Word::OptOutButton));
    let content = vec![
        phrase("h1", &[], say(Word::OptOutAsked)),
        phrase("p", &[("class", "lead")], say(Word::OptOutMeans)),
        element("form", &[("method", "post"), ("action", action)], [button]),
    ];
    frame.page(200, content)
}

/// What becomes of what respondents say.
pub fn privacy(frame: &Frame, survey: &str, kept: &[&str]) -> Response {
    let (before, behind) = frame.tongue.around(Word::AboutSurvey);
    let content = vec![
        phrase("h1", &[], frame.tongue.say(Word::Privacy)),
        element("p", &[("class", "lead")], [text(before), phrase("strong", &[], survey), text(behind)]),
        element("ul", &[("class", "facts")], kept.iter().map(|fact| phrase("li", &[], fact))),
    ];
    frame.page(200, content)
}

impl From<Unanswered> for Refusal {
    fn from(_: Unanswered) -> Refusal {
        Refusal::Broken
    }
}
