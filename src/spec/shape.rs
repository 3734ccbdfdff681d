//! Shapes: descriptions of payload types at run time, which checks, OpenAPI and TypeScript read.
//!
//! The service uses the types. The browser reads the shapes, because the table has 25 KB and generated decoders have
//! 117 KB.

/// The shape of one JSON value.
#[derive(Debug, Clone, Copy)]
pub enum Shape {
    /// Any JSON value: free-form data that the specification leaves open.
    Any,
    /// No body at all.
    Nothing,
    /// A string.
    Text,
    /// A string in responses; a request may contain a number instead.
    Written,
    /// A string that identifies a resource.
    Id,
    /// A date string; its format is stated per field.
    Date,
    /// A whole number from 0 to 2147483647.
    Integer,
    /// A number that may be negative or fractional.
    Number,
    /// `true` or `false`.
    Boolean,
    /// One of a set of strings. Responses may have new ones; requests must use these.
    Choice(&'static Choice),
    /// An array.
    Array(&'static Shape),
    /// An object whose keys are data.
    Map(&'static Shape),
    /// A value or `null`.
    Nullable(&'static Shape),
    /// A value in responses; a request may contain an array, of which the first item is used.
    OneOrFirst(&'static Shape),
    /// An array in responses; a request may contain an object instead, whose form the field's description states.
    ListedOrKeyed(&'static Shape),
    /// A resource with named fields.
    Object(&'static Object),
    /// A list envelope around items of the shape.
    List(&'static Shape),
}

impl Shape {
    /// True for a shape that every string fits.
    pub const fn is_plain_text(&self) -> bool {
        matches!(self, Shape::Text | Shape::Id | Shape::Date)
    }
}

/// A named set of strings.
#[derive(Debug)]
pub struct Choice {
    /// Name of the type.
    pub name: &'static str,
    /// The strings in the API.
    pub values: &'static [&'static str],
}

impl Choice {
    /// Position of a string in the set.
    pub fn place(&self, text: &str) -> Option<usize> {
        self.values.iter().position(|value| *value == text)
    }

    /// Position of a string in the set, without regard to case.
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
    /// Name in the API.
    pub name: &'static str,
    /// Shape of the value.
    pub shape: Shape,
    /// Whether it is required.
    pub required: bool,
}

/// The description of a table entry and its members. For generators only: no build links it.
#[derive(Debug)]
pub struct Doc {
    /// Name of the type or operation.
    pub name: &'static str,
    /// Its description.
    pub text: &'static [&'static str],
    /// Descriptions of its members, in table order.
    pub members: &'static [(&'static str, &'static [&'static str])],
    /// For an operation, the descriptions of its query parameters, by part; otherwise empty.
    pub parts: &'static [&'static Doc],
}

/// A type with a shape.
pub trait Shaped {
    /// The shape of a value of this type.
    const SHAPE: Shape;
    /// False for an optional value.
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

/// The name of a field in the API: Rust's `r#type` is `type` there.
pub const fn wire_name(name: &'static str) -> &'static str {
    match name.as_bytes() {
        [b'r', b'#', ..] => name.split_at(2).1,
        _ => name,
    }
}
