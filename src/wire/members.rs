//! The fields of an object that is being read: which one a key names, and which have been seen.

use crate::spec::shape::Field;

/// The fields of an object, and which of them have been seen. Most bodies come in table order.
pub(super) struct Members {
    fields: &'static [Field],
    next: usize,
    seen: u64,
}

impl Members {
    pub(super) fn of(fields: &'static [Field]) -> Members {
        Members { fields, next: 0, seen: 0 }
    }

    pub(super) fn find(&mut self, is: impl Fn(&str) -> bool) -> Option<&'static Field> {
        let expected = self.fields.get(self.next).filter(|field| is(field.name));
        let (index, field) = match expected {
            Some(field) => (self.next, field),
            None => self.fields.iter().enumerate().find(|(_, field)| is(field.name))?,
        };
        self.next = index.saturating_add(1);
        self.seen |= 1_u64.checked_shl(u32::try_from(index).unwrap_or(u32::MAX)).unwrap_or(0);
        Some(field)
    }

    /// The first field that must be there and was not seen.
    pub(super) fn missing(&self) -> Option<&'static Field> {
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
