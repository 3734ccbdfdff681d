//! What is wrong with an answer, in words for callers of the API and for respondents.

use crate::service::surveys::page_texts::{Locale, PageText};
use crate::spec::errors::Error;
use crate::spec::types::Id;
use crate::wire::error::ApiError;

/// One mistake in the submitted answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    /// The path of the field, such as `pages[0].questions[2].answers[1].choice_id`; `pages` if the mistake is in no
    /// single field.
    pub path: String,
    /// The id of the question.
    pub question: Option<Id>,
    /// The id of the row, if the mistake is in a single row.
    pub row: Option<Id>,
    /// Whether the mistake is in the text of the "other" option or of a comment.
    pub is_of_other: bool,
    /// What is wrong.
    pub reason: Reason,
}

/// What is wrong: a sentence in English for callers of the API, and a message that is translated for respondents,
/// unless the text is the survey's own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    text: String,
    message: Option<(PageText, Vec<String>)>,
}

impl From<String> for Reason {
    fn from(text: String) -> Reason {
        Reason { text, message: None }
    }
}

impl From<PageText> for Reason {
    fn from(key: PageText) -> Reason {
        Reason::with_args(key, &[])
    }
}

impl Reason {
    /// A message with its placeholders filled in.
    pub fn with_args(key: PageText, arguments: &[&str]) -> Reason {
        let filled = arguments.iter().map(|text| (*text).to_owned()).collect();
        Reason { text: Locale::English.format_text(key, arguments), message: Some((key, filled)) }
    }

    /// The survey's own text if it has one, otherwise `otherwise`. A text equal to the English default counts as none,
    /// so that it is translated.
    pub fn custom_or(text: &str, otherwise: Reason) -> Reason {
        if text == otherwise.text || text.trim().is_empty() { otherwise } else { Reason::from(text.to_owned()) }
    }

    /// Whether it is the survey's own text.
    pub fn is_custom(&self) -> bool {
        self.message.is_none()
    }

    /// A text for callers of the API, and another message for respondents.
    pub fn with_api_text(text: String, key: PageText) -> Reason {
        Reason { text, message: Some((key, Vec::new())) }
    }

    /// Another argument in the message for respondents.
    pub fn shown_with(mut self, argument: &str) -> Reason {
        self.message = self.message.map(|(key, _)| (key, vec![argument.to_owned()]));
        self
    }

    /// The text for a respondent.
    pub fn localize(&self, locale: Locale) -> String {
        match &self.message {
            Some((key, arguments)) => {
                locale.format_text(*key, &arguments.iter().map(String::as_str).collect::<Vec<_>>())
            }
            None => self.text.clone(),
        }
    }
}

/// Maximum number of violations that an error lists.
const LISTED_MAX: usize = 10;

/// The error of a request whose answers have these violations: 1002 with the first ones in its detail.
pub fn violations_error(violations: &[Violation]) -> ApiError {
    let mut details: Vec<String> = violations.iter().take(LISTED_MAX).map(Violation::describe).collect();
    let more = violations.len().saturating_sub(LISTED_MAX);
    if more > 0 {
        details.push(format!("There are {more} more."));
    }
    ApiError::with_detail(Error::BadBody, details.join(" "))
}

impl Violation {
    /// A mistake in the answers to a question, or in one of its rows.
    pub fn new(path: String, question: Option<Id>, row: Option<Id>, reason: Reason) -> Violation {
        Violation { path, question, row, is_of_other: false, reason }
    }

    fn describe(&self) -> String {
        let Violation { path, reason: Reason { text: reason, .. }, .. } = self;
        match (&self.question, &self.row) {
            (Some(question), Some(row)) => format!("`{path}` (question {}, row {}): {reason}", question.0, row.0),
            (Some(question), None) => format!("`{path}` (question {}): {reason}", question.0),
            (None, _) => format!("`{path}`: {reason}"),
        }
    }
}
