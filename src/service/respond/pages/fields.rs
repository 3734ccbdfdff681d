//! Names of the form fields of a survey page.

pub use crate::service::surveys::answer_fields::{nested_field, question_field};
use crate::wire::form::Form;

/// Name of the hidden field with the sealed form token.
pub const TOKEN_FIELD: &str = "ticket";

/// Name of the submit buttons.
pub const GO: &str = "go";

/// Name of the field for the collector's password.
pub const PASSWORD: &str = "password";

/// Name of the field for the e-mail address to which a link is sent.
pub const EMAIL: &str = "email";

/// Name of the field and the parameter with the secret of such a link.
pub const PROOF: &str = "proof";

/// The submit button that was pressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PageButton {
    /// To the next page, or to the end.
    Next,
    /// To the previous page.
    Previous,
    /// Leaves the survey.
    Exit,
}

impl PageButton {
    /// The value of the button.
    pub const fn as_str(self) -> &'static str {
        match self {
            PageButton::Next => "next",
            PageButton::Previous => "prev",
            PageButton::Exit => "exit",
        }
    }

    /// The button in a form. Without one, for example after Enter, it is [`PageButton::Next`].
    pub fn from_fields(form: &Form) -> PageButton {
        let pressed = form.text(GO);
        [PageButton::Previous, PageButton::Exit]
            .into_iter()
            .find(|go| go.as_str() == pressed)
            .unwrap_or(PageButton::Next)
    }
}

/// The field of the "other" option, or of a comment.
pub fn other_field(field: &str) -> String {
    format!("{field}.other")
}

/// The hidden field with the text of an "other" option that a list showed as picked.
pub fn picked_other_field(field: &str) -> String {
    format!("{field}.picked")
}

/// The field for the date of a date with time.
pub fn date_field(field: &str) -> String {
    format!("{field}.date")
}

/// The field for the time of a date with time.
pub fn time_field(field: &str) -> String {
    format!("{field}.time")
}

/// The checkbox that accepts the start position of a slider as the answer.
pub fn keep_start_field(field: &str) -> String {
    format!("{field}.kept")
}

/// The checkbox that removes the previous file.
pub fn remove_file_field(field: &str) -> String {
    format!("{field}.removed")
}

/// The hidden field with the name of the previous file.
pub fn previous_file_field(field: &str) -> String {
    format!("{field}.before")
}
