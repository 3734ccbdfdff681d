//! The page that documents an error.

use crate::service::html::layout::Card;
use crate::spec::errors::Error;
use crate::wire::http::Response;
use maud::{Markup, html};

/// The page of an error.
pub fn render_error(error: Error) -> Response {
    let (row, help) = (error.row(), error.help());
    let title = format!("{} {}", row.code, row.name);
    let content = html! {
        h1 { (title) }
        p.lead { (row.meaning) }
        h2 { "Cause" }
        p { (render_code_spans(help.cause)) }
        h2 { "Remedy" }
        p { (render_code_spans(help.remedy)) }
        p.aside { "Its HTTP status is " (row.status) "." }
    };
    Card { status: 200, title: &title, content, form_action: None }.into_page()
}

/// The page for an unknown code.
pub fn render_unknown_error() -> Response {
    let title = "This error does not exist";
    let content = html! {
        h1 { (title) }
        p.lead {
            "No error of the API has this code. The field " code { "error.docs" }
            " of a response has the URL of its error’s page."
        }
    };
    Card { status: 404, title, content, form_action: None }.into_page()
}

/// A text whose parts in backquotes become `code` elements.
fn render_code_spans(explanation: &str) -> Markup {
    html! {
        @for (index, part) in explanation.split('`').enumerate() {
            @if index % 2 == 1 { code { (part) } } @else { (part) }
        }
    }
}
