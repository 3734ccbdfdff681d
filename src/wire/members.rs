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

    /// The field that comes next in the table.
    pub(super) fn expected(&self) -> Option<&'static Field> {
        self.fields.get(self.next)
    }

    /// Marks the expected field as seen.
    pub(super) fn pass(&mut self) {
        self.seen |= 1_u64.checked_shl(u32::try_from(self.next).unwrap_or(u32::MAX)).unwrap_or(0);
        self.next = self.next.saturating_add(1);
    }

    pub(super) fn find(&mut self, is: impl Fn(&str) -> bool) -> Option<&'static Field> {
        if !self.expected().is_some_and(|field| is(field.name)) {
            self.next = self.fields.iter().position(|field| is(field.name))?;
        }
        let field = self.expected();
        self.pass();
        field
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
