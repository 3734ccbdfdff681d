//! Layer 2: a survey's design and its responses joined into one table, by id and a page at a time.
//!
//! A table is made of the design once; each page of responses then becomes rows, and nothing of a page is
//! kept. Every answer finds its cell by the ids it carries. An id that the design does not know stands in the
//! cell as it is; an answer that has no cell at all goes into the last column, so that none is lost.

mod answer;
mod column;
mod design;
mod format;
mod labels;
pub mod summary;

pub use column::{Column, Content};
pub use format::Format;

use crate::wire::check::{Expected, Mismatch};
use crate::wire::json::{Kind, Reader};
use crate::wire::text::quote_into;
use answer::Answer;
use column::Key;
use design::{Design, Question};

/// The fields of a response that come before its answers: name on the wire, heading of the column.
const METADATA: [(&str, &str); 10] = [
    ("id", "Response ID"),
    ("collector_id", "Collector ID"),
    ("response_status", "Status"),
    ("date_created", "Started"),
    ("date_modified", "Last changed"),
    ("ip_address", "IP address"),
    ("email_address", "Email address"),
    ("first_name", "First name"),
    ("last_name", "Last name"),
    ("custom_value", "Custom value"),
];

/// The column of answers that have no other.
const UNMATCHED: &str = "unmatched";

/// A survey's design, ready to take responses.
#[derive(Debug)]
pub struct Table {
    design: Design,
    cells: Vec<String>,
    passed: usize,
}

impl Table {
    /// The table of a design: the JSON of `surveys.details`.
    pub fn new(design: &[u8]) -> Result<Table, Box<Mismatch>> {
        let design = Design::read(design)?;
        let cells = vec![String::new(); design.columns.len()];
        Ok(Table { design, cells, passed: 0 })
    }

    /// Leaves out the responses that come next: an earlier table has them.
    pub fn pass_over(&mut self, responses: usize) {
        self.passed = responses;
    }

    /// The columns from left to right.
    pub fn columns(&self) -> &[Column] {
        &self.design.columns
    }

    /// Writes what stands before the first row.
    pub fn header(&self, format: Format, out: &mut Vec<u8>) {
        format.header(&self.design.columns, out);
    }

    /// Writes a row for each response of a page, the JSON of `surveys.responses.bulk`, and counts them.
    pub fn page(&mut self, page: &[u8], format: Format, out: &mut Vec<u8>) -> Result<usize, Box<Mismatch>> {
        let mut reader = Reader::new(page);
        let mut rows = 0_usize;
        if reader.peek()? != Kind::Object {
            return Err(Mismatch::here(Expected::Object));
        }
        reader.object()?;
        while let Some(key) = reader.key()? {
            if !key.is("data") {
                reader.skip()?;
                continue;
            }
            reader.array()?;
            while reader.item()? {
                if let Some(left) = self.passed.checked_sub(1) {
                    self.passed = left;
                    reader.skip()?;
                    continue;
                }
                self.cells.iter_mut().for_each(String::clear);
                Row { design: &self.design, cells: &mut self.cells }.response(&mut reader)?;
                format.row(&self.design.columns, &self.cells, out);
                rows = rows.saturating_add(1);
            }
        }
        reader.end()?;
        Ok(rows)
    }
}

/// The row that is being filled.
struct Row<'a> {
    design: &'a Design,
    cells: &'a mut [String],
}

impl Row<'_> {
    fn response(&mut self, reader: &mut Reader) -> Result<(), Box<Mismatch>> {
        reader.object()?;
        while let Some(key) = reader.key()? {
            if key.is("pages") && reader.peek()? == Kind::Array {
                reader.array()?;
                while reader.item()? {
                    self.page(reader)?;
                }
            } else if key.is("custom_variables") && reader.peek()? == Kind::Object {
                reader.object()?;
                while let Some(name) = reader.key()? {
                    let name = name.decoded()?;
                    let raw = reader.raw()?;
                    let key = Key::variable(&name);
                    let placed = answer::plain(raw)?.is_some_and(|value| self.put(&key, &value));
                    if !placed {
                        self.keep("custom_variable", &name, raw);
                    }
                }
            } else if let Some(index) = METADATA.iter().position(|(name, _)| key.is(name)) {
                let value = answer::scalar(reader)?;
                if let (Some(value), Some(cell)) = (value, self.cells.get_mut(index)) {
                    cell.push_str(&value);
                }
            } else {
                reader.skip()?;
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
        let (mut id, mut answers) = (None, None);
        reader.object()?;
        while let Some(key) = reader.key()? {
            if key.is("id") {
                id = answer::scalar(reader)?;
            } else if key.is("answers") && reader.peek()? == Kind::Array {
                answers = Some(reader.raw()?);
            } else {
                reader.skip()?;
            }
        }
        let (id, Some(answers)) = (id.unwrap_or_default(), answers) else { return Ok(()) };
        let question = self.design.question(&id);
        let mut reader = Reader::new(answers);
        reader.array()?;
        while reader.item()? {
            let raw = reader.raw()?;
            if !question.is_some_and(|question| self.answer(question, raw).unwrap_or(false)) {
                self.keep("question_id", &id, raw);
            }
        }
        Ok(())
    }

    /// Puts an answer into its cells; false if a part of it has none, and then none of it is put.
    fn answer(&mut self, question: &Question, raw: &[u8]) -> Result<bool, Box<Mismatch>> {
        let answer = Answer::read(raw)?;
        let parts = answer.placed(question, self.design);
        let all = parts.iter().all(|(key, _)| self.design.column(key).is_some());
        if parts.is_empty() || !all {
            return Ok(false);
        }
        for (key, value) in &parts {
            self.put(key, value);
        }
        Ok(true)
    }

    /// Adds a value to a cell; several values in one stand behind one another.
    fn put(&mut self, key: &Key, value: &str) -> bool {
        let Some(cell) = self.design.column(key).and_then(|index| self.cells.get_mut(index)) else { return false };
        if !cell.is_empty() {
            cell.push_str("; ");
        }
        cell.push_str(value);
        true
    }

    /// Keeps what has no cell, as JSON, in the last column.
    fn keep(&mut self, kind: &str, id: &str, raw: &[u8]) {
        let Some(cell) = self.cells.last_mut() else { return };
        cell.push_str(if cell.is_empty() { "{\"" } else { " {\"" });
        cell.push_str(kind);
        cell.push_str("\":");
        quote_into(cell, id);
        cell.push_str(",\"value\":");
        cell.push_str(&String::from_utf8_lossy(raw));
        cell.push('}');
    }
}
