//! The page that the link of an invitation leads to.

use crate::service::html::form::{FormError, InputField, hidden_input};
use crate::service::html::layout::{Card, form_title};
use crate::service::identity::account::message_pages::message_page;
use crate::service::identity::invitations::InvitationLink;
use crate::service::identity::names::names_at_fault;
use crate::service::identity::oauth::sign_in::page::PASSWORD;
use crate::service::identity::paths::{JOIN, KEY_FIELD};
use crate::spec::account::{NAME_MAX, PASSWORD_MIN, RESTORE_DAYS};
use crate::spec::attempts::GUESSING_MINUTES;
use crate::wire::http::Response;
use maud::{Markup, html};

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

    /// The fields at fault.
    fn fields(self, view: &JoinView<'_>) -> Vec<&'static str> {
        match self {
            JoinError::Name => names_at_fault(view.first_name, view.last_name),
            JoinError::Password | JoinError::BadPassword => vec![PASSWORD],
            _ => Vec::new(),
        }
    }
}

/// The page of an invitation; status 400 with an error.
pub fn join_page(view: &JoinView<'_>, error: Option<JoinError>) -> Response {
    let name = &view.link.name;
    let form_error = error.map(|error| FormError { message: error.message(), fields: error.fields(view) });
    let form_error = form_error.as_ref();
    let content = html! {
        h1 { "Join " (name) }
        p.app { strong { (name) } " " span { "invites you to its team." } }
        @if let Some(error) = form_error { (error) }
        form method="post" action=(JOIN) {
            (hidden_input(KEY_FIELD, view.key))
            @if view.has_account { (existing_account_fields(view, form_error)) } @else { (new_account_fields(view, form_error)) }
        }
    };
    let status = if error.is_some() { 400 } else { 200 };
    Card { status, title: &form_title(&format!("Join {name}"), error.is_some()), content, form_action: None }
        .into_page()
}

fn new_account_fields(view: &JoinView<'_>, error: Option<&FormError>) -> Markup {
    let first_name = InputField::text("first_name", "First name", NAME_MAX).value(view.first_name).error(error);
    let last_name = InputField::text("last_name", "Last name", NAME_MAX).value(view.last_name).error(error);
    html! {
        .row {
            (first_name.autocomplete("given-name"))
            (last_name.autocomplete("family-name"))
        }
        (InputField::new_password(PASSWORD, "Choose a password").error(error))
        p.hint { "You sign in with " (view.link.email) " and this password." }
        button.button.primary.full type="submit" { "Accept and join" }
    }
}

fn existing_account_fields(view: &JoinView<'_>, error: Option<&FormError>) -> Markup {
    html! {
        (hidden_input(HOW, EXISTING))
        p.message {
            (view.link.email) " has an account already. An address belongs to one account: if you join, this one ends. "
            "Its surveys, contacts and apps stay behind and are deleted after " (RESTORE_DAYS) " days. Export first "
            "what you want to keep."
        }
        (InputField::password(PASSWORD, "Password of your account").error(error))
        label.sure {
            input type="checkbox" name=(AGREED) value="yes" required;
            "My current account ends."
        }
        button.button.primary.full type="submit" { "Sign in and join" }
    }
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
