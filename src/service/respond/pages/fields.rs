//! What the fields of a survey's form are called, and what stands in them.
//!
//! A name says what the field is about: `q` and the id of the question, then, with dots between, the row
//! and the column. So a form is read back without knowing what the page looked like.

use crate::spec::types::Id;
use crate::wire::form::Form;

/// Name of the hidden field with the sealed ticket.
pub const TICKET: &str = "ticket";

/// Name of the buttons.
pub const GO: &str = "go";

/// Name of the field for the collector's password.
pub const PASSWORD: &str = "password";

/// Name of the field for the address to which a link is sent.
pub const EMAIL: &str = "email";

/// Name of the field and of the parameter with the word of such a link.
pub const PROOF: &str = "proof";

/// The button that was pressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PageButton {
    /// To the page behind this one, or to the end.
    Next,
    /// To the page before.
    Previous,
    /// Out of the survey.
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

    /// The button that a form names; without one, as when Enter was pressed, the first.
    pub fn from_fields(form: &Form) -> PageButton {
        let pressed = form.text(GO);
        [PageButton::Previous, PageButton::Exit]
            .into_iter()
            .find(|go| go.as_str() == pressed)
            .unwrap_or(PageButton::Next)
    }
}

/// The field of a question.
pub fn question_field(question: &Id) -> String {
    format!("q{}", question.as_str())
}

/// The field of something within the field's question: a row, or a column of a row.
pub fn nested_field(field: &str, id: &Id) -> String {
    format!("{field}.{}", id.as_str())
}

/// The field for an answer of the respondent's own, or for a comment.
pub fn other_field(field: &str) -> String {
    format!("{field}.other")
}

/// The field for a date that comes with a time.
pub fn date_field(field: &str) -> String {
    format!("{field}.date")
}

/// The field for the time that comes with a date.
pub fn time_field(field: &str) -> String {
    format!("{field}.time")
}

/// The checkbox that makes an answer of where a slider stands at first.
pub fn keep_start_field(field: &str) -> String {
    format!("{field}.kept")
}

/// The checkbox that takes an uploaded file away.
pub fn remove_file_field(field: &str) -> String {
    format!("{field}.removed")
}

/// The hidden field that names the file which was uploaded before.
pub fn previous_file_field(field: &str) -> String {
    format!("{field}.before")
}
