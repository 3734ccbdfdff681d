//! Reads a page of `surveys.responses.bulk` into packed records.

use super::pack::pack_response;
use super::symbols::Symbols;
use crate::wire::check::{Expected, Mismatch};
use crate::wire::json::{Reader, ValueKind};
use crate::wire::text::parse_number;

/// A page that was read.
#[derive(Debug, Default)]
pub(super) struct ReadPage {
    /// The records, one behind the other.
    pub(super) bytes: Vec<u8>,
    /// Where each record begins.
    pub(super) starts: Vec<usize>,
    pub(super) page: u64,
    pub(super) per_page: u64,
    pub(super) total: u64,
}

impl ReadPage {
    /// Where the record at this position is.
    pub(super) fn range(&self, position: usize) -> std::ops::Range<usize> {
        let start = self.starts.get(position).copied().unwrap_or(self.bytes.len());
        start..self.starts.get(position.saturating_add(1)).copied().unwrap_or(self.bytes.len())
    }
}

/// Reads a page; its symbols are added to those in memory.
///
/// # Errors
///
/// If it is not JSON, has no list of objects as `data`, or no `total`.
pub(super) fn read_page(page: &[u8], symbols: &mut Symbols) -> Result<ReadPage, Box<Mismatch>> {
    let mut reader = Reader::new(page);
    if reader.peek_kind()? != ValueKind::Object {
        return Err(Mismatch::at_cursor(Expected::Object));
    }
    let mut read = ReadPage::default();
    let (mut has_data, mut has_total) = (false, false);
    reader.begin_object()?;
    while let Some(key) = reader.next_key()? {
        if key.equals("data") {
            if reader.peek_kind()? != ValueKind::Array {
                return Err(Mismatch::at_cursor(Expected::Array).in_field("data"));
            }
            has_data = true;
            reader.begin_array()?;
            while reader.next_item()? {
                read.starts.push(read.bytes.len());
                pack_response(&mut reader, symbols, &mut read.bytes).map_err(|mismatch| mismatch.in_field("data"))?;
            }
        } else if key.equals("page") {
            read.page = read_count(&mut reader, "page")?;
        } else if key.equals("per_page") {
            read.per_page = read_count(&mut reader, "per_page")?;
        } else if key.equals("total") {
            read.total = read_count(&mut reader, "total")?;
            has_total = true;
        } else {
            reader.skip_value()?;
        }
    }
    reader.expect_end()?;
    for (name, present) in [("data", has_data), ("total", has_total)] {
        if !present {
            return Err(Mismatch::at_cursor(Expected::Given).in_field(name));
        }
    }
    Ok(read)
}

fn read_count(reader: &mut Reader, name: &str) -> Result<u64, Box<Mismatch>> {
    let number = if reader.peek_kind()? == ValueKind::Number { parse_number(reader.read_number()?) } else { None };
    number.ok_or_else(|| Mismatch::at_cursor(Expected::Integer).in_field(name))
}
