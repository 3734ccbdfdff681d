//! Converts a response to a row: its metadata and custom variables. Its answers are in `answers.rs`.
//!
//! A value that is not as documented is read as far as possible and clears a flag. A page that does not clear the flag
//! is as documented and needs no separate check.

use super::design::Design;
use super::field_layout;
use super::scalar::{read_id, read_scalar};
use super::{METADATA, OF_METADATA, SCORE};
use crate::spec::shape::{Field, Shape};
use crate::wire::check::{self, Direction, Mismatch};
use crate::wire::field_set::{FieldSet, Member};
use crate::wire::json::{JsonError, Reader, ValueKind};
use crate::wire::text::quote_into;
use std::borrow::Cow;

/// A row under construction.
pub(super) struct ResponseRow<'s> {
    pub(super) design: &'s Design,
    pub(super) cells: Vec<Cow<'s, str>>,
    /// False after a value that is not as documented.
    pub(super) is_documented: bool,
}

impl<'s> ResponseRow<'s> {
    pub(super) fn new(design: &'s Design) -> ResponseRow<'s> {
        ResponseRow { design, cells: vec![Cow::Borrowed(""); design.columns.len()], is_documented: true }
    }

    /// Fills the row with the next response.
    pub(super) fn fill_response<'a: 's>(&mut self, reader: &mut Reader<'a>) -> Result<(), Box<Mismatch>> {
        for cell in &mut self.cells {
            *cell = Cow::Borrowed("");
        }
        reader.begin_object()?;
        let mut members = FieldSet::new(field_layout::RESPONSE);
        while let Some(member) = members.next_member(reader)? {
            match member {
                Member::Known(field_layout::PAGES, _) if reader.peek_kind()? == ValueKind::Array => {
                    reader.begin_array()?;
                    while reader.next_item()? {
                        self.fill_page(reader)?;
                    }
                }
                Member::Known(field_layout::VARIABLES, _) if reader.peek_kind()? == ValueKind::Object => {
                    self.fill_variables(reader)?
                }
                Member::Known(field_layout::METADATA_POSITION, _) if reader.peek_kind()? == ValueKind::Object => {
                    self.fill_metadata(reader)?
                }
                Member::Known(field_layout::QUIZ_RESULTS, _)
                    if self.design.is_quiz && reader.peek_kind()? == ValueKind::Object =>
                {
                    self.fill_score(reader)?
                }
                Member::Known(position, field) => match field_layout::METADATA_COLUMNS.get(position) {
                    Some(Some(column)) => {
                        let value = self.read_text(field, reader)?;
                        self.set_fact(*column, value);
                    }
                    _ => self.skip_field(field, reader)?,
                },
                Member::Unknown(key) => match METADATA.iter().position(|(name, _)| key.equals(name)) {
                    Some(column) => self.set_fact(column, read_scalar(reader)?),
                    None => reader.skip_value()?,
                },
            }
        }
        self.note_missing_fields(&members);
        Ok(())
    }

    fn set_fact(&mut self, column: usize, value: Option<Cow<'s, str>>) {
        if let (Some(cell), Some(value)) = (self.cells.get_mut(column), value)
            && !value.is_empty()
        {
            *cell = value;
        }
    }

    fn fill_variables<'a: 's>(&mut self, reader: &mut Reader<'a>) -> Result<(), Box<Mismatch>> {
        reader.begin_object()?;
        while let Some(name) = reader.next_key()? {
            let name = name.decode()?;
            let before = reader.rest();
            self.is_documented &= reader.peek_kind()? == ValueKind::Text;
            match (self.design.variable_column(&name), read_scalar(reader)?) {
                (Some(column), Some(value)) => self.add_value(column, value),
                _ => self.keep_unmatched("custom_variable", name.as_bytes(), read_since(before, reader)),
            }
        }
        Ok(())
    }

    /// Reads the response's `metadata`. The response's own fields take precedence.
    fn fill_metadata<'a: 's>(&mut self, reader: &mut Reader<'a>) -> Result<(), Box<Mismatch>> {
        reader.begin_object()?;
        let mut members = FieldSet::new(field_layout::METADATA_FIELDS);
        while let Some(member) = members.next_member(reader)? {
            let Member::Known(_, field) = member else {
                reader.skip_value()?;
                continue;
            };
            if reader.peek_kind()? != ValueKind::Object {
                self.skip_field(field, reader)?;
                continue;
            }
            reader.begin_object()?;
            while let Some(name) = reader.next_key()? {
                let position = OF_METADATA.iter().find(|(outer, inner, _)| field.name == *outer && name.equals(inner));
                match position {
                    Some((_, _, column)) if reader.peek_kind()? == ValueKind::Object => {
                        let column = METADATA.iter().position(|(name, _)| name == column);
                        self.fill_typed_value(column, reader)?;
                    }
                    _ => self.skip_shape(&field_layout::TYPED_VALUE, reader)?,
                }
            }
        }
        self.note_missing_fields(&members);
        Ok(())
    }

    /// Reads the score of a quiz.
    fn fill_score<'a: 's>(&mut self, reader: &mut Reader<'a>) -> Result<(), Box<Mismatch>> {
        reader.begin_object()?;
        let mut members = FieldSet::new(field_layout::SCORE_FIELDS);
        while let Some(member) = members.next_member(reader)? {
            let Member::Known(_, field) = member else {
                reader.skip_value()?;
                continue;
            };
            let value = self.read_text(field, reader)?;
            if let Some(column) = SCORE.iter().position(|(name, _)| *name == field.name) {
                self.set_fact(METADATA.len().saturating_add(column), value);
            }
        }
        self.note_missing_fields(&members);
        Ok(())
    }

    fn fill_typed_value<'a: 's>(
        &mut self,
        column: Option<usize>,
        reader: &mut Reader<'a>,
    ) -> Result<(), Box<Mismatch>> {
        reader.begin_object()?;
        let mut members = FieldSet::new(field_layout::TYPED);
        while let Some(member) = members.next_member(reader)? {
            let cell = column.and_then(|column| self.cells.get_mut(column)).filter(|cell| cell.is_empty());
            match (member, cell) {
                (Member::Known(field_layout::VALUE, _), Some(cell)) => *cell = read_scalar(reader)?.unwrap_or_default(),
                (Member::Known(_, field), _) => self.skip_field(field, reader)?,
                (Member::Unknown(_), _) => reader.skip_value()?,
            }
        }
        self.note_missing_fields(&members);
        Ok(())
    }

    /// Reads the value of a field that is an id.
    pub(super) fn read_id<'a>(
        &mut self,
        field: &Field,
        reader: &mut Reader<'a>,
    ) -> Result<Cow<'a, [u8]>, Box<Mismatch>> {
        if let Some(id) = reader.try_read_text() {
            return Ok(Cow::Borrowed(id));
        }
        self.is_documented &= fits_field(field, reader.peek_kind()?, "");
        read_id(reader)
    }

    /// Reads the value of a field as text; `None` for `null`.
    pub(super) fn read_text<'a>(
        &mut self,
        field: &Field,
        reader: &mut Reader<'a>,
    ) -> Result<Option<Cow<'a, str>>, Box<Mismatch>> {
        if let Some(plain) = reader.try_read_text() {
            self.is_documented &= fits_field(field, ValueKind::Text, "");
            return Ok(Some(Cow::Borrowed(std::str::from_utf8(plain).map_err(|_| JsonError)?)));
        }
        let kind = reader.peek_kind()?;
        let value = read_scalar(reader)?;
        self.is_documented &= fits_field(field, kind, value.as_deref().unwrap_or_default());
        Ok(value)
    }

    /// Skips the value of a field without a cell.
    pub(super) fn skip_field(&mut self, field: &Field, reader: &mut Reader) -> Result<(), Box<Mismatch>> {
        let before = reader.clone();
        if check::check_member(reader, field, Direction::Response).is_err() {
            self.skip_undocumented(before, reader)?;
        }
        Ok(())
    }

    pub(super) fn skip_shape(&mut self, shape: &Shape, reader: &mut Reader) -> Result<(), Box<Mismatch>> {
        let before = reader.clone();
        if check::check_value(reader, shape, Direction::Response).is_err() {
            self.skip_undocumented(before, reader)?;
        }
        Ok(())
    }

    #[cold]
    fn skip_undocumented<'a>(&mut self, before: Reader<'a>, reader: &mut Reader<'a>) -> Result<(), Box<Mismatch>> {
        self.is_documented = false;
        *reader = before;
        Ok(reader.skip_value()?)
    }

    pub(super) fn note_missing_fields(&mut self, members: &FieldSet) {
        self.is_documented &= members.first_missing().is_none();
    }

    /// Adds a value to a cell, after its existing values.
    pub(super) fn add_value(&mut self, column: usize, value: Cow<'s, str>) {
        let Some(cell) = self.cells.get_mut(column).filter(|_| !value.is_empty()) else { return };
        if cell.is_empty() {
            *cell = value;
        } else {
            let cell = cell.to_mut();
            cell.push_str("; ");
            cell.push_str(&value);
        }
    }

    /// Adds a value without a cell, as JSON, to the last column.
    pub(super) fn keep_unmatched(&mut self, kind: &str, id: &[u8], raw: &[u8]) {
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

/// Whether a field may have a value of a kind; `text` is the text of a number.
fn fits_field(field: &Field, kind: ValueKind, text: &str) -> bool {
    match (kind, field.shape) {
        (ValueKind::Null, _) => !field.required,
        (ValueKind::Text, Shape::Text | Shape::Id | Shape::Date | Shape::Choice(_)) => true,
        (ValueKind::Number, Shape::Integer) => check::is_whole(text),
        _ => false,
    }
}

/// The bytes of the value read since `before`, without surrounding blanks.
pub(super) fn read_since<'a>(before: &'a [u8], reader: &Reader) -> &'a [u8] {
    let length = before.len().saturating_sub(reader.rest().len());
    before.get(..length).unwrap_or_default().trim_ascii()
}
