//! A pull reader over JSON bytes: strict in grammar, bounded in depth, and without an allocation unless asked.
//!
//! It exists because the SDK must look into answers of half a megabyte without building them: the platform's
//! own parser does that. What it accepts is what RFC 8259 allows, lone surrogate escapes included, nested
//! at most [`MAX_DEPTH`] deep. Bytes of a string are checked for UTF-8 only where the string is asked for.

mod fast_path;
mod row_template;

pub use row_template::RowTemplate;

use super::text::skip_plain_bytes;
pub use super::text::{JsonError, JsonText};

/// Arrays and objects that may stand inside one another.
pub const MAX_DEPTH: u8 = 64;

/// What kind of value comes next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValueKind {
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
    pub fn peek_kind(&mut self) -> Result<ValueKind, JsonError> {
        match self.next_byte() {
            Some(b'{') => Ok(ValueKind::Object),
            Some(b'[') => Ok(ValueKind::Array),
            Some(b'"') => Ok(ValueKind::Text),
            Some(b'-' | b'0'..=b'9') => Ok(ValueKind::Number),
            Some(b't' | b'f') => Ok(ValueKind::Boolean),
            Some(b'n') => Ok(ValueKind::Null),
            _ => Err(JsonError),
        }
    }

    /// Enters an object; [`Reader::next_key`] then gives its members.
    pub fn begin_object(&mut self) -> Result<(), JsonError> {
        self.open_bracket(b'{')
    }

    /// Enters an array; [`Reader::next_item`] then goes through its items.
    pub fn begin_array(&mut self) -> Result<(), JsonError> {
        self.open_bracket(b'[')
    }

    /// The key of the object's next member, whose value must be read next; none at its end, which is left.
    pub fn next_key(&mut self) -> Result<Option<JsonText<'a>>, JsonError> {
        if self.closes_bracket(b'}')? {
            return Ok(None);
        }
        let key = self.read_text()?;
        self.expect_byte(b':')?;
        Ok(Some(key))
    }

    /// True if the array has one more item, which must be read next; false at its end, which is left.
    pub fn next_item(&mut self) -> Result<bool, JsonError> {
        Ok(!self.closes_bracket(b']')?)
    }

    /// Reads a string.
    pub fn read_text(&mut self) -> Result<JsonText<'a>, JsonError> {
        self.expect_byte(b'"')?;
        let start = self.rest;
        let mut escaped = false;
        loop {
            let (byte, rest) = skip_plain_bytes(self.rest).split_first().ok_or(JsonError)?;
            self.rest = rest;
            match byte {
                b'"' => break,
                b'\\' => {
                    escaped = true;
                    self.skip_escape()?;
                }
                _ => return Err(JsonError),
            }
        }
        self.opened = false;
        let length = start.len().saturating_sub(self.rest.len()).saturating_sub(1);
        Ok(JsonText::new(start.get(..length).ok_or(JsonError)?, escaped))
    }

    /// Reads a number as it is written.
    pub fn read_number(&mut self) -> Result<&'a str, JsonError> {
        self.next_byte();
        let start = self.rest;
        self.eat(b'-');
        if !self.eat(b'0') {
            self.skip_digits()?;
        }
        if self.eat(b'.') {
            self.skip_digits()?;
        }
        if self.eat(b'e') || self.eat(b'E') {
            let _ = self.eat(b'+') || self.eat(b'-');
            self.skip_digits()?;
        }
        self.opened = false;
        let length = start.len().saturating_sub(self.rest.len());
        start.get(..length).and_then(|bytes| std::str::from_utf8(bytes).ok()).ok_or(JsonError)
    }

    /// Reads `true` or `false`.
    pub fn read_boolean(&mut self) -> Result<bool, JsonError> {
        let value = self.next_byte() == Some(b't');
        self.expect_word(if value { b"true" } else { b"false" })?;
        Ok(value)
    }

    /// Reads `null`.
    pub fn read_null(&mut self) -> Result<(), JsonError> {
        self.next_byte();
        self.expect_word(b"null")
    }

    /// Reads over a value, whatever it is.
    pub fn skip_value(&mut self) -> Result<(), JsonError> {
        match self.peek_kind()? {
            ValueKind::Object => {
                self.begin_object()?;
                while self.next_key()?.is_some() {
                    self.skip_value()?;
                }
            }
            ValueKind::Array => {
                self.begin_array()?;
                while self.next_item()? {
                    self.skip_value()?;
                }
            }
            ValueKind::Text => {
                self.read_text()?;
            }
            ValueKind::Number => {
                self.read_number()?;
            }
            ValueKind::Boolean => {
                self.read_boolean()?;
            }
            ValueKind::Null => self.read_null()?,
        }
        Ok(())
    }

    /// Reads over a value and gives its bytes.
    pub fn read_raw(&mut self) -> Result<&'a [u8], JsonError> {
        self.next_byte();
        let start = self.rest;
        self.skip_value()?;
        start.get(..start.len().saturating_sub(self.rest.len())).ok_or(JsonError)
    }

    /// The bytes that have not been read.
    pub fn rest(&self) -> &'a [u8] {
        self.rest
    }

    /// Passes if nothing but blanks is left.
    pub fn expect_end(&mut self) -> Result<(), JsonError> {
        if self.next_byte().is_none() { Ok(()) } else { Err(JsonError) }
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
    fn expect_byte(&mut self, wanted: u8) -> Result<(), JsonError> {
        if self.next_byte() == Some(wanted) {
            self.advance();
            return Ok(());
        }
        Err(JsonError)
    }

    fn open_bracket(&mut self, bracket: u8) -> Result<(), JsonError> {
        self.expect_byte(bracket)?;
        if self.depth >= MAX_DEPTH {
            return Err(JsonError);
        }
        self.depth = self.depth.saturating_add(1);
        self.opened = true;
        Ok(())
    }

    fn closes_bracket(&mut self, bracket: u8) -> Result<bool, JsonError> {
        let byte = self.next_byte();
        let closed = byte == Some(bracket);
        if closed {
            self.depth = self.depth.saturating_sub(1);
        } else if self.opened {
            self.opened = false;
            return Ok(false);
        } else if byte != Some(b',') {
            return Err(JsonError);
        }
        self.opened = false;
        self.advance();
        Ok(closed)
    }

    fn skip_escape(&mut self) -> Result<(), JsonError> {
        let (byte, rest) = self.rest.split_first().ok_or(JsonError)?;
        self.rest = match byte {
            b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => rest,
            b'u' => {
                let (digits, rest) = rest.split_at_checked(4).ok_or(JsonError)?;
                if !digits.iter().all(u8::is_ascii_hexdigit) {
                    return Err(JsonError);
                }
                rest
            }
            _ => return Err(JsonError),
        };
        Ok(())
    }

    fn skip_digits(&mut self) -> Result<(), JsonError> {
        let count = self.rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        self.rest = self.rest.get(count..).ok_or(JsonError)?;
        if count == 0 { Err(JsonError) } else { Ok(()) }
    }

    fn expect_word(&mut self, word: &[u8]) -> Result<(), JsonError> {
        self.rest = self.rest.strip_prefix(word).ok_or(JsonError)?;
        self.opened = false;
        Ok(())
    }
}
