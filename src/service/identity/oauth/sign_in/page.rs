//! The sign-in page.

use crate::service::html::form::input_field;
use crate::service::html::layout::Card;
use crate::service::html::retry_delay::RetryDelay;
use crate::service::html::{element, text, text_element};
use crate::service::identity::person::SignInResult;
use crate::spec::content::SIGN_UP_PATH;
use crate::wire::dates::Timestamp;
use crate::wire::http::Response;

/// Name of the field for the e-mail address.
pub const EMAIL: &str = "email";

/// Name of the field for the password.
pub const PASSWORD: &str = "password";

/// Why a sign-in failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SignInError {
    /// The address or the password is wrong; the page does not say which.
    BadCredentials,
    /// The user has not accepted the team's invitation.
    Invited,
    /// There were too many failed attempts; the next is possible after the wait.
    RateLimited(RetryDelay),
    /// The account is deleted and can be restored.
    Deleted,
}

impl SignInError {
    /// The error of a sign-in to an app; `None` if it succeeded.
    pub fn from_result(result: &SignInResult, now: Timestamp) -> Option<SignInError> {
        match result {
            SignInResult::Unknown => Some(SignInError::BadCredentials),
            SignInResult::Invited => Some(SignInError::Invited),
            SignInResult::RateLimited(next) => Some(SignInError::RateLimited(RetryDelay::until(now, *next))),
            SignInResult::Deleted(_) => Some(SignInError::Deleted),
            SignInResult::Active(_) => None,
        }
    }

    fn message(self) -> String {
        match self {
            SignInError::BadCredentials => {
                "This e-mail address and password do not match. Check both and try again.".to_owned()
            }
            SignInError::Invited => {
                "You have not accepted your team’s invitation yet. Accept it first, then sign in.".to_owned()
            }
            SignInError::RateLimited(wait) => {
                format!("Too many attempts. Wait {} and try again.", wait.in_words())
            }
            SignInError::Deleted => "This account is deleted. Sign in to the account page to restore it.".to_owned(),
        }
    }
}

/// The target of a sign-in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SignInTarget<'a> {
    /// The account pages.
    Account,
    /// An app with its name.
    App(&'a str),
    /// An app whose name is shown only after the sign-in.
    UnnamedApp,
}

/// Renders the page. `action` is the URL of its form, with the app's request.
pub fn sign_in_page(target: SignInTarget, action: &str, email: &str, error: Option<SignInError>) -> Response {
    let mut content = vec![text_element("h1", &[], "Sign in")];
    let lead = |says| text_element("p", &[("class", "lead")], says);
    content.push(match target {
        SignInTarget::App(app) => {
            let asking =
                [text_element("strong", &[], app), text(" "), text_element("span", &[], "asks you to sign in.")];
            element("p", &[("class", "app")], asking)
        }
        SignInTarget::UnnamedApp => lead("An app asks you to sign in. You see its name before you allow it anything."),
        SignInTarget::Account => lead("Your account: profile, plan, linked apps and your own apps."),
    });
    let message =
        error.map(|error| text_element("p", &[("class", "message bad"), ("role", "alert")], &error.message()));
    content.extend(message);
    content.push(element(
        "form",
        &[("method", "post"), ("action", action)],
        [
            input_field(EMAIL, "E-mail address", &[("type", "email"), ("value", email), ("autocomplete", "username")]),
            input_field(PASSWORD, "Password", &[("type", "password"), ("autocomplete", "current-password")]),
            text_element("button", &[("class", "button primary full"), ("type", "submit")], "Sign in"),
        ],
    ));
    let sign_up = text_element("a", &[("href", SIGN_UP_PATH)], "Open one");
    content.push(element("p", &[("class", "aside")], [text("No account yet? "), sign_up, text(".")]));
    let (status, wait) = match error {
        None => (200, None),
        Some(SignInError::RateLimited(wait)) => (429, Some(wait)),
        Some(_) => (403, None),
    };
    let page = Card { status, title: "Sign in", content, form_action: None }.into_page();
    match wait {
        Some(wait) => wait.with_retry_after(page),
        None => page,
    }
}
