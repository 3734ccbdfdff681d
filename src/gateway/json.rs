//! The few JSON objects that the gateway itself reads and writes, one level at a time and without a tree in memory.

use crate::wire::json::{JsonError, Reader, ValueKind};
use crate::wire::text::quote_into;

/// The raw value of an object's member. `None` if there is none, if the document is not an object, or if the member
/// is repeated, because parsers disagree about which one counts.
pub fn get_member<'a>(document: &'a [u8], name: &str) -> Option<&'a [u8]> {
    try_get_member(document, name).ok().flatten()
}

/// The raw value of an object's member; `None` if there is none.
///
/// # Errors
///
/// [`JsonError`] if the document is not a JSON object, or repeats the member.
pub fn try_get_member<'a>(document: &'a [u8], name: &str) -> Result<Option<&'a [u8]>, JsonError> {
    let mut reader = Reader::new(document);
    let mut value = None;
    reader.begin_object()?;
    while let Some(key) = reader.next_key()? {
        let raw = reader.read_raw()?;
        if key.equals(name) && value.replace(raw).is_some() {
            return Err(JsonError);
        }
    }
    // What follows the object must not be ignored: another parser might read it.
    reader.expect_end()?;
    Ok(value)
}

/// Whether a document is a JSON object that has none of these members.
///
/// # Errors
///
/// [`JsonError`] if the document is not a whole JSON object.
pub fn is_object_without(document: &[u8], names: &[&str]) -> Result<bool, JsonError> {
    let mut reader = Reader::new(document);
    let mut is_without = true;
    reader.begin_object()?;
    while let Some(key) = reader.next_key()? {
        reader.skip_value()?;
        is_without &= !names.iter().any(|name| key.equals(name));
    }
    reader.expect_end()?;
    Ok(is_without)
}

/// The decoded string that a raw value holds; `None` if it is not a string.
pub fn decode_text(value: &[u8]) -> Option<String> {
    let mut reader = Reader::new(value);
    let text = reader.read_text().ok()?.decode().ok()?.into_owned();
    reader.expect_end().is_ok().then_some(text)
}

/// The digits of the number that a raw value holds; `None` if it is not a number.
pub fn decode_number(value: &[u8]) -> Option<String> {
    let mut reader = Reader::new(value);
    (reader.peek_kind() == Ok(ValueKind::Number)).then_some(())?;
    reader.read_number().ok().map(str::to_owned)
}

/// A value to write.
#[derive(Clone, Copy)]
pub enum JsonValue<'a> {
    /// A string.
    Text(&'a str),
    /// A whole number.
    Number(i64),
    /// A boolean.
    Bool(bool),
    /// `null`.
    Null,
    /// A value that is JSON already.
    Raw(&'a str),
}

/// Writes an object with these members, in their order.
pub fn write_object(members: &[(&str, JsonValue<'_>)]) -> String {
    let mut json = String::from("{");
    for (name, value) in members {
        if json.len() > 1 {
            json.push(',');
        }
        quote_into(&mut json, name);
        json.push(':');
        match value {
            JsonValue::Text(text) => quote_into(&mut json, text),
            JsonValue::Number(number) => json.push_str(&number.to_string()),
            JsonValue::Null => json.push_str("null"),
            JsonValue::Raw(text) => json.push_str(text),
            JsonValue::Bool(value) => json.push_str(if *value { "true" } else { "false" }),
        }
    }
    json.push('}');
    json
}
