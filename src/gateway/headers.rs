//! Which headers pass: allow-lists in both directions, and what the gateway adds to every answer.

use super::budget::shown;
use super::origin::Origin;
use crate::crypto::secret::Secret;
use crate::spec::limits::{RATE_HEADERS, SCOPES_AVAILABLE_HEADER, SCOPES_GRANTED_HEADER};
use crate::wire::bearer;
use crate::wire::dates::Moment;
use crate::wire::http::Header;
use crate::wire::text::number_into;

/// Request headers that are passed on to the service.
pub const REQUEST: &[&str] =
    &["accept", "accept-language", "content-type", "if-none-match", "traceparent", "tracestate"];

/// Response headers that are passed on to the page, beside the six of the quota.
pub const RESPONSE: &[&str] =
    &["content-type", "etag", "last-modified", "retry-after", "link", SCOPES_AVAILABLE_HEADER, SCOPES_GRANTED_HEADER];

/// What the service is sent: the page's allowed headers, and the session's token. A header that `Connection`
/// names is meant for this hop and stays here. None if the token cannot be a header.
pub fn to_service(headers: &[Header], token: &Secret) -> Option<Vec<Header>> {
    let named = |names: &str, name: &str| names.split(',').any(|each| each.trim().eq_ignore_ascii_case(name));
    let is_hop = |name: &str| headers.iter().any(|(key, value)| key == "connection" && named(value, name));
    let mut passed: Vec<Header> = headers
        .iter()
        .filter(|(name, value)| REQUEST.contains(&name.as_str()) && !is_hop(name) && is_plain(value))
        .cloned()
        .collect();
    passed.push(("authorization".to_owned(), bearer::write(token.text()?)));
    Some(passed)
}

/// What the embedded service is told beside that: where the request came from, in the header that is configured, as it
/// came to this Worker. A page's own header of that name is not in the allow-list, so that this is the only one.
pub fn of_client(headers: &[Header], name: Option<&str>) -> Option<Header> {
    headers.iter().rfind(|(known, _)| name == Some(known)).cloned()
}

/// Who may keep an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keep {
    /// Nobody.
    Nobody,
    /// The browser, which asks by the tag each time whether it is still true.
    Browser,
}

/// What the page gets of the service's headers, and who may keep the answer.
pub fn to_page(mut passed: Vec<Header>, keep: Keep) -> Vec<Header> {
    let allowed = |name: &str| RESPONSE.contains(&name) || is_of_quota(name);
    passed.retain(|(name, value)| allowed(name) && is_plain(value));
    passed.extend(private());
    if let (Keep::Browser, Some((_, control))) =
        (keep, passed.iter_mut().rev().find(|(name, _)| name == "cache-control"))
    {
        "private, no-cache".clone_into(control);
    }
    passed
}

/// True for the headers that say what was left of the quota when an answer was given: the service's six, and ours.
pub fn is_of_quota(name: &str) -> bool {
    RATE_HEADERS.contains(&name) || shown::HEADERS.contains(&name)
}

/// Name of the header that says where an answer comes from: RFC 9211.
pub const CACHE_STATUS: &str = "cache-status";

pub use crate::spec::gateway::REQUEST_ID;

/// The id of a request whose failure is passed on; none for a success.
pub fn request_id(status: u16, id: &str) -> Option<&str> {
    (status >= 400).then_some(id)
}

/// The header that tells a page what its call took, in milliseconds: until the service was called, by the service, in
/// all. A platform's clock may stand still while nothing is waited for.
pub fn timing(began: Moment, called: Moment, ended: Moment) -> Header {
    let mut value = String::with_capacity(64);
    let parts = [("session;dur=", began, called), (", upstream;dur=", called, ended), (", total;dur=", began, ended)];
    for (part, from, to) in parts {
        value.push_str(part);
        number_into(&mut value, to.0.saturating_sub(from.0).max(0).unsigned_abs());
    }
    ("server-timing".to_owned(), value)
}

/// The names of those below: headers that most answers share, values included.
pub const COMMON: [&str; 4] = ["cache-control", "strict-transport-security", "vary", "x-content-type-options"];

/// The headers of every answer that depends on a session.
pub fn private() -> [Header; 2] {
    [("cache-control", "private, no-store"), ("vary", "Cookie")].map(owned)
}

/// The headers of every answer of an origin.
pub fn always(origin: &Origin) -> Vec<Header> {
    let mut headers = vec![owned(("x-content-type-options", "nosniff"))];
    if origin.is_secure() {
        headers.push(owned(("strict-transport-security", "max-age=63072000; includeSubDomains")));
    }
    headers
}

/// A header from its two texts.
pub fn owned((name, value): (&str, &str)) -> Header {
    (name.to_owned(), value.to_owned())
}

/// True for text that every platform takes as a header: printable ASCII.
fn is_plain(value: &str) -> bool {
    value.bytes().all(|byte| (0x20..0x7f).contains(&byte))
}
