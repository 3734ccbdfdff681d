//! The page that the link of an invitation leads to.

use crate::service::html::form::{field, hidden, post, submit};
use crate::service::html::layout::Card;
use crate::service::html::{Html, element, phrase, text, void};
use crate::service::identity::account::outcome::said;
use crate::service::identity::invitations::Link;
use crate::service::identity::oauth::sign_in::page::PASSWORD;
use crate::service::identity::paths::{JOIN, KEY_FIELD};
use crate::spec::account::{NAME_MAX, PASSWORD_MIN, RESTORE_DAYS};
use crate::spec::attempts::GUESSING_MINUTES;
use crate::wire::http::Response;

/// Name of the hidden field that says how the invitation is accepted.
pub const HOW: &str = "how";

/// What it says for an account that is there already.
pub const KNOWN: &str = "known";

/// Name of the tick that ends that account.
pub const AGREED: &str = "agreed";

/// What the page shows.
pub struct View<'a> {
    /// What the link says.
    pub link: &'a Link,
    /// The link's key.
    pub key: &'a str,
    /// Whether the address has an account already.
    pub known: bool,
    /// First name so far.
    pub first_name: &'a str,
    /// Last name so far.
    pub last_name: &'a str,
}

/// Why the invitation was not accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trouble {
    /// A name is empty or too long.
    Name,
    /// The password is too short or too long.
    Password,
    /// The password is another.
    Wrong,
    /// Too many attempts have failed.
    TooOften,
    /// The end of the account was not agreed to.
    NotAgreed,
    /// The address has got an account meanwhile.
    HasAccount,
    /// Somebody is opening an account with the address right now.
    Busy,
    /// The account owns a team with other people in it.
    HasMembers,
}

impl Trouble {
    fn message(self) -> String {
        match self {
            Trouble::Name => "Tell us your first and last name.".to_owned(),
            Trouble::Password => format!("The password needs {PASSWORD_MIN} characters or more."),
            Trouble::Wrong => "That is not the password of your account.".to_owned(),
            Trouble::TooOften => {
                format!("There were too many wrong passwords. Try again in {GUESSING_MINUTES} minutes.")
            }
            Trouble::NotAgreed => "Tick that your account so far ends, or leave things as they are.".to_owned(),
            Trouble::HasAccount => {
                "There is an account with your address already: accept with its password.".to_owned()
            }
            Trouble::Busy => {
                "An account is being opened with your address right now. Try again in ten minutes.".to_owned()
            }
            Trouble::HasMembers => {
                "You own a team with other people in it, which needs its owner. Ask to be invited at another address."
                    .to_owned()
            }
        }
    }
}

/// The page.
pub fn page(view: &View<'_>, trouble: Option<Trouble>) -> Response {
    let name = &view.link.name;
    let asked = [phrase("strong", &[], name), text(" "), phrase("span", &[], "invites you to its team.")];
    let mut content = vec![phrase("h1", &[], &format!("Join {name}")), element("p", &[("class", "app")], asked)];
    content
        .extend(trouble.map(|trouble| phrase("p", &[("class", "message bad"), ("role", "alert")], &trouble.message())));
    content.push(post(JOIN, if view.known { known(view) } else { new(view) }));
    let status = if trouble.is_some() { 400 } else { 200 };
    Card { status, title: &format!("Join {name}"), content, form_action: None }.page()
}

fn new(view: &View<'_>) -> Vec<Html> {
    let longest = NAME_MAX.to_string();
    let name = |name, label, value, hint| {
        field(name, label, &[("value", value), ("autocomplete", hint), ("maxlength", &longest)])
    };
    let names = [
        name("first_name", "First name", view.first_name, "given-name"),
        name("last_name", "Last name", view.last_name, "family-name"),
    ];
    let hint = format!("You sign in with {} and this password.", view.link.email);
    vec![
        hidden(KEY_FIELD, view.key),
        element("div", &[("class", "row")], names),
        field(PASSWORD, "Choose a password", &[("type", "password"), ("autocomplete", "new-password")]),
        phrase("p", &[("class", "hint")], &hint),
        submit("button primary full", "Accept and join"),
    ]
}

fn known(view: &View<'_>) -> Vec<Html> {
    let about = format!(
        "{} has an account already. An address belongs to one account: if you join, that one ends. Its surveys, \
         contacts and apps do not come along and are deleted after {RESTORE_DAYS} days. Export what you want to keep \
         first.",
        view.link.email,
    );
    let tick = void("input", &[("type", "checkbox"), ("name", AGREED), ("value", "yes"), ("required", "")]);
    vec![
        hidden(KEY_FIELD, view.key),
        hidden(HOW, KNOWN),
        phrase("p", &[("class", "message")], &about),
        field(PASSWORD, "Password of your account", &[("type", "password"), ("autocomplete", "current-password")]),
        element("label", &[("class", "sure")], [tick, text("My account so far ends.")]),
        submit("button primary full", "Sign in and join"),
    ]
}

/// The page for a link that works no more.
pub fn stale() -> Response {
    let about = "The invitation was withdrawn, sent again or is too old. Ask the team to invite you once more.";
    said(400, "This link works no more", about)
}

/// The page for a link that was accepted already.
pub fn joined(link: &Link) -> Response {
    said(400, "This invitation is accepted", &format!("Sign in with {} to see the account.", link.email))
}
