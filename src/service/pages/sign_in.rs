//! The sign-in page.

use super::form::field;
use super::html::{element, phrase, text};
use super::layout::Card;
use crate::spec::content::SIGN_UP_PATH;
use crate::wire::http::Response;

/// Name of the field for the e-mail address.
pub const EMAIL: &str = "email";

/// Name of the field for the password.
pub const PASSWORD: &str = "password";

/// Why somebody was not let in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trouble {
    /// The address or the password is wrong; which of them is not said.
    Wrong,
    /// The user has not accepted the team's invitation.
    Invited,
    /// Too many attempts have failed.
    TooOften,
    /// The account is deleted and can be restored.
    Deleted,
}

impl Trouble {
    const fn message(self) -> &'static str {
        match self {
            Trouble::Wrong => "That e-mail address and password do not belong together. Check both and try again.",
            Trouble::Invited => "You have not accepted your team’s invitation yet. Accept it first, then sign in.",
            Trouble::TooOften => {
                "There were too many attempts with this e-mail address. Wait a quarter of an hour and try again."
            }
            Trouble::Deleted => "This account was deleted. Sign in to the account page to restore it.",
        }
    }
}

/// The page; `action` is where its form goes, which carries what the app asked for. Without an app it is that of the
/// account pages.
pub fn page(app: Option<&str>, action: &str, email: &str, trouble: Option<Trouble>) -> Response {
    let mut content = vec![phrase("h1", &[], "Sign in")];
    content.push(match app {
        Some(app) => {
            let asking = [phrase("strong", &[], app), text(" "), phrase("span", &[], "asks you to sign in.")];
            element("p", &[("class", "app")], asking)
        }
        None => phrase("p", &[("class", "lead")], "Your account: profile, plan, linked apps and apps of your own."),
    });
    let message = trouble.map(|trouble| phrase("p", &[("class", "message bad"), ("role", "alert")], trouble.message()));
    content.extend(message);
    content.push(element(
        "form",
        &[("method", "post"), ("action", action)],
        [
            field(EMAIL, "E-mail address", &[("type", "email"), ("value", email), ("autocomplete", "username")]),
            field(PASSWORD, "Password", &[("type", "password"), ("autocomplete", "current-password")]),
            phrase("button", &[("class", "button primary full"), ("type", "submit")], "Sign in"),
        ],
    ));
    let sign_up = phrase("a", &[("href", SIGN_UP_PATH)], "Open one");
    content.push(element("p", &[("class", "aside")], [text("No account yet? "), sign_up, text(".")]));
    let status = if trouble.is_some() { 403 } else { 200 };
    Card { status, title: "Sign in", content, form_action: None }.page()
}
