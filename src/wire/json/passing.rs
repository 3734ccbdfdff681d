//! What most JSON looks like, passed over at once: the key that is expected, the string without escapes.

use super::super::text::special;
use super::Reader;
use crate::spec::shape::Field;

impl<'a> Reader<'a> {
    /// Passes over the key of the next member if it names one of these fields, written without blanks and escapes, and
    /// gives the field's place.
    #[inline(always)]
    pub fn passes_key(&mut self, fields: &[Field]) -> Option<usize> {
        let mut key = self.rest.iter();
        let mut begins = |byte: u8| key.next().is_some_and(|found| *found == byte);
        if !((self.opened || begins(b',')) && begins(b'"')) {
            return None;
        }
        for (place, field) in fields.iter().enumerate() {
            let mut rest = key.clone();
            let mut takes = |byte: u8| rest.next().is_some_and(|found| *found == byte);
            if field.name.bytes().all(&mut takes) && takes(b'"') && takes(b':') {
                self.rest = rest.as_slice();
                return Some(place);
            }
        }
        None
    }

    /// Passes over a string if one comes next that has no escapes, and gives its bytes.
    #[inline(always)]
    pub fn passes_text(&mut self) -> Option<&'a [u8]> {
        let Some((b'"', inside)) = self.rest.split_first() else { return None };
        let end = special(inside);
        let Some((b'"', behind)) = end.split_first() else { return None };
        (self.rest, self.opened) = (behind, false);
        inside.get(..inside.len().wrapping_sub(end.len()))
    }
}
