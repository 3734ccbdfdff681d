//! The pages of a confirmation: the question with its button, and what came of it.

use crate::service::html::form::{hidden, post, submit};
use crate::service::html::layout::Card;
use crate::service::html::phrase;
use crate::service::identity::account::outcome::said;
use crate::service::identity::paths::{KEY_FIELD, VERIFY};
use crate::wire::http::Response;

/// The page that a link in a mail leads to.
pub fn confirmation(email: &str, key: &str) -> Response {
    let content = vec![
        phrase("h1", &[], "Confirm your e-mail address"),
        phrase("p", &[("class", "lead")], &format!("Is {email} yours?")),
        post(VERIFY, [hidden(KEY_FIELD, key), submit("button primary full", "Yes, confirm it")]),
    ];
    Card { status: 200, title: "Confirm your e-mail address", content, form_action: None }.page()
}

/// The page after that.
pub fn confirmed(email: &str) -> Response {
    said(200, "Your address is confirmed", &format!("{email} is yours."))
}

/// The page for a link that is too old, or whose address is no longer that of the account.
pub fn stale_link() -> Response {
    said(400, "This link works no more", "Sign in and have the mail sent again.")
}
