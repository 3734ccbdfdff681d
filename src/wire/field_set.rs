//! The fields of an object that is being read: which one a key names, and which have been seen.

use super::json::{JsonError, Reader};
use super::text::JsonText;
use crate::spec::shape::Field;

/// The fields of an object, and which of them have been seen. Most bodies come in table order.
#[derive(Debug)]
pub struct FieldSet {
    fields: &'static [Field],
    next_index: usize,
    seen: u64,
}

/// A member of an object, whose value must be read next.
#[derive(Debug)]
pub enum Member<'a> {
    /// One that the table has, and its place there.
    Known(usize, &'static Field),
    /// Another, by its key.
    Unknown(JsonText<'a>),
}

impl FieldSet {
    /// None of them seen yet.
    #[must_use]
    pub fn new(fields: &'static [Field]) -> FieldSet {
        FieldSet { fields, next_index: 0, seen: 0 }
    }

    /// The next member of the object that the reader is in; none at its end, which is left. It is for objects that come
    /// by the thousand.
    #[inline(always)]
    pub fn next_member<'a>(&mut self, reader: &mut Reader<'a>) -> Result<Option<Member<'a>>, JsonError> {
        match reader.try_skip_key(self.fields.get(self.next_index..).unwrap_or_default()) {
            Some(skipped) => Ok(self.mark_seen(self.next_index.wrapping_add(skipped))),
            None => self.next_by_name(reader),
        }
    }

    /// The same for objects that come by the thousand and of which the plain strings need not be known: it passes over
    /// those that come next in the order of the table.
    #[inline(always)]
    pub fn after_texts<'a>(&mut self, reader: &mut Reader<'a>) -> Result<Option<Member<'a>>, JsonError> {
        let to_come = self.fields.get(self.next_index..).unwrap_or_default();
        let bit = 1_u64.wrapping_shl(u32::try_from(self.next_index).unwrap_or(u32::MAX));
        let (left, seen, valued) = reader.try_skip_texts(to_come, bit);
        self.seen |= seen;
        self.next_index = self.fields.len().wrapping_sub(left.len());
        if valued {
            let place = self.next_index.wrapping_sub(1);
            return Ok(self.fields.get(place).map(|field| Member::Known(place, field)));
        }
        if reader.try_leave_object() { Ok(None) } else { self.next_by_name(reader) }
    }

    /// The next member, as [`FieldSet::next_member`] gives it, in less code.
    pub fn next_by_name<'a>(&mut self, reader: &mut Reader<'a>) -> Result<Option<Member<'a>>, JsonError> {
        let Some(key) = reader.next_key()? else { return Ok(None) };
        Ok(match self.fields.iter().position(|field| key.equals(field.name)) {
            Some(place) => self.mark_seen(place),
            None => Some(Member::Unknown(key)),
        })
    }

    /// Marks a field as seen.
    fn mark_seen<'a>(&mut self, place: usize) -> Option<Member<'a>> {
        self.seen |= 1_u64.checked_shl(u32::try_from(place).unwrap_or(u32::MAX)).unwrap_or(0);
        self.next_index = place.wrapping_add(1);
        self.fields.get(place).map(|field| Member::Known(place, field))
    }

    /// A bit for each of the fields that must be there.
    #[must_use]
    pub fn required_bits(fields: &[Field]) -> u64 {
        let mut required = 0;
        for field in fields.iter().rev() {
            required = (required << 1) | u64::from(field.required);
        }
        required
    }

    /// True if all of these were seen.
    #[inline(always)]
    #[must_use]
    pub fn has_all(&self, required: u64) -> bool {
        self.seen & required == required
    }

    /// The first field that must be there and was not seen.
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
