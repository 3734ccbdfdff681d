//! The page that the link of an invitation leads to.

use crate::service::html::form::{hidden_input, input_field, post_form, submit_button};
use crate::service::html::layout::Card;
use crate::service::html::{Html, element, text, text_element, void};
use crate::service::identity::account::message_pages::message_page;
use crate::service::identity::invitations::InvitationLink;
use crate::service::identity::oauth::sign_in::page::PASSWORD;
use crate::service::identity::paths::{JOIN, KEY_FIELD};
use crate::spec::account::{NAME_MAX, PASSWORD_MIN, RESTORE_DAYS};
use crate::spec::attempts::GUESSING_MINUTES;
use crate::wire::http::Response;

/// Name of the hidden field that says how the invitation is accepted.
pub const HOW: &str = "how";

/// What it says for an account that is there already.
pub const EXISTING: &str = "known";

/// Name of the tick that ends that account.
pub const AGREED: &str = "agreed";

/// What the page shows.
pub struct JoinView<'a> {
    /// What the link says.
    pub link: &'a InvitationLink,
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
pub enum JoinError {
    /// A name is empty or too long.
    Name,
    /// The password is too short or too long.
    Password,
    /// The password is another.
    BadPassword,
    /// Too many attempts have failed.
    RateLimited,
    /// The end of the account was not agreed to.
    NotAgreed,
    /// The address has got an account meanwhile.
    HasAccount,
    /// Somebody is opening an account with the address right now.
    AddressReserved,
    /// The account owns a team with other people in it.
    HasMembers,
}

impl JoinError {
    fn message(self) -> String {
        match self {
            JoinError::Name => "Tell us your first and last name.".to_owned(),
            JoinError::Password => format!("The password needs {PASSWORD_MIN} characters or more."),
            JoinError::BadPassword => "That is not the password of your account.".to_owned(),
            JoinError::RateLimited => {
                format!("There were too many wrong passwords. Try again in {GUESSING_MINUTES} minutes.")
            }
            JoinError::NotAgreed => "Tick that your account so far ends, or leave things as they are.".to_owned(),
            JoinError::HasAccount => {
                "There is an account with your address already: accept with its password.".to_owned()
            }
            JoinError::AddressReserved => {
                "An account is being opened with your address right now. Try again in ten minutes.".to_owned()
            }
            JoinError::HasMembers => {
                "You own a team with other people in it, which needs its owner. Ask to be invited at another address."
                    .to_owned()
            }
        }
    }
}

/// The page.
pub fn join_page(view: &JoinView<'_>, trouble: Option<JoinError>) -> Response {
    let name = &view.link.name;
    let asked = [text_element("strong", &[], name), text(" "), text_element("span", &[], "invites you to its team.")];
    let mut content = vec![text_element("h1", &[], &format!("Join {name}")), element("p", &[("class", "app")], asked)];
    content.extend(
        trouble.map(|trouble| text_element("p", &[("class", "message bad"), ("role", "alert")], &trouble.message())),
    );
    content.push(post_form(JOIN, if view.known { existing_account_form(view) } else { new_account_form(view) }));
    let status = if trouble.is_some() { 400 } else { 200 };
    Card { status, title: &format!("Join {name}"), content, form_action: None }.into_page()
}

fn new_account_form(view: &JoinView<'_>) -> Vec<Html> {
    let longest = NAME_MAX.to_string();
    let name = |name, label, value, hint| {
        input_field(name, label, &[("value", value), ("autocomplete", hint), ("maxlength", &longest)])
    };
    let names = [
        name("first_name", "First name", view.first_name, "given-name"),
        name("last_name", "Last name", view.last_name, "family-name"),
    ];
    let hint = format!("You sign in with {} and this password.", view.link.email);
    vec![
        hidden_input(KEY_FIELD, view.key),
        element("div", &[("class", "row")], names),
        input_field(PASSWORD, "Choose a password", &[("type", "password"), ("autocomplete", "new-password")]),
        text_element("p", &[("class", "hint")], &hint),
        submit_button("button primary full", "Accept and join"),
    ]
}

fn existing_account_form(view: &JoinView<'_>) -> Vec<Html> {
    let about = format!(
        "{} has an account already. An address belongs to one account: if you join, that one ends. Its surveys, \
         contacts and apps do not come along and are deleted after {RESTORE_DAYS} days. Export what you want to keep \
         first.",
        view.link.email,
    );
    let tick = void("input", &[("type", "checkbox"), ("name", AGREED), ("value", "yes"), ("required", "")]);
    vec![
        hidden_input(KEY_FIELD, view.key),
        hidden_input(HOW, EXISTING),
        text_element("p", &[("class", "message")], &about),
        input_field(
            PASSWORD,
            "Password of your account",
            &[("type", "password"), ("autocomplete", "current-password")],
        ),
        element("label", &[("class", "sure")], [tick, text("My account so far ends.")]),
        submit_button("button primary full", "Sign in and join"),
    ]
}

/// The page for a link that works no more.
pub fn stale_page() -> Response {
    let about = "The invitation was withdrawn, sent again or is too old. Ask the team to invite you once more.";
    message_page(400, "This link works no more", about)
}

/// The page for a link that was accepted already.
pub fn joined_page(link: &InvitationLink) -> Response {
    message_page(400, "This invitation is accepted", &format!("Sign in with {} to see the account.", link.email))
}
