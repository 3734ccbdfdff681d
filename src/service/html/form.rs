//! The parts of forms: labelled fields, hidden values, and the error of a form that is shown again.

use crate::spec::account::{EMAIL_MAX, PASSWORD_MAX};
use maud::{Markup, Render, html};

/// Why a form is shown again. No script runs on these pages, so the browser moves the focus, to the first field at
/// fault or to the message.
#[derive(Debug)]
pub struct FormError {
    /// The message.
    pub message: String,
    /// Names of the fields that the message is about, in the order of the page.
    pub fields: Vec<&'static str>,
}

impl Render for FormError {
    fn render(&self) -> Markup {
        let focused = self.fields.is_empty();
        html! {
            p.message.bad id=(ERROR) role="alert" tabindex=[focused.then_some("-1")] autofocus[focused] {
                (self.message)
            }
        }
    }
}

/// Id of the message.
const ERROR: &str = "error";

/// A labelled, required input of one line.
#[derive(Debug, Clone, Copy)]
pub struct InputField<'a> {
    name: &'a str,
    label: &'a str,
    kind: &'static str,
    value: Option<&'a str>,
    autocomplete: Option<&'static str>,
    min_length: Option<usize>,
    max_length: usize,
    error: Option<&'a FormError>,
}

impl<'a> InputField<'a> {
    /// A text of at most `max_length` characters.
    pub const fn text(name: &'a str, label: &'a str, max_length: usize) -> InputField<'a> {
        InputField {
            name,
            label,
            kind: "text",
            value: None,
            autocomplete: None,
            min_length: None,
            max_length,
            error: None,
        }
    }

    /// An e-mail address.
    pub const fn email(name: &'a str, label: &'a str) -> InputField<'a> {
        InputField { kind: "email", ..InputField::text(name, label, EMAIL_MAX) }
    }

    /// A password that the user has.
    pub const fn password(name: &'a str, label: &'a str) -> InputField<'a> {
        InputField { kind: "password", ..InputField::text(name, label, PASSWORD_MAX) }.autocomplete("current-password")
    }

    /// A password that the user chooses.
    pub const fn new_password(name: &'a str, label: &'a str) -> InputField<'a> {
        InputField::password(name, label).autocomplete("new-password")
    }

    /// Sets the value.
    pub const fn value(self, value: &'a str) -> InputField<'a> {
        InputField { value: Some(value), ..self }
    }

    /// Sets what the browser may fill in.
    pub const fn autocomplete(self, purpose: &'static str) -> InputField<'a> {
        InputField { autocomplete: Some(purpose), ..self }
    }

    /// Sets the error of the form, which may be about this field.
    pub const fn error(self, error: Option<&'a FormError>) -> InputField<'a> {
        InputField { error, ..self }
    }

    /// Sets the minimum length in characters.
    pub const fn min_length(self, characters: usize) -> InputField<'a> {
        InputField { min_length: Some(characters), ..self }
    }
}

impl Render for InputField<'_> {
    fn render(&self) -> Markup {
        let InputField { name, label, kind, value, autocomplete, min_length, max_length, error } = *self;
        let position = error.and_then(|error| error.fields.iter().position(|field| *field == name));
        labelled_control(
            name,
            label,
            &html! {
                input id=(name) name=(name) type=(kind) value=[value] autocomplete=[autocomplete]
                    minlength=[min_length] maxlength=(max_length) required
                    aria-invalid=[position.map(|_| "true")] aria-describedby=[position.map(|_| ERROR)]
                    autofocus[position == Some(0)];
            },
        )
    }
}

/// A control with its label.
pub fn labelled_control(name: &str, label: &str, control: &Markup) -> Markup {
    html! {
        .field {
            label for=(name) { (label) }
            (control)
        }
    }
}

/// A hidden field.
pub fn hidden_input(name: &str, value: &str) -> Markup {
    html! { input type="hidden" name=(name) value=(value); }
}

/// A drop-down list of values with labels.
pub fn select_field<'a>(
    name: &str,
    label: &str,
    chosen: &str,
    options: impl Iterator<Item = (&'a str, &'a str)>,
) -> Markup {
    labelled_control(
        name,
        label,
        &html! {
            select id=(name) name=(name) {
                @for (value, label) in options { option value=(value) selected[value == chosen] { (label) } }
            }
        },
    )
}

/// A field for several lines, with a hint.
pub fn textarea_field(name: &str, label: &str, content: &str, hint: &str) -> Markup {
    html! {
        .field {
            label for=(name) { (label) }
            textarea id=(name) name=(name) rows="3" { (content) }
            p.hint { (hint) }
        }
    }
}
