//! From one flat object of arguments to a request: path, query and body of an operation, checked before it is sent.
//!
//! The caller names path arguments, query parameters and body fields side by side, as the specification
//! names them. `null` means absent. Lists in a query are written with commas.

use super::check::{self, Direction, Expected, Mismatch};
use super::json::{JsonText, Reader, ValueKind};
use super::{path, query};
use crate::spec::endpoint::Route;
use crate::spec::gateway::{API, AUTH};
use crate::spec::shape::Shape;

/// The request of an operation with its arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PreparedRequest {
    /// The path with its arguments.
    pub path: String,
    /// The query string without `?`, parameters in table order; may be empty.
    pub query: String,
    /// The JSON body; `None` if the operation has none.
    pub body: Option<String>,
}

impl PreparedRequest {
    /// Path and query of the request at the gateway.
    pub fn path_and_query(&self) -> String {
        // The gateway's own operations are not below the prefix of the API.
        let mut url = String::from(if self.path.starts_with(AUTH) { "" } else { API });
        url.push_str(&self.path);
        if !self.query.is_empty() {
            url.push('?');
            url.push_str(&self.query);
        }
        url
    }
}

/// Prepares a request from arguments in JSON.
///
/// # Errors
///
/// A [`Mismatch`] if the text is not a JSON object, or an argument is missing, unknown or malformed.
pub fn prepare_request(route: &Route, arguments: &str) -> Result<PreparedRequest, Box<Mismatch>> {
    let mut reader = Reader::new(arguments.as_bytes());
    if reader.peek_kind()? != ValueKind::Object {
        return Err(Mismatch::at_cursor(Expected::Object));
    }
    reader.begin_object()?;
    // Path arguments and query parameters by name; no name is used for both.
    let mut arguments_by_name: Vec<(&str, String)> = Vec::new();
    let mut body = String::new();
    while let Some(key) = reader.next_key()? {
        let parameter = route.parameters().find(|field| key.equals(field.name));
        if let Some(name) = path::argument_names(route.path).find(|name| key.equals(name)) {
            if reader.peek_kind()? == ValueKind::Null {
                reader.read_null()?;
            } else {
                let value = read_scalar(&mut reader, &Shape::Id).map_err(|mismatch| mismatch.in_field(name))?;
                arguments_by_name.push((name, value));
            }
        } else if let Some(field) = parameter {
            let value = parameter_value(&mut reader, &field.shape).map_err(|mismatch| mismatch.in_field(field.name))?;
            arguments_by_name.extend(value.map(|value| (field.name, value)));
        } else if matches!(route.body, Shape::Nothing) {
            return Err(Mismatch::at_cursor(Expected::Known).in_field(&key.decode()?));
        } else {
            // Copied as it is: the whole body is checked once, when it is complete.
            push_member(&mut body, key, reader.read_raw()?)?;
        }
    }
    reader.expect_end()?;
    let value =
        |name: &str| arguments_by_name.iter().find(|(known, _)| *known == name).map(|(_, value)| value.as_str());
    let path = path::fill_route(route, value).map_err(|invalid| {
        let expected = if value(invalid.name).is_some() { Expected::PathId } else { Expected::Given };
        Mismatch::at_cursor(expected).in_field(invalid.name)
    })?;
    let mut pairs: Vec<(&str, &str)> = Vec::new();
    for field in route.parameters() {
        match value(field.name) {
            Some(value) => pairs.push((field.name, value)),
            None if field.required => return Err(Mismatch::at_cursor(Expected::Given).in_field(field.name)),
            None => {}
        }
    }
    Ok(PreparedRequest { path, query: query::encode_query(&pairs), body: finish_body(route, body)? })
}

fn finish_body(route: &Route, members: String) -> Result<Option<String>, Box<Mismatch>> {
    if matches!(route.body, Shape::Nothing) {
        return Ok(None);
    }
    let mut body = String::with_capacity(members.len().saturating_add(2));
    body.push('{');
    body.push_str(&members);
    body.push('}');
    check::check_body(body.as_bytes(), &route.body, Direction::Request)?;
    // The gateway's own operations have no body if no argument was passed.
    Ok(Some(body).filter(|_| !(members.is_empty() && route.path.starts_with(AUTH))))
}

fn push_member(body: &mut String, key: JsonText, value: &[u8]) -> Result<(), Box<Mismatch>> {
    if !body.is_empty() {
        body.push(',');
    }
    body.push('"');
    body.push_str(key.raw()?);
    body.push_str("\":");
    body.push_str(std::str::from_utf8(value).map_err(|_| Mismatch::at_cursor(Expected::Json))?);
    Ok(())
}

/// The value of a query parameter; `None` for `null` or an empty list.
fn parameter_value(reader: &mut Reader, shape: &Shape) -> Result<Option<String>, Box<Mismatch>> {
    match (shape, reader.peek_kind()?) {
        (_, ValueKind::Null) => {
            reader.read_null()?;
            Ok(None)
        }
        (Shape::Array(item), ValueKind::Array) => {
            let mut list = String::new();
            reader.begin_array()?;
            while reader.next_item()? {
                if !list.is_empty() {
                    list.push(',');
                }
                list.push_str(&read_scalar(reader, item)?);
            }
            Ok(Some(list).filter(|list| !list.is_empty()))
        }
        (Shape::Array(_), _) => read_scalar(reader, &Shape::Text).map(Some),
        (shape, _) => read_scalar(reader, shape).map(Some),
    }
}

/// One value as it is written in a URL. Numbers and booleans may be strings.
fn read_scalar(reader: &mut Reader, shape: &Shape) -> Result<String, Box<Mismatch>> {
    let (expected, fits): (_, fn(ValueKind, &str) -> bool) = match shape {
        Shape::Choice(choice) => {
            let text = if reader.peek_kind()? == ValueKind::Text { Some(reader.read_text()?) } else { None };
            let found = text.and_then(|text| choice.values.iter().find(|value| text.equals(value)));
            return found.map(|value| (*value).to_owned()).ok_or(Mismatch::at_cursor(Expected::Choice(choice.values)));
        }
        Shape::Nullable(inner) => return read_scalar(reader, inner),
        // In a URL there is no difference between `1` and `"1"`.
        Shape::Integer => (Expected::Integer, |_, text| check::is_whole(text)),
        Shape::Number => (Expected::Number, |kind, _| kind == ValueKind::Number),
        Shape::Boolean => (Expected::Boolean, |_, text| matches!(text, "true" | "false")),
        _ => (Expected::Text, |kind, _| kind == ValueKind::Text),
    };
    let kind = reader.peek_kind()?;
    let text = match kind {
        ValueKind::Text => reader.read_text()?.decode()?.into_owned(),
        _ => std::str::from_utf8(reader.read_raw()?).unwrap_or_default().to_owned(),
    };
    if fits(kind, &text) { Ok(text) } else { Err(Mismatch::at_cursor(expected)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::endpoints::routes;

    fn prepared(name: &str, arguments: &str) -> Result<PreparedRequest, (String, Expected)> {
        let route = routes().find(|route| route.name == name).unwrap();
        prepare_request(route, arguments).map_err(|mismatch| (mismatch.path, mismatch.expected))
    }

    fn request(path: &str, query: &str, body: Option<&str>) -> Result<PreparedRequest, (String, Expected)> {
        Ok(PreparedRequest { path: path.into(), query: query.into(), body: body.map(str::to_owned) })
    }

    #[test]
    fn arguments_go_where_the_table_says() {
        assert_eq!(prepared("users.me", "{}"), request("/v3/users/me", "", None));
        assert_eq!(
            prepared(
                "groups.members.list",
                r#"{"include":["email","status"],"group_id":"7","per_page":10,"page":"2"}"#
            ),
            request("/v3/groups/7/members", "page=2&per_page=10&include=email%2Cstatus", None)
        );
        assert_eq!(
            prepared("workgroups.update", r#"{"workgroup_id":"ab","name":"a \"b\"","metadata":{"k":[1]}}"#),
            request("/v3/workgroups/ab", "", Some(r#"{"name":"a \"b\"","metadata":{"k":[1]}}"#))
        );
    }

    #[test]
    fn requests_go_to_the_gateway() {
        assert_eq!(prepared("groups.list", r#"{"page":2}"#).unwrap().path_and_query(), "/api/v3/groups?page=2");
        assert_eq!(prepared("users.me", "{}").unwrap().path_and_query(), "/api/v3/users/me");
    }

    #[test]
    fn null_means_absent() {
        assert_eq!(prepared("groups.list", r#"{"page":null}"#), request("/v3/groups", "", None));
        assert_eq!(prepared("groups.get", r#"{"group_id":null}"#), Err(("group_id".into(), Expected::Given)));
    }

    #[test]
    fn a_bad_argument_is_named() {
        let cases = [
            ("groups.list", r#"{"pages":1}"#, "pages", Expected::Known),
            ("groups.list", r#"{"page":-1}"#, "page", Expected::Integer),
            ("groups.list", r#"{"page":1.5}"#, "page", Expected::Integer),
            ("groups.list", r#"{"page":[1]}"#, "page", Expected::Integer),
            ("groups.get", "{}", "group_id", Expected::Given),
            ("groups.get", r#"{"group_id":7}"#, "group_id", Expected::Text),
            ("groups.get", r#"{"group_id":"../users"}"#, "group_id", Expected::PathId),
            ("groups.list", "[]", "", Expected::Object),
            ("groups.list", "", "", Expected::Json),
            ("workgroups.update", r#"{"workgroup_id":"1","is_visible":"yes"}"#, "is_visible", Expected::Boolean),
            ("workgroups.create", r#"{"is_visible":true}"#, "name", Expected::Given),
        ];
        for (name, arguments, path, expected) in cases {
            assert_eq!(prepared(name, arguments), Err((path.to_owned(), expected)), "{name} {arguments}");
        }
    }

    #[test]
    fn no_argument_of_an_operation_means_two_things() {
        for route in routes() {
            let mut names: Vec<&str> = route.arguments().chain(route.parameters().map(|field| field.name)).collect();
            match &route.body {
                Shape::Object(object) => names.extend(object.fields.iter().map(|field| field.name)),
                Shape::Nothing => {}
                other => panic!("{}: a body of arguments must be an object, not {other:?}", route.name),
            }
            let count = names.len();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), count, "{}", route.name);
        }
    }
}
