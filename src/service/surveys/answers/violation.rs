//! What is wrong with an answer, in words for the caller of the API and for the respondent alike.

use crate::service::surveys::messages::{Locale, MessageKey};
use crate::spec::errors::Error;
use crate::spec::types::Id;
use crate::wire::error::ApiError;

/// One thing that is wrong with the answers that were given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    /// Where it stands, such as `pages[0].questions[2].answers[1].choice_id`; `pages` if it stands nowhere.
    pub path: String,
    /// The question.
    pub question: Option<Id>,
    /// The row, if it is about one alone.
    pub row: Option<Id>,
    /// What is wrong: a sentence.
    pub reason: Reason,
}

/// What is wrong, as callers of the API are told it; respondents are told it in their language where it is not the
/// survey that says it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    text: String,
    message: Option<(MessageKey, Vec<String>)>,
}

impl From<String> for Reason {
    fn from(text: String) -> Reason {
        Reason { text, message: None }
    }
}

impl From<MessageKey> for Reason {
    fn from(word: MessageKey) -> Reason {
        Reason::with_args(word, &[])
    }
}

impl Reason {
    /// A sentence that is filled in.
    pub fn with_args(word: MessageKey, with: &[&str]) -> Reason {
        let filled = with.iter().map(|text| (*text).to_owned()).collect();
        Reason { text: Locale::English.format_message(word, with), message: Some((word, filled)) }
    }

    /// A text of the survey's own, or a sentence where it has none.
    pub fn custom_or(text: &str, otherwise: Reason) -> Reason {
        let says = otherwise.message.as_ref().is_some_and(|(word, _)| word.as_str() == text);
        if says || text.trim().is_empty() { otherwise } else { Reason::from(text.to_owned()) }
    }

    /// For callers of the API in other words than for respondents.
    pub fn with_api_text(text: String, word: MessageKey) -> Reason {
        Reason { text, message: Some((word, Vec::new())) }
    }

    /// What a respondent is told.
    pub fn localize(&self, tongue: Locale) -> String {
        match &self.message {
            Some((word, with)) => tongue.format_message(*word, &with.iter().map(String::as_str).collect::<Vec<_>>()),
            None => self.text.clone(),
        }
    }
}

/// How many problems a refusal names.
const LISTED_MAX: usize = 10;

/// The refusal of a request whose answers have these problems.
pub fn violations_error(problems: &[Violation]) -> ApiError {
    let mut details: Vec<String> = problems.iter().take(LISTED_MAX).map(Violation::describe).collect();
    let more = problems.len().saturating_sub(LISTED_MAX);
    if more > 0 {
        details.push(format!("There are {more} more."));
    }
    ApiError::with_detail(Error::BadBody, details.join(" "))
}

impl Violation {
    fn describe(&self) -> String {
        let Violation { path, reason: Reason { text: reason, .. }, .. } = self;
        match (&self.question, &self.row) {
            (Some(question), Some(row)) => format!("`{path}` (question {}, row {}): {reason}", question.0, row.0),
            (Some(question), None) => format!("`{path}` (question {}): {reason}", question.0),
            (None, _) => format!("`{path}`: {reason}"),
        }
    }
}
