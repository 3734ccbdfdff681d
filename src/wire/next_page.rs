//! From one page of a list to the next: `links.next` is read, never followed.
//!
//! The link is an absolute URL at a regional host. Only the parameters that the operation itself has are taken from its
//! query, and the same operation is called again, so no credential can be sent to another host.

use super::check::{Envelope, Expected, Mismatch};
use super::json::{JsonError, Reader, ValueKind};
use super::{query, text};
use crate::spec::endpoint::Route;

/// The arguments of the next page in JSON; `None` on the last page.
///
/// # Errors
///
/// A [`Mismatch`] if the link is malformed or does not lead to a later page: following it would never end.
pub fn next_arguments(route: &Route, arguments: &str, page: Envelope) -> Result<Option<String>, Box<Mismatch>> {
    let Some(link) = next_link(page.links)? else { return Ok(None) };
    let current = read_number(&mut Reader::new(page.page))?;
    let invalid_link = || Mismatch::at_cursor(Expected::NextPage).in_field("links.next");
    let mut pairs: Vec<(String, String)> = Vec::new();
    for pair in query::decode_pairs(query_of(&link)) {
        let (name, value) = pair.map_err(|_| invalid_link())?;
        // Of a repeated parameter the first counts, as in a request.
        if route.parameters().any(|field| field.name == name) && !pairs.iter().any(|(known, _)| *known == name) {
            pairs.push((name, value));
        }
    }
    let number = pairs.iter().find(|(name, _)| name == "page").and_then(|(_, page)| text::parse_number(page));
    if number.is_none_or(|number| number <= current) {
        return Err(invalid_link());
    }
    merge_arguments(arguments, &pairs).map(Some)
}

/// The query string of a URL; empty if it has none.
fn query_of(link: &str) -> &str {
    // A question mark in the fragment is not the query's.
    let end = link.bytes().position(|byte| byte == b'#').unwrap_or(link.len());
    let start = link.bytes().position(|byte| byte == b'?').map_or(end, |mark| mark.saturating_add(1));
    link.get(start..end).unwrap_or_default()
}

fn next_link(links: &[u8]) -> Result<Option<String>, JsonError> {
    let mut link = None;
    let mut reader = Reader::new(links);
    reader.begin_object()?;
    while let Some(key) = reader.next_key()? {
        if key.equals("next") && reader.peek_kind()? == ValueKind::Text {
            link = Some(reader.read_text()?.decode()?.into_owned());
        } else {
            reader.skip_value()?;
        }
    }
    Ok(link)
}

fn read_number(reader: &mut Reader) -> Result<u64, Box<Mismatch>> {
    let text = match reader.peek_kind()? {
        ValueKind::Text => reader.read_text()?.decode()?,
        _ => reader.read_number()?.into(),
    };
    text::parse_number(&text).ok_or_else(|| Mismatch::at_cursor(Expected::Integer))
}

/// The arguments, with those of `pairs` replaced or added.
fn merge_arguments(arguments: &str, pairs: &[(String, String)]) -> Result<String, Box<Mismatch>> {
    let mut reader = Reader::new(arguments.as_bytes());
    let mut json = String::from("{");
    reader.begin_object()?;
    while let Some(key) = reader.next_key()? {
        let value = reader.read_raw()?;
        if !pairs.iter().any(|(name, _)| key.equals(name)) {
            push_comma(&mut json);
            json.push('"');
            json.push_str(key.raw()?);
            json.push_str("\":");
            json.push_str(std::str::from_utf8(value).map_err(|_| Mismatch::at_cursor(Expected::Json))?);
        }
    }
    for (name, value) in pairs {
        push_comma(&mut json);
        text::quote_into(&mut json, name);
        json.push(':');
        text::quote_into(&mut json, value);
    }
    json.push('}');
    Ok(json)
}

fn push_comma(json: &mut String) {
    if json.len() > 1 {
        json.push(',');
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::endpoints::routes;
    use crate::spec::shape::Shape;
    use crate::wire::arguments::prepare_request;
    use crate::wire::check::{Direction, check_page};

    fn page(number: u32, next: &str) -> String {
        format!(r#"{{"data":[],"page":{number},"per_page":2,"total":9,"links":{{"self":"x"{next}}}}}"#)
    }

    fn step(arguments: &str, page: &str) -> Result<Option<String>, Box<Mismatch>> {
        let route = routes().find(|route| route.name == "groups.members.list").unwrap();
        let envelope = check_page(page.as_bytes(), &Shape::List(&Shape::Any), Direction::Response)?;
        Ok(match next_arguments(route, arguments, envelope)? {
            Some(arguments) => {
                let prepared = prepare_request(route, &arguments).unwrap();
                Some(format!("{}?{}", prepared.path, prepared.query))
            }
            None => None,
        })
    }

    #[test]
    fn the_next_page_is_the_same_operation_with_the_parameters_of_the_link() {
        let next =
            r#","next":"https://elsewhere.example/v3/users/me?page=2&per_page=2&api_key=x&include=email%2Cstatus""#;
        assert_eq!(
            step(r#"{"group_id":"7","per_page":2}"#, &page(1, next)),
            Ok(Some("/v3/groups/7/members?page=2&per_page=2&include=email%2Cstatus".to_owned()))
        );
    }

    #[test]
    fn arguments_that_the_link_leaves_out_stay() {
        let next = r#","next":"https://x.example/?page=3#page=9""#;
        assert_eq!(
            step(r#"{"group_id":"7","include":["email"],"page":2}"#, &page(2, next)),
            Ok(Some("/v3/groups/7/members?page=3&include=email".to_owned()))
        );
    }

    #[test]
    fn the_last_page_has_no_next_one() {
        assert_eq!(step(r#"{"group_id":"7"}"#, &page(3, "")), Ok(None));
        assert_eq!(step(r#"{"group_id":"7"}"#, &page(3, r#","next":null"#)), Ok(None));
    }

    #[test]
    fn a_link_that_does_not_lead_forward_is_refused() {
        for next in ["?page=2", "?page=1", "?per_page=5", "", "?page=x", "?page=%zz"] {
            let result = step(r#"{"group_id":"7"}"#, &page(2, &format!(r#","next":"{next}""#)));
            assert!(result.is_err_and(|mismatch| mismatch.path == "links.next"), "{next}");
        }
    }
}
