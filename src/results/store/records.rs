//! The packed records in memory: where each row's is, its id, and rows by id.

use super::shortest::parse_digits;
use super::symbols::Symbols;
use super::tokens::{Token, Tokens};
use super::unpack;
use super::unpack::copy_tokens;
use std::borrow::Cow;

const FEWEST_SLOTS: usize = 1024;

/// Marks an id that is not a number of at most 18 digits: the rest is its symbol.
const SYMBOL: u64 = 1 << 63;

/// The id of a response in eight bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ResponseKey(pub(super) u64);

/// The id of a response, as its record has it.
#[derive(Debug)]
pub(super) enum RecordId {
    /// At most 18 digits without leading zeros, as of every id that the service gives.
    Number(u64),
    Text(String),
}

/// Records, and the symbols that they are made of.
#[derive(Debug, Default)]
pub(super) struct Records {
    pub(super) symbols: Symbols,
    chunks: Vec<Chunk>,
    rows: Vec<RecordPlace>,
    keys: Vec<ResponseKey>,
    /// Slots by hash of the key: row + 1 of the response's latest version, or 0 if free.
    slots: Vec<u32>,
}

/// Bytes of records one behind the other.
#[derive(Debug, Default)]
pub(super) struct Chunk {
    pub(super) bytes: Vec<u8>,
    /// The symbol in memory of each symbol in the bytes; `None` for a chunk that was packed here.
    pub(super) symbols: Option<Vec<u32>>,
}

#[derive(Debug, Clone, Copy)]
struct RecordPlace {
    chunk: u32,
    start: u32,
}

impl RecordId {
    /// The id that a text is.
    pub(super) fn of_text(text: &str) -> RecordId {
        parse_digits(text).map_or_else(|| RecordId::Text(text.to_owned()), RecordId::Number)
    }

    /// Whether the record has no id.
    pub(super) fn is_empty(&self) -> bool {
        matches!(self, RecordId::Text(text) if text.is_empty())
    }
}

impl Default for RecordId {
    fn default() -> RecordId {
        RecordId::Text(String::new())
    }
}

impl Records {
    /// Number of rows, dead ones included.
    pub(super) fn len(&self) -> u32 {
        self.rows.len() as u32
    }

    /// The key of an id; an id that is no number becomes a symbol.
    pub(super) fn key_of(&mut self, id: &RecordId) -> ResponseKey {
        match id {
            RecordId::Number(number) => ResponseKey(*number),
            RecordId::Text(text) => ResponseKey(SYMBOL | u64::from(self.symbols.intern_text(text))),
        }
    }

    /// The key of an id, if a response with it may be held.
    pub(super) fn find_key(&self, id: &str) -> Option<ResponseKey> {
        match parse_digits(id) {
            Some(number) => Some(ResponseKey(number)),
            None => self.symbols.find_text(id).map(|symbol| ResponseKey(SYMBOL | u64::from(symbol))),
        }
    }

    /// The key of a row.
    pub(super) fn key(&self, row: u32) -> ResponseKey {
        self.keys.get(row as usize).copied().unwrap_or(ResponseKey(0))
    }

    /// The id of a key.
    pub(super) fn id(&self, key: ResponseKey) -> Cow<'_, str> {
        let mut id = String::new();
        match self.symbols.tokens(key.0 as u32).next() {
            Some(token) if key.0 & SYMBOL != 0 => match token {
                Token::Text(text) => return Cow::Borrowed(text),
                token => token.text_into(&mut id),
            },
            _ => crate::wire::text::number_into(&mut id, key.0),
        }
        Cow::Owned(id)
    }

    /// The row of the latest version of a response. It is dead if the response was removed.
    pub(super) fn row(&self, key: ResponseKey) -> Option<u32> {
        self.slots.get(self.slot(key)).and_then(|row| row.checked_sub(1))
    }

    /// Adds a chunk; the rows that are added next are in it.
    pub(super) fn add_chunk(&mut self, chunk: Chunk) {
        self.chunks.push(chunk);
    }

    /// Adds a row whose record begins at `start` of the last chunk.
    pub(super) fn add_row(&mut self, key: ResponseKey, start: usize) -> u32 {
        let row = self.len();
        self.rows.push(RecordPlace { chunk: self.chunks.len().saturating_sub(1) as u32, start: start as u32 });
        self.keys.push(key);
        if self.rows.len() > self.slots.len() / 2 {
            self.grow();
        }
        let slot = self.slot(key);
        if let Some(slot) = self.slots.get_mut(slot) {
            *slot = row.wrapping_add(1);
        }
        row
    }

    /// The tokens of a row's record.
    #[inline]
    pub(super) fn tokens(&self, row: u32) -> Tokens<'_> {
        let place = self.rows.get(row as usize);
        self.tokens_at(row, place.map_or(0, |place| place.start))
    }

    /// The tokens of a row from a place in its chunk on.
    #[inline]
    pub(super) fn tokens_at(&self, row: u32, place: u32) -> Tokens<'_> {
        let chunk = self.rows.get(row as usize).and_then(|place| self.chunks.get(place.chunk as usize));
        match chunk {
            Some(chunk) => Tokens::new(&chunk.bytes, place as usize, chunk.symbols.as_deref()),
            None => Tokens::new(&[], 0, None),
        }
    }

    /// The tokens of the last chunk from a place on.
    pub(super) fn last_chunk(&self, place: usize) -> Tokens<'_> {
        match self.chunks.last() {
            Some(chunk) => Tokens::new(&chunk.bytes, place, chunk.symbols.as_deref()),
            None => Tokens::new(&[], 0, None),
        }
    }

    /// The bytes of a row's record with the symbols in memory.
    pub(super) fn packed(&self, row: u32) -> Vec<u8> {
        let mut out = Vec::new();
        copy_tokens(&mut self.tokens(row), &self.symbols, &mut |token, out| token.push(out), &mut out);
        out
    }

    /// Appends a response as JSON.
    pub(super) fn json_into(&self, row: u32, out: &mut String) {
        let start = out.len();
        if unpack::json_into(&mut self.tokens(row), &self.symbols, out).is_none() {
            out.truncate(start);
            out.push_str("null");
        }
    }

    /// Records of one chunk: where each begins, and its key.
    pub(super) fn of_chunk(symbols: Symbols, chunk: Chunk, starts: &[u32], keys: Vec<ResponseKey>) -> Records {
        let rows = starts.iter().map(|start| RecordPlace { chunk: 0, start: *start }).collect();
        let mut records = Records { symbols, chunks: vec![chunk], rows, keys, slots: Vec::new() };
        records.fill_slots(records.rows.len().saturating_mul(4).next_power_of_two().max(FEWEST_SLOTS));
        records
    }

    /// The symbols of the chunk, where each record begins, and its key; `None` if there are more chunks, or none that
    /// was read.
    pub(super) fn only_chunk(&self) -> Option<(&Vec<u32>, Vec<u32>, Vec<u64>)> {
        let [Chunk { symbols: Some(symbols), .. }] = self.chunks.as_slice() else { return None };
        let starts = self.rows.iter().map(|place| place.start).collect();
        Some((symbols, starts, self.keys.iter().map(|key| key.0).collect()))
    }

    fn grow(&mut self) {
        self.fill_slots(self.slots.len().saturating_mul(2).max(FEWEST_SLOTS));
    }

    /// Gives each row a slot, the last one of those with the same key.
    fn fill_slots(&mut self, size: usize) {
        self.slots = vec![0; size];
        for row in 0..self.keys.len() as u32 {
            let slot = self.slot(self.key(row));
            if let Some(slot) = self.slots.get_mut(slot) {
                *slot = row.wrapping_add(1);
            }
        }
    }

    /// The slot of a key, or the free slot at which the search ends.
    fn slot(&self, key: ResponseKey) -> usize {
        let last = self.slots.len().wrapping_sub(1);
        let hash = key.0.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut slot = ((hash ^ (hash >> 32)) as usize) & last;
        // Half of the slots are free, so every search ends.
        while let Some(row) = self.slots.get(slot).and_then(|row| row.checked_sub(1)) {
            if self.key(row) == key {
                return slot;
            }
            slot = slot.wrapping_add(1) & last;
        }
        slot
    }

    /// Bytes that records, symbols and ids take.
    pub(super) fn memory(&self) -> usize {
        let chunk = |chunk: &Chunk| {
            let symbols = chunk.symbols.as_ref().map_or(0, |symbols| symbols.capacity().saturating_mul(4));
            chunk.bytes.capacity().saturating_add(symbols)
        };
        let chunks: usize = self.chunks.iter().map(chunk).sum();
        let rows = self.rows.capacity().saturating_mul(16).saturating_add(self.slots.capacity().saturating_mul(4));
        chunks.saturating_add(rows).saturating_add(self.symbols.memory())
    }
}
