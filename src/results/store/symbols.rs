//! Packed values that repeat, each stored once: keys, ids, shapes of objects, and small objects of these.

use super::binary_codec::{BinaryCodec, Input};
use super::shortest::push_text;
use super::tokens::{Token, Tokens};

/// The symbol of the empty text. It is the first of every table.
pub(super) const EMPTY: u32 = 0;

const FEWEST_SLOTS: usize = 1024;

/// A table of packed values; a symbol is the position of one.
#[derive(Debug, Clone)]
pub(super) struct Symbols {
    bytes: Vec<u8>,
    /// Where each value ends.
    ends: Vec<u32>,
    /// Slots by hash: symbol + 1, or 0 if free. A value whose slot is taken is in the next free one.
    slots: Vec<u32>,
}

impl Default for Symbols {
    fn default() -> Symbols {
        let mut symbols = Symbols { bytes: Vec::new(), ends: Vec::new(), slots: vec![0; FEWEST_SLOTS] };
        let mut empty = Vec::new();
        push_text("", &mut empty);
        symbols.intern(&empty);
        symbols
    }
}

impl Symbols {
    /// Number of symbols.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The packed value of a symbol; empty, which is no value, for an unknown one.
    #[inline]
    pub(super) fn value(&self, symbol: u32) -> &[u8] {
        let symbol = symbol as usize;
        let start = symbol.checked_sub(1).and_then(|before| self.ends.get(before)).copied().unwrap_or(0);
        let end = self.ends.get(symbol).copied().unwrap_or(start);
        self.bytes.get(start as usize..end as usize).unwrap_or_default()
    }

    /// The tokens of a symbol's value.
    pub(super) fn tokens(&self, symbol: u32) -> Tokens<'_> {
        Tokens::new(self.value(symbol), 0, None)
    }

    /// The symbol of a packed value, if it has one.
    pub(super) fn find(&self, value: &[u8]) -> Option<u32> {
        self.find_slot(value).0
    }

    /// The symbol of a text, if it has one.
    pub(super) fn find_text(&self, text: &str) -> Option<u32> {
        let mut value = Vec::new();
        push_text(text, &mut value);
        self.find(&value)
    }

    /// The symbol of a packed value, which is added if it is new.
    pub(super) fn intern(&mut self, value: &[u8]) -> u32 {
        let (found, slot) = self.find_slot(value);
        if let Some(symbol) = found {
            return symbol;
        }
        let symbol = self.ends.len() as u32;
        self.bytes.extend_from_slice(value);
        self.ends.push(self.bytes.len() as u32);
        if let Some(slot) = self.slots.get_mut(slot) {
            *slot = symbol.wrapping_add(1);
        }
        if self.ends.len() > self.slots.len() / 2 {
            self.grow();
        }
        symbol
    }

    /// The symbol of a text, which is added if it is new.
    pub(super) fn intern_text(&mut self, text: &str) -> u32 {
        let mut value = Vec::new();
        push_text(text, &mut value);
        self.intern(&value)
    }

    fn grow(&mut self) {
        self.fill_slots(self.slots.len().saturating_mul(2));
    }

    /// Gives each symbol a slot.
    fn fill_slots(&mut self, size: usize) {
        self.slots = vec![0; size];
        for symbol in 0..self.ends.len() as u32 {
            let (_, slot) = self.find_slot(self.value(symbol));
            if let Some(slot) = self.slots.get_mut(slot) {
                *slot = symbol.wrapping_add(1);
            }
        }
    }

    /// The symbol of a value, and its slot, or the free slot at which the search ends.
    fn find_slot(&self, value: &[u8]) -> (Option<u32>, usize) {
        let last = self.slots.len().wrapping_sub(1);
        let mut slot = hash_bytes(value) & last;
        // Half of the slots are free, so every search ends.
        while let Some(symbol) = self.slots.get(slot).and_then(|taken| taken.checked_sub(1)) {
            if self.value(symbol) == value {
                return (Some(symbol), slot);
            }
            slot = slot.wrapping_add(1) & last;
        }
        (None, slot)
    }

    /// Whether the first symbol is [`EMPTY`], and each value has only symbols before it.
    pub(super) fn is_ordered(&self) -> bool {
        self.find_text("") == Some(EMPTY)
            && (0..self.len() as u32).all(|symbol| {
                let (mut tokens, end) = (self.tokens(symbol), self.value(symbol).len());
                while tokens.place() < end {
                    match tokens.next() {
                        Some(Token::Symbol(inner) | Token::Object(inner)) if inner >= symbol => return false,
                        Some(_) => {}
                        None => return false,
                    }
                }
                true
            })
    }

    /// Bytes that the table takes.
    pub(super) fn memory(&self) -> usize {
        let words = self.ends.capacity().saturating_add(self.slots.capacity());
        self.bytes.capacity().saturating_add(words.saturating_mul(size_of::<u32>()))
    }
}

impl BinaryCodec for Symbols {
    fn write(&self, out: &mut Vec<u8>) {
        self.bytes.write(out);
        self.ends.write(out);
    }

    fn read(input: &mut Input) -> Symbols {
        let (bytes, ends) = BinaryCodec::read(input);
        let mut symbols = Symbols { bytes, ends, slots: Vec::new() };
        symbols.fill_slots(symbols.len().saturating_mul(4).next_power_of_two().max(FEWEST_SLOTS));
        symbols
    }
}

/// FNV-1a, with its bits spread at the end.
fn hash_bytes(bytes: &[u8]) -> usize {
    let hash = bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3));
    (hash ^ (hash >> 29)) as usize
}
