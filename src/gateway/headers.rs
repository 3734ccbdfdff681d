//! Which headers pass: allow-lists in both directions, and what the gateway adds to every answer.

use super::budget::presentation;
use super::origin::Origin;
use crate::crypto::secret::Secret;
use crate::spec::limits::{RATE_HEADERS, SCOPES_AVAILABLE_HEADER, SCOPES_GRANTED_HEADER};
use crate::wire::bearer;
use crate::wire::dates::Timestamp;
use crate::wire::http::Header;
use crate::wire::text::number_into;

/// Request headers that are passed on to the service.
pub const REQUEST_HEADERS: &[&str] =
    &["accept", "accept-language", "content-type", "if-none-match", "traceparent", "tracestate"];

/// Response headers that are passed on to the page, beside the six of the quota.
pub const RESPONSE_HEADERS: &[&str] =
    &["content-type", "etag", "last-modified", "retry-after", "link", SCOPES_AVAILABLE_HEADER, SCOPES_GRANTED_HEADER];

/// What the service is sent: the page's allowed headers, and the session's token. A header that `Connection`
/// names is meant for this hop and stays here. None if the token cannot be a header.
pub fn service_headers(headers: &[Header], token: &Secret) -> Option<Vec<Header>> {
    let named = |names: &str, name: &str| names.split(',').any(|each| each.trim().eq_ignore_ascii_case(name));
    let is_hop = |name: &str| headers.iter().any(|(key, value)| key == "connection" && named(value, name));
    let mut passed: Vec<Header> = headers
        .iter()
        .filter(|(name, value)| REQUEST_HEADERS.contains(&name.as_str()) && !is_hop(name) && is_printable_ascii(value))
        .cloned()
        .collect();
    passed.push(("authorization".to_owned(), bearer::format_header(token.text()?)));
    Some(passed)
}

/// What the embedded service is told beside that: where the request came from, in the header that is configured, as it
/// came to this Worker. A page's own header of that name is not in the allow-list, so that this is the only one.
pub fn client_address_header(headers: &[Header], name: Option<&str>) -> Option<Header> {
    headers.iter().rfind(|(known, _)| name == Some(known)).cloned()
}

/// Who may keep an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CacheScope {
    /// Nobody.
    Nobody,
    /// The browser, which asks by the tag each time whether it is still true.
    Browser,
}

/// What the page gets of the service's headers, and who may keep the answer.
pub fn page_headers(mut passed: Vec<Header>, keep: CacheScope) -> Vec<Header> {
    let allowed = |name: &str| RESPONSE_HEADERS.contains(&name) || is_quota_header(name);
    passed.retain(|(name, value)| allowed(name) && is_printable_ascii(value));
    passed.extend(private_headers());
    if let (CacheScope::Browser, Some((_, control))) =
        (keep, passed.iter_mut().rev().find(|(name, _)| name == "cache-control"))
    {
        "private, no-cache".clone_into(control);
    }
    passed
}

/// True for the headers that say what was left of the quota when an answer was given: the service's six, and ours.
pub fn is_quota_header(name: &str) -> bool {
    RATE_HEADERS.contains(&name) || presentation::HEADERS.contains(&name)
}

/// Name of the header that says where an answer comes from: RFC 9211.
pub const CACHE_STATUS: &str = "cache-status";

pub use crate::spec::gateway::REQUEST_ID;

/// The id of a request whose failure is passed on; none for a success.
pub fn request_id_of_failure(status: u16, id: &str) -> Option<&str> {
    (status >= 400).then_some(id)
}

/// The header that tells a page what its call took, in milliseconds: until the service was called, by the service, in
/// all. A platform's clock may stand still while nothing is waited for.
pub fn server_timing(began: Timestamp, called: Timestamp, ended: Timestamp) -> Header {
    let mut value = String::with_capacity(64);
    let parts = [("session;dur=", began, called), (", upstream;dur=", called, ended), (", total;dur=", began, ended)];
    for (part, from, to) in parts {
        value.push_str(part);
        number_into(&mut value, to.0.saturating_sub(from.0).max(0).unsigned_abs());
    }
    ("server-timing".to_owned(), value)
}

/// The names of those below: headers that most answers share, values included.
pub const COMMON_HEADERS: [&str; 4] = ["cache-control", "strict-transport-security", "vary", "x-content-type-options"];

/// The headers of every answer that depends on a session.
pub fn private_headers() -> [Header; 2] {
    [("cache-control", "private, no-store"), ("vary", "Cookie")].map(to_header)
}

/// The headers of every answer of an origin.
pub fn security_headers(origin: &Origin) -> Vec<Header> {
    let mut headers = vec![to_header(("x-content-type-options", "nosniff"))];
    if origin.is_secure() {
        headers.push(to_header(("strict-transport-security", "max-age=63072000; includeSubDomains")));
    }
    headers
}

/// A header from its two texts.
pub fn to_header((name, value): (&str, &str)) -> Header {
    (name.to_owned(), value.to_owned())
}

/// True for text that every platform takes as a header: printable ASCII.
fn is_printable_ascii(value: &str) -> bool {
    value.bytes().all(|byte| (0x20..0x7f).contains(&byte))
}
