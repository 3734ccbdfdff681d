//! Typed calls: from a request of the table to the arguments of its operation, and from a checked response to a
//! payload.
//!
//! A payload's enumerations are closed, but those of a response are open. So a response with a new value is refused
//! here, with the path of the value; a caller that must accept it reads the response as JSON.

use super::check::{self, Direction, Expected, Mismatch};
use super::json::{JsonError, Reader, ValueKind};
use crate::spec::endpoint::Endpoint;
use crate::spec::payload::{Decode, Reply};
use crate::spec::shape::{Shape, Shaped};
use crate::spec::types::{INTEGER_MAX, List};
use serde_json::{Map, Value};

/// The arguments of a request, in JSON.
pub fn arguments_of<E: Endpoint>(request: &E) -> String {
    let mut out = Vec::new();
    request.write(&mut out);
    String::from_utf8(out).unwrap_or_default()
}

/// Reads the body of a response that was checked; an empty one is that of an operation without a result.
///
/// # Errors
///
/// A [`Mismatch`] if the payload's table does not have a value of the response.
pub fn read_reply<R: Reply + Shaped>(body: &[u8]) -> Result<R::Output, Box<Mismatch>> {
    decode_reply(body, &R::SHAPE)
}

/// Reads the body of a list that was checked, with its items as JSON: also those that the payload's table lacks.
///
/// # Errors
///
/// A [`Mismatch`] if a text of the body is not UTF-8, or the body is not a list.
pub fn read_list(body: &[u8]) -> Result<List<Value>, Box<Mismatch>> {
    decode_reply(body, &List::<Value>::SHAPE)
}

fn decode_reply<T: Decode>(body: &[u8], shape: &Shape) -> Result<T, Box<Mismatch>> {
    let mut value = parse_reply(body, shape)?;
    if let (Shape::List(_), Value::Object(envelope)) = (shape, &mut value) {
        for name in ["page", "per_page", "total"] {
            read_written_number(envelope, name);
        }
    }
    T::of(value).ok_or_else(|| find_mismatch(body, shape))
}

/// The body of a response that was checked, as JSON; `null` for an operation without a result.
///
/// # Errors
///
/// A [`Mismatch`] if a text of the body is not UTF-8, or a number is too large.
pub fn parse_reply(body: &[u8], shape: &Shape) -> Result<Value, Box<Mismatch>> {
    if matches!(shape, Shape::Nothing) || body.is_empty() {
        return Ok(Value::Null);
    }
    read_value(&mut Reader::new(body)).map_err(|_| Mismatch::at_cursor(Expected::Json))
}

/// The value at the reader's position. `serde_json` would refuse lone surrogates, which the check accepts.
fn read_value(reader: &mut Reader) -> Result<Value, JsonError> {
    Ok(match reader.peek_kind()? {
        ValueKind::Object => {
            let mut members = Map::new();
            reader.begin_object()?;
            while let Some(key) = reader.next_key()? {
                members.insert(key.decode()?.into_owned(), read_value(reader)?);
            }
            Value::Object(members)
        }
        ValueKind::Array => {
            let mut items = Vec::new();
            reader.begin_array()?;
            while reader.next_item()? {
                items.push(read_value(reader)?);
            }
            Value::Array(items)
        }
        ValueKind::Text => Value::String(reader.read_text()?.decode()?.into_owned()),
        ValueKind::Number => Value::Number(reader.read_number()?.parse().map_err(|_| JsonError)?),
        ValueKind::Boolean => Value::Bool(reader.read_boolean()?),
        ValueKind::Null => {
            reader.read_null()?;
            Value::Null
        }
    })
}

/// The API sometimes writes the numbers of a page as text.
fn read_written_number(envelope: &mut Map<String, Value>, name: &str) {
    if let Some(member) = envelope.get_mut(name)
        && let Some(number) = member.as_str().and_then(|text| text.parse::<u32>().ok())
    {
        *member = number.into();
    }
}

/// What the payload's table lacks: the check of a request finds it, because there enumerations are closed.
fn find_mismatch(body: &[u8], shape: &Shape) -> Box<Mismatch> {
    let found = check::check_body(body, shape, Direction::Request);
    found.err().unwrap_or_else(|| Mismatch::at_cursor(Expected::Object))
}

/// The requests that an iteration still needs after a page that has a next one, as far as its numbers say.
pub fn requests_after<T>(page: &List<T>) -> u32 {
    let pages = page.total.get().div_ceil(page.per_page.get().max(1));
    pages.saturating_sub(page.page.get()).max(1)
}

/// The arguments of the page that begins at the same item and has at most `largest` items; `None` if no smaller page
/// begins there. A page of another size that began earlier would return items twice.
pub fn with_smaller_page(arguments: &str, largest: u64) -> Option<String> {
    let mut arguments: Map<String, Value> = serde_json::from_str(arguments).ok()?;
    let number = |name: &str| {
        let value = arguments.get(name)?;
        value.as_u64().or_else(|| value.as_str()?.parse().ok())
    };
    let page = number("page").unwrap_or(1).max(1);
    let size = number("per_page");
    if largest > INTEGER_MAX.into() || size.map_or(page > 1, |size| size <= largest) {
        return None;
    }
    let items_before = page.saturating_sub(1).saturating_mul(size.unwrap_or(0));
    let fitting = (1..=largest).rev().find(|size| items_before.checked_rem(*size) == Some(0))?;
    let page = items_before.checked_div(fitting)?.saturating_add(1);
    arguments.insert("page".to_owned(), page.into());
    arguments.insert("per_page".to_owned(), fitting.into());
    Some(Value::Object(arguments).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::endpoints::contacts::UpdateContact;
    use crate::spec::endpoints::query::Paging;
    use crate::spec::endpoints::surveys::{CreateSurvey, GetSurvey, ListSurveys, SurveyFilter, SurveyInclude};
    use crate::spec::resources::contacts::ContactPatch;
    use crate::spec::resources::messages::{MessageRef, MessageStatus};
    use crate::spec::resources::surveys::SurveyNew;
    use crate::spec::types::{Commas, Id};
    use crate::wire::arguments::prepare_request;

    fn line<E: Endpoint>(request: &E) -> String {
        let prepared = prepare_request(E::ROUTE, &arguments_of(request)).unwrap();
        [prepared.path_and_query(), prepared.body.unwrap_or_default()].join(" ").trim_end().to_owned()
    }

    #[test]
    fn the_parts_of_a_request_become_path_query_and_body() {
        assert_eq!(line(&GetSurvey::new("7")), "/api/v3/surveys/7");
        let id = Id::from("7");
        assert_eq!(line(&GetSurvey::new(&id)), format!("/api/v3/surveys/{id}"));
        assert_eq!(line(&ListSurveys::new()), "/api/v3/surveys");
        let paging = Paging { page: None, per_page: Some(50.into()) };
        let include = Some(Commas(vec![SurveyInclude::ResponseCount, SurveyInclude::Preview]));
        let filter = SurveyFilter { title: Some("a&b".into()), include, ..Default::default() };
        assert_eq!(
            line(&ListSurveys::new().with_query((paging, filter))),
            "/api/v3/surveys?per_page=50&title=a%26b&include=response_count%2Cpreview"
        );
        let body = SurveyNew { title: Some("A \"survey\"".into()), ..Default::default() };
        assert_eq!(line(&CreateSurvey::new(body)), r#"/api/v3/surveys {"title":"A \"survey\""}"#);
        let body = ContactPatch { first_name: Some("Ada".into()), ..Default::default() };
        assert_eq!(line(&UpdateContact::new("9", body)), r#"/api/v3/contacts/9 {"first_name":"Ada"}"#);
    }

    #[test]
    fn a_list_returns_its_items_and_its_numbers_may_be_text() {
        let body = br#"{"data":[{"id":"1","title":"T","nickname":"","href":"h"}],"page":"1","per_page":"2","total":"5","links":{"self":"x"}}"#;
        let list = read_reply::<<ListSurveys as Endpoint>::Response>(body).unwrap();
        assert_eq!((list.data[0].title.as_str(), list.total.get()), ("T", 5));
        assert_eq!(requests_after(&list), 2);
        assert_eq!(read_reply::<()>(b""), Ok(()));
    }

    #[test]
    fn a_lone_surrogate_is_replaced_and_what_is_no_text_is_refused() {
        let body = |title: &[u8]| {
            let end = br#"","nickname":"","href":"h"}],"page":"1","per_page":1,"total":1,"links":{"self":"x"}}"#;
            [br#"{"data":[{"id":"1","title":""#, title, end].concat()
        };
        let cut = body(br"a\ud83d");
        let list = read_reply::<<ListSurveys as Endpoint>::Response>(&cut).unwrap();
        assert_eq!(list.data[0].title, "a\u{fffd}");
        let json = parse_reply(&cut, &ListSurveys::ROUTE.response).unwrap();
        assert_eq!((&json["data"][0]["title"], &json["page"]), (&"a\u{fffd}".into(), &"1".into()));
        let bad = body(b"a\xff");
        assert!(check::check_body(&bad, &ListSurveys::ROUTE.response, Direction::Response).is_ok());
        assert!(parse_reply(&bad, &ListSurveys::ROUTE.response).is_err());
        assert!(read_reply::<<ListSurveys as Endpoint>::Response>(&bad).is_err());
        assert_eq!(parse_reply(b"{}", &Shape::Nothing), Ok(Value::Null));
    }

    #[test]
    fn a_list_as_json_has_the_values_that_the_table_lacks() {
        let body = br#"{"data":[{"status":"flown"}],"page":"1","per_page":1,"total":3,"links":{"self":"x"}}"#;
        let list = read_list(body).unwrap();
        assert_eq!((&list.data[0]["status"], requests_after(&list)), (&"flown".into(), 2));
    }

    #[test]
    fn a_value_that_the_table_lacks_is_refused_by_its_path() {
        let body = |status: &str| {
            format!(
                r#"{{"data":[{{"id":"1","status":"{status}","type":"sms","href":"h"}}],"page":1,"per_page":1,"total":1,"links":{{"self":"x"}}}}"#
            )
        };
        let messages = read_reply::<List<MessageRef>>(body("sent").as_bytes()).unwrap();
        assert_eq!(messages.data[0].status, MessageStatus::Sent);
        let mismatch = read_reply::<List<MessageRef>>(body("flown").as_bytes()).unwrap_err();
        assert_eq!(mismatch.path, "data[0].status");
    }

    #[test]
    fn a_smaller_page_begins_at_the_same_item() {
        let smaller = |arguments, largest| with_smaller_page(arguments, largest);
        assert_eq!(smaller(r#"{"a":"b"}"#, 10).as_deref(), Some(r#"{"a":"b","page":1,"per_page":10}"#));
        assert_eq!(smaller(r#"{"page":"3","per_page":"50"}"#, 30).as_deref(), Some(r#"{"page":5,"per_page":25}"#));
        assert_eq!(smaller("{}", 5_000_000_000), None, "no page has this size");
        for refused in [r#"{"per_page":10}"#, r#"{"page":2}"#, "[]"] {
            assert_eq!(smaller(refused, 10), None, "{refused}");
        }
    }
}
