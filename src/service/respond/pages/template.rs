//! A template to look at: the questions of all its pages, one below the other, in fields that cannot be filled in.

use super::asked::Asked;
use super::question::section;
use crate::service::html::{Html, element, phrase};
use crate::service::surveys::words::{Tongue, Word};
use crate::wire::form::Form;

/// A page of the template.
pub struct Sheet<'a> {
    /// Its title; empty if it has none.
    pub title: &'a str,
    /// Its questions.
    pub questions: Vec<Asked<'a>>,
}

/// What the page of a template holds.
pub fn content(name: &str, description: &str, sheets: &[Sheet<'_>], tongue: Tongue) -> Vec<Html> {
    let head = [phrase("h1", &[], name), phrase("p", &[("class", "lead")], description)];
    let mut content = vec![element("header", &[], head)];
    let fields = Form::default();
    for (at, sheet) in (1_usize..).zip(sheets) {
        if sheets.len() > 1 {
            let words = tongue.tell(Word::PageOf, &[&at.to_string(), &sheets.len().to_string()]);
            content.push(phrase("p", &[("class", "progress")], &words));
        }
        if !sheet.title.is_empty() {
            content.push(phrase("h2", &[], sheet.title));
        }
        let questions = sheet.questions.iter().map(|asked| section(asked, &fields));
        content.push(element("fieldset", &[("disabled", "")], questions));
    }
    content
}
