//! A segment: records in a form that needs no other bytes, for a file.
//!
//! | Bytes | Content |
//! |---|---|
//! | 4 | `CvRs` |
//! | 1 | format |
//! | number, then for each its length and bytes | symbols; a value has only symbols before it |
//! | number, then for each its length and bytes | ids of removed responses |
//! | number, then for each its length and bytes | records |
//! | 4 | CRC-32 of all before |

use super::crc::crc32;
use super::records::{Chunk, Records};
use super::symbols::Symbols;
use super::tokens::{Token, Tokens, push_bytes, push_varint};
use super::unpack::copy_tokens;

const MAGIC: &[u8; 4] = b"CvRs";
const FORMAT: u8 = 1;

/// A segment that was read.
pub(super) struct ReadSegment {
    pub(super) chunk: Chunk,
    pub(super) removed: Vec<String>,
    /// Where each record begins in the chunk.
    pub(super) starts: Vec<usize>,
    /// Its checksum.
    pub(super) sum: u32,
}

/// Reads a segment; its symbols are added to those in memory. `None` if it is damaged or of another format.
pub(super) fn read_segment(mut bytes: Vec<u8>, symbols: &mut Symbols) -> Option<ReadSegment> {
    let (body, sum) = checked_body(&bytes)?;
    let mut tokens = Tokens::new(body, 5, None);
    let mut known = Vec::new();
    for _ in 0..tokens.varint()? {
        let value = tokens.slice()?;
        let mut copy = Vec::with_capacity(value.len());
        let mut from = Tokens::new(value, 0, Some(&known));
        copy_tokens(&mut from, symbols, &mut |token, out| token.push(out), &mut copy)?;
        if from.place() != value.len() {
            return None;
        }
        known.push(symbols.intern(&copy));
    }
    let mut removed = Vec::new();
    for _ in 0..tokens.varint()? {
        removed.push(std::str::from_utf8(tokens.slice()?).ok()?.to_owned());
    }
    let mut starts = Vec::new();
    for _ in 0..tokens.varint()? {
        let length = tokens.slice()?.len();
        starts.push(tokens.place().checked_sub(length)?);
    }
    if tokens.place() != body.len() {
        return None;
    }
    let length = body.len();
    bytes.truncate(length);
    Some(ReadSegment { chunk: Chunk { bytes, symbols: Some(known) }, removed, starts, sum })
}

/// A segment without its checksum, and this; `None` if it is damaged or of another format.
pub(super) fn checked_body(segment: &[u8]) -> Option<(&[u8], u32)> {
    let (body, checksum) = segment.split_last_chunk()?;
    let sum = u32::from_le_bytes(*checksum);
    (body.get(..4)? == MAGIC && *body.get(4)? == FORMAT && sum == crc32(body)).then_some((body, sum))
}

/// The segment of these rows and removed ids.
pub(super) fn write_segment(records: &Records, rows: &[u32], removed: &[String]) -> Vec<u8> {
    let mut writer = SegmentWriter { from: &records.symbols, numbers: Vec::new(), values: Vec::new(), count: 0 };
    let (mut packed, mut record) = (Vec::new(), Vec::new());
    for row in rows {
        record.clear();
        // Records in memory are whole: they were packed here or checked when they were read.
        if writer.copy(&mut records.tokens(*row), &mut record).is_some() {
            push_bytes(&record, &mut packed);
        }
    }
    let mut out = Vec::with_capacity(packed.len().saturating_add(writer.values.len()).saturating_add(64));
    out.extend_from_slice(MAGIC);
    out.push(FORMAT);
    push_varint(writer.count.into(), &mut out);
    out.append(&mut writer.values);
    push_varint(removed.len() as u64, &mut out);
    removed.iter().for_each(|id| push_bytes(id.as_bytes(), &mut out));
    push_varint(rows.len() as u64, &mut out);
    out.append(&mut packed);
    let checksum = crc32(&out);
    out.extend_from_slice(&checksum.to_le_bytes());
    out
}

/// Numbers the symbols of a segment as they are met.
struct SegmentWriter<'s> {
    from: &'s Symbols,
    /// The number of each symbol + 1; 0 for those that the segment does not have yet.
    numbers: Vec<u32>,
    /// The values, each behind its length.
    values: Vec<u8>,
    count: u32,
}

impl SegmentWriter<'_> {
    fn copy(&mut self, tokens: &mut Tokens, out: &mut Vec<u8>) -> Option<()> {
        let from = self.from;
        copy_tokens(tokens, from, &mut |token, out| self.push(token, out), out)
    }

    fn push(&mut self, token: Token, out: &mut Vec<u8>) {
        match token {
            Token::Symbol(symbol) => Token::Symbol(self.number(symbol)).push(out),
            Token::Object(shape) => Token::Object(self.number(shape)).push(out),
            token => token.push(out),
        }
    }

    fn number(&mut self, symbol: u32) -> u32 {
        let known = self.numbers.get(symbol as usize).copied().unwrap_or(0);
        if let Some(number) = known.checked_sub(1) {
            return number;
        }
        let mut value = Vec::new();
        // The symbols of the value are numbered first.
        self.copy(&mut self.from.tokens(symbol), &mut value);
        push_bytes(&value, &mut self.values);
        let place = symbol as usize;
        if self.numbers.len() <= place {
            self.numbers.resize(place.saturating_add(1), 0);
        }
        let number = self.count;
        self.count = number.saturating_add(1);
        if let Some(known) = self.numbers.get_mut(place) {
            *known = self.count;
        }
        number
    }
}
