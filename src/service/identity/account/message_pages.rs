//! Pages with one message and a link to the account.

use crate::service::html::format_day;
use crate::service::html::layout::Card;
use crate::spec::account::ACCOUNT_PATH;
use crate::wire::dates::Timestamp;
use crate::wire::http::Response;
use maud::html;

/// The page of an account that was just deleted and can be restored until a time.
pub fn deleted_page(until: Timestamp) -> Response {
    let lead_text = format!("Until {} you can restore it: sign in again.", format_day(until));
    message_page(200, "Your account is deleted", &lead_text)
}

/// The page for a form of another session or of none.
pub fn stale_form_page() -> Response {
    message_page(400, "Please start again", "The page was open for too long, or you have signed in again since.")
}

/// A page with one message and a link to the account.
pub fn message_page(status: u16, title: &str, lead_text: &str) -> Response {
    let content = html! {
        h1 { (title) }
        p.lead { (lead_text) }
        a.button href=(ACCOUNT_PATH) { "To the account" }
    };
    Card { status, title, content, form_action: None }.into_page()
}
