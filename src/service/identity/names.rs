//! Which texts can be names and passwords.

use crate::spec::account::{NAME_MAX, PASSWORD_MAX, PASSWORD_MIN};

/// Whether a text can be a password.
pub fn is_password(text: &str) -> bool {
    (PASSWORD_MIN..=PASSWORD_MAX).contains(&text.chars().count())
}

/// Whether a text can be a name of somebody or something: one line that is not empty.
pub fn is_name(text: &str) -> bool {
    !text.trim().is_empty() && text.chars().count() <= NAME_MAX && !text.chars().any(char::is_control)
}

/// The name of a team that nobody has named yet.
pub fn team_name(first_name: &str, last_name: &str) -> String {
    format!("{first_name} {last_name}’s team")
}
