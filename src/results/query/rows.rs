//! The table of responses: its columns, and a window of its rows.

use super::key::TableKey;
use super::order;
use crate::results::arguments::{Arguments, refuse};
use crate::results::store::{AnswerKind, Condition, Rule, Store};
use crate::spec::questions::Parts;
use crate::wire::failure::Failure;
use serde_json::{Value, json};

/// The columns other than those of questions and custom variables: key, label, kind.
const COLUMNS: &[(&str, &str, &str)] = &[
    ("id", "Response ID", "text"),
    ("status", "Status", "text"),
    ("date_created", "First saved", "date"),
    ("date_modified", "Last changed", "date"),
    ("collector", "Collector", "text"),
    ("language", "Language", "text"),
    ("seconds", "Seconds spent", "number"),
    ("email", "Email address", "text"),
    ("first_name", "First name", "text"),
    ("last_name", "Last name", "text"),
    ("ip", "IP address", "text"),
    ("custom", "Custom value", "text"),
    ("mode", "Collection mode", "text"),
    ("tags", "Tags", "text"),
];
/// Rows of a window whose end the query does not name.
const WINDOW: usize = 100;
/// Rows that a window may have.
const LARGEST: usize = 10_000;

/// All columns that a table may have.
pub(super) fn columns(store: &Store) -> Value {
    let mut columns: Vec<Value> =
        COLUMNS.iter().map(|(key, label, kind)| json!({ "key": key, "label": label, "kind": kind })).collect();
    for name in store.variables() {
        let key = ["variable:", name].concat();
        columns.push(json!({ "key": key, "label": name, "kind": "text" }));
    }
    for question in store.design().questions.iter().filter(|question| question.parts != Parts::Nothing) {
        let key = ["question:", &question.id].concat();
        let kind = if question.kind == AnswerKind::Numbers { "number" } else { "text" };
        if question.rows.is_empty() {
            columns.push(json!({ "key": key, "label": question.heading, "kind": kind }));
        }
        for row in &question.rows {
            let (key, dash) = ([&key, ":", &row.id].concat(), if row.label.is_empty() { "" } else { " - " });
            let label = [&question.heading, dash, &row.label].concat();
            columns.push(json!({ "key": key, "label": label, "kind": kind }));
        }
        // A comment belongs to no row: its column has the key of a row without an id.
        if let Some(comment) = question.others.iter().find(|other| !other.every_row)
            && !question.rows.is_empty()
        {
            let (key, label) = ([&key, ":"].concat(), [&question.heading, " - ", &comment.label].concat());
            columns.push(json!({ "key": key, "label": label, "kind": "text" }));
        }
    }
    Value::Array(columns)
}

/// A window of the rows that a rule lets through, in the order of the query.
pub(super) fn rows(store: &Store, arguments: Arguments) -> Result<Value, Box<Failure>> {
    let mut rule = Rule::from_value(arguments.member("rule"))?;
    if let Some(text) = arguments.text("text")?.filter(|text| !text.is_empty()) {
        rule = Rule::All(vec![rule, Rule::Condition(Condition::AnyText(text.to_owned()))]);
    }
    let from = arguments.position("from")?.unwrap_or(0);
    let to = arguments.position("to")?.unwrap_or(from.saturating_add(WINDOW));
    if to.saturating_sub(from) > LARGEST {
        return Err(refuse("to", "at most 10000 more than from"));
    }
    let keys: Vec<TableKey> = match arguments.list("columns")? {
        None => vec![TableKey::Created],
        Some(keys) => {
            let read = |key: &Value| {
                TableKey::parse(key.as_str().ok_or_else(|| refuse("columns", "an array of strings"))?, store)
            };
            keys.iter().map(read).collect::<Result<_, Box<Failure>>>()?
        }
    };
    let order = order::sorted(store, arguments, &store.filter(&rule)?)?;
    let window = order.iter().skip(from).take(to.saturating_sub(from));
    let row = |row: &u32| {
        let cells: Vec<Value> = keys.iter().map(|key| key.cell(store, *row)).collect();
        json!({ "id": store.id(*row), "cells": cells })
    };
    Ok(json!({
        "all": store.rows_in_view().count(),
        "filtered": order.len(),
        "from": from,
        "rows": window.map(row).collect::<Vec<Value>>(),
    }))
}
