//! Encoding payloads as JSON and decoding them. The tables' macros implement both directions from their rows.
//!
//! This is not serde's derive, whose code for some 150 payloads was a third of the Worker. Here a payload is a list of
//! pointers to its fields, which one function iterates. `wire::check` checks the shape of a payload before it is
//! decoded. Decoding never stops early: an absent field or one of another type gets a placeholder value and clears one
//! flag for the whole payload, because an early return per field was half of the code.

use super::shape::Field;
use litemap::LiteMap;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// A value that can be encoded as JSON.
pub trait Encode {
    /// Appends the JSON text.
    fn write(&self, out: &mut Vec<u8>);

    /// True for a value that is omitted from the payload.
    fn is_absent(&self) -> bool {
        false
    }
}

/// A value that can be decoded from JSON.
pub trait Decode: Sized {
    /// The value. If it has another type, or is required and absent, `sound` becomes false and the result is a
    /// placeholder.
    fn read(value: Option<Value>, sound: &mut bool) -> Self;

    /// The value of `null`, if the type has one.
    fn of_null() -> Option<Self> {
        None
    }

    /// The value; `None` if it has another type.
    fn of(value: Value) -> Option<Self> {
        let mut sound = true;
        let read = Self::read(Some(value), &mut sound);
        sound.then_some(read)
    }

    /// The value of a field, which is removed from its object.
    fn take(fields: &mut Map<String, Value>, name: &str, sound: &mut bool) -> Self {
        Self::read(fields.get_mut(name).map(Value::take), sound)
    }
}

/// The response of an operation as its caller gets it.
pub trait Reply {
    /// The decoded response.
    type Output: Decode;
}

impl Reply for () {
    type Output = ();
}

/// Encodes an object: the fields of its table with their values.
pub fn write_object(fields: &[Field], values: &[&dyn Encode], out: &mut Vec<u8>) {
    out.push(b'{');
    for (field, value) in fields.iter().zip(values) {
        if !value.is_absent() {
            push_separator(b'{', out);
            write_text(field.name, out);
            out.push(b':');
            value.write(out);
        }
    }
    out.push(b'}');
}

/// Encodes the arguments of an operation as one object: those of its path, then the members of each part, which are
/// objects too. A part that is none, such as `()`, adds nothing.
pub fn write_arguments(path: &[(&str, &dyn Encode)], parts: &[&dyn Encode], out: &mut Vec<u8>) {
    out.push(b'{');
    for (name, value) in path {
        push_separator(b'{', out);
        write_text(name, out);
        out.push(b':');
        value.write(out);
    }
    for part in parts {
        let mut object = Vec::new();
        part.write(&mut object);
        if let [b'{', members @ .., b'}'] = object.as_slice()
            && !members.is_empty()
        {
            push_separator(b'{', out);
            out.extend_from_slice(members);
        }
    }
    out.push(b'}');
}

/// The fields of an object.
pub fn object(value: Option<Value>, sound: &mut bool) -> Map<String, Value> {
    match value {
        Some(Value::Object(fields)) => fields,
        _ => or_unsound(None, sound),
    }
}

/// The decoded value; if it is absent, `sound` becomes false.
pub fn or_unsound<T: Default>(read: Option<T>, sound: &mut bool) -> T {
    read.unwrap_or_else(|| {
        *sound = false;
        T::default()
    })
}

fn write_text(text: &str, out: &mut Vec<u8>) {
    // Writing to memory cannot fail.
    let _ = serde_json::to_writer(out, text);
}

/// Appends a comma, unless the last byte is the bracket that opened the list.
fn push_separator(opening: u8, out: &mut Vec<u8>) {
    if out.last() != Some(&opening) {
        out.push(b',');
    }
}

impl Encode for String {
    fn write(&self, out: &mut Vec<u8>) {
        write_text(self, out);
    }
}

impl Decode for String {
    fn read(value: Option<Value>, sound: &mut bool) -> String {
        match value {
            Some(Value::String(text)) => text,
            _ => or_unsound(None, sound),
        }
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
    fn read(value: Option<Value>, sound: &mut bool) -> bool {
        or_unsound(value.and_then(|value| value.as_bool()), sound)
    }
}

impl Encode for f64 {
    fn write(&self, out: &mut Vec<u8>) {
        Value::from(*self).write(out);
    }
}

impl Decode for f64 {
    fn read(value: Option<Value>, sound: &mut bool) -> f64 {
        or_unsound(value.and_then(|value| value.as_f64()), sound)
    }
}

impl Encode for () {
    fn write(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(b"null");
    }
}

impl Decode for () {
    fn read(value: Option<Value>, sound: &mut bool) {
        or_unsound(value.and_then(|value| value.as_null()), sound);
    }
}

impl Encode for Value {
    fn write(&self, out: &mut Vec<u8>) {
        let _ = serde_json::to_writer(out, self);
    }
}

impl Decode for Value {
    fn read(value: Option<Value>, sound: &mut bool) -> Value {
        or_unsound(value, sound)
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

/// `null` for an optional value means absent, unless the type has its own meaning for it.
impl<T: Decode> Decode for Option<T> {
    fn read(value: Option<Value>, sound: &mut bool) -> Option<T> {
        match value {
            None => None,
            Some(Value::Null) => T::of_null(),
            value => Some(T::read(value, sound)),
        }
    }
}

impl<T: Encode> Encode for Vec<T> {
    fn write(&self, out: &mut Vec<u8>) {
        out.push(b'[');
        for item in self {
            push_separator(b'[', out);
            item.write(out);
        }
        out.push(b']');
    }
}

impl<T: Decode> Decode for Vec<T> {
    fn read(value: Option<Value>, sound: &mut bool) -> Vec<T> {
        let mut list = Vec::new();
        match value {
            Some(Value::Array(items)) => {
                for item in items {
                    list.push(T::read(Some(item), sound));
                }
            }
            _ => *sound = false,
        }
        list
    }
}

impl<T: Encode> Encode for BTreeMap<String, T> {
    fn write(&self, out: &mut Vec<u8>) {
        let mut members = self.iter();
        write_map(&mut || members.next().map(|(name, value)| (name.as_str(), value as &dyn Encode)), out);
    }
}

fn write_map<'a>(next_member: &mut dyn FnMut() -> Option<(&'a str, &'a dyn Encode)>, out: &mut Vec<u8>) {
    out.push(b'{');
    while let Some((name, value)) = next_member() {
        push_separator(b'{', out);
        write_text(name, out);
        out.push(b':');
        value.write(out);
    }
    out.push(b'}');
}

impl<T: Encode> Encode for LiteMap<String, T> {
    fn write(&self, out: &mut Vec<u8>) {
        let mut members = self.iter();
        write_map(&mut || members.next().map(|(name, value)| (name.as_str(), value as &dyn Encode)), out);
    }
}

impl<T: Decode> Decode for LiteMap<String, T> {
    fn read(value: Option<Value>, sound: &mut bool) -> LiteMap<String, T> {
        let mut map = LiteMap::new_vec();
        for (name, value) in object(value, sound) {
            map.insert(name, T::read(Some(value), sound));
        }
        map
    }
}

impl<T: Decode> Decode for BTreeMap<String, T> {
    fn read(value: Option<Value>, sound: &mut bool) -> BTreeMap<String, T> {
        let mut map = BTreeMap::new();
        for (name, value) in object(value, sound) {
            map.insert(name, T::read(Some(value), sound));
        }
        map
    }
}
