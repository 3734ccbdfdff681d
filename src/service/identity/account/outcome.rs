//! Pages that say one thing and lead to the account.

use crate::service::html::layout::Card;
use crate::service::html::{day, phrase};
use crate::spec::account::ACCOUNT_PATH;
use crate::wire::dates::Moment;
use crate::wire::http::Response;

/// The page of an account that was just deleted.
pub fn deleted(until: Moment) -> Response {
    let about = format!("Until {} you can restore it: sign in once more.", day(until));
    said(200, "Your account is deleted", &about)
}

/// The page for a form that belongs to another session, or to none.
pub fn stale_form() -> Response {
    said(400, "Please start again", "The page was open for too long, or you have signed in anew since.")
}

/// A page that says one thing and leads to the account.
pub fn said(status: u16, title: &str, about: &str) -> Response {
    let content = vec![
        phrase("h1", &[], title),
        phrase("p", &[("class", "lead")], about),
        phrase("a", &[("class", "button"), ("href", ACCOUNT_PATH)], "To the account"),
    ];
    Card { status, title, content, form_action: None }.page()
}
