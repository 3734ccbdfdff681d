//! Trims a body to what its handler reads, so that a client cannot make the service build large values for nothing:
//! unknown members go, and lists that are longer than any that is accepted are cut.

use super::json::{JsonError, Reader, ValueKind};
use crate::spec::limits::{EXTRA_FIELDS_CHARS_MAX, NAMED_PEOPLE_MAX};
use crate::spec::resources::contacts::CUSTOM_FIELDS;
use crate::spec::shape::Shape;

/// More items than all lists of a question that is accepted have together, or all lists that a body names once. The
/// rest of a large body is not decoded. Our choice.
const LISTED_MAX: usize = 4000;

/// Lists whose handlers accept far less than [`LISTED_MAX`] items. What is left of a longer one is still refused.
const BOUNDED: &[&str] = &[
    "answers",
    "choices",
    "cols",
    "contact_list_ids",
    "custom_variables",
    "fields",
    "headings",
    "metadata",
    "object_ids",
    "pages",
    "rows",
    "shares",
];

/// The body, which has this shape, without unknown members, and without items beyond what its handler accepts.
///
/// # Errors
///
/// [`JsonError`] if the body is not JSON.
pub fn trimmed(bytes: &[u8], shape: &Shape) -> Result<Vec<u8>, JsonError> {
    let mut out = Vec::new();
    trim_value(&mut Reader::new(bytes), shape, "", &mut LISTED_MAX.clone(), &mut out)?;
    Ok(out)
}

/// `name` is that of the member. `left` is how many items the bounded lists of this question may still have together,
/// or those of the body outside its questions.
fn trim_value(
    reader: &mut Reader,
    shape: &Shape,
    name: &str,
    left: &mut usize,
    out: &mut Vec<u8>,
) -> Result<(), JsonError> {
    let mut own = match name {
        // A body has many people, each of whom has fields.
        "custom_fields" => Some(CUSTOM_FIELDS.len().saturating_add(1)),
        "contact_ids" => Some(NAMED_PEOPLE_MAX.saturating_add(1)),
        // Each name but one has a character.
        "extra_fields" => Some(EXTRA_FIELDS_CHARS_MAX.saturating_add(2)),
        _ => None,
    };
    let is_bounded = own.is_some() || BOUNDED.contains(&name);
    let left = own.as_mut().unwrap_or(left);
    match (shape, reader.peek_kind()?) {
        (Shape::OneOrFirst(inner) | Shape::Array(inner) | Shape::ListedOrKeyed(inner), ValueKind::Array) => {
            out.push(b'[');
            reader.begin_array()?;
            while reader.next_item()? {
                if is_bounded && !take_one(left) {
                    reader.skip_value()?;
                    continue;
                }
                push_comma(b'[', out);
                // A question is decoded by itself.
                let mut of_question = LISTED_MAX;
                let left = if name == "questions" { &mut of_question } else { &mut *left };
                trim_value(reader, inner, "", left, out)?;
            }
            out.push(b']');
        }
        (Shape::Map(_), ValueKind::Object) if is_bounded => {
            let text = reader.rest();
            let length = |reader: &Reader| text.len().saturating_sub(reader.rest().len());
            let mut kept = 0;
            let mut is_cut = false;
            reader.begin_object()?;
            while reader.next_key()?.is_some() {
                reader.skip_value()?;
                match take_one(left) {
                    true => kept = length(reader),
                    false => is_cut = true,
                }
            }
            let (end, closing) = match (is_cut, kept) {
                (false, _) => (length(reader), ""),
                (true, 0) => (0, "{}"),
                (true, _) => (kept, "}"),
            };
            out.extend_from_slice(text.get(..end).unwrap_or_default());
            out.extend_from_slice(closing.as_bytes());
        }
        (Shape::Nullable(inner) | Shape::OneOrFirst(inner), _) => trim_value(reader, inner, name, left, out)?,
        (Shape::Object(table), ValueKind::Object) => {
            out.push(b'{');
            reader.begin_object()?;
            while let Some(key) = reader.next_key()? {
                let Some(field) = table.fields.iter().find(|field| key.equals(field.name)) else {
                    reader.skip_value()?;
                    continue;
                };
                push_comma(b'{', out);
                out.push(b'"');
                out.extend_from_slice(field.name.as_bytes());
                out.extend_from_slice(b"\":");
                trim_value(reader, &field.shape, field.name, left, out)?;
            }
            out.push(b'}');
        }
        _ => out.extend_from_slice(reader.read_raw()?),
    }
    Ok(())
}

/// Takes one of what is left. False if nothing is left.
fn take_one(left: &mut usize) -> bool {
    let is_left = *left > 0;
    *left = left.saturating_sub(1);
    is_left
}

/// Writes a comma, unless nothing was written since the opening bracket.
fn push_comma(opening: u8, out: &mut Vec<u8>) {
    if out.last() != Some(&opening) {
        out.push(b',');
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::resources::questions::QuestionNew;
    use crate::spec::resources::recipients::RecipientsNew;
    use crate::spec::resources::surveys::SurveyNew;
    use crate::spec::shape::Shaped as _;
    use serde_json::{Map, Value, json};

    #[test]
    fn what_has_a_name_stays_and_everything_else_goes() {
        let body = r#" {"z":[1,{"family":2}], "fami\u006cy" : "matrix", "answers":{"rows":[{"text":"a,]}","y":{}},{"y":1}],
            "other":[{"text":"x","y":0},{}],"choices":[]},"sorting":null,"position": 1.0e0,"family":"demographic","zz":"\ud800"} "#;
        let left = trimmed(body.as_bytes(), &QuestionNew::SHAPE).unwrap();
        let expected = r#"{"family":"matrix","answers":{"rows":[{"text":"a,]}"},{}],"other":[{"text":"x"},{}],"choices":[]},"sorting":null,"position":1.0e0,"family":"demographic"}"#;
        assert_eq!(String::from_utf8(left).unwrap(), expected);
    }

    /// The number of items of a list after trimming, by its pointer.
    fn left_of(body: &Value, shape: &Shape, list: &str) -> usize {
        let left: Value = serde_json::from_slice(&trimmed(body.to_string().as_bytes(), shape).unwrap()).unwrap();
        let list = left.pointer(list).unwrap();
        list.as_array().map_or_else(|| list.as_object().unwrap().len(), Vec::len)
    }

    #[test]
    fn s74_a_list_that_is_longer_than_any_that_is_accepted_is_cut() {
        let many = |item: Value| vec![item; LISTED_MAX + 1000];
        let choice = json!({ "text": "x" });
        let question = json!({ "headings": many(json!({ "heading": "x" })), "answers": { "choices": [choice] } });
        assert_eq!(left_of(&question, &QuestionNew::SHAPE, "/headings"), LISTED_MAX);
        assert_eq!(left_of(&question, &QuestionNew::SHAPE, "/answers/choices"), 0, "nothing is left for others");
        let cols = json!({ "answers": { "cols": vec![json!({ "text": "", "choices": vec![choice; 400] }); 100] } });
        let left = trimmed(cols.to_string().as_bytes(), &QuestionNew::SHAPE).unwrap();
        assert_eq!(String::from_utf8(left).unwrap().matches("\"x\"").count() / 100, LISTED_MAX / 100 - 1);
        let variables: Vec<String> = (0..LISTED_MAX + 1000).map(|number| format!("v{number}")).collect();
        let variables: Map<String, Value> = variables.into_iter().map(|name| (name, json!("{}"))).collect();
        let pages = json!({ "title": "x", "pages": many(json!({})), "custom_variables": {} });
        assert_eq!(left_of(&pages, &SurveyNew::SHAPE, "/pages"), LISTED_MAX);
        let survey = json!({ "title": "x", "custom_variables": variables });
        assert_eq!(left_of(&survey, &SurveyNew::SHAPE, "/custom_variables"), LISTED_MAX);
        let survey = json!({ "title": "x", "pages": [{ "questions": [question, question] }] });
        assert_eq!(left_of(&survey, &SurveyNew::SHAPE, "/pages/0/questions/1/headings"), LISTED_MAX, "each by itself");
        let survey = json!({ "title": "x", "pages": many(json!({})), "custom_variables": variables });
        assert_eq!(left_of(&survey, &SurveyNew::SHAPE, "/custom_variables"), 0, "nothing is left for others");
        let people = json!({ "contact_ids": vec!["1"; NAMED_PEOPLE_MAX + 1000] });
        assert_eq!(left_of(&people, &RecipientsNew::SHAPE, "/contact_ids"), NAMED_PEOPLE_MAX + 1);
    }

    #[test]
    fn the_custom_fields_of_every_person_are_retained() {
        let fields: Map<String, Value> = CUSTOM_FIELDS.iter().map(|field| ((*field).to_owned(), json!("x"))).collect();
        let people = json!({ "contacts": vec![json!({ "email": "a@example.com", "custom_fields": fields }); 1000] });
        let left = trimmed(people.to_string().as_bytes(), &RecipientsNew::SHAPE).unwrap();
        assert_eq!(serde_json::from_slice::<Value>(&left).unwrap(), people);
    }

    #[test]
    fn a_body_without_names_is_as_it_was() {
        for body in [json!([1, [2]]), json!("x"), json!({ "a": { "b": [] } })] {
            let left = trimmed(body.to_string().as_bytes(), &Value::SHAPE).unwrap();
            assert_eq!(serde_json::from_slice::<Value>(&left).unwrap(), body);
        }
    }
}
