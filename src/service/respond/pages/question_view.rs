//! A question as it is shown to one respondent, and the errors of the answer.

use super::fields;
use crate::service::html::{Html, element, text, text_element};
use crate::service::surveys::answers::Violation;
use crate::service::surveys::messages::{Locale, MessageKey};
use crate::spec::questions::DisplayType;
use crate::spec::resources::questions::{Answers, Choice, Heading, OtherOption, Question, Row};
use crate::spec::types::Nullable;

/// A question as it is shown to one respondent: with the order of options and the heading that were drawn.
pub struct QuestionView<'a> {
    /// The question.
    pub question: &'a Question,
    /// Its number in the survey; `None` if it takes no answer.
    pub number: Option<usize>,
    /// The heading that the respondent sees.
    pub heading: Option<&'a Heading>,
    /// The visible choices, in order.
    pub choices: Vec<&'a Choice>,
    /// The visible rows, in order.
    pub rows: Vec<&'a Row>,
    /// The errors of the answer.
    pub errors: Vec<FieldError>,
    /// Locale of the service's own messages.
    pub locale: Locale,
}

/// An error of an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldError {
    /// The field of the question or of one of its rows.
    pub field: String,
    /// The message for the respondent.
    pub message: String,
}

impl<'a> QuestionView<'a> {
    /// The field of the question.
    pub fn field(&self) -> String {
        fields::question_field(&self.question.id)
    }

    /// The display type, which can make another control of the question.
    pub fn display_type(&self) -> Option<DisplayType> {
        self.question.display_options.as_ref().map(|display| display.display_type)
    }

    /// The "other" option, if the question has one.
    pub fn other_option(&self) -> Option<&'a OtherOption> {
        let Answers { other, .. } = self.question.answers.as_ref()?;
        other.as_ref().filter(|other| other.visible)
    }

    /// Whether an answer is required.
    pub fn is_required(&self) -> bool {
        matches!(self.question.required, Nullable::Value(_))
    }

    /// The text of the heading; empty without one.
    pub fn heading_text(&self) -> &'a str {
        self.heading.map_or("", |heading| heading.heading.as_str())
    }

    /// The error of a field.
    pub fn find_error(&self, field: &str) -> Option<&FieldError> {
        self.errors.iter().find(|error| error.field == field)
    }

    /// The attributes that connect a field to the text of its error.
    pub fn error_attributes<'b>(&self, field: &str, describer: &'b str) -> Vec<(&'static str, &'b str)> {
        match self.find_error(field) {
            Some(_) => vec![("aria-invalid", "true"), ("aria-describedby", describer)],
            None => Vec::new(),
        }
    }
}

/// The id of the text of a field's error.
pub fn error_id(field: &str) -> String {
    format!("{field}-wrong")
}

/// The error text next to a field.
pub fn render_field_error(view: &QuestionView, field: &str) -> Option<Html> {
    let error = view.find_error(field)?;
    let content = [
        text_element("span", &[("class", "visually-hidden")], view.locale.message(MessageKey::Error)),
        text(" "),
        text(&error.message),
    ];
    Some(element("p", &[("class", "wrong"), ("id", &error_id(field))], content))
}

/// The errors of a question, each with its field.
pub fn field_errors(question: &Question, violations: &[Violation], locale: Locale) -> Vec<FieldError> {
    let field = fields::question_field(&question.id);
    let own = violations.iter().filter(|violation| violation.question.as_ref() == Some(&question.id));
    let mut errors: Vec<FieldError> = Vec::new();
    for violation in own {
        let field = violation.row.as_ref().map_or_else(|| field.clone(), |row| fields::nested_field(&field, row));
        let error = FieldError { field, message: violation.reason.localize(locale) };
        if !errors.iter().any(|other| other.field == error.field) {
            errors.push(error);
        }
    }
    errors
}
