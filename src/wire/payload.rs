//! Payloads of the tables as JSON text and values, and back.

use crate::spec::payload::{Decode, Encode};
use serde_json::Value;

/// The payload that a value holds; none if it is not one.
pub fn read<T: Decode>(value: Value) -> Option<T> {
    T::of(value)
}

/// A payload as JSON text.
pub fn text(payload: &dyn Encode) -> Vec<u8> {
    let mut out = Vec::new();
    payload.write(&mut out);
    out
}

/// A payload as a value.
pub fn write(payload: &dyn Encode) -> Value {
    serde_json::from_slice(&text(payload)).unwrap_or(Value::Null)
}

/// JSON text with items put into an empty list that it has as a member. Within a text, quotation marks are escaped: so
/// the member is found nowhere else.
pub fn filled(mut text: Vec<u8>, member: &str, items: &[u8]) -> Vec<u8> {
    let empty = format!("\"{member}\":[]");
    let found = text.windows(empty.len()).rposition(|window| window == empty.as_bytes());
    if let Some(at) = found.and_then(|at| at.checked_add(empty.len())?.checked_sub(1)) {
        text.splice(at..at, items.iter().copied());
    }
    text
}
