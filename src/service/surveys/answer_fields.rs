//! Names of the form fields with answers, which are also the parameters of a link that fills them in.
//!
//! A name is `q` and the id of the question, followed by the ids of row and column, separated by dots. So a form can be
//! read without knowing how the page looked.

use crate::spec::types::Id;

/// The field of a question.
pub fn question_field(question: &Id) -> String {
    format!("q{}", question.as_str())
}

/// The field of a row, or of a column of a row, within the field of the question.
pub fn nested_field(field: &str, id: &Id) -> String {
    format!("{field}.{}", id.as_str())
}
