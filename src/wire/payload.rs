//! Payloads of the tables as JSON text and values, and back.

use crate::spec::payload::{Decode, Encode};
use serde_json::Value;

/// The payload that a value holds; none if it is not one.
pub fn from_value<T: Decode>(value: Value) -> Option<T> {
    T::of(value)
}

/// A payload as JSON text.
pub fn to_json(payload: &dyn Encode) -> Vec<u8> {
    let mut out = Vec::new();
    payload.write(&mut out);
    out
}

/// A payload as a value.
pub fn to_value(payload: &dyn Encode) -> Value {
    serde_json::from_slice(&to_json(payload)).unwrap_or(Value::Null)
}

/// JSON text with items put into an empty list that it has as a member.
pub fn fill_list(text: &[u8], member: &str, items: &[u8]) -> Vec<u8> {
    let (before, behind) = parted(text, member);
    [before, items, behind].concat()
}

/// JSON text as it stands before and behind the items of an empty list that it has as a member. Within a text, quotation
/// marks are escaped: so the member is found nowhere else.
pub fn parted<'a>(text: &'a [u8], member: &str) -> (&'a [u8], &'a [u8]) {
    let empty = format!("\"{member}\":[]");
    let found = text.windows(empty.len()).rposition(|window| window == empty.as_bytes());
    let at = found.and_then(|at| at.checked_add(empty.len())?.checked_sub(1));
    at.and_then(|at| text.split_at_checked(at)).unwrap_or((text, &[]))
}
