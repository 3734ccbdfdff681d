//! The fields of an object that is being read: which field a key names, and which fields have been seen.

use super::json::{JsonError, Reader};
use super::text::JsonText;
use crate::spec::shape::Field;

/// The fields of an object, and which have been seen. Most bodies have them in table order.
#[derive(Debug)]
pub struct FieldSet {
    fields: &'static [Field],
    next_index: usize,
    seen: u64,
}

/// A member of an object, whose value must be read next.
#[derive(Debug)]
pub enum Member<'a> {
    /// A field of the table, and its index there.
    Known(usize, &'static Field),
    /// Another member, with its key.
    Unknown(JsonText<'a>),
}

impl FieldSet {
    /// A set of these fields, none of them seen yet.
    #[must_use]
    pub fn new(fields: &'static [Field]) -> FieldSet {
        FieldSet { fields, next_index: 0, seen: 0 }
    }

    /// The next member of the object that the reader is in; `None` at its end, which is then left. This version is for
    /// objects that come by the thousand.
    ///
    /// # Errors
    ///
    /// [`JsonError`] if the bytes are not JSON.
    #[inline(always)]
    pub fn next_member<'a>(&mut self, reader: &mut Reader<'a>) -> Result<Option<Member<'a>>, JsonError> {
        // Members before the expected one are rare, so only the fields behind it are compared here.
        match reader.try_skip_key(self.fields.get(self.next_index..).unwrap_or_default()) {
            Some(skipped) => Ok(self.mark_seen(self.next_index.wrapping_add(skipped))),
            None => self.next_by_name(reader),
        }
    }

    /// Like [`FieldSet::next_member`], but skips the plain strings that come next in table order, for checks that do
    /// not need them.
    ///
    /// # Errors
    ///
    /// [`JsonError`] if the bytes are not JSON.
    #[inline(always)]
    pub fn after_texts<'a>(&mut self, reader: &mut Reader<'a>) -> Result<Option<Member<'a>>, JsonError> {
        let expected = self.fields.get(self.next_index..).unwrap_or_default();
        let bit = 1_u64.wrapping_shl(u32::try_from(self.next_index).unwrap_or(u32::MAX));
        let (remaining, seen, has_value) = reader.try_skip_texts(expected, bit);
        self.seen |= seen;
        self.next_index = self.fields.len().wrapping_sub(remaining.len());
        // The reader has passed the key of a field that is not a plain string: its value comes next.
        if has_value {
            let index = self.next_index.wrapping_sub(1);
            return Ok(self.fields.get(index).map(|field| Member::Known(index, field)));
        }
        if reader.try_leave_object() { Ok(None) } else { self.next_by_name(reader) }
    }

    /// Like [`FieldSet::next_member`], in less code and more time.
    ///
    /// # Errors
    ///
    /// [`JsonError`] if the bytes are not JSON.
    pub fn next_by_name<'a>(&mut self, reader: &mut Reader<'a>) -> Result<Option<Member<'a>>, JsonError> {
        let Some(key) = reader.next_key()? else { return Ok(None) };
        Ok(match self.fields.iter().position(|field| key.equals(field.name)) {
            Some(index) => self.mark_seen(index),
            None => Some(Member::Unknown(key)),
        })
    }

    /// Marks a field as seen.
    fn mark_seen<'a>(&mut self, index: usize) -> Option<Member<'a>> {
        // A table with more than 64 fields would lose the bit, not the field.
        self.seen |= 1_u64.checked_shl(u32::try_from(index).unwrap_or(u32::MAX)).unwrap_or(0);
        self.next_index = index.wrapping_add(1);
        self.fields.get(index).map(|field| Member::Known(index, field))
    }

    /// A bit for each required field, the lowest for the first.
    #[must_use]
    pub fn required_bits(fields: &[Field]) -> u64 {
        let mut required = 0;
        for field in fields.iter().rev() {
            required = (required << 1) | u64::from(field.required);
        }
        required
    }

    /// True if all fields with a bit in `required` were seen.
    #[inline(always)]
    #[must_use]
    pub fn has_all(&self, required: u64) -> bool {
        self.seen & required == required
    }

    /// The first required field that was not seen.
    #[must_use]
    pub fn first_missing(&self) -> Option<&'static Field> {
        let mut seen = self.seen;
        for field in self.fields {
            if field.required && seen & 1 == 0 {
                return Some(field);
            }
            seen >>= 1;
        }
        None
    }
}
