//! Fast paths for the usual form of JSON: the expected key, the string without escapes, no blanks. Each method either
//! consumes what its name says or leaves the reader as it is.

use super::super::text::{skip_plain_bytes, strip_name};
use super::{MAX_DEPTH, Reader};
use crate::spec::shape::Field;

impl<'a> Reader<'a> {
    /// Skips the key of the next member if it names one of these fields, written without blanks and escapes, and
    /// returns the field's index.
    #[inline(always)]
    pub fn try_skip_key(&mut self, fields: &[Field]) -> Option<usize> {
        let key = after_opening_quote(self.rest, self.opened)?;
        for (index, field) in fields.iter().enumerate() {
            if let Some([b'"', b':', rest @ ..]) = strip_name(key, field.name) {
                self.rest = rest;
                return Some(index);
            }
        }
        None
    }

    /// Skips members as long as they are plain strings in the order of these fields, without blanks and escapes, and
    /// the key of the first member that is of another kind. Returns the fields that may still follow, a bit for each
    /// field that was present, and whether the value of the last of them must be read next.
    ///
    /// Most of the time of a check is spent here.
    #[inline(always)]
    pub fn try_skip_texts<'f>(&mut self, mut fields: &'f [Field], mut bit: u64) -> (&'f [Field], u64, bool) {
        // Local copies can stay in registers; the reader is updated once, at the end.
        let (mut rest, mut opened) = (self.rest, self.opened);
        let (mut remaining, mut seen, mut has_value) = (fields, 0, false);
        while let [field, more @ ..] = fields {
            // A field that is absent is passed over: the next one may be there, in table order.
            let Some(key) = after_opening_quote(rest, opened) else { break };
            if let Some([b'"', b':', value @ ..]) = strip_name(key, field.name) {
                (remaining, seen) = (more, seen | bit);
                rest = value;
                has_value = true;
                if !field.shape.is_plain_text() {
                    break;
                }
                let [b'"', inside @ ..] = value else { break };
                let [b'"', end @ ..] = skip_plain_bytes(inside) else { break };
                (rest, opened, has_value) = (end, false, false);
            }
            (fields, bit) = (more, bit.wrapping_shl(1));
        }
        (self.rest, self.opened) = (rest, opened);
        (remaining, seen, has_value)
    }

    /// Enters the next item of an array if it is an object and has no blanks before it.
    #[inline(always)]
    pub fn try_enter_object(&mut self) -> bool {
        let inside = match self.rest {
            [b'{', inside @ ..] if self.opened => inside,
            [b',', b'{', inside @ ..] if !self.opened => inside,
            _ => return false,
        };
        // The slow path reports the error.
        if self.depth >= MAX_DEPTH {
            return false;
        }
        (self.rest, self.opened, self.depth) = (inside, true, self.depth.wrapping_add(1));
        true
    }

    /// Leaves an object if it ends here, without blanks.
    #[inline(always)]
    pub fn try_leave_object(&mut self) -> bool {
        let [b'}', behind @ ..] = self.rest else { return false };
        (self.rest, self.opened, self.depth) = (behind, false, self.depth.saturating_sub(1));
        true
    }

    /// Skips a string and returns its bytes, if one comes next and has no escapes.
    #[inline(always)]
    pub fn try_read_text(&mut self) -> Option<&'a [u8]> {
        let Some((b'"', inside)) = self.rest.split_first() else { return None };
        let end = skip_plain_bytes(inside);
        let Some((b'"', behind)) = end.split_first() else { return None };
        (self.rest, self.opened) = (behind, false);
        inside.get(..inside.len().wrapping_sub(end.len()))
    }
}

/// The bytes behind the quote that begins a key. A comma comes first unless the object was just opened.
#[inline(always)]
fn after_opening_quote(rest: &[u8], opened: bool) -> Option<&[u8]> {
    match rest {
        [b'"', key @ ..] if opened => Some(key),
        [b',', b'"', key @ ..] if !opened => Some(key),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::shape::Shape;

    #[test]
    fn a_key_is_passed_over_if_all_its_letters_are_the_fields() {
        let letters = "abcdefghijklmnopqrstuvw";
        for length in 0..letters.len() {
            let (name, _) = letters.split_at(length);
            let fields = [Field { name, shape: Shape::Text, required: true }];
            let passes = |key: &str| Reader::new(format!("\"{key}\":").as_bytes()).opened().try_skip_key(&fields);
            assert_eq!(passes(name), Some(0), "{name}");
            assert_eq!(passes(&format!("{name}x")), None, "{name}");
            for place in 0..length {
                let mut other = name.to_owned();
                other.replace_range(place..=place, "X");
                assert_eq!(passes(&other), None, "{other}");
                other.remove(place);
                assert_eq!(passes(&other), None, "{other}");
            }
        }
    }

    impl Reader<'_> {
        fn opened(mut self) -> Self {
            self.opened = true;
            self
        }
    }
}
