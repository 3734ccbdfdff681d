//! The ids of what a question consists of: of its options, its assigned headings, the labels of its slider.

use crate::service::ids::{self, Kind};
use crate::service::sql::{Sql, SqlError};
use serde_json::Value;

/// True for the members of a stored question that hold an id.
fn holds_id(name: &str) -> bool {
    name == "id" || name.ends_with("_id")
}

/// Gives an id to everything in the bodies that has an empty one.
pub fn give(sql: &dyn Sql, bodies: &mut [Value]) -> Result<(), SqlError> {
    let mut missing = 0_usize;
    bodies
        .iter_mut()
        .for_each(|body| each(body, &mut |id| missing = missing.saturating_add(usize::from(id.is_empty()))));
    if missing == 0 {
        return Ok(());
    }
    let mut fresh = ids::several(sql, Kind::Option, missing)?;
    bodies.iter_mut().for_each(|body| {
        each(body, &mut |id| {
            if id.is_empty() {
                *id = fresh.next().unwrap_or_default();
            }
        });
    });
    Ok(())
}

/// Takes every id away, for a copy that gets its own.
pub fn forget(body: &mut Value) {
    each(body, &mut String::clear);
}

fn each(value: &mut Value, act: &mut dyn FnMut(&mut String)) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| each(item, act)),
        Value::Object(fields) => {
            for (name, field) in fields.iter_mut() {
                match field {
                    Value::String(id) if holds_id(name) => act(id),
                    _ => each(field, act),
                }
            }
        }
        _ => {}
    }
}
