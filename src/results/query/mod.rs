//! Queries of a store and their results, both JSON. A query is an object with `kind`, often `rule`, and the members
//! that its kind needs.

mod key;
mod order;
mod response;
mod rows;
mod values;

use super::analysis;
use super::arguments::{Arguments, refuse};
use super::store::{Rule, Store};
use crate::wire::failure::Failure;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Runs a query and returns its result.
///
/// # Errors
///
/// If the kind is unknown, a member is not as it must be, or the query names something that the design does not have.
pub fn run_query(store: &mut Store, query: &str) -> Result<String, Box<Failure>> {
    let query: Value = serde_json::from_str(query).map_err(|_| refuse("query", "JSON"))?;
    let arguments = Arguments::new(&query)?;
    let kind = arguments.text("kind")?.ok_or_else(|| refuse("kind", "a string"))?;
    let result = match kind {
        "count" => count(store, arguments)?,
        "rows" => rows::rows(store, arguments)?,
        "columns" => rows::columns(store),
        "response" => response::response(store, arguments)?,
        "values" => values::values(store, arguments)?,
        "tag" => set_tags(store, arguments)?,
        _ => return analysis::run(store, kind, &query),
    };
    Ok(result.to_string())
}

/// How many responses a rule lets through, and with `parts` how many it would let through without each of its parts.
fn count(store: &Store, arguments: Arguments) -> Result<Value, Box<Failure>> {
    let written = arguments.member("rule");
    let rule = Rule::from_value(written)?;
    let mut result = json!({ "count": store.filter(&rule)?.count(), "all": store.rows_in_view().count() });
    if arguments.flag("parts")?
        && let (Rule::All(parts), Some(Value::Array(written))) = (&rule, written.and_then(|rule| rule.get("all")))
    {
        let mut counts = Vec::new();
        for (left_out, written) in written.iter().enumerate() {
            let others = parts.iter().enumerate().filter(|(position, _)| *position != left_out);
            let rest = Rule::All(others.map(|(_, part)| part.clone()).collect());
            counts.push(json!({ "rule": written, "count": store.filter(&rest)?.count() }));
        }
        if let Some(members) = result.as_object_mut() {
            members.insert("counts".to_owned(), Value::Array(counts));
        }
    }
    Ok(result)
}

/// Replaces all tags.
fn set_tags(store: &mut Store, arguments: Arguments) -> Result<Value, Box<Failure>> {
    let Some(Value::Object(set)) = arguments.member("set") else { return Err(refuse("set", "an object")) };
    let mut tags = BTreeMap::new();
    for (id, list) in set {
        let list = list.as_array().map(|list| list.iter().map(|tag| Some(tag.as_str()?.to_owned())));
        let own: Option<Vec<String>> = list.and_then(Iterator::collect);
        let own = own.ok_or_else(|| refuse(&["set.", id].concat(), "an array of strings"))?;
        if !own.is_empty() {
            tags.insert(id.clone(), own);
        }
    }
    let tagged = tags.len();
    store.set_tags(tags);
    Ok(json!({ "tagged": tagged }))
}
