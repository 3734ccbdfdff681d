//! A column of values that are texts: for each row where its value is, a symbol or a place in the record.

use super::records::Records;
use super::symbols::EMPTY;
use super::tokens::Token;
use std::borrow::Cow;

/// Marks a symbol among places.
const SYMBOL: u32 = 1 << 31;

/// Where a value is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ValuePlace {
    Nowhere,
    Symbol(u32),
    /// A place in the record's chunk.
    Record(u32),
}

/// Whose value it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Precedence {
    /// The response's own.
    Own,
    /// That of its metadata.
    Metadata,
}

/// A column of values.
#[derive(Debug, Clone, Default)]
pub(super) struct ValueColumn {
    /// 0 for no value, a marked symbol, or a place + 1.
    pub(super) places: Vec<u32>,
}

impl ValueColumn {
    /// Where the value of a row is.
    #[inline]
    pub(super) fn place(&self, row: u32) -> ValuePlace {
        match self.places.get(row as usize).copied().unwrap_or(0) {
            0 => ValuePlace::Nowhere,
            place if place & SYMBOL != 0 => ValuePlace::Symbol(place & !SYMBOL),
            place => ValuePlace::Record(place.wrapping_sub(1)),
        }
    }

    /// Gives a row its value. A value that it has already stays, unless this one takes `precedence`.
    pub(super) fn set(&mut self, row: u32, place: ValuePlace, precedence: Precedence) {
        let place = match place {
            ValuePlace::Nowhere | ValuePlace::Symbol(EMPTY) => return,
            ValuePlace::Symbol(symbol) => symbol | SYMBOL,
            ValuePlace::Record(place) => place.saturating_add(1),
        };
        let length = (row as usize).saturating_add(1);
        if self.places.len() < length {
            self.places.resize(length, 0);
        }
        if let Some(known) = self.places.get_mut(row as usize)
            && (*known == 0 || precedence == Precedence::Own)
        {
            *known = place;
        }
    }

    /// The value of a row; empty without one.
    pub(super) fn text<'r>(&self, row: u32, records: &'r Records) -> Cow<'r, str> {
        match self.place(row) {
            ValuePlace::Nowhere => Cow::Borrowed(""),
            ValuePlace::Symbol(symbol) => text_of(records.symbols.tokens(symbol).next()),
            ValuePlace::Record(place) => text_of(records.tokens_at(row, place).next()),
        }
    }

    /// Bytes that the column takes.
    pub(super) fn memory(&self) -> usize {
        self.places.capacity().saturating_mul(4)
    }
}

/// The text of a scalar.
pub(super) fn text_of(token: Option<Token<'_>>) -> Cow<'_, str> {
    match token {
        Some(Token::Text(text)) => Cow::Borrowed(text),
        Some(token) => {
            let mut text = String::new();
            token.text_into(&mut text);
            Cow::Owned(text)
        }
        None => Cow::Borrowed(""),
    }
}
