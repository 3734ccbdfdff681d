//! Row templates: rows that equal a checked row byte by byte, except within their plain strings, are not checked again.
//!
//! Most rows of a page are similar. A row with the same bytes between its strings has the same fields with values of
//! the same kinds, so all that is left to check is that its strings have no escapes.

use super::super::text::{HIGH, doubtful_bits, skip_plain_bytes};
use super::Reader;
use crate::spec::shape::Object;

/// Most strings of a row that may differ from row to row.
const MOST: usize = 16;

/// Fewest bytes between two such strings: they are compared in words of eight.
const LEAST: usize = 8;

/// Number of failed attempts to find similar rows after which no more are made. Each row that is found makes up for
/// one.
const PATIENCE: u32 = 4;

/// What similar rows have in common.
#[derive(Debug)]
pub struct RowTemplate<'a> {
    /// The bytes before the first string: from the end of the row before to the string's opening quote.
    first: &'a [u8],
    /// The bytes behind each string; behind the last one, up to the first string of the next row.
    gaps: [Gap<'a>; MOST],
    /// Number of strings.
    count: usize,
    /// Attempts that are left.
    patience: u32,
}

/// The bytes behind a string, and a prediction of the string's length.
#[derive(Debug, Clone, Copy)]
struct Gap<'a> {
    bytes: &'a [u8],
    /// Length of the string when its end was last searched for.
    length: usize,
    /// The same length, if it was found twice in a row, else a length that no string has. Ids mostly have one length,
    /// and with a prediction the next comparison need not wait for the search.
    expected: usize,
}

impl Gap<'_> {
    fn record_length(&mut self, length: usize) {
        self.expected = if self.length == length { length } else { usize::MAX };
        self.length = length;
    }
}

impl Default for RowTemplate<'_> {
    /// A template that matches nothing.
    fn default() -> Self {
        RowTemplate {
            first: &[],
            gaps: [Gap { bytes: &[], length: 0, expected: 0 }; MOST],
            count: 0,
            patience: PATIENCE,
        }
    }
}

impl<'a> RowTemplate<'a> {
    /// Skips the rows that come next and are similar to the one that the reader has just left, or to an earlier one.
    /// Returns their number. `row` begins at the comma before the last row, whose fields are those of the table.
    #[inline(never)]
    pub fn skip_similar_rows(&mut self, reader: &mut Reader<'a>, row: &'a [u8], table: &Object) -> u32 {
        if self.patience == 0 {
            return 0;
        }
        let mut skipped = self.skip_matching_rows(reader);
        if skipped == 0 {
            // The rows have changed: learn from the last one, and try again.
            self.count = 0;
            let row_reader = Reader { rest: row, ..*reader };
            if self.learn_row(row_reader, table).is_some() {
                skipped = self.skip_matching_rows(reader);
            }
        }
        self.patience = match skipped {
            0 => self.patience.wrapping_sub(1),
            _ => self.patience.wrapping_add(skipped).min(PATIENCE),
        };
        skipped
    }

    /// Skips the rows that come next and match the template.
    fn skip_matching_rows(&mut self, reader: &mut Reader<'a>) -> u32 {
        let gaps = self.gaps.get_mut(..self.count).unwrap_or_default();
        let mut skipped = 0_u32;
        if gaps.is_empty() {
            return skipped;
        }
        let Some(mut rest) = strip_bytes(reader.rest, self.first) else { return skipped };
        loop {
            let (mut end, mut between) = (rest, 0);
            for gap in gaps.iter_mut() {
                // Nearly all the time of a check is spent here. The predicted end comes first, then the searched one.
                end = after_plain_bytes(rest, gap.expected).unwrap_or_default();
                let next = strip_bytes(end, gap.bytes).or_else(|| {
                    end = skip_plain_bytes(rest);
                    gap.record_length(rest.len().wrapping_sub(end.len()));
                    strip_bytes(end, gap.bytes)
                });
                let Some(next) = next else { return skipped };
                (rest, between) = (next, gap.bytes.len());
            }
            // This row is complete. The last gap includes the beginning of the next row, which is given back.
            reader.rest = end.get(between.wrapping_sub(self.first.len())..).unwrap_or_default();
            skipped = skipped.wrapping_add(1);
        }
    }

    /// Learns the template of a row that was checked; `None` if the row has no plain string, or the next row begins
    /// differently. A string whose field accepts only some strings stays part of the gap around it.
    fn learn_row(&mut self, mut reader: Reader<'a>, table: &Object) -> Option<()> {
        let mut gap = reader.rest;
        reader.next_item().ok()?;
        reader.begin_object().ok()?;
        let mut count = 0_usize;
        while let Some(key) = reader.next_key().ok()? {
            // A value that must be checked has to be the same in similar rows, so it stays in the gap.
            let is_restricted = table.fields.iter().any(|field| !field.shape.is_plain_text() && key.equals(field.name));
            reader.peek_kind().ok()?;
            let value = reader.rest;
            let string = if is_restricted { None } else { reader.try_read_text() };
            let Some(string) = string else {
                reader.skip_value().ok()?;
                continue;
            };
            // The gap includes the opening quote, so that the bytes behind it are the next string.
            let (between, inside) = gap.split_at_checked(gap.len().wrapping_sub(value.len()).wrapping_add(1))?;
            let target =
                if count == 0 { &mut self.first } else { &mut self.gaps.get_mut(count.wrapping_sub(1))?.bytes };
            *target = between;
            count = count.wrapping_add(1);
            gap = inside.get(string.len()..)?;
        }
        // The next row must begin like this one: the last gap spans both.
        strip_bytes(reader.rest, self.first)?;
        let length = gap.len().wrapping_sub(reader.rest.len()).wrapping_add(self.first.len());
        self.gaps.get_mut(count.wrapping_sub(1))?.bytes = gap.get(..length)?;
        self.count = count;
        Some(())
    }
}

/// The bytes behind a string of this length, if all its bytes certainly are plain ASCII.
#[inline(always)]
fn after_plain_bytes(bytes: &[u8], length: usize) -> Option<&[u8]> {
    let (mut text, end) = bytes.split_at_checked(length)?;
    let mut doubtful = 0;
    // The last eight bytes first: the loop then takes whole words, and may read some bytes twice.
    if let [.., a, b, c, d, e, f, g, h] = text {
        doubtful = doubtful_bits([*a, *b, *c, *d, *e, *f, *g, *h]);
        while let Some((word, more)) = text.split_first_chunk() {
            doubtful |= doubtful_bits(*word);
            text = more;
        }
    // A short string is read as a whole word; the bits behind its end are cleared.
    } else if length > 0 {
        let (word, _) = bytes.split_first_chunk()?;
        doubtful = doubtful_bits(*word) & !u64::MAX.wrapping_shl((length as u32).wrapping_mul(8));
    }
    (doubtful & HIGH == 0).then_some(end)
}

/// The bytes behind `wanted`, if the input begins with it. `wanted` has at least [`LEAST`] bytes, or nothing matches.
#[inline(always)]
fn strip_bytes<'a>(bytes: &'a [u8], mut wanted: &[u8]) -> Option<&'a [u8]> {
    let (mut found, rest) = bytes.split_at_checked(wanted.len())?;
    // The end first: rows that differ mostly do so in their last bytes.
    if last_word(found)? != last_word(wanted)? {
        return None;
    }
    loop {
        let ((ours, more), (theirs, left)) = (found.split_first_chunk()?, wanted.split_first_chunk()?);
        if u64::from_le_bytes(*ours) != u64::from_le_bytes(*theirs) {
            return None;
        }
        // The rest is within the last word, which was compared first.
        if more.len() <= LEAST {
            return Some(rest);
        }
        (found, wanted) = (more, left);
    }
}

/// The last eight bytes; `None` if there are fewer.
#[inline(always)]
fn last_word(bytes: &[u8]) -> Option<u64> {
    let [.., a, b, c, d, e, f, g, h] = bytes else { return None };
    Some(u64::from_le_bytes([*a, *b, *c, *d, *e, *f, *g, *h]))
}

#[cfg(test)]
mod tests;
