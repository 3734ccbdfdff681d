//! Valid names and passwords.

use crate::spec::account::{NAME_MAX, PASSWORD_MAX, PASSWORD_MIN};

/// Whether a text has the length of a password, in characters.
pub fn is_password(text: &str) -> bool {
    (PASSWORD_MIN..=PASSWORD_MAX).contains(&text.chars().count())
}

/// Whether a text can be the name of a person or a thing: one line, not empty, at most `NAME_MAX` characters.
pub fn is_name(text: &str) -> bool {
    !text.trim().is_empty() && text.chars().count() <= NAME_MAX && !text.chars().any(char::is_control)
}

/// The first name of a team, after its owner.
pub fn team_name(first_name: &str, last_name: &str) -> String {
    format!("{first_name} {last_name}’s team")
}
