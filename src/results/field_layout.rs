//! The fields of a response that become cells, as positions in the tables of its payloads. A name that its table does
//! not have does not compile.
//!
//! The table of an export checks each page while it reads it, and calls `wire/check.rs` for a page that it could not
//! confirm. The two must agree, which `tests/results/documented.rs` checks.

// All of it runs at compile time, where a panic is a compile error.
#![allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, clippy::panic)]

use super::METADATA;
use crate::spec::resources::responses::{
    Answer, QuizResults, Response, ResponseMetadata, ResponsePage, ResponseQuestion, TypedValue,
};
use crate::spec::shape::{Field, Shape, Shaped};

/// The fields of a response.
pub(super) const RESPONSE: &[Field] = object_fields(Response::SHAPE);
pub(super) const PAGES: usize = field_position(RESPONSE, "pages");
pub(super) const VARIABLES: usize = field_position(RESPONSE, "custom_variables");
pub(super) const METADATA_POSITION: usize = field_position(RESPONSE, "metadata");

pub(super) const QUIZ_RESULTS: usize = field_position(RESPONSE, "quiz_results");

/// The fields of the score of a quiz.
pub(super) const SCORE_FIELDS: &[Field] = object_fields(QuizResults::SHAPE);

/// The columns of the fields that are metadata.
pub(super) const METADATA_COLUMNS: [Option<usize>; RESPONSE.len()] = {
    let (mut columns, mut column) = ([None; RESPONSE.len()], 0);
    while column < METADATA.len() {
        if let Some(position) = find_field(RESPONSE, METADATA[column].0) {
            columns[position] = Some(column);
        }
        column += 1;
    }
    columns
};

/// The fields of a respondent's metadata.
pub(super) const METADATA_FIELDS: &[Field] = object_fields(ResponseMetadata::SHAPE);

/// The shape of a typed value, and its fields.
pub(super) const TYPED_VALUE: Shape = TypedValue::SHAPE;
pub(super) const TYPED: &[Field] = object_fields(TYPED_VALUE);
pub(super) const VALUE: usize = field_position(TYPED, "value");

/// The fields of a page.
pub(super) const PAGE: &[Field] = object_fields(ResponsePage::SHAPE);
pub(super) const QUESTIONS: usize = field_position(PAGE, "questions");

/// The fields of a question.
pub(super) const QUESTION: &[Field] = object_fields(ResponseQuestion::SHAPE);
pub(super) const QUESTION_ID: usize = field_position(QUESTION, "id");
pub(super) const VARIANT: usize = field_position(QUESTION, "variable_id");
pub(super) const ANSWERS: usize = field_position(QUESTION, "answers");

/// The shape of an answer, and its fields.
pub(super) const ANSWER_SHAPE: Shape = Answer::SHAPE;
pub(super) const ANSWER: &[Field] = object_fields(ANSWER_SHAPE);
pub(super) const CHOICE: usize = field_position(ANSWER, "choice_id");
pub(super) const ROW: usize = field_position(ANSWER, "row_id");
pub(super) const COLUMN: usize = field_position(ANSWER, "col_id");
pub(super) const OTHER: usize = field_position(ANSWER, "other_id");
pub(super) const TEXT: usize = field_position(ANSWER, "text");
pub(super) const FILE: usize = field_position(ANSWER, "download_url");

const fn object_fields(shape: Shape) -> &'static [Field] {
    match shape {
        Shape::Object(object) => object.fields,
        _ => &[],
    }
}

/// Only the constants above call this, so an unknown name stops the build and nothing panics at run time.
const fn field_position(fields: &[Field], name: &str) -> usize {
    match find_field(fields, name) {
        Some(position) => position,
        None => panic!("there is no such field"),
    }
}

const fn find_field(fields: &[Field], name: &str) -> Option<usize> {
    let mut at = 0;
    while at < fields.len() {
        if same_bytes(fields[at].name.as_bytes(), name.as_bytes()) {
            return Some(at);
        }
        at += 1;
    }
    None
}

const fn same_bytes(one: &[u8], other: &[u8]) -> bool {
    let mut at = 0;
    while at < one.len() && at < other.len() && one[at] == other[at] {
        at += 1;
    }
    at == one.len() && at == other.len()
}
