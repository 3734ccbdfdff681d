//! From the JSON of a response to its packed record.
//!
//! Nothing is lost but what follows from the id of the response: `href`, `edit_url`, `analyze_url` and `simple_text`.
//! A text becomes a symbol where its member says that it repeats; an object of few symbols becomes a symbol itself, so
//! that a question with one answer is two bytes.

use super::shortest::{push_number, push_text};
use super::symbols::Symbols;
use super::tokens::{Token, push_symbol};
use crate::wire::check::{Expected, Mismatch};
use crate::wire::json::{JsonText, Reader, ValueKind};
use std::borrow::Cow;

/// Members that follow from other members.
const DERIVABLE: &[&str] = &["href", "edit_url", "analyze_url", "simple_text"];

/// Members whose texts repeat from response to response.
const REPEATING: &[&str] = &[
    "id",
    "choice_id",
    "row_id",
    "col_id",
    "other_id",
    "variable_id",
    "survey_id",
    "collector_id",
    "current_page_id",
    "page_path",
    "response_status",
    "collection_mode",
    "language",
    "weight",
    "type",
    "content_type",
    "family",
    "subtype",
    "heading",
];

/// Symbols in an object that becomes a symbol itself.
const FEW: u32 = 4;
/// Symbols in a path of pages that becomes a symbol itself.
const PATH: u32 = 64;
/// Number of symbols from which on texts and objects are written where they stand, since they do not repeat.
const MOST: usize = 60_000;
/// Bytes of the longest text that becomes a symbol.
const LONGEST: usize = 400;

/// What the texts of a value become, where their member does not say it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Within {
    /// The members of the response.
    Response,
    /// Values that are written where they stand.
    Own,
    /// Values that repeat.
    Repeating,
}

/// Packs the next value of the reader, a response, onto `out`.
///
/// # Errors
///
/// If it is no JSON object.
pub(super) fn pack_response(
    reader: &mut Reader,
    symbols: &mut Symbols,
    out: &mut Vec<u8>,
) -> Result<(), Box<Mismatch>> {
    if reader.peek_kind()? != ValueKind::Object {
        return Err(Mismatch::at_cursor(Expected::Object));
    }
    Packer { symbols, out }.pack_object(reader, Within::Response)?;
    Ok(())
}

struct Packer<'s> {
    symbols: &'s mut Symbols,
    out: &'s mut Vec<u8>,
}

impl Packer<'_> {
    /// Packs a value. Returns the number of its symbols, or `None` if it has a part that does not repeat.
    fn pack_value(&mut self, reader: &mut Reader, name: &str, within: Within) -> Result<Option<u32>, Box<Mismatch>> {
        let start = self.out.len();
        match reader.peek_kind()? {
            ValueKind::Object => return self.pack_object(reader, within_member(name, within)),
            ValueKind::Array => return self.pack_array(reader, name, within),
            ValueKind::Text => {
                let text = reader.read_text()?;
                push_json_text(&text, self.out)?;
                let repeats = within == Within::Repeating
                    || text.equals("")
                    || REPEATING.contains(&name) && !(within == Within::Response && name == "id");
                return Ok(if repeats { self.intern_from(start) } else { None });
            }
            ValueKind::Number => {
                push_number(reader.read_number()?, self.out);
                if within == Within::Repeating {
                    return Ok(self.intern_from(start));
                }
            }
            ValueKind::Boolean => Token::Boolean(reader.read_boolean()?).push(self.out),
            ValueKind::Null => {
                reader.read_null()?;
                Token::Null.push(self.out);
            }
        }
        // A number is closed unless it is a text of a respondent.
        Ok((name != "text").then_some(1))
    }

    fn pack_object(&mut self, reader: &mut Reader, within: Within) -> Result<Option<u32>, Box<Mismatch>> {
        let start = self.out.len();
        let (mut keys, mut count, mut closed) = (Vec::new(), 0_u32, Some(0_u32));
        reader.begin_object()?;
        while let Some(key) = reader.next_key()? {
            let name = key.decode()?;
            // A custom variable may have any name.
            if within != Within::Repeating && DERIVABLE.contains(&&*name) {
                reader.skip_value()?;
                continue;
            }
            let value = self.pack_value(reader, &name, within).map_err(|mismatch| mismatch.in_field(&name))?;
            closed = closed.zip(value).map(|(sum, more)| sum.saturating_add(more));
            let mut packed = Vec::with_capacity(name.len().saturating_add(2));
            push_json_text(&key, &mut packed)?;
            push_symbol(self.symbols.intern(&packed), &mut keys);
            count = count.saturating_add(1);
        }
        let mut shape = Vec::with_capacity(keys.len().saturating_add(2));
        Token::Array(count).push(&mut shape);
        shape.append(&mut keys);
        let before = self.out.len();
        Token::Object(self.symbols.intern(&shape)).push(self.out);
        let head = self.out.len().saturating_sub(before);
        // The shape is known after the values and written before them.
        self.out.get_mut(start..).unwrap_or_default().rotate_right(head);
        Ok(closed.filter(|symbols| *symbols <= FEW && within != Within::Response).and_then(|_| self.intern_from(start)))
    }

    fn pack_array(&mut self, reader: &mut Reader, name: &str, within: Within) -> Result<Option<u32>, Box<Mismatch>> {
        let start = self.out.len();
        let (mut count, mut closed) = (0_u32, Some(0_u32));
        reader.begin_array()?;
        while reader.next_item()? {
            let inner = if within == Within::Response && name != "page_path" { Within::Own } else { within };
            let value = self.pack_value(reader, name, inner)?;
            closed = closed.zip(value).map(|(sum, more)| sum.saturating_add(more));
            count = count.saturating_add(1);
        }
        let before = self.out.len();
        Token::Array(count).push(self.out);
        let head = self.out.len().saturating_sub(before);
        self.out.get_mut(start..).unwrap_or_default().rotate_right(head);
        if name == "page_path" && count > 0 {
            return Ok(closed.filter(|symbols| *symbols <= PATH).and_then(|_| self.intern_from(start)));
        }
        // Lists of several answers have too many forms.
        Ok(closed.filter(|_| count <= 1).map(|symbols| symbols.max(1)))
    }

    /// Replaces what was packed since `start` by its symbol. It stays if it is long, or there are too many symbols.
    fn intern_from(&mut self, start: usize) -> Option<u32> {
        let packed = self.out.get(start..).unwrap_or_default();
        let full = packed.len() > LONGEST || self.symbols.len() >= MOST;
        let symbol = if full { self.symbols.find(packed)? } else { self.symbols.intern(packed) };
        self.out.truncate(start);
        push_symbol(symbol, self.out);
        Some(1)
    }
}

/// What the members of an object become, by the object's own member.
fn within_member(name: &str, within: Within) -> Within {
    match name {
        "custom_variables" | "respondent" => Within::Repeating,
        _ if within == Within::Response => Within::Own,
        _ => within,
    }
}

/// Appends a text: decoded, unless that would change it.
fn push_json_text(text: &JsonText, out: &mut Vec<u8>) -> Result<(), Box<Mismatch>> {
    let decoded = text.decode()?;
    // A replacement character may stand for half of a surrogate pair.
    if matches!(decoded, Cow::Owned(_)) && decoded.contains(char::REPLACEMENT_CHARACTER) {
        Token::Written(text.raw()?).push(out);
    } else {
        push_text(&decoded, out);
    }
    Ok(())
}
