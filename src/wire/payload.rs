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
