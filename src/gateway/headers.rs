//! Which headers are passed on: allow-lists in both directions, and the headers that the gateway adds.

use super::budget::presentation;
use super::origin::Origin;
use crate::crypto::secret::Secret;
use crate::spec::limits::{RATE_HEADERS, SCOPES_AVAILABLE_HEADER, SCOPES_GRANTED_HEADER};
use crate::wire::bearer;
use crate::wire::dates::Timestamp;
use crate::wire::http::Header;
use crate::wire::text::number_into;

/// Request headers that are passed on to the service.
const REQUEST_HEADERS: &[&str] =
    &["accept", "accept-language", "content-type", "if-none-match", "traceparent", "tracestate"];

/// Response headers that are passed on to the page, in addition to the six of the quota.
pub const RESPONSE_HEADERS: &[&str] =
    &["content-type", "etag", "last-modified", "retry-after", "link", SCOPES_AVAILABLE_HEADER, SCOPES_GRANTED_HEADER];

/// The headers of a request to the service: those of the page that are allowed, and the session's token. `None` if the
/// token cannot be sent in a header.
pub fn service_headers(headers: &[Header], token: &Secret) -> Option<Vec<Header>> {
    let lists = |names: &str, name: &str| names.split(',').any(|each| each.trim().eq_ignore_ascii_case(name));
    // A header that `Connection` lists is meant for this hop only.
    let is_hop = |name: &str| headers.iter().any(|(key, value)| key == "connection" && lists(value, name));
    let mut passed: Vec<Header> = headers
        .iter()
        .filter(|(name, value)| REQUEST_HEADERS.contains(&name.as_str()) && !is_hop(name) && is_printable_ascii(value))
        .cloned()
        .collect();
    passed.push(("authorization".to_owned(), bearer::format_header(token.text()?)));
    Some(passed)
}

/// The header with the client's IP address for the embedded service, as it came to this Worker, if one is configured.
/// It is the only one of that name that the service gets, because the allow-list does not pass it on.
pub fn client_ip_header(headers: &[Header], name: Option<&str>) -> Option<Header> {
    headers.iter().rfind(|(known, _)| name == Some(known)).cloned()
}

/// Who may cache a response.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CacheScope {
    /// No cache.
    Nobody,
    /// The browser, which revalidates it by its tag on every use.
    Browser,
}

/// The response headers that the page gets.
pub fn page_headers(mut passed: Vec<Header>, scope: CacheScope) -> Vec<Header> {
    let allowed = |name: &str| RESPONSE_HEADERS.contains(&name) || is_quota_header(name);
    passed.retain(|(name, value)| allowed(name) && is_printable_ascii(value));
    passed.extend(private_headers());
    if let (CacheScope::Browser, Some((_, control))) =
        (scope, passed.iter_mut().rev().find(|(name, _)| name == "cache-control"))
    {
        "private, no-cache".clone_into(control);
    }
    passed
}

/// True for the headers that report the remaining quota: the service's six, and the gateway's two.
pub fn is_quota_header(name: &str) -> bool {
    RATE_HEADERS.contains(&name) || presentation::HEADERS.contains(&name)
}

/// Name of the header that says where a response comes from: RFC 9211.
pub const CACHE_STATUS: &str = "cache-status";

pub use crate::spec::gateway::REQUEST_ID;

/// The request id that a failed response names; `None` for a success.
pub fn request_id_of_failure(status: u16, id: &str) -> Option<&str> {
    (status >= 400).then_some(id)
}

/// The header that reports to a page how long its call took, in milliseconds: before the service was called, in the
/// service, and in total. The platform's clock may stand still during computation.
pub fn server_timing(started: Timestamp, called: Timestamp, ended: Timestamp) -> Header {
    let mut value = String::with_capacity(64);
    let parts =
        [("session;dur=", started, called), (", upstream;dur=", called, ended), (", total;dur=", started, ended)];
    for (part, start, end) in parts {
        value.push_str(part);
        number_into(&mut value, end.0.saturating_sub(start.0).max(0).unsigned_abs());
    }
    ("server-timing".to_owned(), value)
}

/// Names of the headers that many responses share with the same values: those below, and some of the API.
pub const COMMON_HEADERS: [&str; 8] = [
    "access-control-expose-headers",
    "cache-control",
    "content-type",
    SCOPES_AVAILABLE_HEADER,
    SCOPES_GRANTED_HEADER,
    "strict-transport-security",
    "vary",
    "x-content-type-options",
];

/// The headers of every response that depends on a session.
pub fn private_headers() -> [Header; 2] {
    [("cache-control", "private, no-store"), ("vary", "Cookie")].map(to_header)
}

/// The headers of every response of an origin.
pub fn security_headers(origin: &Origin) -> Vec<Header> {
    let mut headers = vec![to_header(("x-content-type-options", "nosniff"))];
    if origin.is_secure() {
        headers.push(to_header(("strict-transport-security", "max-age=63072000; includeSubDomains")));
    }
    headers
}

/// A header from its name and value.
pub fn to_header((name, value): (&str, &str)) -> Header {
    (name.to_owned(), value.to_owned())
}

/// True for text that every platform accepts as a header value: printable ASCII.
fn is_printable_ascii(value: &str) -> bool {
    value.bytes().all(|byte| (0x20..0x7f).contains(&byte))
}
