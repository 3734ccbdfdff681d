//! A pull reader over JSON bytes: strict in grammar, bounded in depth, and without an allocation unless asked.
//!
//! It exists because the SDK must look into answers of half a megabyte without building them: the platform's
//! own parser does that. What it accepts is what RFC 8259 allows, lone surrogate escapes included, nested
//! at most [`MAX_DEPTH`] deep. Bytes of a string are checked for UTF-8 only where the string is asked for.

mod alike;
mod passing;

pub use alike::Alike;

use super::text::special;
pub use super::text::{Broken, Text};

/// Arrays and objects that may stand inside one another.
pub const MAX_DEPTH: u8 = 64;

/// What kind of value comes next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// `{`
    Object,
    /// `[`
    Array,
    /// A string.
    Text,
    /// A number.
    Number,
    /// `true` or `false`.
    Boolean,
    /// `null`.
    Null,
}

/// Reads one JSON document from front to back.
#[derive(Debug, Clone)]
pub struct Reader<'a> {
    rest: &'a [u8],
    depth: u8,
    /// True right after an opening bracket: no comma may stand before the next member.
    opened: bool,
}

impl<'a> Reader<'a> {
    /// A reader at the beginning of a document.
    pub fn new(bytes: &'a [u8]) -> Reader<'a> {
        Reader { rest: bytes, depth: 0, opened: false }
    }

    /// What comes next.
    pub fn peek(&mut self) -> Result<Kind, Broken> {
        match self.next_byte() {
            Some(b'{') => Ok(Kind::Object),
            Some(b'[') => Ok(Kind::Array),
            Some(b'"') => Ok(Kind::Text),
            Some(b'-' | b'0'..=b'9') => Ok(Kind::Number),
            Some(b't' | b'f') => Ok(Kind::Boolean),
            Some(b'n') => Ok(Kind::Null),
            _ => Err(Broken),
        }
    }

    /// Enters an object; [`Reader::key`] then gives its members.
    pub fn object(&mut self) -> Result<(), Broken> {
        self.open(b'{')
    }

    /// Enters an array; [`Reader::item`] then goes through its items.
    pub fn array(&mut self) -> Result<(), Broken> {
        self.open(b'[')
    }

    /// The key of the object's next member, whose value must be read next; none at its end, which is left.
    pub fn key(&mut self) -> Result<Option<Text<'a>>, Broken> {
        if self.closes(b'}')? {
            return Ok(None);
        }
        let key = self.text()?;
        self.expect(b':')?;
        Ok(Some(key))
    }

    /// True if the array has one more item, which must be read next; false at its end, which is left.
    pub fn item(&mut self) -> Result<bool, Broken> {
        Ok(!self.closes(b']')?)
    }

    /// Reads a string.
    pub fn text(&mut self) -> Result<Text<'a>, Broken> {
        self.expect(b'"')?;
        let start = self.rest;
        let mut escaped = false;
        loop {
            let (byte, rest) = special(self.rest).split_first().ok_or(Broken)?;
            self.rest = rest;
            match byte {
                b'"' => break,
                b'\\' => {
                    escaped = true;
                    self.escape()?;
                }
                _ => return Err(Broken),
            }
        }
        self.opened = false;
        let length = start.len().saturating_sub(self.rest.len()).saturating_sub(1);
        Ok(Text::new(start.get(..length).ok_or(Broken)?, escaped))
    }

    /// Reads a number as it is written.
    pub fn number(&mut self) -> Result<&'a str, Broken> {
        self.next_byte();
        let start = self.rest;
        self.eat(b'-');
        if !self.eat(b'0') {
            self.digits()?;
        }
        if self.eat(b'.') {
            self.digits()?;
        }
        if self.eat(b'e') || self.eat(b'E') {
            let _ = self.eat(b'+') || self.eat(b'-');
            self.digits()?;
        }
        self.opened = false;
        let length = start.len().saturating_sub(self.rest.len());
        start.get(..length).and_then(|bytes| std::str::from_utf8(bytes).ok()).ok_or(Broken)
    }

    /// Reads `true` or `false`.
    pub fn boolean(&mut self) -> Result<bool, Broken> {
        let value = self.next_byte() == Some(b't');
        self.word(if value { b"true" } else { b"false" })?;
        Ok(value)
    }

    /// Reads `null`.
    pub fn null(&mut self) -> Result<(), Broken> {
        self.next_byte();
        self.word(b"null")
    }

    /// Reads over a value, whatever it is.
    pub fn skip(&mut self) -> Result<(), Broken> {
        match self.peek()? {
            Kind::Object => {
                self.object()?;
                while self.key()?.is_some() {
                    self.skip()?;
                }
            }
            Kind::Array => {
                self.array()?;
                while self.item()? {
                    self.skip()?;
                }
            }
            Kind::Text => {
                self.text()?;
            }
            Kind::Number => {
                self.number()?;
            }
            Kind::Boolean => {
                self.boolean()?;
            }
            Kind::Null => self.null()?,
        }
        Ok(())
    }

    /// Reads over a value and gives its bytes.
    pub fn raw(&mut self) -> Result<&'a [u8], Broken> {
        self.next_byte();
        let start = self.rest;
        self.skip()?;
        start.get(..start.len().saturating_sub(self.rest.len())).ok_or(Broken)
    }

    /// The bytes that have not been read.
    pub fn rest(&self) -> &'a [u8] {
        self.rest
    }

    /// Passes if nothing but blanks is left.
    pub fn end(&mut self) -> Result<(), Broken> {
        if self.next_byte().is_none() { Ok(()) } else { Err(Broken) }
    }

    /// The next byte that is not blank; it is not taken.
    #[inline(always)]
    fn next_byte(&mut self) -> Option<u8> {
        match self.rest.first() {
            Some(byte) if *byte > b' ' => Some(*byte),
            _ => self.after_blanks(),
        }
    }

    fn after_blanks(&mut self) -> Option<u8> {
        while matches!(self.rest.first(), Some(b' ' | b'\n' | b'\r' | b'\t')) {
            self.advance();
        }
        self.rest.first().copied()
    }

    #[inline(always)]
    fn advance(&mut self) {
        self.rest = self.rest.get(1..).unwrap_or_default();
    }

    fn eat(&mut self, wanted: u8) -> bool {
        let found = self.rest.first() == Some(&wanted);
        if found {
            self.advance();
        }
        found
    }

    #[inline(always)]
    fn expect(&mut self, wanted: u8) -> Result<(), Broken> {
        if self.next_byte() == Some(wanted) {
            self.advance();
            return Ok(());
        }
        Err(Broken)
    }

    fn open(&mut self, bracket: u8) -> Result<(), Broken> {
        self.expect(bracket)?;
        if self.depth >= MAX_DEPTH {
            return Err(Broken);
        }
        self.depth = self.depth.saturating_add(1);
        self.opened = true;
        Ok(())
    }

    fn closes(&mut self, bracket: u8) -> Result<bool, Broken> {
        let byte = self.next_byte();
        let closed = byte == Some(bracket);
        if closed {
            self.depth = self.depth.saturating_sub(1);
        } else if self.opened {
            self.opened = false;
            return Ok(false);
        } else if byte != Some(b',') {
            return Err(Broken);
        }
        self.opened = false;
        self.advance();
        Ok(closed)
    }

    fn escape(&mut self) -> Result<(), Broken> {
        let (byte, rest) = self.rest.split_first().ok_or(Broken)?;
        self.rest = match byte {
            b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => rest,
            b'u' => {
                let (digits, rest) = rest.split_at_checked(4).ok_or(Broken)?;
                if !digits.iter().all(u8::is_ascii_hexdigit) {
                    return Err(Broken);
                }
                rest
            }
            _ => return Err(Broken),
        };
        Ok(())
    }

    fn digits(&mut self) -> Result<(), Broken> {
        let count = self.rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        self.rest = self.rest.get(count..).ok_or(Broken)?;
        if count == 0 { Err(Broken) } else { Ok(()) }
    }

    fn word(&mut self, word: &[u8]) -> Result<(), Broken> {
        self.rest = self.rest.strip_prefix(word).ok_or(Broken)?;
        self.opened = false;
        Ok(())
    }
}
