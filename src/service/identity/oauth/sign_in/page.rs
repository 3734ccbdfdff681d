//! The sign-in page.

use crate::service::html::form::{FormError, InputField};
use crate::service::html::layout::{Card, form_title};
use crate::service::html::retry_delay::RetryDelay;
use crate::service::identity::person::SignInResult;
use crate::spec::content::SIGN_UP_PATH;
use crate::wire::dates::Timestamp;
use crate::wire::http::Response;
use maud::html;

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

    /// The password is the field at fault whether it or the address is wrong: the page does not say which.
    fn form_error(self) -> FormError {
        let fields = if self == SignInError::BadCredentials { vec![PASSWORD] } else { Vec::new() };
        FormError { message: self.message(), fields }
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
    let form_error = error.map(SignInError::form_error);
    let content = html! {
        h1 { "Sign in" }
        @match target {
            SignInTarget::App(app) => { p.app { strong { (app) } " " span { "asks you to sign in." } } }
            SignInTarget::UnnamedApp => {
                p.lead { "An app asks you to sign in. You see its name before you allow it anything." }
            }
            SignInTarget::Account => { p.lead { "Your account: profile, plan, linked apps and your own apps." } }
        }
        @if let Some(error) = &form_error { (error) }
        form method="post" action=(action) {
            (InputField::email(EMAIL, "E-mail address").value(email).autocomplete("username"))
            (InputField::password(PASSWORD, "Password").error(form_error.as_ref()))
            button.button.primary.full type="submit" { "Sign in" }
        }
        p.aside { "No account yet? " a href=(SIGN_UP_PATH) { "Open one" } "." }
    };
    let (status, wait) = match error {
        None => (200, None),
        Some(SignInError::RateLimited(wait)) => (429, Some(wait)),
        Some(_) => (403, None),
    };
    let page = Card { status, title: &form_title("Sign in", error.is_some()), content, form_action: None }.into_page();
    match wait {
        Some(wait) => wait.with_retry_after(page),
        None => page,
    }
}
