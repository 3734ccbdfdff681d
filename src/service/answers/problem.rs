//! What is wrong with an answer, in words for the caller of the API and for the respondent alike.

use crate::spec::errors::Error;
use crate::spec::types::Id;
use crate::wire::error::ApiError;

/// One thing that is wrong with the answers that were given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// Where it stands, such as `pages[0].questions[2].answers[1].choice_id`; `pages` if it stands nowhere.
    pub path: String,
    /// The question.
    pub question: Option<Id>,
    /// The row, if it is about one alone.
    pub row: Option<Id>,
    /// What a respondent is told: a sentence.
    pub reason: String,
}

/// How many problems a refusal names.
const NAMED: usize = 10;

/// The refusal of a request whose answers have these problems.
pub fn refusal(problems: &[Problem]) -> ApiError {
    let mut details: Vec<String> = problems.iter().take(NAMED).map(Problem::detail).collect();
    let more = problems.len().saturating_sub(NAMED);
    if more > 0 {
        details.push(format!("There are {more} more."));
    }
    ApiError::with(Error::BadBody, details.join(" "))
}

impl Problem {
    fn detail(&self) -> String {
        let Problem { path, reason, .. } = self;
        match (&self.question, &self.row) {
            (Some(question), Some(row)) => format!("`{path}` (question {}, row {}): {reason}", question.0, row.0),
            (Some(question), None) => format!("`{path}` (question {}): {reason}", question.0),
            (None, _) => format!("`{path}`: {reason}"),
        }
    }
}
