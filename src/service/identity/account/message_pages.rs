//! Pages that say one thing and lead to the account.

use crate::service::html::layout::Card;
use crate::service::html::{format_day, text_element};
use crate::spec::account::ACCOUNT_PATH;
use crate::wire::dates::Timestamp;
use crate::wire::http::Response;

/// The page of an account that was just deleted.
pub fn deleted_page(until: Timestamp) -> Response {
    let about = format!("Until {} you can restore it: sign in once more.", format_day(until));
    message_page(200, "Your account is deleted", &about)
}

/// The page for a form that belongs to another session, or to none.
pub fn stale_form_page() -> Response {
    message_page(400, "Please start again", "The page was open for too long, or you have signed in anew since.")
}

/// A page that says one thing and leads to the account.
pub fn message_page(status: u16, title: &str, about: &str) -> Response {
    let content = vec![
        text_element("h1", &[], title),
        text_element("p", &[("class", "lead")], about),
        text_element("a", &[("class", "button"), ("href", ACCOUNT_PATH)], "To the account"),
    ];
    Card { status, title, content, form_action: None }.into_page()
}
