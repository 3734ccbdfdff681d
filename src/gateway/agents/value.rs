//! JSON values as trees, for the documents of agents. serde_json would add a fifth to the gateway, with its
//! floating-point numbers and the code that serde derives. Here a number stays as it is written, and every function is
//! compiled once.

use crate::spec::tools::AgentScope;
use crate::wire::json::{JsonError, Reader, ValueKind};
use crate::wire::text::quote_into;

/// A JSON value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number as it is written.
    Number(String),
    /// A string.
    String(String),
    /// An array.
    Array(Vec<Value>),
    /// An object.
    Object(Members),
}

/// The members of an object in their order. Of members with the same name, the last one counts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Members(Vec<(String, Value)>);

impl Value {
    /// Parses a document.
    ///
    /// # Errors
    ///
    /// [`JsonError`] if it is not JSON, or nested too deeply.
    pub fn parse(document: &[u8]) -> Result<Value, JsonError> {
        let mut reader = Reader::new(document);
        let value = read_value(&mut reader)?;
        reader.expect_end()?;
        Ok(value)
    }

    /// The value as JSON.
    pub fn to_json(&self) -> String {
        let mut json = String::new();
        self.write_into(&mut json);
        json
    }

    fn write_into(&self, json: &mut String) {
        match self {
            Value::Null => json.push_str("null"),
            Value::Bool(value) => json.push_str(if *value { "true" } else { "false" }),
            Value::Number(digits) => json.push_str(digits),
            Value::String(text) => quote_into(json, text),
            Value::Array(items) => {
                json.push('[');
                for (place, item) in items.iter().enumerate() {
                    separate(json, place);
                    item.write_into(json);
                }
                json.push(']');
            }
            Value::Object(Members(members)) => {
                json.push('{');
                for (place, (name, value)) in members.iter().enumerate() {
                    separate(json, place);
                    quote_into(json, name);
                    json.push(':');
                    value.write_into(json);
                }
                json.push('}');
            }
        }
    }

    /// A member of an object.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.as_object()?.get(name)
    }

    /// Whether it is `null`.
    pub fn is_null(&self) -> bool {
        *self == Value::Null
    }

    /// Whether it is a number.
    pub fn is_number(&self) -> bool {
        matches!(self, Value::Number(_))
    }

    /// Whether it is a number that is written without a point and an exponent.
    pub fn is_whole(&self) -> bool {
        matches!(self, Value::Number(digits) if digits.bytes().all(|byte| byte == b'-' || byte.is_ascii_digit()))
    }

    /// The boolean; `None` if it is something else.
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Value::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// The whole number; `None` if it is something else, or negative, or too large.
    pub fn as_u64(&self) -> Option<u64> {
        match self {
            Value::Number(digits) => digits.parse().ok(),
            _ => None,
        }
    }

    /// The string; `None` if it is something else.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Value::String(text) => Some(text),
            _ => None,
        }
    }

    /// The items of an array; `None` if it is something else.
    pub fn as_array(&self) -> Option<&[Value]> {
        match self {
            Value::Array(items) => Some(items),
            _ => None,
        }
    }

    /// The members of an object; `None` if it is something else.
    pub fn as_object(&self) -> Option<&Members> {
        match self {
            Value::Object(members) => Some(members),
            _ => None,
        }
    }

    /// The members of an object, to be changed; `None` if it is something else.
    pub fn as_object_mut(&mut self) -> Option<&mut Members> {
        match self {
            Value::Object(members) => Some(members),
            _ => None,
        }
    }
}

fn separate(json: &mut String, place: usize) {
    if place > 0 {
        json.push(',');
    }
}

fn read_value(reader: &mut Reader<'_>) -> Result<Value, JsonError> {
    Ok(match reader.peek_kind()? {
        ValueKind::Object => {
            let mut members = Vec::new();
            reader.begin_object()?;
            while let Some(name) = reader.next_key()? {
                members.push((name.decode()?.into_owned(), read_value(reader)?));
            }
            Value::Object(Members(members))
        }
        ValueKind::Array => {
            let mut items = Vec::new();
            reader.begin_array()?;
            while reader.next_item()? {
                items.push(read_value(reader)?);
            }
            Value::Array(items)
        }
        ValueKind::Text => Value::String(reader.read_text()?.decode()?.into_owned()),
        ValueKind::Number => Value::Number(reader.read_number()?.to_owned()),
        ValueKind::Boolean => Value::Bool(reader.read_boolean()?),
        ValueKind::Null => {
            reader.read_null()?;
            Value::Null
        }
    })
}

impl Members {
    /// The value of a name.
    pub fn get(&self, name: &str) -> Option<&Value> {
        // From the end: reading does not look for names that are repeated, and the last one counts.
        self.0.iter().rev().find(|(known, _)| known == name).map(|(_, value)| value)
    }

    /// Replaces the value of a name, or adds it at the end.
    pub fn insert(&mut self, name: &str, value: Value) {
        match self.0.iter_mut().rev().find(|(known, _)| known == name) {
            Some((_, known)) => *known = value,
            None => self.0.push((name.to_owned(), value)),
        }
    }

    /// The members.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value))
    }

    /// The values, to be changed.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut Value> {
        self.0.iter_mut().map(|(_, value)| value)
    }
}

/// An object with these members, whose names differ.
pub fn object(members: Vec<(&str, Value)>) -> Value {
    Value::Object(Members(members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()))
}

/// What has a JSON value.
pub trait ToValue {
    /// Its value.
    fn to_value(&self) -> Value;
}

impl ToValue for str {
    fn to_value(&self) -> Value {
        Value::String(self.to_owned())
    }
}

impl ToValue for String {
    fn to_value(&self) -> Value {
        self.as_str().to_value()
    }
}

impl ToValue for Value {
    fn to_value(&self) -> Value {
        self.clone()
    }
}

impl ToValue for bool {
    fn to_value(&self) -> Value {
        Value::Bool(*self)
    }
}

impl ToValue for i64 {
    fn to_value(&self) -> Value {
        Value::Number(self.to_string())
    }
}

impl ToValue for u64 {
    fn to_value(&self) -> Value {
        Value::Number(self.to_string())
    }
}

/// Whole numbers that are written as those of 64 bits.
macro_rules! whole {
    ($($kind:ty as $wide:ty),*) => {$(
        impl ToValue for $kind {
            fn to_value(&self) -> Value {
                <$wide>::try_from(*self).unwrap_or_default().to_value()
            }
        }
    )*};
}

whole!(u16 as u64, u32 as u64, usize as u64, i32 as i64);

impl ToValue for AgentScope {
    fn to_value(&self) -> Value {
        self.as_str().to_value()
    }
}

impl<T: ToValue + ?Sized> ToValue for &T {
    fn to_value(&self) -> Value {
        (**self).to_value()
    }
}

impl<T: ToValue> ToValue for Option<T> {
    fn to_value(&self) -> Value {
        self.as_ref().map_or(Value::Null, ToValue::to_value)
    }
}

impl<T: ToValue> ToValue for [T] {
    fn to_value(&self) -> Value {
        Value::Array(self.iter().map(ToValue::to_value).collect())
    }
}
