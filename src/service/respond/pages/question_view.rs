//! A question as it is shown to one respondent, and the errors of the answer.

use super::fields;
use super::page_texts::PageTexts;
use crate::service::surveys::answers::{Reason, Violation};
use crate::service::surveys::page_texts::PageText;
use crate::spec::questions::DisplayType;
use crate::spec::resources::questions::{Answers, Choice, Heading, OtherOption, Question, Row};
use crate::spec::types::Nullable;
use maud::{Markup, html};

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
    /// The service's own texts.
    pub texts: PageTexts,
}

/// An error of an answer.
#[derive(Debug, Clone)]
pub struct FieldError {
    /// The field of the question or of one of its rows, or that of their "other" option or comment.
    pub field: String,
    /// The label of the row; empty if the error is not of one, or the row has no label.
    row: String,
    /// What is wrong.
    reason: Reason,
}

impl FieldError {
    /// The message with the question and the row that it is about.
    pub fn render_summary(&self, number: Option<usize>, texts: PageTexts) -> Markup {
        let Some(number) = number.map(|number| html! { (number) }) else { return self.render(texts) };
        let text = self.render_text(texts);
        if self.row.is_empty() {
            texts.render_with(PageText::QuestionSays, &[number, text])
        } else {
            texts.render_with(PageText::RowSays, &[number, texts.own(&self.row), text])
        }
    }

    /// The message alone.
    fn render(&self, texts: PageTexts) -> Markup {
        let text = self.render_text(texts);
        if self.reason.is_custom() { text } else { texts.mark(text) }
    }

    /// The message as a part of a sentence, which is marked as a whole.
    fn render_text(&self, texts: PageTexts) -> Markup {
        let text = self.reason.localize(texts.locale());
        if self.reason.is_custom() {
            texts.own(&text)
        } else {
            html! { (text) }
        }
    }
}

impl<'a> QuestionView<'a> {
    /// The field of the question.
    pub fn field(&self) -> String {
        fields::question_field(&self.question.id)
    }

    /// The display type, which can make another control of the question.
    pub fn display_type(&self) -> Option<DisplayType> {
        self.question.display_type()
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

    /// The id of the text of a field's error, which the field refers to; `None` if it has no error.
    pub fn error_id(&self, field: &str) -> Option<String> {
        self.find_error(field).map(|_| format!("{field}-wrong"))
    }

    /// The error text next to a field; empty if it has no error.
    pub fn render_error(&self, field: &str) -> Markup {
        html! {
            @if let Some(error) = self.find_error(field) {
                p.wrong id=[self.error_id(field)] {
                    span.visually-hidden { (self.texts.render(PageText::Error)) }
                    " " (error.render(self.texts))
                }
            }
        }
    }
}

/// The value of `aria-invalid` for a field with an error.
pub fn aria_invalid(error_id: Option<&String>) -> Option<&'static str> {
    error_id.map(|_| "true")
}

/// The errors of a question, each with its field.
pub fn field_errors(question: &Question, violations: &[Violation]) -> Vec<FieldError> {
    let field = fields::question_field(&question.id);
    let own = violations.iter().filter(|violation| violation.question.as_ref() == Some(&question.id));
    let rows = || question.answers.iter().filter_map(|answers| answers.rows.as_ref()).flatten();
    let mut errors: Vec<FieldError> = Vec::new();
    for violation in own {
        let field = violation.row.as_ref().map_or_else(|| field.clone(), |row| fields::nested_field(&field, row));
        let field = if violation.is_of_other { fields::other_field(&field) } else { field };
        let row = rows().find(|row| Some(&row.id) == violation.row.as_ref());
        if !errors.iter().any(|other| other.field == field) {
            let row = row.map(|row| row.text.clone()).unwrap_or_default();
            errors.push(FieldError { field, row, reason: violation.reason.clone() });
        }
    }
    errors
}
