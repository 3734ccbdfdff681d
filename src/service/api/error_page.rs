//! The documentation of an error as a page.

use crate::service::html::layout::Card;
use crate::service::html::{Html, element, text, text_element};
use crate::spec::errors::Error;
use crate::wire::http::Response;

/// The page of an error.
pub fn render_error(error: Error) -> Response {
    let (row, help) = (error.row(), error.help());
    let title = format!("{} {}", row.code, row.name);
    let mut content = vec![text_element("h1", &[], &title), text_element("p", &[("class", "lead")], row.meaning)];
    for (heading, about) in [("Cause", help.cause), ("Remedy", help.remedy)] {
        content.push(text_element("h2", &[], heading));
        content.push(element("p", &[], render_code_spans(about)));
    }
    let status = format!("It comes with HTTP status {}.", row.status);
    content.push(text_element("p", &[("class", "aside")], &status));
    Card { status: 200, title: &title, content, form_action: None }.into_page()
}

/// The page for a code that no error has.
pub fn render_unknown_error() -> Response {
    let title = "There is no such error";
    let about = "No error of the API has this code. The address of an error's page is in `error.docs` of its answer.";
    let content = vec![text_element("h1", &[], title), element("p", &[("class", "lead")], render_code_spans(about))];
    Card { status: 404, title, content, form_action: None }.into_page()
}

/// A text whose names stand between backquotes.
fn render_code_spans(about: &str) -> impl Iterator<Item = Html> {
    about
        .split('`')
        .enumerate()
        .map(|(place, part)| if place % 2 == 1 { text_element("code", &[], part) } else { text(part) })
}
