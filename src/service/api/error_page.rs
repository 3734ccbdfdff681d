//! The documentation of an error as a page.

use crate::service::html::layout::Card;
use crate::service::html::{Html, element, phrase, text};
use crate::spec::errors::Error;
use crate::wire::http::Response;

/// The page of an error.
pub fn page(error: Error) -> Response {
    let (row, help) = (error.row(), error.help());
    let title = format!("{} {}", row.code, row.name);
    let mut content = vec![phrase("h1", &[], &title), phrase("p", &[("class", "lead")], row.meaning)];
    for (heading, about) in [("Cause", help.cause), ("Remedy", help.remedy)] {
        content.push(phrase("h2", &[], heading));
        content.push(element("p", &[], with_code(about)));
    }
    let status = format!("It comes with HTTP status {}.", row.status);
    content.push(phrase("p", &[("class", "aside")], &status));
    Card { status: 200, title: &title, content, form_action: None }.page()
}

/// The page for a code that no error has.
pub fn missing() -> Response {
    let title = "There is no such error";
    let about = "No error of the API has this code. The address of an error's page is in `error.docs` of its answer.";
    let content = vec![phrase("h1", &[], title), element("p", &[("class", "lead")], with_code(about))];
    Card { status: 404, title, content, form_action: None }.page()
}

/// A text whose names stand between backquotes.
fn with_code(about: &str) -> impl Iterator<Item = Html> {
    about
        .split('`')
        .enumerate()
        .map(|(place, part)| if place % 2 == 1 { phrase("code", &[], part) } else { text(part) })
}
