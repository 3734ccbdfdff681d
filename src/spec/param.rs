//! The trait of query values: they are parsed from text.

use super::shape::Shaped;

/// A value of one query parameter.
pub trait Param: Shaped + Sized {
    /// Parses the value.
    ///
    /// # Errors
    ///
    /// A description of the expected value, if the text is not one.
    fn parse(text: &str) -> Result<Self, &'static str>;
}
