//! Questions to a store and their answers, both JSON: an object with `kind`, often `rule`, and what the kind needs.

mod key;
mod order;
mod response;
mod rows;
mod values;

use super::analysis;
use super::store::{Rule, Store, refuse};
use crate::wire::failure::Failure;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The answer to a question.
///
/// # Errors
///
/// If the kind is unknown, a member is not as it must be, or the question names something that the design does not
/// have.
pub fn ask(store: &mut Store, question: &str) -> Result<String, Box<Failure>> {
    let question: Value = serde_json::from_str(question).map_err(|_| refuse("question", "JSON"))?;
    let kind = question.get("kind").and_then(Value::as_str).ok_or_else(|| refuse("kind", "a string"))?;
    let answer = match kind {
        "count" => count(store, &question)?,
        "rows" => rows::rows(store, &question)?,
        "columns" => rows::columns(store),
        "response" => response::response(store, &question)?,
        "values" | "languages" | "collectors" => values::values(store, kind, &question)?,
        "tag" => set_tags(store, &question)?,
        _ => return analysis::answer(store, kind, &question),
    };
    Ok(answer.to_string())
}

/// How many responses a rule lets through, and with `parts` how many it would let through without each of its parts.
fn count(store: &Store, question: &Value) -> Result<Value, Box<Failure>> {
    let rule = Rule::from_value(question.get("rule"))?;
    let mut answer = json!({ "count": store.filter(&rule)?.count(), "all": store.rows_in_view().count() });
    if question.get("parts").and_then(Value::as_bool) == Some(true)
        && let (Rule::All(parts), Some(Value::Array(written))) = (&rule, question.pointer("/rule/all"))
    {
        let mut counts = Vec::new();
        for (left_out, written) in written.iter().enumerate() {
            let others = parts.iter().enumerate().filter(|(position, _)| *position != left_out);
            let rest = Rule::All(others.map(|(_, part)| part.clone()).collect());
            counts.push(json!({ "rule": written, "count": store.filter(&rest)?.count() }));
        }
        if let Some(answer) = answer.as_object_mut() {
            answer.insert("counts".to_owned(), Value::Array(counts));
        }
    }
    Ok(answer)
}

/// Replaces all tags.
fn set_tags(store: &mut Store, question: &Value) -> Result<Value, Box<Failure>> {
    let Some(Value::Object(set)) = question.get("set") else { return Err(refuse("set", "an object")) };
    let mut tags = BTreeMap::new();
    for (id, list) in set {
        let list = list.as_array().ok_or_else(|| refuse(&["set.", id].concat(), "an array"))?;
        let own: Vec<String> = list.iter().filter_map(Value::as_str).map(str::to_owned).collect();
        if !own.is_empty() {
            tags.insert(id.clone(), own);
        }
    }
    let tagged = tags.len();
    store.set_tags(tags);
    Ok(json!({ "tagged": tagged }))
}

/// A member that is a whole number.
fn number_member(question: &Value, name: &str, default: usize) -> Result<usize, Box<Failure>> {
    match question.get(name) {
        None | Some(Value::Null) => Ok(default),
        Some(value) => {
            let number = value.as_u64().and_then(|number| usize::try_from(number).ok());
            number.ok_or_else(|| refuse(name, "a whole number"))
        }
    }
}
