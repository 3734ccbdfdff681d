//! What a value should have been, for the SDK's error messages.

/// What a value should have been.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expected {
    /// Valid JSON.
    Json,
    /// Present.
    Given,
    /// `{…}`
    Object,
    /// `[…]`
    Array,
    /// A string.
    Text,
    /// A whole number in the range of the specification.
    Integer,
    /// A number.
    Number,
    /// `true` or `false`.
    Boolean,
    /// One of the strings of an enumeration.
    Choice(&'static [&'static str]),
    /// Absent: the operation has no such argument.
    Known,
    /// An id that is allowed in a path.
    PathId,
    /// A link to a later page.
    NextPage,
    /// A path to which a sign-in may return.
    ReturnPath,
}

impl Expected {
    /// The expectation in words that follow "must be".
    pub fn as_str(self) -> &'static str {
        match self {
            Expected::Json => "JSON",
            Expected::Given => "given",
            Expected::Object => "an object",
            Expected::Array => "an array",
            Expected::Text => "a string",
            Expected::Integer => "a whole number from 0 to 2147483647",
            Expected::Number => "a number",
            Expected::Boolean => "true or false",
            Expected::Choice(_) => "one of the documented values",
            Expected::Known => "left out: the operation has no such argument",
            Expected::PathId => "an id of 1 to 64 letters, digits, _ or -",
            Expected::NextPage => "a link to a later page",
            Expected::ReturnPath => "a path of this origin, such as /surveys",
        }
    }
}
