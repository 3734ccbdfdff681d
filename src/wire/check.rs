//! Whether a JSON body has the shape that a table gives it: fields, kinds, ranges, presence.
//!
//! Unknown fields are passed over, and `null` for an optional field means absent, in both directions.
//! Answers may grow new enumeration values, requests may not use them. Requests may write some values in two
//! ways, answers do not.

mod expected;

pub use expected::Expected;

use super::field_set::{FieldSet, Member};
use super::json::{JsonError, Reader, RowTemplate, ValueKind};
use super::text::{number_into, parse_number};
use crate::spec::shape::{Field, Object, Shape};
use crate::spec::types::{INTEGER_MAX, LINKS};

/// Who wrote the body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// The caller: enumerations are closed.
    Request,
    /// The service: enumerations are open.
    Response,
}

/// Where a body has not the shape it should have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mismatch {
    /// The place, such as `data[3].members[0].user_id`; empty for the body as a whole.
    pub path: String,
    /// What should have stood there.
    pub expected: Expected,
}

impl Mismatch {
    /// A mismatch at the place where the reader stands. It is boxed, so that what passes it on stays small.
    #[cold]
    #[must_use]
    pub fn at_cursor(expected: Expected) -> Box<Mismatch> {
        Box::new(Mismatch { path: String::new(), expected })
    }

    /// The same mismatch seen from an enclosing object.
    #[cold]
    #[must_use]
    pub fn in_field(mut self: Box<Self>, field: &str) -> Box<Mismatch> {
        let mut path = String::from(field);
        if !matches!(self.path.bytes().next(), None | Some(b'[')) {
            path.push('.');
        }
        path.push_str(&self.path);
        self.path = path;
        self
    }

    #[cold]
    fn in_item(self: Box<Self>, index: u32) -> Box<Mismatch> {
        let mut place = String::from("[");
        number_into(&mut place, index.into());
        place.push(']');
        self.in_field(&place)
    }
}

impl From<JsonError> for Box<Mismatch> {
    #[cold]
    fn from(_: JsonError) -> Box<Mismatch> {
        Mismatch::at_cursor(Expected::Json)
    }
}

/// What a list says beside its items, as it stands in the body; empty for what is no list.
#[derive(Debug, Clone, Copy, Default)]
pub struct Envelope<'a> {
    /// The page's number.
    pub page: &'a [u8],
    /// The links.
    pub links: &'a [u8],
}

/// Checks a body. Where the table says that there is none, whatever came is passed over.
pub fn check_body(bytes: &[u8], shape: &Shape, side: Direction) -> Result<(), Box<Mismatch>> {
    check_page(bytes, shape, side).map(drop)
}

/// Checks a body, and gives what it says about its place in a list.
pub fn check_page<'a>(bytes: &'a [u8], shape: &Shape, side: Direction) -> Result<Envelope<'a>, Box<Mismatch>> {
    let mut reader = Reader::new(bytes);
    let mut found = Envelope::default();
    match shape {
        Shape::Nothing => return Ok(found),
        Shape::List(item) if reader.peek_kind()? == ValueKind::Object => {
            found = check_envelope(&mut reader, item, side)?
        }
        shape => check_value(&mut reader, shape, side)?,
    }
    reader.expect_end()?;
    Ok(found)
}

/// Checks the value that comes next.
pub fn check_value(reader: &mut Reader, shape: &Shape, side: Direction) -> Result<(), Box<Mismatch>> {
    let found = reader.peek_kind()?;
    let (wanted, expected) = match shape {
        Shape::Any | Shape::Nothing => return Ok(reader.skip_value()?),
        Shape::Nullable(_) if found == ValueKind::Null => return Ok(reader.read_null()?),
        Shape::OneOrFirst(inner) if side == Direction::Request && found == ValueKind::Array => {
            return check_first_item(reader, inner);
        }
        Shape::Nullable(inner) | Shape::OneOrFirst(inner) => return check_value(reader, inner, side),
        Shape::ListedOrKeyed(_) if side == Direction::Request && found == ValueKind::Object => {
            return Ok(reader.skip_value()?);
        }
        Shape::Written if side == Direction::Request && found == ValueKind::Number => return Ok(reader.skip_value()?),
        Shape::Text | Shape::Written | Shape::Id | Shape::Date | Shape::Choice(_) => (ValueKind::Text, Expected::Text),
        Shape::Integer => (ValueKind::Number, Expected::Integer),
        Shape::Number => (ValueKind::Number, Expected::Number),
        Shape::Boolean => (ValueKind::Boolean, Expected::Boolean),
        Shape::Array(_) | Shape::ListedOrKeyed(_) => (ValueKind::Array, Expected::Array),
        Shape::Map(_) | Shape::Object(_) | Shape::List(_) => (ValueKind::Object, Expected::Object),
    };
    if found != wanted {
        return Err(Mismatch::at_cursor(expected));
    }
    match shape {
        Shape::Choice(choice) => {
            let text = reader.read_text()?;
            if side == Direction::Request && !choice.values.iter().any(|value| text.equals(value)) {
                return Err(Mismatch::at_cursor(Expected::Choice(choice.values)));
            }
            Ok(())
        }
        Shape::Integer => check_whole(reader.read_number()?),
        Shape::Array(item) | Shape::ListedOrKeyed(item) => check_items(reader, item, side),
        Shape::Map(shape) => check_entries(reader, shape, side),
        Shape::Object(table) => check_object(reader, table, side),
        Shape::List(item) => check_envelope(reader, item, side).map(drop),
        _ => Ok(reader.skip_value()?),
    }
}

/// True for what writes an integer of the specification.
pub fn is_whole(text: &str) -> bool {
    parse_number(text).is_some_and(|number| number <= INTEGER_MAX.into())
}

fn check_whole(text: &str) -> Result<(), Box<Mismatch>> {
    if is_whole(text) { Ok(()) } else { Err(Mismatch::at_cursor(Expected::Integer)) }
}

/// Rows after which more like them are looked for: those of short lists are sooner checked one by one.
const MANY: u32 = 4;

fn check_items<'a>(reader: &mut Reader<'a>, shape: &Shape, side: Direction) -> Result<(), Box<Mismatch>> {
    reader.begin_array()?;
    let mut index = 0_u32;
    let required = if let Shape::Object(table) = shape { FieldSet::required_bits(table.fields) } else { 0 };
    let mut alike = None;
    loop {
        let row = reader.rest();
        let checked = match shape {
            Shape::Object(table) if reader.try_enter_object() => check_members(reader, table, required, side),
            _ if !reader.next_item()? => return Ok(()),
            _ => check_value(reader, shape, side),
        };
        if let Err(mismatch) = checked {
            return Err(mismatch.in_item(index));
        }
        index = index.wrapping_add(1);
        if let Shape::Object(table) = shape
            && index >= MANY
        {
            index = index
                .wrapping_add(alike.get_or_insert_with(RowTemplate::default).skip_similar_rows(reader, row, table));
        }
    }
}

/// An array of a request, of which the first item counts.
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

fn check_entries(reader: &mut Reader, shape: &Shape, side: Direction) -> Result<(), Box<Mismatch>> {
    reader.begin_object()?;
    while let Some(key) = reader.next_key()? {
        if let Err(mismatch) = check_value(reader, shape, side) {
            return Err(mismatch.in_field(&key.decode()?));
        }
    }
    Ok(())
}

fn check_object(reader: &mut Reader, table: &Object, side: Direction) -> Result<(), Box<Mismatch>> {
    reader.begin_object()?;
    check_members(reader, table, FieldSet::required_bits(table.fields), side)
}

/// Checks the members of an object that the reader has entered, of which some are required.
#[inline(never)]
fn check_members(reader: &mut Reader, table: &Object, required: u64, side: Direction) -> Result<(), Box<Mismatch>> {
    let mut members = FieldSet::new(table.fields);
    while let Some(found) = members.after_texts(reader)? {
        match found {
            Member::Known(_, field) => check_member(reader, field, side)?,
            Member::Unknown(_) => reader.skip_value()?,
        }
    }
    if members.has_all(required) { Ok(()) } else { check_required(&members) }
}

/// Checks the value of a field, which comes next.
pub fn check_member(reader: &mut Reader, field: &Field, side: Direction) -> Result<(), Box<Mismatch>> {
    // Half of what answers hold are plain strings.
    if field.shape.is_plain_text() && reader.try_read_text().is_some() {
        return Ok(());
    }
    if !field.required && reader.peek_kind()? == ValueKind::Null {
        return Ok(reader.read_null()?);
    }
    check_value(reader, &field.shape, side).map_err(|mismatch| mismatch.in_field(field.name))
}

fn check_required(members: &FieldSet) -> Result<(), Box<Mismatch>> {
    match members.first_missing() {
        Some(field) => Err(Mismatch::at_cursor(Expected::Given).in_field(field.name)),
        None => Ok(()),
    }
}

/// The list envelope, around whatever its items are.
pub const ENVELOPE: &[Field] = &[
    Field { name: "data", shape: Shape::Array(&Shape::Any), required: true },
    Field { name: "per_page", shape: Shape::Integer, required: true },
    Field { name: "page", shape: Shape::Integer, required: true },
    Field { name: "total", shape: Shape::Integer, required: true },
    Field { name: "links", shape: Shape::Object(&LINKS), required: true },
];

fn check_envelope<'a>(reader: &mut Reader<'a>, item: &Shape, side: Direction) -> Result<Envelope<'a>, Box<Mismatch>> {
    let mut found = Envelope::default();
    reader.begin_object()?;
    let mut members = FieldSet::new(ENVELOPE);
    while let Some(member) = members.next_by_name(reader)? {
        let Member::Known(_, field) = member else {
            reader.skip_value()?;
            continue;
        };
        let checked = if matches!(field.shape, Shape::Array(_)) {
            if reader.peek_kind()? == ValueKind::Array {
                check_items(reader, item, side)
            } else {
                Err(Mismatch::at_cursor(Expected::Array))
            }
        } else {
            let raw = reader.read_raw()?;
            match field.name {
                "page" => found.page = raw,
                "links" => found.links = raw,
                _ => {}
            }
            check_raw_value(raw, &field.shape, side)
        };
        if let Err(mismatch) = checked {
            return Err(mismatch.in_field(field.name));
        }
    }
    check_required(&members)?;
    Ok(found)
}

/// Checks one value of the envelope by itself. Its three numbers may be strings: the specification writes them both ways.
pub fn check_raw_value(raw: &[u8], shape: &Shape, side: Direction) -> Result<(), Box<Mismatch>> {
    let mut reader = Reader::new(raw);
    match (shape, reader.peek_kind()?) {
        (Shape::Integer, ValueKind::Text) => check_whole(&reader.read_text()?.decode()?),
        (shape, _) => check_value(&mut reader, shape, side),
    }
}

#[cfg(test)]
mod tests;
