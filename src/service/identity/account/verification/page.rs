//! The pages of a confirmation: the question with its button, and the result.

use crate::service::html::form::hidden_input;
use crate::service::html::layout::Card;
use crate::service::identity::account::message_pages::message_page;
use crate::service::identity::paths::{KEY_FIELD, VERIFY};
use crate::wire::http::Response;
use maud::html;

/// The page that the link in a mail leads to.
pub fn confirmation_page(email: &str, key: &str) -> Response {
    let content = html! {
        h1 { "Confirm your e-mail address" }
        p.lead { "Is " (email) " your address?" }
        form method="post" action=(VERIFY) {
            (hidden_input(KEY_FIELD, key))
            button.button.primary.full type="submit" { "Yes, confirm it" }
        }
    };
    Card { status: 200, title: "Confirm your e-mail address", content, form_action: None }.into_page()
}

/// The page after the confirmation.
pub fn confirmed_page(email: &str) -> Response {
    message_page(200, "Your address is confirmed", &format!("{email} is now confirmed. You sign in with it."))
}

/// The page for an address that another account has got before it was confirmed.
pub fn taken_page(email: &str) -> Response {
    message_page(409, "This address cannot be used", &format!("Another account has {email}. Nothing has changed."))
}

/// The page for a link that is invalid or too old, or whose address the account no longer has.
pub fn stale_link_page() -> Response {
    message_page(400, "This link no longer works", "Sign in and request another mail.")
}
