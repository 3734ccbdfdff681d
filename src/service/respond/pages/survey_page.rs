//! One page of a survey: how far it is, what went wrong, its questions, and the buttons.

use super::fields::{GO, PageButton, TICKET};
use super::frame::PageFrame;
use super::question_view::FieldError;
use crate::service::html::{Html, element, slot, text, text_element, void};
use crate::service::surveys::messages::{Locale, MessageKey};
use crate::wire::http::Response;

/// What the page shows.
pub struct SurveyPage<'a> {
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
    pub errors: &'a [(Option<usize>, FieldError)],
    /// Whether a question takes a file.
    pub takes_a_file: bool,
    /// A sentence above the questions, such as that earlier answers are there.
    pub notice: &'a str,
    /// Other languages: where each leads, its code, and its name in itself.
    pub languages: &'a [(String, &'a str, &'static str)],
    /// The text of each button that is shown, in the order in which they stand.
    pub buttons: &'a [(PageButton, String)],
}

impl SurveyPage<'_> {
    /// The page in its frame, with a slot in place of the questions.
    pub fn render_page(&self, frame: &PageFrame) -> Response {
        let wrong = !self.errors.is_empty();
        let tongue = frame.locale;
        let mut content = vec![self.render_head(tongue)];
        if !self.languages.is_empty() {
            content.push(self.language_switch(tongue));
        }
        if !self.notice.is_empty() {
            content.push(text_element("p", &[("class", "message")], self.notice));
        }
        if wrong {
            content.push(self.error_summary(tongue));
        }
        content.push(self.render_form());
        let title =
            if wrong { tongue.format_message(MessageKey::CheckTitle, &[&frame.title]) } else { frame.title.clone() };
        PageFrame { title, ..frame.clone() }.render_page(if wrong { 422 } else { 200 }, content)
    }

    fn render_head(&self, tongue: Locale) -> Html {
        let mut head = vec![text_element("h1", &[], self.survey)];
        if self.count > 1 {
            let (value, most) = (self.number.to_string(), self.count.to_string());
            let words = tongue.format_message(MessageKey::PageOf, &[&value, &most]);
            // The words say the same, so that the bar is for the eye alone.
            let bar = element("progress", &[("value", &value), ("max", &most), ("aria-hidden", "true")], []);
            head.push(element("p", &[("class", "progress")], [text(&words), bar]));
        }
        if !self.title.is_empty() {
            head.push(text_element("h2", &[], self.title));
        }
        if !self.description.is_empty() {
            head.push(text_element("p", &[("class", "lead")], self.description));
        }
        element("header", &[], head)
    }

    /// The way to the other languages.
    fn language_switch(&self, tongue: Locale) -> Html {
        let links = self
            .languages
            .iter()
            .map(|(href, code, name)| text_element("a", &[("href", href), ("lang", code), ("hreflang", code)], name));
        element("nav", &[("class", "languages"), ("aria-label", tongue.message(MessageKey::Languages))], links)
    }

    /// The list of what is wrong, each entry a way to its question.
    fn error_summary(&self, tongue: Locale) -> Html {
        let entry = |field: &str, message: &str| {
            element("li", &[], [text_element("a", &[("href", &format!("#{field}"))], message)])
        };
        let entries = self.errors.iter().map(|(number, complaint)| {
            let message = match number {
                Some(number) => {
                    tongue.format_message(MessageKey::QuestionSays, &[&number.to_string(), &complaint.message])
                }
                None => complaint.message.clone(),
            };
            entry(&complaint.field, &message)
        });
        let heading = text_element("h2", &[("id", "wrong")], tongue.message(MessageKey::CheckAnswers));
        let list = element("ul", &[], entries);
        let attributes = [("class", "message bad"), ("role", "alert"), ("aria-labelledby", "wrong")];
        element("div", &attributes, [heading, list])
    }

    fn render_form(&self) -> Html {
        let mut form = vec![void("input", &[("type", "hidden"), ("name", TICKET), ("value", self.ticket)])];
        form.push(slot());
        // The first button of a form is the one that Enter presses, so it stands first and is moved by style.
        let buttons = self.buttons.iter().map(|(go, words)| {
            let class = if *go == PageButton::Next { "button primary" } else { "button" };
            text_element("button", &[("class", class), ("type", "submit"), ("name", GO), ("value", go.as_str())], words)
        });
        form.push(element("div", &[("class", "actions")], buttons));
        let mut attributes = vec![("method", "post"), ("action", self.action), ("novalidate", "")];
        if self.takes_a_file {
            attributes.push(("enctype", "multipart/form-data"));
        }
        element("form", &attributes, form)
    }
}
