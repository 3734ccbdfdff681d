//! Which fields of a response become cells: their places in the tables of its payloads. A name that its table does not
//! have does not compile.

// All of it runs while compiling, where a panic is an error of the compiler.
#![allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, clippy::panic)]

use super::METADATA;
use crate::spec::resources::responses::{
    Answer, Response, ResponseMetadata, ResponsePage, ResponseQuestion, TypedValue,
};
use crate::spec::shape::{Field, Shape, Shaped};

/// The fields of a response.
pub(super) const RESPONSE: &[Field] = fields(Response::SHAPE);
pub(super) const PAGES: usize = place(RESPONSE, "pages");
pub(super) const VARIABLES: usize = place(RESPONSE, "custom_variables");
pub(super) const ABOUT: usize = place(RESPONSE, "metadata");

/// The columns of those that are facts.
pub(super) const FACTS: [Option<usize>; RESPONSE.len()] = {
    let (mut facts, mut column) = ([None; RESPONSE.len()], 0);
    while column < METADATA.len() {
        if let Some(place) = find(RESPONSE, METADATA[column].0) {
            facts[place] = Some(column);
        }
        column += 1;
    }
    facts
};

/// The fields of what is known about a respondent.
pub(super) const KNOWN: &[Field] = fields(ResponseMetadata::SHAPE);

/// The shape of a value that says what it is, and its fields.
pub(super) const TYPED_VALUE: Shape = TypedValue::SHAPE;
pub(super) const TYPED: &[Field] = fields(TYPED_VALUE);
pub(super) const VALUE: usize = place(TYPED, "value");

/// The fields of a page.
pub(super) const PAGE: &[Field] = fields(ResponsePage::SHAPE);
pub(super) const QUESTIONS: usize = place(PAGE, "questions");

/// The fields of a question.
pub(super) const QUESTION: &[Field] = fields(ResponseQuestion::SHAPE);
pub(super) const QUESTION_ID: usize = place(QUESTION, "id");
pub(super) const VARIANT: usize = place(QUESTION, "variable_id");
pub(super) const ANSWERS: usize = place(QUESTION, "answers");

/// The shape of an answer, and its fields.
pub(super) const ANSWER_SHAPE: Shape = Answer::SHAPE;
pub(super) const ANSWER: &[Field] = fields(ANSWER_SHAPE);
pub(super) const CHOICE: usize = place(ANSWER, "choice_id");
pub(super) const ROW: usize = place(ANSWER, "row_id");
pub(super) const COLUMN: usize = place(ANSWER, "col_id");
pub(super) const OTHER: usize = place(ANSWER, "other_id");
pub(super) const TEXT: usize = place(ANSWER, "text");
pub(super) const FILE: usize = place(ANSWER, "download_url");

const fn fields(shape: Shape) -> &'static [Field] {
    match shape {
        Shape::Object(object) => object.fields,
        _ => &[],
    }
}

const fn place(fields: &[Field], name: &str) -> usize {
    match find(fields, name) {
        Some(place) => place,
        None => panic!("there is no such field"),
    }
}

const fn find(fields: &[Field], name: &str) -> Option<usize> {
    let mut at = 0;
    while at < fields.len() {
        if same(fields[at].name.as_bytes(), name.as_bytes()) {
            return Some(at);
        }
        at += 1;
    }
    None
}

const fn same(one: &[u8], other: &[u8]) -> bool {
    let mut at = 0;
    while at < one.len() && at < other.len() && one[at] == other[at] {
        at += 1;
    }
    at == one.len() && at == other.len()
}
