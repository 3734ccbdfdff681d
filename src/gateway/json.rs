//! The few JSON objects that the gateway itself reads and writes: one level at a time, nothing built.

use crate::wire::json::{Broken, Kind, Reader};
use crate::wire::text::quote_into;

/// The value of an object's member, as written. None if there is no such member or the document is no object;
/// none too if it is given twice, since readers disagree about which one counts.
pub fn member<'a>(document: &'a [u8], name: &str) -> Option<&'a [u8]> {
    find(document, name).ok().flatten()
}

/// The value of an object's member, as written, if it has one; fails where [`member`] gives none for another reason.
pub fn find<'a>(document: &'a [u8], name: &str) -> Result<Option<&'a [u8]>, Broken> {
    let mut reader = Reader::new(document);
    let mut value = None;
    reader.object()?;
    while let Some(key) = reader.key()? {
        let raw = reader.raw()?;
        if key.is(name) && value.replace(raw).is_some() {
            return Err(Broken);
        }
    }
    reader.end()?;
    Ok(value)
}

/// The text that a value is; none if it is none.
pub fn text(value: &[u8]) -> Option<String> {
    let mut reader = Reader::new(value);
    let text = reader.text().ok()?.decoded().ok()?.into_owned();
    reader.end().is_ok().then_some(text)
}

/// The number that a value is, as written; none if it is none.
pub fn number(value: &[u8]) -> Option<String> {
    let mut reader = Reader::new(value);
    (reader.peek() == Ok(Kind::Number)).then_some(())?;
    reader.number().ok().map(str::to_owned)
}

/// A value to write.
#[derive(Clone, Copy)]
pub enum Written<'a> {
    /// A string.
    Text(&'a str),
    /// A whole number.
    Number(i64),
    /// A boolean.
    Bool(bool),
    /// Nothing.
    Null,
    /// What is JSON already.
    Json(&'a str),
}

/// An object of these members.
pub fn object(members: &[(&str, Written<'_>)]) -> String {
    let mut json = String::from("{");
    for (name, value) in members {
        if json.len() > 1 {
            json.push(',');
        }
        quote_into(&mut json, name);
        json.push(':');
        match value {
            Written::Text(text) => quote_into(&mut json, text),
            Written::Number(number) => json.push_str(&number.to_string()),
            Written::Null => json.push_str("null"),
            Written::Json(text) => json.push_str(text),
            Written::Bool(value) => json.push_str(if *value { "true" } else { "false" }),
        }
    }
    json.push('}');
    json
}
