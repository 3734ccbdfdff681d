//! One response becomes one row: its facts and its custom variables, each in its cell. Its answers stand apart.
//!
//! What is not as documented is read as well as it can be, and noted: a page of which nothing was noted is as its table
//! says, and needs no check of its own.

use super::design::Design;
use super::known;
use super::scalar::{id_of, scalar};
use super::{METADATA, OF_METADATA};
use crate::spec::shape::{Field, Shape};
use crate::wire::check::{self, Mismatch, Side};
use crate::wire::json::{Broken, Kind, Reader};
use crate::wire::members::{Member, Members};
use crate::wire::text::quote_into;
use std::borrow::Cow;

/// The row that is being filled.
pub(super) struct Row<'s> {
    pub(super) design: &'s Design,
    pub(super) cells: Vec<Cow<'s, str>>,
    /// False once something was read that is not as documented.
    pub(super) is_documented: bool,
}

impl<'s> Row<'s> {
    pub(super) fn of(design: &'s Design) -> Row<'s> {
        Row { design, cells: vec![Cow::Borrowed(""); design.columns.len()], is_documented: true }
    }

    /// Fills the row with the response that comes next.
    pub(super) fn response<'a: 's>(&mut self, reader: &mut Reader<'a>) -> Result<(), Box<Mismatch>> {
        for cell in &mut self.cells {
            *cell = Cow::Borrowed("");
        }
        reader.object()?;
        let mut members = Members::of(known::RESPONSE);
        while let Some(member) = members.next(reader)? {
            match member {
                Member::Known(known::PAGES, _) if reader.peek()? == Kind::Array => {
                    reader.array()?;
                    while reader.item()? {
                        self.page(reader)?;
                    }
                }
                Member::Known(known::VARIABLES, _) if reader.peek()? == Kind::Object => self.variables(reader)?,
                Member::Known(known::ABOUT, _) if reader.peek()? == Kind::Object => self.about(reader)?,
                Member::Known(place, field) => match known::FACTS.get(place) {
                    Some(Some(column)) => {
                        let value = self.text(field, reader)?;
                        self.fact(*column, value);
                    }
                    _ => self.pass(field, reader)?,
                },
                Member::Unknown(key) => match METADATA.iter().position(|(name, _)| key.is(name)) {
                    Some(column) => self.fact(column, scalar(reader)?),
                    None => reader.skip()?,
                },
            }
        }
        self.ends(&members);
        Ok(())
    }

    fn fact(&mut self, column: usize, value: Option<Cow<'s, str>>) {
        if let (Some(cell), Some(value)) = (self.cells.get_mut(column), value)
            && !value.is_empty()
        {
            *cell = value;
        }
    }

    fn variables<'a: 's>(&mut self, reader: &mut Reader<'a>) -> Result<(), Box<Mismatch>> {
        reader.object()?;
        while let Some(name) = reader.key()? {
            let name = name.decoded()?;
            let before = reader.rest();
            self.is_documented &= reader.peek()? == Kind::Text;
            match (self.design.variable(&name), scalar(reader)?) {
                (Some(column), Some(value)) => self.put(column, value),
                _ => self.keep("custom_variable", name.as_bytes(), read_since(before, reader)),
            }
        }
        Ok(())
    }

    /// What stands deeper in the response. What it says itself goes first.
    fn about<'a: 's>(&mut self, reader: &mut Reader<'a>) -> Result<(), Box<Mismatch>> {
        reader.object()?;
        let mut members = Members::of(known::KNOWN);
        while let Some(member) = members.next(reader)? {
            let Member::Known(_, field) = member else {
                reader.skip()?;
                continue;
            };
            if reader.peek()? != Kind::Object {
                self.pass(field, reader)?;
                continue;
            }
            reader.object()?;
            while let Some(name) = reader.key()? {
                let place = OF_METADATA.iter().find(|(outer, inner, _)| field.name == *outer && name.is(inner));
                match place {
                    Some((_, _, column)) if reader.peek()? == Kind::Object => {
                        let column = METADATA.iter().position(|(name, _)| name == column);
                        self.typed(column, reader)?;
                    }
                    _ => self.pass_shape(&known::TYPED_VALUE, reader)?,
                }
            }
        }
        self.ends(&members);
        Ok(())
    }

    fn typed<'a: 's>(&mut self, column: Option<usize>, reader: &mut Reader<'a>) -> Result<(), Box<Mismatch>> {
        reader.object()?;
        let mut members = Members::of(known::TYPED);
        while let Some(member) = members.next(reader)? {
            let cell = column.and_then(|column| self.cells.get_mut(column)).filter(|cell| cell.is_empty());
            match (member, cell) {
                (Member::Known(known::VALUE, _), Some(cell)) => *cell = scalar(reader)?.unwrap_or_default(),
                (Member::Known(_, field), _) => self.pass(field, reader)?,
                (Member::Unknown(_), _) => reader.skip()?,
            }
        }
        self.ends(&members);
        Ok(())
    }

    /// Reads the value of a field that is an id.
    pub(super) fn id<'a>(&mut self, field: &Field, reader: &mut Reader<'a>) -> Result<Cow<'a, [u8]>, Box<Mismatch>> {
        if let Some(id) = reader.passes_text() {
            return Ok(Cow::Borrowed(id));
        }
        self.is_documented &= fits(field, reader.peek()?, "");
        id_of(reader)
    }

    /// Reads the value of a field as text; none for `null`.
    pub(super) fn text<'a>(
        &mut self,
        field: &Field,
        reader: &mut Reader<'a>,
    ) -> Result<Option<Cow<'a, str>>, Box<Mismatch>> {
        if let Some(plain) = reader.passes_text() {
            self.is_documented &= fits(field, Kind::Text, "");
            return Ok(Some(Cow::Borrowed(std::str::from_utf8(plain).map_err(|_| Broken)?)));
        }
        let kind = reader.peek()?;
        let value = scalar(reader)?;
        self.is_documented &= fits(field, kind, value.as_deref().unwrap_or_default());
        Ok(value)
    }

    /// Reads over the value of a field that is in no cell.
    pub(super) fn pass(&mut self, field: &Field, reader: &mut Reader) -> Result<(), Box<Mismatch>> {
        let before = reader.clone();
        if check::member(reader, field, Side::Answer).is_err() {
            self.doubt(before, reader)?;
        }
        Ok(())
    }

    pub(super) fn pass_shape(&mut self, shape: &Shape, reader: &mut Reader) -> Result<(), Box<Mismatch>> {
        let before = reader.clone();
        if check::value(reader, shape, Side::Answer).is_err() {
            self.doubt(before, reader)?;
        }
        Ok(())
    }

    #[cold]
    fn doubt<'a>(&mut self, before: Reader<'a>, reader: &mut Reader<'a>) -> Result<(), Box<Mismatch>> {
        self.is_documented = false;
        *reader = before;
        Ok(reader.skip()?)
    }

    pub(super) fn ends(&mut self, members: &Members) {
        self.is_documented &= members.missing().is_none();
    }

    /// Adds a value to a cell; several values in one stand behind one another.
    pub(super) fn put(&mut self, column: usize, value: Cow<'s, str>) {
        let Some(cell) = self.cells.get_mut(column).filter(|_| !value.is_empty()) else { return };
        if cell.is_empty() {
            *cell = value;
        } else {
            let cell = cell.to_mut();
            cell.push_str("; ");
            cell.push_str(&value);
        }
    }

    /// Keeps what has no cell, as JSON, in the last column.
    pub(super) fn keep(&mut self, kind: &str, id: &[u8], raw: &[u8]) {
        let Some(cell) = self.cells.last_mut() else { return };
        let cell = cell.to_mut();
        cell.push_str(if cell.is_empty() { "{\"" } else { " {\"" });
        cell.push_str(kind);
        cell.push_str("\":");
        quote_into(cell, &String::from_utf8_lossy(id));
        cell.push_str(",\"value\":");
        cell.push_str(&String::from_utf8_lossy(raw));
        cell.push('}');
    }
}

/// Whether a field may have a value of a kind; `text` is what a number is written as.
fn fits(field: &Field, kind: Kind, text: &str) -> bool {
    match (kind, field.shape) {
        (Kind::Null, _) => !field.required,
        (Kind::Text, Shape::Text | Shape::Id | Shape::Date | Shape::Choice(_)) => true,
        (Kind::Number, Shape::Integer) => check::is_whole(text),
        _ => false,
    }
}

/// The bytes of the value that was read since, without the blanks around it.
pub(super) fn read_since<'a>(before: &'a [u8], reader: &Reader) -> &'a [u8] {
    let length = before.len().saturating_sub(reader.rest().len());
    before.get(..length).unwrap_or_default().trim_ascii()
}
