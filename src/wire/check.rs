//! Whether a JSON body has the shape that a table gives it: fields, kinds, ranges, presence.
//!
//! Unknown fields are passed over, and `null` for an optional field means absent, in both directions.
//! Answers may grow new enumeration values, requests may not use them. Requests may write some values in two
//! ways, answers do not.

mod expected;

pub use expected::Expected;

use super::json::{Alike, Broken, Kind, Reader};
use super::members::{Member, Members};
use super::text::{number, number_into};
use crate::spec::shape::{Field, Object, Shape};
use crate::spec::types::{INTEGER_MAX, LINKS};

/// Who wrote the body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// The caller: enumerations are closed.
    Request,
    /// The service: enumerations are open.
    Answer,
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
    pub fn here(expected: Expected) -> Box<Mismatch> {
        Box::new(Mismatch { path: String::new(), expected })
    }

    /// The same mismatch seen from an enclosing object.
    #[cold]
    #[must_use]
    pub fn under(mut self: Box<Self>, field: &str) -> Box<Mismatch> {
        let mut path = String::from(field);
        if !matches!(self.path.bytes().next(), None | Some(b'[')) {
            path.push('.');
        }
        path.push_str(&self.path);
        self.path = path;
        self
    }

    #[cold]
    fn at(self: Box<Self>, index: u32) -> Box<Mismatch> {
        let mut place = String::from("[");
        number_into(&mut place, index.into());
        place.push(']');
        self.under(&place)
    }
}

impl From<Broken> for Box<Mismatch> {
    #[cold]
    fn from(_: Broken) -> Box<Mismatch> {
        Mismatch::here(Expected::Json)
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
pub fn check(bytes: &[u8], shape: &Shape, side: Side) -> Result<(), Box<Mismatch>> {
    check_page(bytes, shape, side).map(drop)
}

/// Checks a body, and gives what it says about its place in a list.
pub fn check_page<'a>(bytes: &'a [u8], shape: &Shape, side: Side) -> Result<Envelope<'a>, Box<Mismatch>> {
    let mut reader = Reader::new(bytes);
    let mut found = Envelope::default();
    match shape {
        Shape::Nothing => return Ok(found),
        Shape::List(item) if reader.peek()? == Kind::Object => found = envelope(&mut reader, item, side)?,
        shape => value(&mut reader, shape, side)?,
    }
    reader.end()?;
    Ok(found)
}

/// Checks the value that comes next.
pub fn value(reader: &mut Reader, shape: &Shape, side: Side) -> Result<(), Box<Mismatch>> {
    let found = reader.peek()?;
    let (wanted, expected) = match shape {
        Shape::Any | Shape::Nothing => return Ok(reader.skip()?),
        Shape::Nullable(_) if found == Kind::Null => return Ok(reader.null()?),
        Shape::OneOrFirst(inner) if side == Side::Request && found == Kind::Array => return first(reader, inner),
        Shape::Nullable(inner) | Shape::OneOrFirst(inner) => return value(reader, inner, side),
        Shape::ListedOrKeyed(_) if side == Side::Request && found == Kind::Object => return Ok(reader.skip()?),
        Shape::Written if side == Side::Request && found == Kind::Number => return Ok(reader.skip()?),
        Shape::Text | Shape::Written | Shape::Id | Shape::Date | Shape::Choice(_) => (Kind::Text, Expected::Text),
        Shape::Integer => (Kind::Number, Expected::Integer),
        Shape::Number => (Kind::Number, Expected::Number),
        Shape::Boolean => (Kind::Boolean, Expected::Boolean),
        Shape::Array(_) | Shape::ListedOrKeyed(_) => (Kind::Array, Expected::Array),
        Shape::Map(_) | Shape::Object(_) | Shape::List(_) => (Kind::Object, Expected::Object),
    };
    if found != wanted {
        return Err(Mismatch::here(expected));
    }
    match shape {
        Shape::Choice(choice) => {
            let text = reader.text()?;
            if side == Side::Request && !choice.values.iter().any(|value| text.is(value)) {
                return Err(Mismatch::here(Expected::Choice(choice.values)));
            }
            Ok(())
        }
        Shape::Integer => whole(reader.number()?),
        Shape::Array(item) | Shape::ListedOrKeyed(item) => items(reader, item, side),
        Shape::Map(shape) => entries(reader, shape, side),
        Shape::Object(table) => object(reader, table, side),
        Shape::List(item) => envelope(reader, item, side).map(drop),
        _ => Ok(reader.skip()?),
    }
}

/// True for what writes an integer of the specification.
pub fn is_whole(text: &str) -> bool {
    number(text).is_some_and(|number| number <= INTEGER_MAX.into())
}

fn whole(text: &str) -> Result<(), Box<Mismatch>> {
    if is_whole(text) { Ok(()) } else { Err(Mismatch::here(Expected::Integer)) }
}

/// Rows after which more like them are looked for: those of short lists are sooner checked one by one.
const MANY: u32 = 4;

fn items<'a>(reader: &mut Reader<'a>, shape: &Shape, side: Side) -> Result<(), Box<Mismatch>> {
    reader.array()?;
    let mut index = 0_u32;
    let required = if let Shape::Object(table) = shape { Members::required(table.fields) } else { 0 };
    let mut alike = None;
    loop {
        let row = reader.rest();
        let checked = match shape {
            Shape::Object(table) if reader.passes_into() => inside(reader, table, required, side),
            _ if !reader.item()? => return Ok(()),
            _ => value(reader, shape, side),
        };
        if let Err(mismatch) = checked {
            return Err(mismatch.at(index));
        }
        index = index.wrapping_add(1);
        if let Shape::Object(table) = shape
            && index >= MANY
        {
            index = index.wrapping_add(alike.get_or_insert_with(Alike::default).pass(reader, row, table));
        }
    }
}

/// An array of a request, of which the first item counts.
fn first(reader: &mut Reader, shape: &Shape) -> Result<(), Box<Mismatch>> {
    reader.array()?;
    if !reader.item()? {
        return Err(Mismatch::here(Expected::Given).at(0));
    }
    value(reader, shape, Side::Request).map_err(|mismatch| mismatch.at(0))?;
    while reader.item()? {
        reader.skip()?;
    }
    Ok(())
}

fn entries(reader: &mut Reader, shape: &Shape, side: Side) -> Result<(), Box<Mismatch>> {
    reader.object()?;
    while let Some(key) = reader.key()? {
        if let Err(mismatch) = value(reader, shape, side) {
            return Err(mismatch.under(&key.decoded()?));
        }
    }
    Ok(())
}

fn object(reader: &mut Reader, table: &Object, side: Side) -> Result<(), Box<Mismatch>> {
    reader.object()?;
    inside(reader, table, Members::required(table.fields), side)
}

/// Checks the members of an object that the reader has entered, of which some are required.
#[inline(never)]
fn inside(reader: &mut Reader, table: &Object, required: u64, side: Side) -> Result<(), Box<Mismatch>> {
    let mut members = Members::of(table.fields);
    while let Some(found) = members.after_texts(reader)? {
        match found {
            Member::Known(_, field) => member(reader, field, side)?,
            Member::Unknown(_) => reader.skip()?,
        }
    }
    if members.has(required) { Ok(()) } else { given(&members) }
}

/// Checks the value of a field, which comes next.
pub fn member(reader: &mut Reader, field: &Field, side: Side) -> Result<(), Box<Mismatch>> {
    // Half of what answers hold are plain strings.
    if field.shape.is_plain_text() && reader.passes_text().is_some() {
        return Ok(());
    }
    if !field.required && reader.peek()? == Kind::Null {
        return Ok(reader.null()?);
    }
    value(reader, &field.shape, side).map_err(|mismatch| mismatch.under(field.name))
}

fn given(members: &Members) -> Result<(), Box<Mismatch>> {
    match members.missing() {
        Some(field) => Err(Mismatch::here(Expected::Given).under(field.name)),
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

fn envelope<'a>(reader: &mut Reader<'a>, item: &Shape, side: Side) -> Result<Envelope<'a>, Box<Mismatch>> {
    let mut found = Envelope::default();
    reader.object()?;
    let mut members = Members::of(ENVELOPE);
    while let Some(member) = members.named(reader)? {
        let Member::Known(_, field) = member else {
            reader.skip()?;
            continue;
        };
        let checked = if matches!(field.shape, Shape::Array(_)) {
            if reader.peek()? == Kind::Array { items(reader, item, side) } else { Err(Mismatch::here(Expected::Array)) }
        } else {
            let raw = reader.raw()?;
            match field.name {
                "page" => found.page = raw,
                "links" => found.links = raw,
                _ => {}
            }
            alone(raw, &field.shape, side)
        };
        if let Err(mismatch) = checked {
            return Err(mismatch.under(field.name));
        }
    }
    given(&members)?;
    Ok(found)
}

/// Checks one value of the envelope by itself. Its three numbers may be strings: the specification writes them both ways.
pub fn alone(raw: &[u8], shape: &Shape, side: Side) -> Result<(), Box<Mismatch>> {
    let mut reader = Reader::new(raw);
    match (shape, reader.peek()?) {
        (Shape::Integer, Kind::Text) => whole(&reader.text()?.decoded()?),
        (shape, _) => value(&mut reader, shape, side),
    }
}

#[cfg(test)]
mod tests;
