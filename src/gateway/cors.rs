//! Pages of another origin: one may be configured to call, and without it none is allowed anything.

use super::budget::CLASS_HEADER;
use super::budget::presentation::{POLICY_HEADER, REMAINING_HEADER};
use super::config::Config;
use super::csrf;
use super::headers::{CACHE_STATUS, REQUEST_ID, to_header};
use super::origin::Origin;
use super::retry::ATTEMPT_HEADER;
use super::trace;
use crate::spec::endpoint::Method;
use crate::spec::limits::{RATE_HEADERS, SCOPE_HEADERS};
use crate::wire::http::{Header, Request, Response};

/// The configured other origin, if the request comes from a page of it.
pub fn allowed_origin<'a>(config: &'a Config, request: &Request) -> Option<&'a Origin> {
    config.allowed_origin.as_ref().filter(|guest| request.header("origin") == Some(guest.as_str()))
}

/// What every answer says where another origin is configured: that it depends on who asks, and to the guest that it
/// may read it. The guest is named, never everybody.
pub fn cors_headers(guest: Option<&Origin>) -> Vec<Header> {
    let mut headers = vec![to_header(("vary", "Origin"))];
    if let Some(guest) = guest {
        let ours = [POLICY_HEADER, REMAINING_HEADER, "retry-after", CACHE_STATUS, REQUEST_ID];
        let readable = [&RATE_HEADERS[..], &SCOPE_HEADERS, &ours].concat();
        headers.extend([
            to_header(("access-control-allow-origin", guest.as_str())),
            to_header(("access-control-allow-credentials", "true")),
            to_header(("access-control-expose-headers", &readable.join(", "))),
        ]);
    }
    headers
}

/// The answer to the guest's preflight.
pub fn preflight_response() -> Response {
    let methods: Vec<&str> = Method::ALL.iter().map(|method| method.as_str()).collect();
    let headers = [csrf::HEADER, CLASS_HEADER, ATTEMPT_HEADER, "content-type", trace::HEADER, trace::STATE_HEADER];
    Response::empty(204)
        .with_header("access-control-allow-methods", &methods.join(", "))
        .with_header("access-control-allow-headers", &headers.join(", "))
}
