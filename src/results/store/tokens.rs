//! Packed values: JSON as a sequence of tokens, of which a symbol is the shortest.
//!
//! An object is its shape, a symbol whose value is the array of its keys, and then its values in this order. Texts are
//! stored as they are, and shorter where they are digits or a date in the form of responses. Numbers keep their
//! notation.

use super::clock::date_into;
use crate::wire::text::{JsonText, number_into};

/// First byte of symbols in two bytes; smaller bytes are symbols themselves.
const TWO_BYTES: u8 = 0xc0;
const LONG_SYMBOL: u8 = 0xe0;
const NULL: u8 = 0xe1;
const TRUE: u8 = 0xe2;
const FALSE: u8 = 0xe3;
const TEXT: u8 = 0xe4;
const NUMBER: u8 = 0xe5;
const INTEGER: u8 = 0xe6;
const DIGITS: u8 = 0xe7;
const DATE: u8 = 0xe8;
const ARRAY: u8 = 0xe9;
const OBJECT: u8 = 0xea;
const WRITTEN: u8 = 0xeb;

/// Symbols in one and in two bytes.
const SHORT: u32 = TWO_BYTES as u32;
const MIDDLE: u32 = SHORT + ((LONG_SYMBOL as u32 - TWO_BYTES as u32) << 8);

/// A token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Token<'a> {
    Symbol(u32),
    Null,
    Boolean(bool),
    Text(&'a str),
    /// A text as it is written in JSON, because decoding would change it: it has half of a surrogate pair.
    Written(&'a str),
    /// A number in its notation.
    Number(&'a str),
    Integer(u64),
    /// A text of digits without leading zeros.
    Digits(u64),
    /// A text: seconds since 1970 as `2022-03-05T18:06:31+00:00`.
    Date(u32),
    /// Number of items.
    Array(u32),
    /// Symbol of the shape.
    Object(u32),
}

/// Reads tokens. Damaged bytes end the sequence.
#[derive(Debug, Clone, Copy)]
pub(super) struct Tokens<'a> {
    bytes: &'a [u8],
    place: usize,
    /// The symbol in memory of each symbol in the bytes; `None` if they are the same.
    symbols: Option<&'a [u32]>,
}

impl<'a> Tokens<'a> {
    pub(super) fn new(bytes: &'a [u8], place: usize, symbols: Option<&'a [u32]>) -> Tokens<'a> {
        Tokens { bytes, place, symbols }
    }

    /// Where the next token begins.
    #[inline]
    pub(super) fn place(&self) -> usize {
        self.place
    }

    /// The next token.
    #[inline]
    pub(super) fn next(&mut self) -> Option<Token<'a>> {
        if let Some(symbol) = self.next_symbol() {
            return Some(Token::Symbol(symbol));
        }
        if let Some(items) = self.next_array() {
            return Some(Token::Array(items));
        }
        if let Some(shape) = self.next_object() {
            return Some(Token::Object(shape));
        }
        Some(match self.byte()? {
            NULL => Token::Null,
            TRUE => Token::Boolean(true),
            FALSE => Token::Boolean(false),
            TEXT => Token::Text(self.text()?),
            WRITTEN => Token::Written(self.text()?),
            NUMBER => Token::Number(self.text()?),
            INTEGER => Token::Integer(self.varint()?),
            DIGITS => Token::Digits(self.varint()?),
            DATE => {
                let bytes = self.bytes.get(self.place..)?.first_chunk::<4>()?;
                self.place = self.place.wrapping_add(4);
                Token::Date(u32::from_le_bytes(*bytes))
            }
            _ => return None,
        })
    }

    /// The next token if it is a symbol, as most are; otherwise nothing is read.
    #[inline]
    pub(super) fn next_symbol(&mut self) -> Option<u32> {
        let mut ahead = *self;
        let symbol = match ahead.byte()? {
            first @ 0..TWO_BYTES => u32::from(first),
            first @ TWO_BYTES..LONG_SYMBOL => {
                let high = u32::from(first.wrapping_sub(TWO_BYTES)) << 8;
                high.wrapping_add(u32::from(ahead.byte()?)).wrapping_add(SHORT)
            }
            LONG_SYMBOL => u32::try_from(ahead.varint()?).ok()?,
            _ => return None,
        };
        let symbol = ahead.in_memory(symbol)?;
        self.place = ahead.place;
        Some(symbol)
    }

    /// The number of items if the next token is an array; otherwise nothing is read.
    #[inline]
    pub(super) fn next_array(&mut self) -> Option<u32> {
        self.next_numbered(ARRAY)
    }

    /// The shape if the next token is an object; otherwise nothing is read.
    #[inline]
    pub(super) fn next_object(&mut self) -> Option<u32> {
        let before = self.place;
        let shape = self.next_numbered(OBJECT)?;
        let shape = self.in_memory(shape);
        if shape.is_none() {
            self.place = before;
        }
        shape
    }

    /// The number of the next token if it is of this kind.
    #[inline]
    fn next_numbered(&mut self, kind: u8) -> Option<u32> {
        let mut ahead = *self;
        if ahead.byte()? != kind {
            return None;
        }
        let number = u32::try_from(ahead.varint()?).ok()?;
        self.place = ahead.place;
        Some(number)
    }

    /// Skips a value of which the first token was read. `width` returns the number of values of a shape's objects.
    pub(super) fn skip(&mut self, first: Token, width: &dyn Fn(u32) -> u32) -> Option<()> {
        let size = |token: Token| match token {
            Token::Array(items) => items,
            Token::Object(shape) => width(shape),
            _ => 0,
        };
        let mut open = size(first);
        while open > 0 {
            let token = self.next_undecoded()?;
            open = open.wrapping_sub(1).checked_add(size(token))?;
        }
        Some(())
    }

    /// The next token, a text as an empty one: whoever passes over it does not decode it.
    #[inline]
    pub(super) fn next_undecoded(&mut self) -> Option<Token<'a>> {
        match self.bytes.get(self.place)? {
            &(TEXT | WRITTEN | NUMBER) => {
                self.place = self.place.wrapping_add(1);
                self.slice()?;
                Some(Token::Text(""))
            }
            _ => self.next(),
        }
    }

    /// The number of bytes or items that comes next.
    #[inline]
    pub(super) fn varint(&mut self) -> Option<u64> {
        // Most are below 128.
        match self.byte()? {
            byte @ 0..0x80 => Some(byte.into()),
            byte => self.long_varint(u64::from(byte & 0x7f)),
        }
    }

    #[inline(never)]
    fn long_varint(&mut self, mut value: u64) -> Option<u64> {
        for shift in [7, 14, 21, 28, 35, 42, 49, 56, 63] {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7f).wrapping_shl(shift);
            if byte & 0x80 == 0 {
                return Some(value);
            }
        }
        None
    }

    /// The next bytes, behind their number.
    pub(super) fn slice(&mut self) -> Option<&'a [u8]> {
        let length = usize::try_from(self.varint()?).ok()?;
        let end = self.place.checked_add(length)?;
        let slice = self.bytes.get(self.place..end)?;
        self.place = end;
        Some(slice)
    }

    fn text(&mut self) -> Option<&'a str> {
        std::str::from_utf8(self.slice()?).ok()
    }

    #[inline]
    fn byte(&mut self) -> Option<u8> {
        let byte = self.bytes.get(self.place).copied()?;
        self.place = self.place.wrapping_add(1);
        Some(byte)
    }

    /// The symbol in memory of a symbol in the bytes.
    #[inline]
    fn in_memory(&self, symbol: u32) -> Option<u32> {
        match self.symbols {
            None => Some(symbol),
            Some(symbols) => symbols.get(symbol as usize).copied(),
        }
    }
}

impl Token<'_> {
    /// Appends the token.
    pub(super) fn push(self, out: &mut Vec<u8>) {
        match self {
            Token::Symbol(symbol) => push_symbol(symbol, out),
            Token::Null => out.push(NULL),
            Token::Boolean(value) => out.push(if value { TRUE } else { FALSE }),
            Token::Text(text) => push_slice(TEXT, text.as_bytes(), out),
            Token::Written(text) => push_slice(WRITTEN, text.as_bytes(), out),
            Token::Number(text) => push_slice(NUMBER, text.as_bytes(), out),
            Token::Integer(number) => push_numbered(INTEGER, number, out),
            Token::Digits(number) => push_numbered(DIGITS, number, out),
            Token::Date(seconds) => {
                out.push(DATE);
                out.extend_from_slice(&seconds.to_le_bytes());
            }
            Token::Array(items) => push_numbered(ARRAY, items.into(), out),
            Token::Object(shape) => push_numbered(OBJECT, shape.into(), out),
        }
    }

    /// Appends the text of a scalar; nothing for `null` and what is no scalar.
    pub(super) fn text_into(self, out: &mut String) {
        match self {
            Token::Text(text) | Token::Number(text) => out.push_str(text),
            Token::Written(text) => out.push_str(&JsonText::new(text.as_bytes(), true).decode().unwrap_or_default()),
            Token::Integer(number) | Token::Digits(number) => number_into(out, number),
            Token::Date(seconds) => date_into(out, seconds),
            Token::Boolean(value) => out.push_str(if value { "true" } else { "false" }),
            Token::Null | Token::Symbol(_) | Token::Array(_) | Token::Object(_) => {}
        }
    }
}

/// Appends a symbol.
pub(super) fn push_symbol(symbol: u32, out: &mut Vec<u8>) {
    match symbol {
        0..SHORT => out.push(symbol as u8),
        SHORT..MIDDLE => {
            let rest = symbol.wrapping_sub(SHORT);
            out.extend_from_slice(&[TWO_BYTES.wrapping_add((rest >> 8) as u8), rest as u8]);
        }
        _ => push_numbered(LONG_SYMBOL, symbol.into(), out),
    }
}

/// Appends a number, seven bits a byte.
pub(super) fn push_varint(mut value: u64, out: &mut Vec<u8>) {
    while value > 0x7f {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// Appends bytes behind their number.
pub(super) fn push_bytes(bytes: &[u8], out: &mut Vec<u8>) {
    push_varint(bytes.len() as u64, out);
    out.extend_from_slice(bytes);
}

fn push_slice(kind: u8, bytes: &[u8], out: &mut Vec<u8>) {
    out.push(kind);
    push_bytes(bytes, out);
}

fn push_numbered(kind: u8, number: u64, out: &mut Vec<u8>) {
    out.push(kind);
    push_varint(number, out);
}
