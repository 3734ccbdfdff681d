//! The reader's steps from one byte to the next: blanks, brackets, escapes, digits and words.

use super::super::text::JsonError;
use super::{MAX_DEPTH, Reader};

impl Reader<'_> {
    /// The next byte that is not blank. It is not consumed.
    #[inline(always)]
    pub(super) fn next_byte(&mut self) -> Option<u8> {
        // Responses rarely have blanks, so only this case is inlined.
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

    /// Consumes this byte if it comes next, without blanks before it.
    pub(super) fn eat(&mut self, wanted: u8) -> bool {
        let found = self.rest.first() == Some(&wanted);
        if found {
            self.advance();
        }
        found
    }

    /// Consumes blanks and then this byte.
    #[inline(always)]
    pub(super) fn expect_byte(&mut self, wanted: u8) -> Result<(), JsonError> {
        if self.next_byte() == Some(wanted) {
            self.advance();
            return Ok(());
        }
        Err(JsonError)
    }

    /// Enters an array or object. The depth is limited because values are skipped by recursion.
    pub(super) fn open_bracket(&mut self, bracket: u8) -> Result<(), JsonError> {
        self.expect_byte(bracket)?;
        if self.depth >= MAX_DEPTH {
            return Err(JsonError);
        }
        self.depth = self.depth.saturating_add(1);
        self.opened = true;
        Ok(())
    }

    /// Consumes this closing bracket and returns true, or the comma before the next member or item and returns false.
    pub(super) fn closes_bracket(&mut self, bracket: u8) -> Result<bool, JsonError> {
        let byte = self.next_byte();
        let closed = byte == Some(bracket);
        if closed {
            self.depth = self.depth.saturating_sub(1);
        } else if self.opened {
            // The first member or item has no comma before it, and a bracket of the other kind fails when it is read.
            self.opened = false;
            return Ok(false);
        } else if byte != Some(b',') {
            return Err(JsonError);
        }
        // A bracket right after a comma fails too: what is read next must be a value.
        self.opened = false;
        self.advance();
        Ok(closed)
    }

    /// Skips an escape behind its backslash.
    pub(super) fn skip_escape(&mut self) -> Result<(), JsonError> {
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

    /// Skips one digit or more.
    pub(super) fn skip_digits(&mut self) -> Result<(), JsonError> {
        let count = self.rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        self.rest = self.rest.get(count..).ok_or(JsonError)?;
        if count == 0 { Err(JsonError) } else { Ok(()) }
    }

    /// Consumes a word such as `null`, without blanks before it.
    pub(super) fn expect_word(&mut self, word: &[u8]) -> Result<(), JsonError> {
        self.rest = self.rest.strip_prefix(word).ok_or(JsonError)?;
        self.opened = false;
        Ok(())
    }
}
