//! How a payload describes itself: the run-time picture of a type that checks, OpenAPI and TypeScript read.
//!
//! The service uses the types; the browser reads the shapes, because 25 KB of table beat 117 KB of generated decoders.

/// The shape of one JSON value.
#[derive(Debug, Clone, Copy)]
pub enum Shape {
    /// Any JSON value: free-form data that the specification leaves open.
    Any,
    /// No body at all.
    Nothing,
    /// A string.
    Text,
    /// A string in answers; a request may write a number for it.
    Written,
    /// A string that identifies a resource.
    Id,
    /// A date string; its dialect is stated per field.
    Date,
    /// A whole number from 0 to 2147483647.
    Integer,
    /// A number that may be negative or fractional.
    Number,
    /// `true` or `false`.
    Boolean,
    /// One of a set of strings. Answers may grow new ones, requests may not use others.
    Choice(&'static Choice),
    /// An array.
    Array(&'static Shape),
    /// An object whose keys are data.
    Map(&'static Shape),
    /// A value or `null`.
    Nullable(&'static Shape),
    /// A value in answers; a request may put it into an array, of which the first item counts.
    OneOrFirst(&'static Shape),
    /// An array in answers; a request may write an object in place of it, whose form the field's prose states.
    ListedOrKeyed(&'static Shape),
    /// A resource with named fields.
    Object(&'static Object),
    /// A list envelope around items of the shape.
    List(&'static Shape),
}

impl Shape {
    /// True for what any string is.
    pub const fn is_plain_text(&self) -> bool {
        matches!(self, Shape::Text | Shape::Id | Shape::Date)
    }
}

/// A named set of strings.
#[derive(Debug)]
pub struct Choice {
    /// Name of the type.
    pub name: &'static str,
    /// The strings, as on the wire.
    pub values: &'static [&'static str],
}

impl Choice {
    /// Where a string stands in the set.
    pub fn place(&self, text: &str) -> Option<usize> {
        self.values.iter().position(|value| *value == text)
    }

    /// Where a string stands in the set, whatever the case of its letters.
    pub fn place_in_any_case(&self, text: &str) -> Option<usize> {
        self.values.iter().position(|value| value.eq_ignore_ascii_case(text))
    }
}

/// A named set of fields.
#[derive(Debug)]
pub struct Object {
    /// Name of the type.
    pub name: &'static str,
    /// Its fields in the order of the table.
    pub fields: &'static [Field],
}

/// One field of an object or one parameter of a query.
#[derive(Debug)]
pub struct Field {
    /// Name on the wire.
    pub name: &'static str,
    /// What the value looks like.
    pub shape: Shape,
    /// Whether it must be there.
    pub required: bool,
}

/// The prose of a table entry and its members, for generators only: no build links it.
#[derive(Debug)]
pub struct Doc {
    /// Name of the type or operation.
    pub name: &'static str,
    /// What it is.
    pub text: &'static [&'static str],
    /// What its members are, in table order.
    pub members: &'static [(&'static str, &'static [&'static str])],
    /// For an operation, the prose of its query parameters, by part; empty for all else.
    pub parts: &'static [&'static Doc],
}

/// A type that knows its shape.
pub trait Shaped {
    /// The shape of a value of this type.
    const SHAPE: Shape;
    /// False for what may be absent.
    const REQUIRED: bool = true;
}

impl<T: Shaped> Shaped for Option<T> {
    const SHAPE: Shape = T::SHAPE;
    const REQUIRED: bool = false;
}

impl<T: Shaped> Shaped for Vec<T> {
    const SHAPE: Shape = Shape::Array(&T::SHAPE);
}

impl Shaped for String {
    const SHAPE: Shape = Shape::Text;
}

impl Shaped for bool {
    const SHAPE: Shape = Shape::Boolean;
}

impl Shaped for f64 {
    const SHAPE: Shape = Shape::Number;
}

impl Shaped for () {
    const SHAPE: Shape = Shape::Nothing;
}

/// The name of a field on the wire: Rust's `r#type` is the wire's `type`.
pub const fn wire_name(name: &'static str) -> &'static str {
    match name.as_bytes() {
        [b'r', b'#', ..] => name.split_at(2).1,
        _ => name,
    }
}
