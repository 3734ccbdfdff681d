//! Cross-origin requests (CORS): pages of the configured origins may call; without any, none may.

use super::budget::CLASS_HEADER;
use super::budget::presentation::{POLICY_HEADER, REMAINING_HEADER};
use super::config::Config;
use super::csrf;
use super::headers::{CACHE_STATUS, REQUEST_ID, to_header};
use super::origin::Origin;
use super::retry::ATTEMPT_HEADER;
use super::session_jar::ACCOUNT_HEADER;
use super::trace;
use crate::spec::endpoint::Method;
use crate::spec::limits::{RATE_HEADERS, SCOPE_HEADERS};
use crate::wire::http::{Header, Request, Response};

/// The allowed origin from one of whose pages the request comes.
pub fn allowed_origin<'a>(config: &'a Config, request: &Request) -> Option<&'a Origin> {
    config.allowed_origins.find(request.header("origin")?).map(|allowed| &allowed.origin)
}

/// The CORS headers of every response where other origins are configured: the response depends on `Origin`, and the
/// allowed origin may read it. It is named, never `*`, because requests carry a cookie.
pub fn cors_headers(allowed: Option<&Origin>) -> Vec<Header> {
    let mut headers = vec![to_header(("vary", "Origin"))];
    if let Some(allowed) = allowed {
        // Browsers hide all but a few headers from pages of another origin.
        let ours = [POLICY_HEADER, REMAINING_HEADER, "retry-after", "etag", CACHE_STATUS, REQUEST_ID];
        let readable = [&RATE_HEADERS[..], &SCOPE_HEADERS, &ours].concat();
        headers.extend([
            to_header(("access-control-allow-origin", allowed.as_str())),
            to_header(("access-control-allow-credentials", "true")),
            to_header(("access-control-expose-headers", &readable.join(", "))),
        ]);
    }
    headers
}

/// The response to the allowed origin's preflight request.
pub fn preflight_response() -> Response {
    let methods: Vec<&str> = Method::ALL.iter().map(|method| method.as_str()).collect();
    let headers = [
        csrf::HEADER,
        CLASS_HEADER,
        ATTEMPT_HEADER,
        ACCOUNT_HEADER,
        "content-type",
        "if-match",
        "if-none-match",
        trace::HEADER,
        trace::STATE_HEADER,
    ];
    Response::empty(204)
        .with_header("access-control-allow-methods", &methods.join(", "))
        .with_header("access-control-allow-headers", &headers.join(", "))
}
