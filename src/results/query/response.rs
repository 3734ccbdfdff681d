//! One response: its JSON, its place in the order of a rule, and its neighbours.

use super::order;
use crate::results::arguments::Arguments;
use crate::results::store::{Rule, Store};
use crate::wire::failure::Failure;
use serde_json::{Value, json};

/// A response by its `id`, or by its position `at` in the order of a rule. The response is `null` if there is none.
pub(super) fn response(store: &Store, arguments: Arguments) -> Result<Value, Box<Failure>> {
    let rule = Rule::from_value(arguments.member("rule"))?;
    let rows = store.filter(&rule)?;
    let order = order::sorted(store, arguments, &rows)?;
    let (row, position) = match arguments.text("id")? {
        Some(id) => {
            let row = store.row_of(id);
            (row, row.and_then(|row| order.iter().position(|other| *other == row)))
        }
        None => {
            let at = arguments.position("at")?.unwrap_or(0);
            (order.get(at).copied(), Some(at).filter(|at| *at < order.len()))
        }
    };
    let neighbour = |position: Option<usize>| -> Value {
        position.and_then(|position| order.get(position)).map_or(Value::Null, |row| json!(store.id(*row)))
    };
    let json = row.map(|row| store.response_json(row)).unwrap_or_default();
    Ok(json!({
        "response": serde_json::from_str(&json).unwrap_or(Value::Null),
        "position": position,
        "count": order.len(),
        "previous": neighbour(position.and_then(|position| position.checked_sub(1))),
        "next": neighbour(position.and_then(|position| position.checked_add(1))),
        "tags": row.map(|row| store.tags(row)).unwrap_or_default(),
    }))
}
