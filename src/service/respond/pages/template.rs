//! The preview of a template: all questions on one page, in disabled fields.

use super::question::render_question;
use super::question_view::QuestionView;
use crate::service::html::{Html, element, text_element};
use crate::service::surveys::messages::{Locale, MessageKey};
use crate::wire::form::Form;

/// A page of the template.
pub struct PreviewPage<'a> {
    /// Its title; empty if it has none.
    pub title: &'a str,
    /// Its questions.
    pub questions: Vec<QuestionView<'a>>,
}

/// The content of the preview.
pub fn template_content(name: &str, description: &str, pages: &[PreviewPage<'_>], locale: Locale) -> Vec<Html> {
    let head = [text_element("h1", &[], name), text_element("p", &[("class", "lead")], description)];
    let mut content = vec![element("header", &[], head)];
    let fields = Form::default();
    for (at, page) in (1_usize..).zip(pages) {
        if pages.len() > 1 {
            let progress_text = locale.format_message(MessageKey::PageOf, &[&at.to_string(), &pages.len().to_string()]);
            content.push(text_element("p", &[("class", "progress")], &progress_text));
        }
        if !page.title.is_empty() {
            content.push(text_element("h2", &[], page.title));
        }
        let questions = page.questions.iter().map(|view| render_question(view, &fields));
        content.push(element("fieldset", &[("disabled", "")], questions));
    }
    content
}
