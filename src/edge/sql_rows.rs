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
    let (numbers, bytes) = packed.split_at_checked(count.checked_mul(2)?.checked_mul(size_of::<f64>())?)?;
    let number = |bytes: &[u8]| bytes.first_chunk().map_or(0.0, |bytes| f64::from_le_bytes(*bytes));
    let mut numbers = numbers.chunks_exact(size_of::<f64>());
    let pairs = std::iter::from_fn(|| Some((number(numbers.next()?), number(numbers.next()?)))).collect::<Vec<_>>();
    let blobs = pairs.iter().filter(|(kind, _)| *kind == 3.0).map(|(_, length)| *length as usize).sum::<usize>();
    let (mut texts, mut blobs) = core::str::from_utf8(bytes).ok()?.split_at_checked(bytes.len().checked_sub(blobs)?)?;
    let mut cells = Vec::with_capacity(count);
    for (kind, value) in pairs {
        cells.push(if kind == 1.0 {
            Cell::Number(value)
        } else if kind == 2.0 {
            let length = byte_length(texts, value as usize);
            Cell::Text(take_start(&mut texts, length)?)
        } else if kind == 3.0 {
            Cell::Text(take_start(&mut blobs, value as usize)?)
        } else {
            Cell::Null
        });
    }
    Some(cells)
}

/// Removes the first `length` bytes of a text, and returns them.
fn take_start(text: &mut &str, length: usize) -> Option<String> {
    let (start, rest) = text.split_at_checked(length)?;
    *text = rest;
    Some(start.to_owned())
}

/// The bytes of the first `units` UTF-16 code units of a text.
fn byte_length(text: &str, units: usize) -> usize {
    // Most texts are ASCII, in which both are the same.
    if text.as_bytes().get(..units).is_some_and(<[u8]>::is_ascii) {
        return units;
    }
    let mut left = units;
    let end = text.bytes().position(|byte| {
        let is_start = byte & 0xC0 != 0x80;
        let is_end = is_start && left == 0;
        // A character of four bytes has two units.
        left = left.saturating_sub(usize::from(is_start).saturating_add(usize::from(byte >= 0xF0)));
        is_end
    });
    end.unwrap_or(text.len())
}
