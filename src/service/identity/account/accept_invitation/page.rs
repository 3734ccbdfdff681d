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

/// Its value for an account that exists already.
pub const EXISTING: &str = "known";

/// Name of the checkbox that agrees to the end of that account.
pub const AGREED: &str = "agreed";

/// Contents of the page.
pub struct JoinView<'a> {
    /// The invitation.
    pub link: &'a InvitationLink,
    /// The sealed form of the link.
    pub key: &'a str,
    /// Whether the address has an account in another team.
    pub has_account: bool,
    /// First name as entered so far.
    pub first_name: &'a str,
    /// Last name as entered so far.
    pub last_name: &'a str,
}

/// Why the invitation was not accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JoinError {
    /// A name is empty or too long.
    Name,
    /// The password is too short or too long.
    Password,
    /// The password is wrong.
    BadPassword,
    /// There were too many failed attempts.
    RateLimited,
    /// The box that agrees to the end of the account is not ticked.
    NotAgreed,
    /// The address has got an account since the page was shown.
    HasAccount,
    /// Another sign-up holds a reservation of the address.
    AddressReserved,
    /// The account owns a team with other members.
    HasMembers,
}

impl JoinError {
    fn message(self) -> String {
        match self {
            JoinError::Name => "Enter your first and last name.".to_owned(),
            JoinError::Password => format!("The password needs {PASSWORD_MIN} characters or more."),
            JoinError::BadPassword => "This is not the password of your account.".to_owned(),
            JoinError::RateLimited => {
                format!("Too many wrong passwords. Try again in {GUESSING_MINUTES} minutes.")
            }
            JoinError::NotAgreed => "To join, tick the box that your current account ends.".to_owned(),
            JoinError::HasAccount => {
                "Your address has an account already. Accept the invitation with its password.".to_owned()
            }
            JoinError::AddressReserved => {
                "Another sign-up with your address is under way. Try again in ten minutes.".to_owned()
            }
            JoinError::HasMembers => {
                "You own a team with other members. Ask for an invitation to another e-mail address.".to_owned()
            }
        }
    }
}

/// The page of an invitation; status 400 with an error.
pub fn join_page(view: &JoinView<'_>, error: Option<JoinError>) -> Response {
    let name = &view.link.name;
    let invitation =
        [text_element("strong", &[], name), text(" "), text_element("span", &[], "invites you to its team.")];
    let mut content =
        vec![text_element("h1", &[], &format!("Join {name}")), element("p", &[("class", "app")], invitation)];
    content
        .extend(error.map(|error| text_element("p", &[("class", "message bad"), ("role", "alert")], &error.message())));
    content.push(post_form(JOIN, if view.has_account { existing_account_form(view) } else { new_account_form(view) }));
    let status = if error.is_some() { 400 } else { 200 };
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
    let explanation = format!(
        "{} has an account already. An address belongs to one account: if you join, this one ends. Its surveys, \
         contacts and apps stay behind and are deleted after {RESTORE_DAYS} days. Export first what you want to \
         keep.",
        view.link.email,
    );
    let checkbox = void("input", &[("type", "checkbox"), ("name", AGREED), ("value", "yes"), ("required", "")]);
    vec![
        hidden_input(KEY_FIELD, view.key),
        hidden_input(HOW, EXISTING),
        text_element("p", &[("class", "message")], &explanation),
        input_field(
            PASSWORD,
            "Password of your account",
            &[("type", "password"), ("autocomplete", "current-password")],
        ),
        element("label", &[("class", "sure")], [checkbox, text("My current account ends.")]),
        submit_button("button primary full", "Sign in and join"),
    ]
}

/// The page for a link that is withdrawn, replaced or too old.
pub fn stale_page() -> Response {
    let lead_text = "The invitation was withdrawn, sent again or is too old. Ask the team for a new one.";
    message_page(400, "This link no longer works", lead_text)
}

/// The page for an invitation that was accepted before.
pub fn joined_page(link: &InvitationLink) -> Response {
    message_page(400, "This invitation was accepted", &format!("Sign in with {} to see the account.", link.email))
}
