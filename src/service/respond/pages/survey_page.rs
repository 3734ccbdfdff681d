//! One page of a survey: progress, errors, questions, and buttons.

use super::fields::{GO, PageButton, TOKEN_FIELD};
use super::frame::PageFrame;
use super::question_view::FieldError;
use crate::service::html::{Html, element, slot, text, text_element, void};
use crate::service::surveys::messages::{Locale, MessageKey};
use crate::wire::http::Response;

/// Contents of the page.
pub struct SurveyPage<'a> {
    /// Title of the survey.
    pub survey: &'a str,
    /// URL of the form.
    pub action: &'a str,
    /// The sealed form token.
    pub token: &'a str,
    /// Number of the page, from 1.
    pub number: usize,
    /// Number of pages.
    pub count: usize,
    /// Title of the page; empty if it has none.
    pub title: &'a str,
    /// Text below the title; empty if there is none.
    pub description: &'a str,
    /// The errors, each with the number of its question.
    pub errors: &'a [(Option<usize>, FieldError)],
    /// Whether a question takes a file.
    pub takes_a_file: bool,
    /// A notice above the questions, for example that earlier answers were loaded.
    pub notice: &'a str,
    /// Other languages: URL, code, and name in the language itself.
    pub languages: &'a [(String, &'a str, &'static str)],
    /// The visible buttons with their texts, in the order of the HTML.
    pub buttons: &'a [(PageButton, String)],
}

impl SurveyPage<'_> {
    /// Renders the page with a placeholder for the questions.
    pub fn render_page(&self, frame: &PageFrame) -> Response {
        let wrong = !self.errors.is_empty();
        let locale = frame.locale;
        let mut content = vec![self.render_head(locale)];
        if !self.languages.is_empty() {
            content.push(self.language_switch(locale));
        }
        if !self.notice.is_empty() {
            content.push(text_element("p", &[("class", "message")], self.notice));
        }
        if wrong {
            content.push(self.error_summary(locale));
        }
        content.push(self.render_form());
        let title =
            if wrong { locale.format_message(MessageKey::CheckTitle, &[&frame.title]) } else { frame.title.clone() };
        PageFrame { title, ..frame.clone() }.render_page(if wrong { 422 } else { 200 }, content)
    }

    fn render_head(&self, locale: Locale) -> Html {
        let mut head = vec![text_element("h1", &[], self.survey)];
        if self.count > 1 {
            let (value, count_text) = (self.number.to_string(), self.count.to_string());
            let position_text = locale.format_message(MessageKey::PageOf, &[&value, &count_text]);
            // The text says the same, so screen readers skip the bar.
            let bar = element("progress", &[("value", &value), ("max", &count_text), ("aria-hidden", "true")], []);
            head.push(element("p", &[("class", "progress")], [text(&position_text), bar]));
        }
        if !self.title.is_empty() {
            head.push(text_element("h2", &[], self.title));
        }
        if !self.description.is_empty() {
            head.push(text_element("p", &[("class", "lead")], self.description));
        }
        element("header", &[], head)
    }

    /// Links to the other languages.
    fn language_switch(&self, locale: Locale) -> Html {
        let links = self
            .languages
            .iter()
            .map(|(href, code, name)| text_element("a", &[("href", href), ("lang", code), ("hreflang", code)], name));
        element("nav", &[("class", "languages"), ("aria-label", locale.message(MessageKey::Languages))], links)
    }

    /// The summary of errors. Each entry links to its question.
    fn error_summary(&self, locale: Locale) -> Html {
        let entry = |field: &str, message: &str| {
            element("li", &[], [text_element("a", &[("href", &format!("#{field}"))], message)])
        };
        let entries = self.errors.iter().map(|(number, error)| {
            let message = match number {
                Some(number) => locale.format_message(MessageKey::QuestionSays, &[&number.to_string(), &error.message]),
                None => error.message.clone(),
            };
            entry(&error.field, &message)
        });
        let heading = text_element("h2", &[("id", "wrong")], locale.message(MessageKey::CheckAnswers));
        let list = element("ul", &[], entries);
        let attributes = [("class", "message bad"), ("role", "alert"), ("aria-labelledby", "wrong")];
        element("div", &attributes, [heading, list])
    }

    fn render_form(&self) -> Html {
        let mut form = vec![void("input", &[("type", "hidden"), ("name", TOKEN_FIELD), ("value", self.token)])];
        form.push(slot());
        // Enter presses the first button of a form. So that comes first in the HTML, and the style moves it.
        let buttons = self.buttons.iter().map(|(go, label_text)| {
            let class = if *go == PageButton::Next { "button primary" } else { "button" };
            text_element(
                "button",
                &[("class", class), ("type", "submit"), ("name", GO), ("value", go.as_str())],
                label_text,
            )
        });
        form.push(element("div", &[("class", "actions")], buttons));
        let mut attributes = vec![("method", "post"), ("action", self.action), ("novalidate", "")];
        if self.takes_a_file {
            attributes.push(("enctype", "multipart/form-data"));
        }
        element("form", &attributes, form)
    }
}
