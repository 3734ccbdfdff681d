//! A question as a respondent is asked it, and what was wrong with the answer.

use super::fields;
use crate::service::html::{Html, element, text, text_element};
use crate::service::surveys::messages::{Locale, MessageKey};
use crate::spec::questions::DisplayType;
use crate::spec::resources::questions::{Answers, Choice, Heading, OtherOption, Question, Row};
use crate::spec::types::Nullable;

/// A question as one respondent is asked it: in an order, with one of its headings.
pub struct QuestionView<'a> {
    /// The question.
    pub question: &'a Question,
    /// Its number in the survey; none if it takes no answer.
    pub number: Option<usize>,
    /// The heading that the respondent sees.
    pub heading: Option<&'a Heading>,
    /// The choices that are shown, in order.
    pub choices: Vec<&'a Choice>,
    /// The rows that are shown, in order.
    pub rows: Vec<&'a Row>,
    /// What was wrong with the answer.
    pub errors: Vec<FieldError>,
    /// Language of the words around it.
    pub locale: Locale,
}

/// What was wrong with an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldError {
    /// The field that it is about: that of the question, or of one of its rows.
    pub field: String,
    /// What to say.
    pub message: String,
}

impl<'a> QuestionView<'a> {
    /// The field of the question.
    pub fn field(&self) -> String {
        fields::question_field(&self.question.id)
    }

    /// The display that makes another question of it.
    pub fn display_type(&self) -> Option<DisplayType> {
        self.question.display_options.as_ref().map(|display| display.display_type)
    }

    /// Room for an answer of the respondent's own, if the question has it.
    pub fn other_option(&self) -> Option<&'a OtherOption> {
        let Answers { other, .. } = self.question.answers.as_ref()?;
        other.as_ref().filter(|other| other.visible)
    }

    /// Whether something must be answered.
    pub fn is_required(&self) -> bool {
        matches!(self.question.required, Nullable::Value(_))
    }

    /// The heading as text.
    pub fn heading_text(&self) -> &'a str {
        self.heading.map_or("", |heading| heading.heading.as_str())
    }

    /// What is wrong with a field, if anything.
    pub fn find_error(&self, field: &str) -> Option<&FieldError> {
        self.errors.iter().find(|complaint| complaint.field == field)
    }

    /// The attributes that tie a field to what is wrong with it.
    pub fn error_attributes<'b>(&self, field: &str, describer: &'b str) -> Vec<(&'static str, &'b str)> {
        match self.find_error(field) {
            Some(_) => vec![("aria-invalid", "true"), ("aria-describedby", describer)],
            None => Vec::new(),
        }
    }
}

/// The id of the text that says what is wrong with a field.
pub fn error_id(field: &str) -> String {
    format!("{field}-wrong")
}

/// What is wrong with a field, to stand beside it.
pub fn render_field_error(asked: &QuestionView, field: &str) -> Option<Html> {
    let complaint = asked.find_error(field)?;
    let words = [
        text_element("span", &[("class", "visually-hidden")], asked.locale.message(MessageKey::Error)),
        text(" "),
        text(&complaint.message),
    ];
    Some(element("p", &[("class", "wrong"), ("id", &error_id(field))], words))
}
