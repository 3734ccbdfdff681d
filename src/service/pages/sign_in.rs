//! The sign-in page.

use super::html::{element, phrase, text, void};
use super::layout::Card;
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
}

impl Trouble {
    const fn message(self) -> &'static str {
        match self {
            Trouble::Wrong => "That e-mail address and password do not belong together. Check both and try again.",
            Trouble::Invited => "You have not accepted your team’s invitation yet. Accept it first, then sign in.",
        }
    }
}

/// The page; `action` is where its form goes, which carries what the app asked for.
pub fn page(app: &str, action: &str, email: &str, trouble: Option<Trouble>) -> Response {
    let asking = [phrase("strong", &[], app), text(" "), phrase("span", &[], "asks you to sign in.")];
    let mut content = vec![phrase("h1", &[], "Sign in"), element("p", &[("class", "app")], asking)];
    let message = trouble.map(|trouble| phrase("p", &[("class", "message bad"), ("role", "alert")], trouble.message()));
    content.extend(message);
    let email_field = [
        phrase("label", &[("for", "email")], "E-mail address"),
        void(
            "input",
            &[
                ("id", "email"),
                ("name", EMAIL),
                ("type", "email"),
                ("value", email),
                ("autocomplete", "username"),
                ("maxlength", "254"),
                ("required", ""),
            ],
        ),
    ];
    let password_field = [
        phrase("label", &[("for", "password")], "Password"),
        void(
            "input",
            &[
                ("id", "password"),
                ("name", PASSWORD),
                ("type", "password"),
                ("autocomplete", "current-password"),
                ("maxlength", "200"),
                ("required", ""),
            ],
        ),
    ];
    content.push(element(
        "form",
        &[("method", "post"), ("action", action)],
        [
            element("div", &[("class", "field")], email_field),
            element("div", &[("class", "field")], password_field),
            phrase("button", &[("class", "button primary full"), ("type", "submit")], "Sign in"),
        ],
    ));
    let sign_up = phrase("a", &[("href", "/sign-up/")], "Open one");
    content.push(element("p", &[("class", "aside")], [text("No account yet? "), sign_up, text(".")]));
    let status = if trouble.is_some() { 403 } else { 200 };
    Card { status, title: "Sign in", content, form_action: None }.page()
}
