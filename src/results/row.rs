//! One response becomes one row: its facts, its custom variables, and its answers, each in its cell.

use super::answer::{Answer, id_of, scalar};
use super::design::Design;
use super::question::Question;
use super::{METADATA, OF_METADATA};
use crate::wire::check::Mismatch;
use crate::wire::json::{Kind, Reader};
use crate::wire::text::quote_into;

/// The row that is being filled.
pub(super) struct Row<'a> {
    pub(super) design: &'a Design,
    pub(super) cells: &'a mut [String],
}

impl Row<'_> {
    pub(super) fn response(&mut self, reader: &mut Reader) -> Result<(), Box<Mismatch>> {
        reader.object()?;
        while let Some(key) = reader.key()? {
            if key.is("pages") && reader.peek()? == Kind::Array {
                reader.array()?;
                while reader.item()? {
                    self.page(reader)?;
                }
            } else if key.is("custom_variables") && reader.peek()? == Kind::Object {
                self.variables(reader)?;
            } else if key.is("metadata") && reader.peek()? == Kind::Object {
                self.metadata(reader)?;
            } else if let Some(cell) = METADATA.iter().position(|(name, _)| key.is(name)) {
                let value = scalar(reader)?.unwrap_or_default();
                if let Some(cell) = self.cells.get_mut(cell).filter(|_| !value.is_empty()) {
                    cell.clear();
                    cell.push_str(&value);
                }
            } else {
                reader.skip()?;
            }
        }
        Ok(())
    }

    fn variables(&mut self, reader: &mut Reader) -> Result<(), Box<Mismatch>> {
        reader.object()?;
        while let Some(name) = reader.key()? {
            let name = name.decoded()?;
            let before = reader.rest();
            match (self.design.variable(&name), scalar(reader)?) {
                (Some(column), Some(value)) => self.put(column, &value),
                _ => self.keep("custom_variable", name.as_bytes(), read_since(before, reader)),
            }
        }
        Ok(())
    }

    /// What stands deeper in the response. What it says itself goes first.
    fn metadata(&mut self, reader: &mut Reader) -> Result<(), Box<Mismatch>> {
        reader.object()?;
        while let Some(about) = reader.key()? {
            if reader.peek()? != Kind::Object {
                reader.skip()?;
                continue;
            }
            reader.object()?;
            while let Some(name) = reader.key()? {
                let place = OF_METADATA.iter().find(|(outer, inner, _)| about.is(outer) && name.is(inner));
                let (Some((_, _, column)), Kind::Object) = (place, reader.peek()?) else {
                    reader.skip()?;
                    continue;
                };
                let column = METADATA.iter().position(|(name, _)| name == column);
                reader.object()?;
                while let Some(key) = reader.key()? {
                    let cell = column.and_then(|column| self.cells.get_mut(column)).filter(|cell| cell.is_empty());
                    match cell.filter(|_| key.is("value")) {
                        Some(cell) => cell.push_str(&scalar(reader)?.unwrap_or_default()),
                        None => reader.skip()?,
                    }
                }
            }
        }
        Ok(())
    }

    fn page(&mut self, reader: &mut Reader) -> Result<(), Box<Mismatch>> {
        reader.object()?;
        while let Some(key) = reader.key()? {
            if key.is("questions") && reader.peek()? == Kind::Array {
                reader.array()?;
                while reader.item()? {
                    self.question(reader)?;
                }
            } else {
                reader.skip()?;
            }
        }
        Ok(())
    }

    fn question(&mut self, reader: &mut Reader) -> Result<(), Box<Mismatch>> {
        let (mut id, mut variant, mut waiting) = (None, None, None);
        let design = self.design;
        reader.object()?;
        while let Some(key) = reader.key()? {
            if key.is("id") {
                id = Some(id_of(reader)?);
            } else if key.is("variable_id") {
                variant = scalar(reader)?.filter(|variant| !variant.is_empty());
            } else if key.is("answers") && reader.peek()? == Kind::Array {
                match &id {
                    Some(id) => self.answers(design.question(id), id, reader)?,
                    None => waiting = Some(reader.raw()?),
                }
            } else {
                reader.skip()?;
            }
        }
        let id = id.unwrap_or_default();
        let question = design.question(&id);
        if let Some(answers) = waiting {
            self.answers(question, &id, &mut Reader::new(answers))?;
        }
        if let Some(variant) = variant {
            match question.filter(|question| !question.variants.as_slice().is_empty()) {
                Some(question) => {
                    let shown =
                        question.variants.find(variant.as_bytes()).map_or(variant.as_ref(), |(_, item)| &item.label);
                    self.put(question.first.saturating_sub(1), shown);
                }
                None => {
                    let mut json = String::from("{\"variable_id\":");
                    quote_into(&mut json, &variant);
                    json.push('}');
                    self.keep("question_id", &id, json.as_bytes());
                }
            }
        }
        Ok(())
    }

    fn answers(&mut self, question: Option<&Question>, id: &[u8], reader: &mut Reader) -> Result<(), Box<Mismatch>> {
        reader.array()?;
        while reader.item()? {
            let before = reader.rest();
            let placed = match question {
                Some(question) if reader.peek()? == Kind::Object => self.answer(question, reader)?,
                _ => {
                    reader.skip()?;
                    false
                }
            };
            if !placed {
                self.keep("question_id", id, read_since(before, reader));
            }
        }
        Ok(())
    }

    /// Puts an answer into its cells; false if a part of it has none, and then none of it is put.
    fn answer(&mut self, question: &Question, reader: &mut Reader) -> Result<bool, Box<Mismatch>> {
        let answer = Answer::read(reader)?;
        let Some(parts) = answer.placed(question) else { return Ok(false) };
        for (column, value) in parts.into_iter().flatten() {
            self.put(column, &value);
        }
        Ok(true)
    }

    /// Adds a value to a cell; several values in one stand behind one another.
    fn put(&mut self, column: usize, value: &str) {
        let Some(cell) = self.cells.get_mut(column).filter(|_| !value.is_empty()) else { return };
        if !cell.is_empty() {
            cell.push_str("; ");
        }
        cell.push_str(value);
    }

    /// Keeps what has no cell, as JSON, in the last column.
    fn keep(&mut self, kind: &str, id: &[u8], raw: &[u8]) {
        let Some(cell) = self.cells.last_mut() else { return };
        cell.push_str(if cell.is_empty() { "{\"" } else { " {\"" });
        cell.push_str(kind);
        cell.push_str("\":");
        quote_into(cell, &String::from_utf8_lossy(id));
        cell.push_str(",\"value\":");
        cell.push_str(&String::from_utf8_lossy(raw));
        cell.push('}');
    }
}

/// The bytes of the value that was read since, without the blanks around it.
fn read_since<'a>(before: &'a [u8], reader: &Reader) -> &'a [u8] {
    let length = before.len().saturating_sub(reader.rest().len());
    before.get(..length).unwrap_or_default().trim_ascii()
}
