//! The design of a survey, for checking answers: pages and questions, in order.

use crate::service::store::sql;
use crate::spec::questions::{DateStyle, Display, DisplayType, Kind, Parts, Picks};
use crate::spec::resources::questions::{Choice, Column, OtherOption, Question, Row};
use crate::spec::resources::surveys::QuizOptions;
use crate::spec::types::{Id, Nullable};
use serde_json::Value;
use std::rc::Rc;

/// The design of a survey.
#[derive(Debug, Clone)]
pub struct Design {
    /// The id of the survey.
    pub survey_id: String,
    /// The pages, in order. Requests share those in the object cache.
    pub pages: Rc<Vec<DesignPage>>,
    /// The quiz options, if the survey is a quiz.
    pub quiz: Option<QuizOptions>,
    /// The names of the custom variables.
    pub variables: Vec<String>,
    /// The title, the language and the settings of the survey.
    pub survey: SurveyTexts,
}

/// What the row of a survey says to respondents.
#[derive(Debug, Clone, Default)]
pub struct SurveyTexts {
    /// The title.
    pub title: String,
    /// The code of its own language.
    pub language: String,
    /// The settings, such as the texts of the buttons.
    pub body: Value,
}

/// A page of a design.
#[derive(Debug, Clone)]
pub struct DesignPage {
    /// The id of the page.
    pub id: Id,
    /// The title.
    pub title: String,
    /// The description below the title.
    pub description: String,
    /// The questions in order, including hidden ones. Their `href` is empty.
    pub questions: Vec<Question>,
}

impl DesignPage {
    /// A page without its questions.
    pub fn from_row(row: &sql::Row) -> DesignPage {
        let id = row.text("id").into();
        DesignPage { id, title: row.text("title"), description: row.text("description"), questions: Vec::new() }
    }
}

impl Design {
    /// The page with this id.
    pub fn find_page(&self, id: &Id) -> Option<&DesignPage> {
        self.pages.iter().find(|page| page.id == *id)
    }

    /// Every question in order, including hidden ones.
    pub fn questions(&self) -> impl Iterator<Item = &Question> {
        self.pages.iter().flat_map(|page| &page.questions)
    }
}

/// The parts of which an answer to a question consists.
pub fn answer_parts(question: &Question) -> Parts {
    let Some(kind) = Kind::find_kind(question.family, question.subtype) else { return Parts::Nothing };
    let display = question.display_type().and_then(|display_type| Display::find_display(display_type, kind));
    display.map_or(kind.parts, |display| display.parts)
}

/// Which dates the answers are; `None` if they are none.
pub fn date_style(question: &Question) -> Option<DateStyle> {
    Kind::find_kind(question.family, question.subtype).and_then(Kind::date_style)
}

/// How many choices of a question may be picked.
pub fn pick_rule(question: &Question) -> Picks {
    Kind::find_kind(question.family, question.subtype).map_or(Picks::Zero, |kind| kind.picks)
}

/// The choices of a question, including hidden ones.
pub fn choices_of(question: &Question) -> &[Choice] {
    question.answers.as_ref().and_then(|answers| answers.choices.as_deref()).unwrap_or_default()
}

/// The rows of a question, including hidden ones.
pub fn rows_of(question: &Question) -> &[Row] {
    question.answers.as_ref().and_then(|answers| answers.rows.as_deref()).unwrap_or_default()
}

/// The columns of a question, including hidden ones.
pub fn columns_of(question: &Question) -> &[Column] {
    question.answers.as_ref().and_then(|answers| answers.cols.as_deref()).unwrap_or_default()
}

/// The "other" option of a question, unless it is hidden.
pub fn other_option(question: &Question) -> Option<&OtherOption> {
    question.answers.as_ref().and_then(|answers| answers.other.as_ref()).filter(|other| other.visible)
}

/// A nullable value as an option.
pub fn as_option<T>(value: &Nullable<T>) -> Option<&T> {
    match value {
        Nullable::Value(value) => Some(value),
        Nullable::Null => None,
    }
}

/// Whether a question is displayed as a slider.
pub fn is_slider(question: &Question) -> bool {
    question.display_type() == Some(DisplayType::Slider)
}
