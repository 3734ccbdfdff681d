//! The rows of a result of SQLite, as they cross from JavaScript: all numbers, then all texts in one.

use std::rc::Rc;

/// A value of a row.
#[derive(Clone)]
pub(crate) enum Cell {
    Null,
    Number(f64),
    Text(String),
}

/// The rows of a result.
pub(crate) struct Rows {
    /// The names of the columns.
    pub(crate) columns: Rc<[String]>,
    /// The cells of all rows, one row after the other.
    pub(crate) cells: Vec<Cell>,
}

impl Cell {
    /// The text; `None` if it is none.
    pub(crate) fn text(&self) -> Option<&str> {
        match self {
            Cell::Text(text) => Some(text),
            Cell::Null | Cell::Number(_) => None,
        }
    }
}

impl Rows {
    /// The rows, each with its values in the order of the columns.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &[Cell]> {
        self.cells.chunks(self.columns.len().max(1))
    }

    /// A column with a number of the first row.
    pub(crate) fn first_number(&self, column: &str) -> Option<f64> {
        let index = self.columns.iter().position(|name| name == column)?;
        match self.cells.get(index)? {
            Cell::Number(number) => Some(*number),
            Cell::Null | Cell::Text(_) => None,
        }
    }

    /// A text column of the first row.
    pub(crate) fn first_text(&self, column: &str) -> Option<String> {
        let index = self.columns.iter().position(|name| name == column)?;
        self.cells.get(index)?.text().map(str::to_owned)
    }
}

/// The cells in a buffer of `runStatement`.
pub(super) fn unpack(packed: &[u8], count: usize) -> Option<Vec<Cell>> {
    let (numbers, texts) = packed.split_at_checked(count.checked_mul(2)?.checked_mul(size_of::<f64>())?)?;
    let mut texts = core::str::from_utf8(texts).ok()?;
    let number = |bytes: &[u8]| Some(f64::from_le_bytes(*bytes.first_chunk()?));
    let mut cells = Vec::with_capacity(count);
    let mut numbers = numbers.chunks_exact(size_of::<f64>());
    while let (Some(kind), Some(value)) = (numbers.next(), numbers.next()) {
        let (kind, value) = (number(kind)?, number(value)?);
        cells.push(if kind == 2.0 {
            let (text, rest) = texts.split_at_checked(byte_length(texts, value as usize))?;
            texts = rest;
            Cell::Text(text.to_owned())
        } else if kind == 1.0 {
            Cell::Number(value)
        } else {
            Cell::Null
        });
    }
    Some(cells)
}

/// The bytes of the first `units` UTF-16 code units of a text.
fn byte_length(text: &str, units: usize) -> usize {
    // Most texts are ASCII, in which both are the same.
    if text.as_bytes().get(..units).is_some_and(<[u8]>::is_ascii) {
        return units;
    }
    let mut left = units;
    let end = text.char_indices().find(|(_, letter)| {
        let is_end = left == 0;
        left = left.saturating_sub(letter.len_utf16());
        is_end
    });
    end.map_or(text.len(), |(at, _)| at)
}
