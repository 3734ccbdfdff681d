//! A body with pages, of a survey or of answers, without its questions: they are most of it and are read later, some at
//! a time.

use crate::service::actor::pieces::Pieces;
use crate::wire::json::{Broken, Kind, Reader};
use std::borrow::Cow;
use std::collections::VecDeque;

/// The questions of a page, as JSON texts.
pub type Questions = VecDeque<Vec<u8>>;

/// Of a body with pages that part which is read at once. The questions are kept for the handler.
pub fn at_once<'a>(body: &'a [u8], pieces: &Pieces) -> Cow<'a, [u8]> {
    let (rest, questions) = outline(body).unwrap_or_else(|_| (body.to_vec(), Vec::new()));
    pieces.keep(Box::new(questions));
    rest.into()
}

/// The questions that were kept, by page.
pub fn kept(pieces: &Pieces) -> Vec<Questions> {
    let questions = pieces.kept(|_: &Vec<Questions>| true);
    questions.map(|questions| *questions).unwrap_or_default()
}

/// A body with no question in its pages, and the questions of each page.
pub fn outline(body: &[u8]) -> Result<(Vec<u8>, Vec<Questions>), Broken> {
    let place = |reader: &Reader| body.len().saturating_sub(reader.rest().len());
    let (mut reader, mut pages) = (Reader::new(body), Vec::new());
    let (mut rest, mut behind) = (Vec::new(), 0);
    reader.object()?;
    while let Some(name) = reader.key()? {
        if !name.is("pages") || reader.peek()? != Kind::Array {
            reader.skip()?;
            continue;
        }
        // Of members with the same name the last one counts.
        pages.clear();
        reader.array()?;
        while reader.item()? {
            let mut questions = VecDeque::new();
            reader.object()?;
            while let Some(name) = reader.key()? {
                if !name.is("questions") {
                    reader.skip()?;
                    continue;
                }
                questions.clear();
                if reader.peek()? != Kind::Array {
                    reader.skip()?;
                    continue;
                }
                reader.array()?;
                rest.extend_from_slice(body.get(behind..place(&reader)).unwrap_or_default());
                while reader.item()? {
                    questions.push_back(reader.raw()?.to_vec());
                }
                // The list's end is kept as its beginning was.
                behind = place(&reader).saturating_sub(1);
            }
            pages.push(questions);
        }
    }
    rest.extend_from_slice(body.get(behind..).unwrap_or_default());
    Ok((rest, pages))
}

#[cfg(test)]
mod tests {
    use super::outline;
    use serde_json::{Value, json};

    fn outlined(body: &str) -> (Value, Value) {
        let (rest, pages) = outline(body.as_bytes()).unwrap();
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
