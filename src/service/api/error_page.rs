//! The page that documents an error.

use crate::service::html::layout::Card;
use crate::service::html::{Html, element, text, text_element};
use crate::spec::errors::Error;
use crate::wire::http::Response;

/// The page of an error.
pub fn render_error(error: Error) -> Response {
    let (row, help) = (error.row(), error.help());
    let title = format!("{} {}", row.code, row.name);
    let mut content = vec![text_element("h1", &[], &title), text_element("p", &[("class", "lead")], row.meaning)];
    for (heading, explanation) in [("Cause", help.cause), ("Remedy", help.remedy)] {
        content.push(text_element("h2", &[], heading));
        content.push(element("p", &[], render_code_spans(explanation)));
    }
    let status = format!("Its HTTP status is {}.", row.status);
    content.push(text_element("p", &[("class", "aside")], &status));
    Card { status: 200, title: &title, content, form_action: None }.into_page()
}

/// The page for an unknown code.
pub fn render_unknown_error() -> Response {
    let title = "This error does not exist";
    let lead_text =
        "No error of the API has this code. The field `error.docs` of a response has the URL of its error’s page.";
    let content =
        vec![text_element("h1", &[], title), element("p", &[("class", "lead")], render_code_spans(lead_text))];
    Card { status: 404, title, content, form_action: None }.into_page()
}

/// A text whose parts in backquotes become `code` elements.
fn render_code_spans(explanation: &str) -> impl Iterator<Item = Html> {
    explanation
        .split('`')
        .enumerate()
        .map(|(index, part)| if index % 2 == 1 { text_element("code", &[], part) } else { text(part) })
}
