//! A survey's design as analysis needs it: its questions in their order, with all parts that an answer may refer to.
//!
//! Deleted parts (`visible: false`) are kept in their place. Labels are plain text.

use crate::spec::questions::{DateStyle, Parts, Picks};

/// A survey's design.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SurveyDesign {
    /// Id of the survey.
    pub id: String,
    /// The pages in their order.
    pub pages: Vec<DesignPage>,
    /// All questions in the order of the survey, those without answers (family presentation) included.
    pub questions: Vec<DesignQuestion>,
    /// Names of the custom variables.
    pub variables: Vec<String>,
}

/// A page.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct DesignPage {
    /// Id of the page.
    pub id: String,
    /// Its title as plain text; may be empty.
    pub title: String,
}

/// The form of a question's results.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum AnswerKind {
    /// Choices.
    Choices,
    /// Rows with choices.
    Rows,
    /// Rows with a menu of choices in each column.
    Menus,
    /// Entered numbers and sliders.
    Numbers,
    /// Texts.
    Texts,
    /// Uploaded files.
    Files,
    /// Dates and times.
    Dates,
    /// The question has no answers.
    #[default]
    None,
}

impl AnswerKind {
    /// The name in JSON.
    pub const fn as_str(self) -> &'static str {
        match self {
            AnswerKind::Choices => "choices",
            AnswerKind::Rows => "rows",
            AnswerKind::Menus => "menus",
            AnswerKind::Numbers => "numbers",
            AnswerKind::Texts => "texts",
            AnswerKind::Files => "files",
            AnswerKind::Dates => "dates",
            AnswerKind::None => "none",
        }
    }
}

/// A question.
#[derive(Debug, Clone, PartialEq)]
pub struct DesignQuestion {
    /// Id of the question.
    pub id: String,
    /// Position of its page among [`SurveyDesign::pages`].
    pub page: usize,
    /// Its number among the questions that can be answered, from 1; 0 if it cannot be.
    pub number: u32,
    /// Its first heading that is not empty, as plain text; else its id.
    pub heading: String,
    /// Family as in the design.
    pub family: String,
    /// Subtype as in the design.
    pub subtype: String,
    /// `display_options.display_type`; empty if there is none.
    pub display: String,
    /// False if it was deleted.
    pub visible: bool,
    /// The form of its results.
    pub kind: AnswerKind,
    /// The style of the dates that answer it; `None` if it is no question for dates.
    pub date_style: Option<DateStyle>,
    /// The parts of an answer, after the display.
    pub parts: Parts,
    /// How many choices may be selected.
    pub picks: Picks,
    /// Choices; of a matrix those of every row. Empty for menus, whose columns have their own.
    pub choices: Vec<DesignChoice>,
    /// Rows.
    pub rows: Vec<DesignRow>,
    /// Columns of a matrix of menus.
    pub columns: Vec<DesignColumn>,
    /// The fields for another answer or a comment; usually none or one.
    pub others: Vec<DesignOther>,
}

impl DesignQuestion {
    /// Whether a response may have several answers: to the question, or to each row.
    pub fn is_multiple(&self) -> bool {
        matches!(self.picks, Picks::Many | Picks::ManyPerRow)
    }
}

/// A choice.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct DesignChoice {
    /// Id of the choice.
    pub id: String,
    /// Its text as plain text, otherwise its weight, otherwise its id.
    pub label: String,
    /// Its weight, if it has one. It may be zero or negative.
    pub weight: Option<f64>,
    /// Its position, if it has one.
    pub position: Option<f64>,
    /// Whether it means "not applicable".
    pub is_na: bool,
    /// False if it was deleted.
    pub visible: bool,
}

impl DesignChoice {
    /// The value for statistics: the weight, otherwise the position; none for "not applicable".
    pub fn value(&self) -> Option<f64> {
        self.weight.or(self.position).filter(|_| !self.is_na)
    }
}

/// A row.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct DesignRow {
    /// Id of the row.
    pub id: String,
    /// Its text as plain text, otherwise its number; empty if it is the only row.
    pub label: String,
    /// False if it was deleted.
    pub visible: bool,
}

/// A column of a matrix of menus.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct DesignColumn {
    /// Id of the column.
    pub id: String,
    /// Its text as plain text, otherwise its id.
    pub label: String,
    /// False if it was deleted.
    pub visible: bool,
    /// The choices of its menu.
    pub choices: Vec<DesignChoice>,
}

/// A field for another answer or a comment.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct DesignOther {
    /// Id of the field, to which answers refer as `other_id`.
    pub id: String,
    /// Its label as plain text, otherwise its id.
    pub label: String,
    /// Whether it is a choice of its own, and not a comment.
    pub is_choice: bool,
    /// Whether every row has it.
    pub every_row: bool,
    /// False if it was deleted.
    pub visible: bool,
}

impl SurveyDesign {
    /// The position of a question.
    pub fn question(&self, id: &str) -> Option<usize> {
        self.questions.iter().position(|question| question.id == id)
    }
}
