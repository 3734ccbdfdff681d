//! A template to look at: the questions of all its pages, one below the other, in fields that cannot be filled in.

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

/// What the page of a template holds.
pub fn template_content(name: &str, description: &str, sheets: &[PreviewPage<'_>], tongue: Locale) -> Vec<Html> {
    let head = [text_element("h1", &[], name), text_element("p", &[("class", "lead")], description)];
    let mut content = vec![element("header", &[], head)];
    let fields = Form::default();
    for (at, sheet) in (1_usize..).zip(sheets) {
        if sheets.len() > 1 {
            let words = tongue.format_message(MessageKey::PageOf, &[&at.to_string(), &sheets.len().to_string()]);
            content.push(text_element("p", &[("class", "progress")], &words));
        }
        if !sheet.title.is_empty() {
            content.push(text_element("h2", &[], sheet.title));
        }
        let questions = sheet.questions.iter().map(|asked| render_question(asked, &fields));
        content.push(element("fieldset", &[("disabled", "")], questions));
    }
    content
}
