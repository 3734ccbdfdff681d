//! What one value of a query string must be able to do: to be read from its text.

use super::shape::Shaped;

/// A value that one query parameter can hold.
pub trait Param: Shaped + Sized {
    /// Reads the value, or says what was expected.
    fn parse(text: &str) -> Result<Self, &'static str>;
}
