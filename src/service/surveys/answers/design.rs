//! The design of a survey as answers are held against it: its pages and questions, in order.

use crate::spec::questions::{Display, DisplayType, Kind, Parts, Picks};
use crate::spec::resources::questions::{Choice, Column, OtherOption, Question, Row};
use crate::spec::resources::surveys::QuizOptions;
use crate::spec::types::{Id, Nullable};
use crate::wire::payload;
use serde_json::{Value, json};

/// The design of a survey.
#[derive(Debug, Clone)]
pub struct Design {
    /// Id of the survey.
    pub survey_id: String,
    /// Its pages, in order.
    pub pages: Vec<DesignPage>,
    /// How it is scored, if it is a quiz.
    pub quiz: Option<QuizOptions>,
    /// Names of its custom variables.
    pub variables: Vec<String>,
}

/// A page of a design.
#[derive(Debug, Clone)]
pub struct DesignPage {
    /// Id of the page.
    pub id: Id,
    /// Title.
    pub title: String,
    /// Text below.
    pub description: String,
    /// Its questions in order, deleted ones included. They have no address.
    pub questions: Vec<Question>,
}

impl Design {
    /// The page with this id.
    pub fn find_page(&self, id: &Id) -> Option<&DesignPage> {
        self.pages.iter().find(|page| page.id == *id)
    }

    /// Every question in order, deleted ones included.
    pub fn questions(&self) -> impl Iterator<Item = &Question> {
        self.pages.iter().flat_map(|page| &page.questions)
    }
}

/// A question as it is stored, with what its columns hold.
pub(super) fn parse_question(mut body: Value, id: &str, position: u64) -> Option<Question> {
    let fields = body.as_object_mut()?;
    fields.insert("id".to_owned(), id.into());
    fields.insert("position".to_owned(), json!(position));
    fields.insert("href".to_owned(), "".into());
    payload::from_value(body)
}

/// What an answer to a question contains.
pub fn answer_parts(question: &Question) -> Parts {
    let Some(kind) = Kind::find_kind(question.family, question.subtype) else { return Parts::Nothing };
    let display =
        question.display_options.as_ref().and_then(|options| Display::find_display(options.display_type, kind));
    display.map_or(kind.parts, |display| display.parts)
}

/// How many choices of a question may be picked.
pub fn pick_rule(question: &Question) -> Picks {
    Kind::find_kind(question.family, question.subtype).map_or(Picks::Zero, |kind| kind.picks)
}

/// The choices of a question, deleted ones included.
pub fn choices_of(question: &Question) -> &[Choice] {
    question.answers.as_ref().and_then(|answers| answers.choices.as_deref()).unwrap_or_default()
}

/// The rows of a question, deleted ones included.
pub fn rows_of(question: &Question) -> &[Row] {
    question.answers.as_ref().and_then(|answers| answers.rows.as_deref()).unwrap_or_default()
}

/// The columns of a question, deleted ones included.
pub fn columns_of(question: &Question) -> &[Column] {
    question.answers.as_ref().and_then(|answers| answers.cols.as_deref()).unwrap_or_default()
}

/// The room for an answer of the respondent's own, unless it was deleted.
pub fn other_option(question: &Question) -> Option<&OtherOption> {
    question.answers.as_ref().and_then(|answers| answers.other.as_ref()).filter(|other| other.visible)
}

/// A value that may be null, as an option.
pub fn as_option<T>(value: &Nullable<T>) -> Option<&T> {
    match value {
        Nullable::Value(value) => Some(value),
        Nullable::Null => None,
    }
}

/// Whether a question is answered on a slider.
pub fn is_slider(question: &Question) -> bool {
    question.display_options.as_ref().is_some_and(|options| options.display_type == DisplayType::Slider)
}
