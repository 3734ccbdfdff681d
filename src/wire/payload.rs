//! Payloads of the tables as JSON values and back: the one place that knows how.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// The payload that a value holds; none if it is not one.
pub fn read<T: DeserializeOwned>(value: Value) -> Option<T> {
    serde_json::from_value(value).ok()
}

/// A payload as a value.
pub fn write<T: Serialize>(payload: &T) -> Value {
    serde_json::to_value(payload).unwrap_or(Value::Null)
}
