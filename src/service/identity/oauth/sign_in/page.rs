//! The sign-in page.

use crate::service::html::form::field;
use crate::service::html::layout::Card;
use crate::service::html::wait::Wait;
use crate::service::html::{element, phrase, text};
use crate::service::identity::person::Who;
use crate::spec::content::SIGN_UP_PATH;
use crate::wire::dates::Moment;
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
    /// Too many attempts have failed; one may be made after the wait.
    TooOften(Wait),
    /// The account is deleted and can be restored.
    Deleted,
}

impl Trouble {
    /// Why somebody is not let in to an app now; `None` for who is.
    pub fn of(who: &Who, now: Moment) -> Option<Trouble> {
        match who {
            Who::Nobody => Some(Trouble::Wrong),
            Who::Invited => Some(Trouble::Invited),
            Who::TooOften(next) => Some(Trouble::TooOften(Wait::until(now, *next))),
            Who::Deleted(_) => Some(Trouble::Deleted),
            Who::Person(_) => None,
        }
    }

    fn message(self) -> String {
        match self {
            Trouble::Wrong => {
                "That e-mail address and password do not belong together. Check both and try again.".to_owned()
            }
            Trouble::Invited => {
                "You have not accepted your team’s invitation yet. Accept it first, then sign in.".to_owned()
            }
            Trouble::TooOften(wait) => {
                format!("There were too many attempts. Wait {} and try again.", wait.words())
            }
            Trouble::Deleted => "This account was deleted. Sign in to the account page to restore it.".to_owned(),
        }
    }
}

/// What somebody signs in to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target<'a> {
    /// The account pages.
    Account,
    /// An app with its name.
    App(&'a str),
    /// An app that is asked for its name only once somebody has signed in.
    UnnamedApp,
}

/// The page; `action` is where its form goes, which carries what the app asked for.
pub fn page(target: Target, action: &str, email: &str, trouble: Option<Trouble>) -> Response {
    let mut content = vec![phrase("h1", &[], "Sign in")];
    let lead = |says| phrase("p", &[("class", "lead")], says);
    content.push(match target {
        Target::App(app) => {
            let asking = [phrase("strong", &[], app), text(" "), phrase("span", &[], "asks you to sign in.")];
            element("p", &[("class", "app")], asking)
        }
        Target::UnnamedApp => lead("An app asks you to sign in. You see its name before you allow it anything."),
        Target::Account => lead("Your account: profile, plan, linked apps and apps of your own."),
    });
    let message =
        trouble.map(|trouble| phrase("p", &[("class", "message bad"), ("role", "alert")], &trouble.message()));
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
    let (status, wait) = match trouble {
        None => (200, None),
        Some(Trouble::TooOften(wait)) => (429, Some(wait)),
        Some(_) => (403, None),
    };
    let page = Card { status, title: "Sign in", content, form_action: None }.page();
    match wait {
        Some(wait) => wait.on(page),
        None => page,
    }
}
