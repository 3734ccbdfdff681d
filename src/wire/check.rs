//! Checks whether a JSON body has the shape that a table describes: fields, kinds, ranges, presence.
//!
//! In both directions, unknown fields are skipped, and `null` for an optional field means absent. Enumerations are open
//! in responses, which may use new values, and closed in requests. Requests may write some values in two ways.

mod expected;
mod mismatch;

pub use expected::Expected;
pub use mismatch::Mismatch;

use super::field_set::{FieldSet, Member};
use super::json::{Reader, ValueKind};
use super::text::parse_number;
use crate::spec::shape::{Field, Object, Shape};
use crate::spec::types::{INTEGER_MAX, LINKS};

/// Which way a body goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// From the caller: enumerations are closed.
    Request,
    /// From the service: enumerations are open.
    Response,
}

/// The raw members of a list beside its items; empty if the body is not a list.
#[derive(Debug, Clone, Copy, Default)]
pub struct Envelope<'a> {
    /// The number of the page.
    pub page: &'a [u8],
    /// The links.
    pub links: &'a [u8],
}

/// Checks a body. If the table says that there is none, any body is accepted.
///
/// # Errors
///
/// The first [`Mismatch`].
pub fn check_body(bytes: &[u8], shape: &Shape, direction: Direction) -> Result<(), Box<Mismatch>> {
    check_page(bytes, shape, direction).map(drop)
}

/// Checks a body, and returns its envelope.
///
/// # Errors
///
/// The first [`Mismatch`].
pub fn check_page<'a>(bytes: &'a [u8], shape: &Shape, direction: Direction) -> Result<Envelope<'a>, Box<Mismatch>> {
    let mut reader = Reader::new(bytes);
    let mut envelope = Envelope::default();
    match shape {
        Shape::Nothing => return Ok(envelope),
        Shape::List(item) if reader.peek_kind()? == ValueKind::Object => {
            envelope = check_envelope(&mut reader, item, direction)?
        }
        shape => check_value(&mut reader, shape, direction)?,
    }
    reader.expect_end()?;
    Ok(envelope)
}

/// Checks the value at the reader's position.
///
/// # Errors
///
/// The first [`Mismatch`].
pub fn check_value(reader: &mut Reader, shape: &Shape, direction: Direction) -> Result<(), Box<Mismatch>> {
    let found = reader.peek_kind()?;
    let (wanted, expected) = match shape {
        Shape::Any | Shape::Nothing => return Ok(reader.skip_value()?),
        Shape::Nullable(_) if found == ValueKind::Null => return Ok(reader.read_null()?),
        Shape::OneOrFirst(inner) if direction == Direction::Request && found == ValueKind::Array => {
            return check_first_item(reader, inner);
        }
        Shape::Nullable(inner) | Shape::OneOrFirst(inner) => return check_value(reader, inner, direction),
        Shape::ListedOrKeyed(_) if direction == Direction::Request && found == ValueKind::Object => {
            return Ok(reader.skip_value()?);
        }
        Shape::Written if direction == Direction::Request && found == ValueKind::Number => {
            return Ok(reader.skip_value()?);
        }
        Shape::Text | Shape::Written | Shape::Id | Shape::Date | Shape::Choice(_) => (ValueKind::Text, Expected::Text),
        Shape::Integer => (ValueKind::Number, Expected::Integer),
        Shape::Number => (ValueKind::Number, Expected::Number),
        Shape::Boolean => (ValueKind::Boolean, Expected::Boolean),
        Shape::Array(_) | Shape::ListedOrKeyed(_) => (ValueKind::Array, Expected::Array),
        Shape::Map(_) | Shape::Object(_) | Shape::List(_) => (ValueKind::Object, Expected::Object),
    };
    // The kind first, so that the arms below need not report a wrong one.
    if found != wanted {
        return Err(Mismatch::at_cursor(expected));
    }
    match shape {
        Shape::Choice(choice) => {
            let text = reader.read_text()?;
            if direction == Direction::Request && !choice.values.iter().any(|value| text.equals(value)) {
                return Err(Mismatch::at_cursor(Expected::Choice(choice.values)));
            }
            Ok(())
        }
        Shape::Integer => check_whole(reader.read_number()?),
        Shape::Array(item) | Shape::ListedOrKeyed(item) => check_items(reader, item, direction),
        Shape::Map(shape) => check_entries(reader, shape, direction),
        Shape::Object(table) => check_object(reader, table, direction),
        Shape::List(item) => check_envelope(reader, item, direction).map(drop),
        _ => Ok(reader.skip_value()?),
    }
}

/// True for the text of an integer of the specification.
pub fn is_whole(text: &str) -> bool {
    parse_number(text).is_some_and(|number| number <= INTEGER_MAX.into())
}

/// Checks the integer of a body. Programs without integers may write one as `5.0`; only the service reads their bodies.
fn check_whole(text: &str) -> Result<(), Box<Mismatch>> {
    let without_zeros = || text.trim_end_matches('0').strip_suffix('.');
    let whole = if crate::EMBEDDED { without_zeros() } else { None }.unwrap_or(text);
    if is_whole(whole) { Ok(()) } else { Err(Mismatch::at_cursor(Expected::Integer)) }
}

fn check_items(reader: &mut Reader, shape: &Shape, direction: Direction) -> Result<(), Box<Mismatch>> {
    reader.begin_array()?;
    let mut index = 0_u32;
    // Computed once for all rows.
    let required = if let Shape::Object(table) = shape { FieldSet::required_bits(table.fields) } else { 0 };
    loop {
        let checked = match shape {
            Shape::Object(table) if reader.try_enter_object() => check_members(reader, table, required, direction),
            _ if !reader.next_item()? => return Ok(()),
            _ => check_value(reader, shape, direction),
        };
        if let Err(mismatch) = checked {
            return Err(mismatch.in_item(index));
        }
        index = index.wrapping_add(1);
    }
}

/// Checks an array of a request of which only the first item counts.
fn check_first_item(reader: &mut Reader, shape: &Shape) -> Result<(), Box<Mismatch>> {
    reader.begin_array()?;
    if !reader.next_item()? {
        return Err(Mismatch::at_cursor(Expected::Given).in_item(0));
    }
    check_value(reader, shape, Direction::Request).map_err(|mismatch| mismatch.in_item(0))?;
    while reader.next_item()? {
        reader.skip_value()?;
    }
    Ok(())
}

fn check_entries(reader: &mut Reader, shape: &Shape, direction: Direction) -> Result<(), Box<Mismatch>> {
    reader.begin_object()?;
    while let Some(key) = reader.next_key()? {
        if let Err(mismatch) = check_value(reader, shape, direction) {
            return Err(mismatch.in_field(&key.decode()?));
        }
    }
    Ok(())
}

fn check_object(reader: &mut Reader, table: &Object, direction: Direction) -> Result<(), Box<Mismatch>> {
    reader.begin_object()?;
    check_members(reader, table, FieldSet::required_bits(table.fields), direction)
}

/// Checks the members of an object that the reader has entered. `required` has a bit for each required field.
#[inline(never)]
fn check_members(
    reader: &mut Reader,
    table: &Object,
    required: u64,
    direction: Direction,
) -> Result<(), Box<Mismatch>> {
    let mut members = FieldSet::new(table.fields);
    while let Some(found) = members.after_texts(reader)? {
        match found {
            Member::Known(_, field) => check_member(reader, field, direction)?,
            Member::Unknown(_) => reader.skip_value()?,
        }
    }
    if members.has_all(required) { Ok(()) } else { check_required(&members) }
}

/// Checks the value of a field at the reader's position.
///
/// # Errors
///
/// The first [`Mismatch`].
pub fn check_member(reader: &mut Reader, field: &Field, direction: Direction) -> Result<(), Box<Mismatch>> {
    // Half of the values in responses are plain strings.
    if field.shape.is_plain_text() && reader.try_read_text().is_some() {
        return Ok(());
    }
    if !field.required && reader.peek_kind()? == ValueKind::Null {
        return Ok(reader.read_null()?);
    }
    check_value(reader, &field.shape, direction).map_err(|mismatch| mismatch.in_field(field.name))
}

fn check_required(members: &FieldSet) -> Result<(), Box<Mismatch>> {
    match members.first_missing() {
        Some(field) => Err(Mismatch::at_cursor(Expected::Given).in_field(field.name)),
        None => Ok(()),
    }
}

/// The fields of a list's envelope, whatever its items are.
pub const ENVELOPE: &[Field] = &[
    Field { name: "data", shape: Shape::Array(&Shape::Any), required: true },
    Field { name: "per_page", shape: Shape::Integer, required: true },
    Field { name: "page", shape: Shape::Integer, required: true },
    Field { name: "total", shape: Shape::Integer, required: true },
    Field { name: "links", shape: Shape::Object(&LINKS), required: true },
];

fn check_envelope<'a>(
    reader: &mut Reader<'a>,
    item: &Shape,
    direction: Direction,
) -> Result<Envelope<'a>, Box<Mismatch>> {
    let mut envelope = Envelope::default();
    reader.begin_object()?;
    // By name, not by the fast path: a body has one envelope, and this is less code.
    let mut members = FieldSet::new(ENVELOPE);
    while let Some(member) = members.next_by_name(reader)? {
        let Member::Known(_, field) = member else {
            reader.skip_value()?;
            continue;
        };
        let checked = if matches!(field.shape, Shape::Array(_)) {
            if reader.peek_kind()? == ValueKind::Array {
                check_items(reader, item, direction)
            } else {
                Err(Mismatch::at_cursor(Expected::Array))
            }
        } else {
            let raw = reader.read_raw()?;
            match field.name {
                "page" => envelope.page = raw,
                "links" => envelope.links = raw,
                _ => {}
            }
            check_raw_value(raw, &field.shape, direction)
        };
        if let Err(mismatch) = checked {
            return Err(mismatch.in_field(field.name));
        }
    }
    check_required(&members)?;
    Ok(envelope)
}

/// Checks one value of the envelope. Its three numbers may be strings: the specification writes them both ways.
///
/// # Errors
///
/// The first [`Mismatch`].
pub fn check_raw_value(raw: &[u8], shape: &Shape, direction: Direction) -> Result<(), Box<Mismatch>> {
    let mut reader = Reader::new(raw);
    match (shape, reader.peek_kind()?) {
        (Shape::Integer, ValueKind::Text) => check_whole(&reader.read_text()?.decode()?),
        (shape, _) => check_value(&mut reader, shape, direction),
    }
}

#[cfg(test)]
mod tests;
