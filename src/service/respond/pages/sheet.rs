//! One page of a survey: how far it is, what went wrong, its questions, and the buttons.

use super::asked::Complaint;
use super::fields::{GO, Go, TICKET};
use super::frame::Frame;
use crate::service::html::{Html, element, phrase, slot, text, void};
use crate::service::surveys::words::{Tongue, Word};
use crate::wire::http::Response;

/// What the page shows.
pub struct Sheet<'a> {
    /// Title of the survey.
    pub survey: &'a str,
    /// Where the form goes.
    pub action: &'a str,
    /// The sealed ticket.
    pub ticket: &'a str,
    /// Number of the page, from 1.
    pub number: usize,
    /// Number of all pages.
    pub count: usize,
    /// Title of the page; empty if it has none.
    pub title: &'a str,
    /// Text below the title; empty if there is none.
    pub description: &'a str,
    /// What is wrong, each with the number of its question.
    pub complaints: &'a [(Option<usize>, Complaint)],
    /// Whether a question takes a file.
    pub takes_a_file: bool,
    /// A sentence above the questions, such as that earlier answers are there.
    pub notice: &'a str,
    /// Other languages: where each leads, its code, and its name in itself.
    pub languages: &'a [(String, &'a str, &'static str)],
    /// The text of each button that is shown, in the order in which they stand.
    pub buttons: &'a [(Go, String)],
}

impl Sheet<'_> {
    /// The page in its frame, with a slot in place of the questions.
    pub fn page(&self, frame: &Frame) -> Response {
        let wrong = !self.complaints.is_empty();
        let tongue = frame.tongue;
        let mut content = vec![self.head(tongue)];
        if !self.languages.is_empty() {
            content.push(self.switch(tongue));
        }
        if !self.notice.is_empty() {
            content.push(phrase("p", &[("class", "message")], self.notice));
        }
        if wrong {
            content.push(self.summary(tongue));
        }
        content.push(self.form());
        let title = if wrong { tongue.tell(Word::CheckTitle, &[&frame.title]) } else { frame.title.clone() };
        Frame { title, ..frame.clone() }.page(if wrong { 422 } else { 200 }, content)
    }

    fn head(&self, tongue: Tongue) -> Html {
        let mut head = vec![phrase("h1", &[], self.survey)];
        if self.count > 1 {
            let (value, most) = (self.number.to_string(), self.count.to_string());
            let words = tongue.tell(Word::PageOf, &[&value, &most]);
            // The words say the same, so that the bar is for the eye alone.
            let bar = element("progress", &[("value", &value), ("max", &most), ("aria-hidden", "true")], []);
            head.push(element("p", &[("class", "progress")], [text(&words), bar]));
        }
        if !self.title.is_empty() {
            head.push(phrase("h2", &[], self.title));
        }
        if !self.description.is_empty() {
            head.push(phrase("p", &[("class", "lead")], self.description));
        }
        element("header", &[], head)
    }

    /// The way to the other languages.
    fn switch(&self, tongue: Tongue) -> Html {
        let links = self
            .languages
            .iter()
            .map(|(href, code, name)| phrase("a", &[("href", href), ("lang", code), ("hreflang", code)], name));
        element("nav", &[("class", "languages"), ("aria-label", tongue.say(Word::Languages))], links)
    }

    /// The list of what is wrong, each entry a way to its question.
    fn summary(&self, tongue: Tongue) -> Html {
        let entry =
            |field: &str, message: &str| element("li", &[], [phrase("a", &[("href", &format!("#{field}"))], message)]);
        let entries = self.complaints.iter().map(|(number, complaint)| {
            let message = match number {
                Some(number) => tongue.tell(Word::QuestionSays, &[&number.to_string(), &complaint.message]),
                None => complaint.message.clone(),
            };
            entry(&complaint.field, &message)
        });
        let heading = phrase("h2", &[("id", "wrong")], tongue.say(Word::CheckAnswers));
        let list = element("ul", &[], entries);
        let attributes = [("class", "message bad"), ("role", "alert"), ("aria-labelledby", "wrong")];
        element("div", &attributes, [heading, list])
    }

    fn form(&self) -> Html {
        let mut form = vec![void("input", &[("type", "hidden"), ("name", TICKET), ("value", self.ticket)])];
        form.push(slot());
        // The first button of a form is the one that Enter presses, so it stands first and is moved by style.
        let buttons = self.buttons.iter().map(|(go, words)| {
            let class = if *go == Go::Next { "button primary" } else { "button" };
            phrase("button", &[("class", class), ("type", "submit"), ("name", GO), ("value", go.as_str())], words)
        });
        form.push(element("div", &[("class", "actions")], buttons));
        let mut attributes = vec![("method", "post"), ("action", self.action), ("novalidate", "")];
        if self.takes_a_file {
            attributes.push(("enctype", "multipart/form-data"));
        }
        element("form", &attributes, form)
    }
}
