//! Valid names and passwords, and the language of an account.

use crate::service::surveys::library::languages::{LANGUAGES, lookup_codes};
use crate::spec::account::{NAME_MAX, PASSWORD_MAX, PASSWORD_MIN};
use crate::wire::http::Request;

/// Whether a text has the length of a password, in characters.
pub fn is_password(text: &str) -> bool {
    (PASSWORD_MIN..=PASSWORD_MAX).contains(&text.chars().count())
}

/// Whether a text can be the name of a person or a thing: one line, not empty, at most `NAME_MAX` characters.
pub fn is_name(text: &str) -> bool {
    !text.trim().is_empty() && text.chars().count() <= NAME_MAX && !text.chars().any(char::is_control)
}

/// The fields of a first and a last name whose value is no name.
pub fn names_at_fault(first_name: &str, last_name: &str) -> Vec<&'static str> {
    let names = [("first_name", first_name), ("last_name", last_name)];
    names.into_iter().filter(|(_, name)| !is_name(name)).map(|(field, _)| field).collect()
}

/// The first name of a team, after its owner.
pub fn team_name(first_name: &str, last_name: &str) -> String {
    format!("{first_name} {last_name}’s team")
}

/// The language of a new account, as an ISO 639-1 code: the first of the browser's languages in which surveys can be
/// written, or English.
pub fn account_language(request: &Request) -> String {
    let find = |code: &str| LANGUAGES.iter().find(|(known, ..)| known.eq_ignore_ascii_case(code));
    let (known, ..) = request.accepted_languages().flat_map(lookup_codes).find_map(find).unwrap_or(&("en", "", ""));
    known.split('-').next().unwrap_or_default().to_owned()
}
