//! A body with pages, of a survey or of answers, separated from its questions, which are most of its size and are
//! decoded later, some at a time.

use crate::service::actor::chunked_work::ChunkedWork;
use crate::wire::json::{JsonError, Reader, ValueKind};
use std::borrow::Cow;
use std::collections::VecDeque;

/// The questions of a page as JSON texts.
pub type QuestionBodies = VecDeque<Vec<u8>>;

/// The body without the questions of its pages. The questions are stored for the handler.
pub fn body_without_questions<'a>(body: &'a [u8], chunked_work: &ChunkedWork) -> Cow<'a, [u8]> {
    let (rest, questions) = split_questions(body).unwrap_or_else(|_| (body.to_vec(), Vec::new()));
    chunked_work.store_state(Box::new(questions));
    rest.into()
}

/// Takes the questions that [`body_without_questions`] stored, by page.
pub fn take_questions(chunked_work: &ChunkedWork) -> Vec<QuestionBodies> {
    let questions = chunked_work.take_state(|_: &Vec<QuestionBodies>| true);
    questions.map(|questions| *questions).unwrap_or_default()
}

/// The body without questions, and the questions of each page.
///
/// # Errors
///
/// Fails if the body is not valid JSON, or not an object.
pub fn split_questions(body: &[u8]) -> Result<(Vec<u8>, Vec<QuestionBodies>), JsonError> {
    let offset = |reader: &Reader| body.len().saturating_sub(reader.rest().len());
    let (mut reader, mut pages) = (Reader::new(body), Vec::new());
    let (mut rest, mut copied) = (Vec::new(), 0);
    reader.begin_object()?;
    while let Some(name) = reader.next_key()? {
        if !name.equals("pages") || reader.peek_kind()? != ValueKind::Array {
            reader.skip_value()?;
            continue;
        }
        // Of members with the same name the last one counts, as in other parsers of JSON.
        pages.clear();
        reader.begin_array()?;
        while reader.next_item()? {
            let mut questions = VecDeque::new();
            reader.begin_object()?;
            while let Some(name) = reader.next_key()? {
                if !name.equals("questions") {
                    reader.skip_value()?;
                    continue;
                }
                questions.clear();
                if reader.peek_kind()? != ValueKind::Array {
                    reader.skip_value()?;
                    continue;
                }
                reader.begin_array()?;
                rest.extend_from_slice(body.get(copied..offset(&reader)).unwrap_or_default());
                while reader.next_item()? {
                    questions.push_back(reader.read_raw()?.to_vec());
                }
                // The closing bracket stays in the body, as the opening one did.
                copied = offset(&reader).saturating_sub(1);
            }
            pages.push(questions);
        }
    }
    rest.extend_from_slice(body.get(copied..).unwrap_or_default());
    Ok((rest, pages))
}

#[cfg(test)]
mod tests {
    use super::split_questions;
    use serde_json::{Value, json};

    fn outlined(body: &str) -> (Value, Value) {
        let (rest, pages) = split_questions(body.as_bytes()).unwrap();
        let read = |text: &Vec<u8>| serde_json::from_slice::<Value>(text).unwrap();
        let pages = pages.iter().map(|questions| questions.iter().map(read).collect::<Value>());
        (serde_json::from_slice(&rest).unwrap(), pages.collect())
    }

    #[test]
    fn a_body_is_parted_from_its_questions() {
        let body = r#" {"title" : "]", "pages": [ {"questions" : [ {"a":[1]} , {} ], "title":"x"}, {}, {"questions":[]} ], "z":1} "#;
        let rest =
            json!({ "title": "]", "pages": [{ "questions": [], "title": "x" }, {}, { "questions": [] }], "z": 1 });
        assert_eq!(outlined(body), (rest, json!([[{ "a": [1] }, {}], [], []])));
        assert_eq!(outlined(r#"{"questions":[1]}"#), (json!({ "questions": [1] }), json!([])));
    }

    #[test]
    fn of_members_with_the_same_name_the_last_one_counts() {
        let body = r#"{"pages":[{"questions":[1]},{}],"p\u0061ges":[{"questions":[2],"questions":[3]},{"questions":[4],"questions":null}]}"#;
        let rest = json!({ "pages": [{ "questions": [] }, { "questions": null }] });
        assert_eq!(outlined(body), (rest, json!([[3], []])));
    }
}
