//! A question as it is stored: its JSON text without the members that have columns, and its cost.

use super::question_cost::QuestionCost;
use super::{ids, representation};
use crate::service::store::sql::Row;
use crate::spec::payload::Encode as _;
use crate::spec::resources::questions::Question;
use crate::spec::types::{Id, Integer};
use crate::wire::payload;
use serde_json::Value;

/// The start and end of the JSON of a question with empty id, position and URL. They are removed from the stored text.
const EDGES: [&str; 2] = ["{\"id\":\"\",\"position\":0,", ",\"href\":\"\"}"];

/// A question to store. Its new options have empty ids.
#[derive(Debug)]
pub struct StoredQuestion {
    /// The JSON text.
    pub text: String,
    /// The cost.
    pub cost: QuestionCost,
}

impl StoredQuestion {
    /// Encodes a question.
    pub fn from_question(mut question: Question) -> StoredQuestion {
        (question.id, question.position, question.href) = (Id(String::new()), Integer::saturating(0), String::new());
        let text = String::from_utf8(payload::to_json(&question)).unwrap_or_default();
        let [first, last] = EDGES;
        let inner = text.strip_prefix(first).and_then(|text| text.strip_suffix(last)).unwrap_or_default();
        StoredQuestion { text: format!("{{{inner}}}"), cost: QuestionCost::from_question(&question) }
    }

    /// Writes the JSON of a stored question with its id, position and URL. False if the text must be decoded first: an
    /// older program stored it.
    pub fn write_row(row: &Row, href: &str, out: &mut Vec<u8>) -> bool {
        let text = row.text("body");
        let inner = text.strip_prefix('{').and_then(|text| text.strip_suffix('}')).filter(|inner| !inner.is_empty());
        let Some(inner) = inner.filter(|_| row.optional_text("cells").is_some()) else { return false };
        out.extend_from_slice(b"{\"id\":");
        row.text("id").write(out);
        out.extend_from_slice(b",\"position\":");
        Integer::saturating(row.count("position")).write(out);
        out.push(b',');
        out.extend_from_slice(inner.as_bytes());
        out.extend_from_slice(b",\"href\":");
        href.to_owned().write(out);
        out.push(b'}');
        true
    }

    /// Copies a stored question without its hidden options, to which no answer of the copy refers. `None` if the
    /// question itself is hidden.
    pub fn copy_row(row: &Row) -> Option<StoredQuestion> {
        let text = row.text("body");
        if row.optional_text("cells").is_some() && !text.contains("\"visible\":false") {
            let cost = QuestionCost { cells: row.integer("cells"), visible_cells: row.integer("visible_cells") };
            return Some(StoredQuestion { text: ids::clear_ids(&text), cost });
        }
        let mut body = row.json("body");
        if is_hidden(&body) {
            return None;
        }
        remove_hidden(&mut body);
        let copy = StoredQuestion::from_question(representation::parse_question(body, "", 0)?);
        Some(StoredQuestion { text: ids::clear_ids(&copy.text), ..copy })
    }
}

fn is_hidden(part: &Value) -> bool {
    part.get("visible") == Some(&Value::Bool(false))
}

/// Removes hidden options, and numbers the others.
fn remove_hidden(value: &mut Value) {
    match value {
        Value::Array(items) => {
            items.retain(|item| !is_hidden(item));
            for (number, item) in (1_u64..).zip(items) {
                if let Some(position) = item.get_mut("position") {
                    *position = number.into();
                }
                remove_hidden(item);
            }
        }
        Value::Object(fields) => {
            fields.retain(|_, field| !is_hidden(field));
            fields.values_mut().for_each(remove_hidden);
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_the_columns_hold_is_not_in_the_text() {
        let body = json!({ "visible": true, "family": "open_ended", "subtype": "single", "layout": null,
                           "headings": [{ "heading": "An \"id\":\"\" in a text" }], "sorting": null,
                           "required": null, "validation": null, "forced_ranking": false });
        let question = Question {
            id: "7".into(),
            href: "x".to_owned(),
            ..representation::parse_question(body.clone(), "", 0).unwrap()
        };
        assert_eq!(StoredQuestion::from_question(question).text, body.to_string());
    }
}
