//! One page of a survey: progress, errors, questions, and buttons.

use super::fields::{GO, PageButton, TOKEN_FIELD};
use super::frame::PageFrame;
use super::page_texts::PageTexts;
use super::question_view::FieldError;
use crate::service::html::form::hidden_input;
use crate::service::html::slot;
use crate::service::surveys::page_texts::PageText;
use crate::wire::http::Response;
use maud::{Markup, html};

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
    pub notice: Option<PageText>,
    /// Other languages: URL, code, and name in the language itself.
    pub languages: &'a [(String, &'a str, &'static str)],
    /// The visible buttons with their texts, in the order of the HTML.
    pub buttons: &'a [(PageButton, Markup)],
}

impl SurveyPage<'_> {
    /// Renders the page with a placeholder for the questions.
    pub fn render_page(&self, frame: &PageFrame) -> Response {
        let wrong = !self.errors.is_empty();
        let (locale, texts) = (frame.locale, frame.texts());
        let content = html! {
            (self.render_head(texts))
            @if !self.languages.is_empty() { (self.language_switch(texts)) }
            @if let Some(notice) = self.notice { p.message { (texts.render(notice)) } }
            @if wrong { (self.error_summary(texts)) }
            (self.render_form())
        };
        let title = if wrong { locale.format_text(PageText::CheckTitle, &[&frame.title]) } else { frame.title.clone() };
        PageFrame { title, ..frame.clone() }.render_page(if wrong { 422 } else { 200 }, &content)
    }

    fn render_head(&self, texts: PageTexts) -> Markup {
        html! {
            header {
                h1 { (self.survey) }
                @if self.count > 1 {
                    p.progress {
                        (texts.render_with(PageText::PageOf, &[self.number, self.count].map(|number| html! { (number) })))
                        // The text says the same, so screen readers skip the bar.
                        progress value=(self.number) max=(self.count) aria-hidden="true" {}
                    }
                }
                @if !self.title.is_empty() { h2 { (self.title) } }
                @if !self.description.is_empty() { p.lead { (self.description) } }
            }
        }
    }

    /// Links to the other languages.
    fn language_switch(&self, texts: PageTexts) -> Markup {
        html! {
            nav.languages aria-label=(texts.locale().text(PageText::Languages)) lang=[texts.lang()] {
                @for (href, code, name) in self.languages { a href=(href) lang=(code) hreflang=(code) { (name) } }
            }
        }
    }

    /// The summary of errors. Each entry links to its question.
    fn error_summary(&self, texts: PageTexts) -> Markup {
        html! {
            .message.bad role="alert" aria-labelledby="wrong" {
                h2 #wrong { (texts.render(PageText::CheckAnswers)) }
                ul {
                    @for (number, error) in self.errors {
                        li {
                            a href={ "#" (error.field) } {
                                (error.render_summary(*number, texts))
                            }
                        }
                    }
                }
            }
        }
    }

    fn render_form(&self) -> Markup {
        html! {
            form method="post" action=(self.action) novalidate enctype=[self.takes_a_file.then_some("multipart/form-data")] {
                (hidden_input(TOKEN_FIELD, self.token))
                (slot())
                // Enter presses the first button of a form. So that comes first in the HTML, and the style moves it.
                .actions {
                    @for (go, label) in self.buttons {
                        button.button.primary[*go == PageButton::Next] type="submit" name=(GO) value=(go.as_str()) { (label) }
                    }
                }
            }
        }
    }
}
