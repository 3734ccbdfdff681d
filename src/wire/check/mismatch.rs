//! Where a body does not have the expected shape, and what was expected there.

use super::Expected;
use crate::wire::json::JsonError;
use crate::wire::text::number_into;

/// A value of a body that does not have the expected shape.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mismatch {
    /// The path to the value, such as `data[3].members[0].user_id`; empty for the body as a whole.
    pub path: String,
    /// What the value should have been.
    pub expected: Expected,
}

impl Mismatch {
    /// A mismatch at the reader's position. It is boxed, so that results that may hold one stay small.
    #[cold]
    #[must_use]
    pub fn at_cursor(expected: Expected) -> Box<Mismatch> {
        Box::new(Mismatch { path: String::new(), expected })
    }

    /// The same mismatch, with the path from an enclosing object.
    #[cold]
    #[must_use]
    pub fn in_field(mut self: Box<Self>, field: &str) -> Box<Mismatch> {
        let mut path = String::from(field);
        // An index follows a name without a dot.
        if !matches!(self.path.bytes().next(), None | Some(b'[')) {
            path.push('.');
        }
        path.push_str(&self.path);
        self.path = path;
        self
    }

    #[cold]
    pub(super) fn in_item(self: Box<Self>, index: u32) -> Box<Mismatch> {
        let mut step = String::from("[");
        number_into(&mut step, index.into());
        step.push(']');
        self.in_field(&step)
    }
}

impl From<JsonError> for Box<Mismatch> {
    #[cold]
    fn from(_: JsonError) -> Box<Mismatch> {
        Mismatch::at_cursor(Expected::Json)
    }
}
