//! The contents of a row of the endpoint table: its route, and the types of its query, body and response.

use super::param::Param;
use super::payload::{Decode, Encode, Reply};
use super::scopes::Scope;
use super::shape::{Doc, Field, Shape, Shaped};
use super::types::Id;

/// The HTTP methods of the API.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Method {
    /// Reads.
    GET,
    /// Creates or triggers.
    POST,
    /// Changes the given fields.
    PATCH,
    /// Replaces; absent optional fields are reset to their defaults.
    PUT,
    /// Removes.
    DELETE,
}

impl Method {
    /// Every method, in the order in which an `Allow` header lists them.
    pub const ALL: &'static [Method] = &[Method::GET, Method::POST, Method::PATCH, Method::PUT, Method::DELETE];

    /// The method's name in HTTP.
    pub const fn as_str(self) -> &'static str {
        match self {
            Method::GET => "GET",
            Method::POST => "POST",
            Method::PATCH => "PATCH",
            Method::PUT => "PUT",
            Method::DELETE => "DELETE",
        }
    }

    /// The method with this name; names are case-sensitive.
    pub fn parse(name: &str) -> Option<Method> {
        Method::ALL.iter().copied().find(|method| method.as_str() == name)
    }

    /// True for the method that only reads.
    pub const fn is_read(self) -> bool {
        matches!(self, Method::GET)
    }
}

/// One operation, as routing, checks, the SDK and the generators see it.
#[derive(Debug)]
pub struct Route {
    /// Method on the wire.
    pub method: Method,
    /// Path with `{name}` for each argument.
    pub path: &'static str,
    /// Dotted name of the SDK's method.
    pub name: &'static str,
    /// Scope that the token must have; `None` if the specification names none.
    pub scope: Option<Scope>,
    /// Status of success.
    pub status: u16,
    /// The query parameters, by part.
    pub query: &'static [&'static [Field]],
    /// Shape of the request body.
    pub body: Shape,
    /// Shape of the response's body.
    pub response: Shape,
}

impl Route {
    /// The names of the path's arguments, in order.
    pub fn arguments(&self) -> impl Iterator<Item = &'static str> {
        self.path.split('/').filter_map(|segment| segment.strip_prefix('{')?.strip_suffix('}'))
    }

    /// Every query parameter.
    pub fn parameters(&self) -> impl Iterator<Item = &'static Field> {
        self.query.iter().flat_map(|part| part.iter())
    }
}

/// Whether a query of these parts has this parameter.
pub fn has_parameter(query: &[&[Field]], name: &str) -> bool {
    query.iter().any(|part| part.iter().any(|field| field.name == name))
}

/// A row of the endpoint table as a type.
pub trait Endpoint: Sized {
    /// The row's route.
    const ROUTE: &'static Route;
    /// The query parameters: a tuple of parts.
    type Query: Query;
    /// The request body, `()` for none.
    type Body: Shaped + Decode + Encode;
    /// The response's body, `()` for none.
    type Response: Shaped + Encode + Reply;

    /// Builds a request from its parts: one argument for each brace of the path.
    fn read(path: &mut dyn Iterator<Item = Id>, query: Self::Query, body: Self::Body) -> Self;

    /// Appends the request as one JSON object: path arguments, query parameters and the body's fields side by side.
    fn write(&self, out: &mut Vec<u8>);
}

/// The next argument of a path; an empty id if there are too few.
pub fn argument(path: &mut dyn Iterator<Item = Id>) -> Id {
    path.next().unwrap_or_else(|| Id(String::new()))
}

/// A decoded query string: names and values in order of appearance.
pub type Pairs = [(String, String)];

/// An invalid query parameter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadParam {
    /// Name of the parameter.
    pub name: &'static str,
    /// Description of the expected value.
    pub expected: &'static str,
}

/// One group of query parameters.
pub trait QueryPart: Sized + Encode {
    /// The parameters.
    const FIELDS: &'static [Field];
    /// Their descriptions, for generators.
    const DOC: &'static Doc;
    /// Reads the group; unknown parameters are ignored.
    ///
    /// # Errors
    ///
    /// The first parameter that is required and absent, or invalid.
    fn read(pairs: &Pairs) -> Result<Self, BadParam>;
}

/// All query parameters of an operation: a tuple of parts.
pub trait Query: Sized {
    /// The parameters, by part.
    const PARTS: &'static [&'static [Field]];
    /// Their descriptions, by part, for generators.
    const DOCS: &'static [&'static Doc];
    /// Reads every part.
    ///
    /// # Errors
    ///
    /// As [`QueryPart::read`] of the first part that fails.
    fn read(pairs: &Pairs) -> Result<Self, BadParam>;
    /// The parts for encoding, each as a JSON object.
    fn parts(&self) -> Vec<&dyn Encode>;
}

impl Query for () {
    const PARTS: &'static [&'static [Field]] = &[];
    const DOCS: &'static [&'static Doc] = &[];
    fn read(_: &Pairs) -> Result<Self, BadParam> {
        Ok(())
    }
    fn parts(&self) -> Vec<&dyn Encode> {
        Vec::new()
    }
}

impl<A: QueryPart> Query for (A,) {
    const PARTS: &'static [&'static [Field]] = &[A::FIELDS];
    const DOCS: &'static [&'static Doc] = &[A::DOC];
    fn read(pairs: &Pairs) -> Result<Self, BadParam> {
        Ok((A::read(pairs)?,))
    }
    fn parts(&self) -> Vec<&dyn Encode> {
        vec![&self.0]
    }
}

impl<A: QueryPart, B: QueryPart> Query for (A, B) {
    const PARTS: &'static [&'static [Field]] = &[A::FIELDS, B::FIELDS];
    const DOCS: &'static [&'static Doc] = &[A::DOC, B::DOC];
    fn read(pairs: &Pairs) -> Result<Self, BadParam> {
        Ok((A::read(pairs)?, B::read(pairs)?))
    }
    fn parts(&self) -> Vec<&dyn Encode> {
        vec![&self.0, &self.1]
    }
}

impl<A: QueryPart, B: QueryPart, C: QueryPart> Query for (A, B, C) {
    const PARTS: &'static [&'static [Field]] = &[A::FIELDS, B::FIELDS, C::FIELDS];
    const DOCS: &'static [&'static Doc] = &[A::DOC, B::DOC, C::DOC];
    fn read(pairs: &Pairs) -> Result<Self, BadParam> {
        Ok((A::read(pairs)?, B::read(pairs)?, C::read(pairs)?))
    }
    fn parts(&self) -> Vec<&dyn Encode> {
        vec![&self.0, &self.1, &self.2]
    }
}

impl<A: QueryPart, B: QueryPart, C: QueryPart, D: QueryPart> Query for (A, B, C, D) {
    const PARTS: &'static [&'static [Field]] = &[A::FIELDS, B::FIELDS, C::FIELDS, D::FIELDS];
    const DOCS: &'static [&'static Doc] = &[A::DOC, B::DOC, C::DOC, D::DOC];
    fn read(pairs: &Pairs) -> Result<Self, BadParam> {
        Ok((A::read(pairs)?, B::read(pairs)?, C::read(pairs)?, D::read(pairs)?))
    }
    fn parts(&self) -> Vec<&dyn Encode> {
        vec![&self.0, &self.1, &self.2, &self.3]
    }
}

impl<A: QueryPart, B: QueryPart, C: QueryPart, D: QueryPart, E: QueryPart> Query for (A, B, C, D, E) {
    const PARTS: &'static [&'static [Field]] = &[A::FIELDS, B::FIELDS, C::FIELDS, D::FIELDS, E::FIELDS];
    const DOCS: &'static [&'static Doc] = &[A::DOC, B::DOC, C::DOC, D::DOC, E::DOC];
    fn read(pairs: &Pairs) -> Result<Self, BadParam> {
        Ok((A::read(pairs)?, B::read(pairs)?, C::read(pairs)?, D::read(pairs)?, E::read(pairs)?))
    }
    fn parts(&self) -> Vec<&dyn Encode> {
        vec![&self.0, &self.1, &self.2, &self.3, &self.4]
    }
}

/// A field of a query: a required value or an optional one.
pub trait FromPairs: Sized {
    /// Reads the first parameter of this name.
    ///
    /// # Errors
    ///
    /// If the parameter is required and absent, or invalid.
    fn from_pairs(pairs: &Pairs, name: &'static str) -> Result<Self, BadParam>;
}

fn first_value<'a>(pairs: &'a Pairs, name: &str) -> Option<&'a str> {
    pairs.iter().find(|(key, value)| key == name && !value.is_empty()).map(|(_, value)| value.as_str())
}

impl<T: Param> FromPairs for T {
    fn from_pairs(pairs: &Pairs, name: &'static str) -> Result<T, BadParam> {
        let text = first_value(pairs, name).ok_or(BadParam { name, expected: "given" })?;
        T::parse(text).map_err(|expected| BadParam { name, expected })
    }
}

impl<T: Param> FromPairs for Option<T> {
    fn from_pairs(pairs: &Pairs, name: &'static str) -> Result<Option<T>, BadParam> {
        first_value(pairs, name).map(|text| T::parse(text).map_err(|expected| BadParam { name, expected })).transpose()
    }
}

/// True if the braces of a path name exactly these arguments in this order. Runs at compile time.
#[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects)]
pub const fn names_its_arguments(path: &str, arguments: &[&str]) -> bool {
    let path = path.as_bytes();
    let (mut at, mut argument) = (0, 0);
    while at < path.len() {
        if path[at] == b'{' {
            if argument == arguments.len() {
                return false;
            }
            let name = arguments[argument].as_bytes();
            let mut offset = 0;
            while offset < name.len() {
                if at + 1 + offset >= path.len() || path[at + 1 + offset] != name[offset] {
                    return false;
                }
                offset += 1;
            }
            if at + 1 + offset >= path.len() || path[at + 1 + offset] != b'}' {
                return false;
            }
            argument += 1;
        }
        at += 1;
    }
    argument == arguments.len()
}

#[cfg(test)]
mod tests {
    use super::names_its_arguments;

    #[test]
    fn a_path_names_its_arguments_in_order_and_in_full() {
        let path = "/v3/surveys/{survey_id}/pages/{page_id}";
        assert!(names_its_arguments(path, &["survey_id", "page_id"]));
        assert!(names_its_arguments("/v3/surveys", &[]));
        for wrong in
            [&["page_id", "survey_id"][..], &["survey_id"], &["survey_id", "page"], &["survey_id", "page_id", "id"]]
        {
            assert!(!names_its_arguments(path, wrong), "{wrong:?}");
        }
        assert!(!names_its_arguments("/v3/surveys/{survey_id", &["survey_id"]));
    }
}
