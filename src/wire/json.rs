//! A pull parser for JSON: strict in grammar, bounded in depth, without an allocation unless a string is decoded.
//!
//! The SDK must check responses of half a megabyte without building them, which the platform's own parser does
//! afterwards. The parser accepts what RFC 8259 allows, lone surrogate escapes included, nested at most [`MAX_DEPTH`]
//! deep. The bytes of a string are checked for UTF-8 only when the string is asked for.

mod fast_path;
mod scan;

use super::text::skip_plain_bytes;
pub use super::text::{JsonError, JsonText};

/// Depth to which arrays and objects may be nested.
pub const MAX_DEPTH: u8 = 64;

/// The kind of a value.
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
    /// True right after an opening bracket: the next member or item must not have a comma before it.
    opened: bool,
}

impl<'a> Reader<'a> {
    /// A reader at the start of a document.
    pub fn new(bytes: &'a [u8]) -> Reader<'a> {
        Reader { rest: bytes, depth: 0, opened: false }
    }

    /// The kind of the next value.
    ///
    /// # Errors
    ///
    /// [`JsonError`] if no value comes next.
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

    /// Enters an object, whose members [`Reader::next_key`] returns.
    ///
    /// # Errors
    ///
    /// [`JsonError`] if no object comes next, or it is nested too deeply.
    pub fn begin_object(&mut self) -> Result<(), JsonError> {
        self.open_bracket(b'{')
    }

    /// Enters an array, whose items [`Reader::next_item`] reaches.
    ///
    /// # Errors
    ///
    /// [`JsonError`] if no array comes next, or it is nested too deeply.
    pub fn begin_array(&mut self) -> Result<(), JsonError> {
        self.open_bracket(b'[')
    }

    /// The key of the next member, whose value must be read next; `None` at the object's end, which is then left.
    ///
    /// # Errors
    ///
    /// [`JsonError`] if neither a member nor the end comes next.
    pub fn next_key(&mut self) -> Result<Option<JsonText<'a>>, JsonError> {
        if self.closes_bracket(b'}')? {
            return Ok(None);
        }
        let key = self.read_text()?;
        self.expect_byte(b':')?;
        Ok(Some(key))
    }

    /// True if the array has another item, which must be read next; false at its end, which is then left.
    ///
    /// # Errors
    ///
    /// [`JsonError`] if neither an item nor the end comes next.
    pub fn next_item(&mut self) -> Result<bool, JsonError> {
        Ok(!self.closes_bracket(b']')?)
    }

    /// Reads a string.
    ///
    /// # Errors
    ///
    /// [`JsonError`] if no well-formed string comes next.
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
                // Control characters must be escaped.
                _ => return Err(JsonError),
            }
        }
        self.opened = false;
        // Without the closing quote.
        let length = start.len().saturating_sub(self.rest.len()).saturating_sub(1);
        Ok(JsonText::new(start.get(..length).ok_or(JsonError)?, escaped))
    }

    /// Reads a number and returns its text.
    ///
    /// # Errors
    ///
    /// [`JsonError`] if no well-formed number comes next.
    pub fn read_number(&mut self) -> Result<&'a str, JsonError> {
        self.next_byte();
        let start = self.rest;
        self.eat(b'-');
        // A zero ends the integer part: `01` is no number.
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
    ///
    /// # Errors
    ///
    /// [`JsonError`] if neither comes next.
    pub fn read_boolean(&mut self) -> Result<bool, JsonError> {
        let value = self.next_byte() == Some(b't');
        self.expect_word(if value { b"true" } else { b"false" })?;
        Ok(value)
    }

    /// Reads `null`.
    ///
    /// # Errors
    ///
    /// [`JsonError`] if something else comes next.
    pub fn read_null(&mut self) -> Result<(), JsonError> {
        self.next_byte();
        self.expect_word(b"null")
    }

    /// Skips the next value of any kind.
    ///
    /// # Errors
    ///
    /// [`JsonError`] if no well-formed value comes next.
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

    /// Skips the next value and returns its bytes.
    ///
    /// # Errors
    ///
    /// [`JsonError`] if no well-formed value comes next.
    pub fn read_raw(&mut self) -> Result<&'a [u8], JsonError> {
        self.next_byte();
        let start = self.rest;
        self.skip_value()?;
        start.get(..start.len().saturating_sub(self.rest.len())).ok_or(JsonError)
    }

    /// The bytes that have not been read yet.
    pub fn rest(&self) -> &'a [u8] {
        self.rest
    }

    /// Checks that only blanks are left.
    ///
    /// # Errors
    ///
    /// [`JsonError`] if anything else is left.
    pub fn expect_end(&mut self) -> Result<(), JsonError> {
        if self.next_byte().is_none() { Ok(()) } else { Err(JsonError) }
    }
}
