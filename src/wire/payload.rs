//! Payloads of the tables to JSON text and values, and back.

use crate::spec::payload::{Decode, Encode};
use serde_json::Value;

/// Reads a payload from a value; `None` if it does not have the payload's shape.
pub fn from_value<T: Decode>(value: Value) -> Option<T> {
    T::of(value)
}

/// Writes a payload as JSON text.
pub fn to_json(payload: &dyn Encode) -> Vec<u8> {
    let mut out = Vec::new();
    payload.write(&mut out);
    out
}

/// A payload as a value.
pub fn to_value(payload: &dyn Encode) -> Value {
    serde_json::from_slice(&to_json(payload)).unwrap_or(Value::Null)
}

/// Inserts `items` into the empty list that is a member of JSON text.
pub fn fill_list(text: &[u8], member: &str, items: &[u8]) -> Vec<u8> {
    let (before, after) = parted(text, member);
    [before, items, after].concat()
}

/// Splits JSON text inside the empty list that is a member of it. The member is found by its text: quotation marks
/// within strings are escaped, so nothing else can look like it.
pub fn parted<'a>(text: &'a [u8], member: &str) -> (&'a [u8], &'a [u8]) {
    let empty = format!("\"{member}\":[]");
    let found = text.windows(empty.len()).rposition(|window| window == empty.as_bytes());
    let at = found.and_then(|at| at.checked_add(empty.len())?.checked_sub(1));
    at.and_then(|at| text.split_at_checked(at)).unwrap_or((text, &[]))
}
