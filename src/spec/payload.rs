//! How a payload becomes JSON and comes back. The tables' macros implement both directions from their rows.
//!
//! Not serde's derive: with some 150 payloads its code was a third of the Worker. Here a payload is a
//! list of pointers to its fields, which one function walks. That reading demands no more than the
//! shape of a payload says is what `wire::check` is for, before it.

use super::shape::Field;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// What can be written as JSON.
pub trait Encode {
    /// Appends the JSON text.
    fn write(&self, out: &mut Vec<u8>);

    /// True for a value that must be left out of the payload.
    fn is_absent(&self) -> bool {
        false
    }
}

/// What can be read from JSON.
pub trait Decode: Sized {
    /// The value; none if it is not of this type.
    fn read(value: Value) -> Option<Self>;

    /// What stands for a field that is not there; none if it must be.
    fn absent() -> Option<Self> {
        None
    }
}

/// Writes an object: the fields of its table, each with the value that stands for it.
pub fn write_object(fields: &[Field], values: &[&dyn Encode], out: &mut Vec<u8>) {
    let mut separator = b'{';
    for (field, value) in fields.iter().zip(values) {
        if !value.is_absent() {
            out.push(separator);
            write_text(field.name, out);
            out.push(b':');
            value.write(out);
            separator = b',';
        }
    }
    if separator == b'{' {
        out.push(b'{');
    }
    out.push(b'}');
}

/// Takes a field out of an object.
pub fn take<T: Decode>(fields: &mut Map<String, Value>, name: &str) -> Option<T> {
    match fields.get_mut(name).map(Value::take) {
        Some(value) => T::read(value),
        None => T::absent(),
    }
}

fn write_text(text: &str, out: &mut Vec<u8>) {
    // Writing to memory cannot fail.
    let _ = serde_json::to_writer(out, text);
}

fn write_array<'a>(items: impl Iterator<Item = &'a dyn Encode>, out: &mut Vec<u8>) {
    let mut separator = b'[';
    for item in items {
        out.push(separator);
        item.write(out);
        separator = b',';
    }
    if separator == b'[' {
        out.push(b'[');
    }
    out.push(b']');
}

impl Encode for String {
    fn write(&self, out: &mut Vec<u8>) {
        write_text(self, out);
    }
}

impl Decode for String {
    fn read(value: Value) -> Option<String> {
        if let Value::String(text) = value { Some(text) } else { None }
    }
}

impl Encode for &'static str {
    fn write(&self, out: &mut Vec<u8>) {
        write_text(self, out);
    }
}

impl Encode for bool {
    fn write(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(if *self { b"true" } else { b"false" });
    }
}

impl Decode for bool {
    fn read(value: Value) -> Option<bool> {
        value.as_bool()
    }
}

impl Encode for f64 {
    fn write(&self, out: &mut Vec<u8>) {
        Value::from(*self).write(out);
    }
}

impl Decode for f64 {
    fn read(value: Value) -> Option<f64> {
        value.as_f64()
    }
}

impl Encode for () {
    fn write(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(b"null");
    }
}

impl Decode for () {
    fn read(value: Value) -> Option<()> {
        value.as_null()
    }
}

impl Encode for Value {
    fn write(&self, out: &mut Vec<u8>) {
        let _ = serde_json::to_writer(out, self);
    }
}

impl Decode for Value {
    fn read(value: Value) -> Option<Value> {
        Some(value)
    }
}

impl<T: Encode> Encode for Option<T> {
    fn write(&self, out: &mut Vec<u8>) {
        match self {
            Some(value) => value.write(out),
            None => ().write(out),
        }
    }

    fn is_absent(&self) -> bool {
        self.is_none()
    }
}

/// `null` for what may be absent means that it is.
impl<T: Decode> Decode for Option<T> {
    fn read(value: Value) -> Option<Option<T>> {
        if value.is_null() { Some(None) } else { T::read(value).map(Some) }
    }

    fn absent() -> Option<Option<T>> {
        Some(None)
    }
}

impl<T: Encode> Encode for Vec<T> {
    fn write(&self, out: &mut Vec<u8>) {
        write_array(self.iter().map(|item| item as &dyn Encode), out);
    }
}

impl<T: Decode> Decode for Vec<T> {
    fn read(value: Value) -> Option<Vec<T>> {
        if let Value::Array(items) = value { items.into_iter().map(T::read).collect() } else { None }
    }
}

impl<T: Encode> Encode for BTreeMap<String, T> {
    fn write(&self, out: &mut Vec<u8>) {
        let mut separator = b'{';
        for (name, value) in self {
            out.push(separator);
            write_text(name, out);
            out.push(b':');
            value.write(out);
            separator = b',';
        }
        if separator == b'{' {
            out.push(b'{');
        }
        out.push(b'}');
    }
}

impl<T: Decode> Decode for BTreeMap<String, T> {
    fn read(value: Value) -> Option<BTreeMap<String, T>> {
        let Value::Object(fields) = value else { return None };
        fields.into_iter().map(|(name, value)| Some((name, T::read(value)?))).collect()
    }
}
