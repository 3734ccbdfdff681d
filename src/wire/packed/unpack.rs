//! Unpacks the table to routes when the SDK starts.

use super::{
    ARRAY, BOOLEAN, BYTES, CHOICE, END, INTEGER, LIST, LISTED_OR_KEYED, MAP, NOTHING, NULLABLE, NUMBER, OBJECT,
    ONE_OR_FIRST, REQUIRED, TEXT, WRITTEN, is_of_name,
};
use crate::spec::endpoint::{Method, Route};
use crate::spec::scopes::Scope;
use crate::spec::shape::{Choice, Field, Object, Shape};

/// The routes in table order. They are leaked once and live as long as the program.
pub fn unpack_routes() -> Vec<Route> {
    let mut unpacker = Unpacker { bytes: &BYTES, objects: Vec::new() };
    while unpacker.bytes.first().is_some_and(|byte| *byte != END) {
        let count = unpacker.read_number();
        let fields = unpacker.read_fields(count);
        // The first object has number 0, and so on: shapes refer to objects by their position.
        unpacker.objects.push(Box::leak(Box::new(Object { name: "", fields })));
    }
    unpacker.read_byte();
    let mut routes = Vec::new();
    while !unpacker.bytes.is_empty() {
        routes.push(unpacker.read_route());
    }
    routes
}

struct Unpacker {
    bytes: &'static [u8],
    objects: Vec<&'static Object>,
}

impl Unpacker {
    fn read_byte(&mut self) -> u8 {
        let Some((byte, rest)) = self.bytes.split_first() else { return 0 };
        self.bytes = rest;
        *byte
    }

    fn read_number(&mut self) -> usize {
        let byte = self.read_byte();
        if byte < 128 { byte.into() } else { (usize::from(byte & 127) << 7) | usize::from(self.read_byte()) }
    }

    fn read_name(&mut self) -> &'static str {
        let length = self.bytes.iter().take_while(|byte| is_of_name(**byte)).count();
        let Some((name, rest)) = self.bytes.split_at_checked(length) else { return "" };
        self.bytes = rest;
        std::str::from_utf8(name).unwrap_or_default()
    }

    fn read_fields(&mut self, count: usize) -> &'static [Field] {
        let mut fields = Vec::with_capacity(count);
        for _ in 0..count {
            let name = self.read_name();
            let (shape, required) = self.read_shape();
            fields.push(Field { name, shape, required });
        }
        fields.leak()
    }

    fn read_route(&mut self) -> Route {
        let method = Method::ALL.get(self.read_number()).copied().unwrap_or(Method::GET);
        let path = self.read_name();
        let scope = self.read_byte().checked_sub(1).and_then(|scope| Scope::ALL.get(usize::from(scope))).copied();
        let count = self.read_number();
        let query: &[_] = vec![self.read_fields(count)].leak();
        let (body, response) = (self.read_shape().0, self.read_shape().0);
        Route { method, path, name: "", scope, status: 200, query, body, response }
    }

    fn read_shape(&mut self) -> (Shape, bool) {
        let kind = self.read_byte();
        let shape = match kind & !REQUIRED {
            NOTHING => Shape::Nothing,
            TEXT => Shape::Text,
            WRITTEN => Shape::Written,
            INTEGER => Shape::Integer,
            NUMBER => Shape::Number,
            BOOLEAN => Shape::Boolean,
            CHOICE => {
                let count = self.read_number();
                let mut values = Vec::with_capacity(count);
                for _ in 0..count {
                    values.push(self.read_name());
                    self.read_byte();
                }
                Shape::Choice(Box::leak(Box::new(Choice { name: "", values: values.leak() })))
            }
            OBJECT => {
                let number = self.read_number();
                self.objects.get(number).map_or(Shape::Any, |object| Shape::Object(object))
            }
            around @ (ARRAY | MAP | NULLABLE | ONE_OR_FIRST | LISTED_OR_KEYED | LIST) => {
                let inner = Box::leak(Box::new(self.read_shape().0));
                match around {
                    ARRAY => Shape::Array(inner),
                    MAP => Shape::Map(inner),
                    NULLABLE => Shape::Nullable(inner),
                    ONE_OR_FIRST => Shape::OneOrFirst(inner),
                    LISTED_OR_KEYED => Shape::ListedOrKeyed(inner),
                    _ => Shape::List(inner),
                }
            }
            _ => Shape::Any,
        };
        (shape, kind & REQUIRED != 0)
    }
}

#[cfg(test)]
mod tests {
    use super::super::number_of;
    use super::*;
    use crate::spec::{endpoints, gateway};

    fn routes() -> impl Iterator<Item = &'static Route> {
        endpoints::routes().chain(gateway::ROUTES.iter().copied())
    }

    /// A shape as text, without what packing leaves out.
    fn words(shape: &Shape, closed: bool) -> String {
        match shape {
            Shape::Text | Shape::Id | Shape::Date => "text".to_owned(),
            Shape::Choice(choice) if closed => format!("one of {:?}", choice.values),
            Shape::Written if closed => "one of [\"text\", \"number\"]".to_owned(),
            Shape::Choice(_) | Shape::Written => "text".to_owned(),
            Shape::OneOrFirst(inner) if closed => format!("{} or first", words(inner, closed)),
            Shape::OneOrFirst(inner) => words(inner, closed),
            Shape::ListedOrKeyed(inner) if closed => format!("[{}] or keyed", words(inner, closed)),
            Shape::Array(inner) | Shape::ListedOrKeyed(inner) => format!("[{}]", words(inner, closed)),
            Shape::Map(inner) => format!("map {}", words(inner, closed)),
            Shape::Nullable(inner) => format!("{}?", words(inner, closed)),
            Shape::List(inner) => format!("list {}", words(inner, closed)),
            Shape::Object(object) => format!("{{{}}}", listed(object.fields, closed)),
            plain => format!("{plain:?}"),
        }
    }

    fn listed(fields: &[Field], closed: bool) -> String {
        let fields =
            fields.iter().map(|field| format!("{} {} {}", field.name, field.required, words(&field.shape, closed)));
        fields.collect::<Vec<_>>().join(", ")
    }

    /// The same for responses, where the values of enumerations may be left out.
    fn without_values(text: &str) -> String {
        let mut parts = text.split("one of [");
        let first = parts.next().unwrap_or_default().to_owned();
        parts.fold(first, |text, part| text + "text" + part.split_once(']').map_or("", |(_, rest)| rest))
    }

    #[test]
    fn what_was_packed_is_unpacked() {
        let unpacked = unpack_routes();
        assert_eq!(unpacked.len(), routes().count());
        for (ours, route) in unpacked.iter().zip(routes()) {
            assert_eq!((ours.method, ours.path, ours.scope), (route.method, route.path, route.scope));
            let parameters = |route: &Route| route.query.iter().map(|part| listed(part, true)).collect::<Vec<_>>();
            let joined =
                |parts: Vec<String>| parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ");
            assert_eq!(joined(parameters(ours)), joined(parameters(route)), "{}", route.name);
            assert_eq!(words(&ours.body, true), words(&route.body, true), "{}", route.name);
            let responses = [&ours.response, &route.response].map(|shape| without_values(&words(shape, true)));
            assert_eq!(responses[0], responses[1], "{}", route.name);
        }
    }

    #[test]
    fn an_operation_is_found_by_its_name() {
        let name = |number| routes().nth(number).map(|route| route.name);
        assert_eq!(name(number_of("groups.get").unwrap()), Some("groups.get"));
        assert_eq!(name(number_of("surveys.responses.bulk").unwrap()), Some("surveys.responses.bulk"));
        assert_eq!(name(number_of("session").unwrap()), Some("session"));
    }
}
