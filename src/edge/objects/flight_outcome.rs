//! The outcome of a flight in the cache object: the API's response, and its form for each waiting read.

use crate::edge::convert;
use crate::edge::response::{ResponseBody, UpstreamResponse};
use crate::gateway::cache::{BODY_MAX, CachedResponse, forward_status};
use crate::gateway::cache_policy;
use crate::gateway::headers::{CACHE_STATUS, to_header};
use crate::gateway::proxy::Refusal;
use crate::wire::etag::lists_etag;
use crate::wire::http::Header;
use std::cell::RefCell;
use std::rc::Rc;
use worker::js_sys::Uint8Array;
use worker::web_sys;

/// Why the API was called: no cached response, or a stale one.
pub(super) const MISS: &str = "uri-miss";
pub(super) const STALE: &str = "stale";

/// Header that marks a cached response.
pub(super) const CACHED_HEADER: &str = "x-kept";

/// Header with the refusal of a read whose response cannot be passed on.
pub(super) const REFUSED_HEADER: &str = "x-refused";

/// The outcome of a flight.
pub(super) enum FlightOutcome {
    /// A cached response, the quota headers of the call, and the `Cache-Status`.
    Cached(Rc<CachedResponse<Uint8Array>>, Vec<Header>, String),
    /// A response that is not cached.
    Uncached(u16, Vec<Header>, Uint8Array, String),
    /// A response that is too large to be shared: the first waiting read takes its body.
    Large(u16, Vec<Header>, RefCell<Option<ResponseBody>>, String),
    /// No response.
    Failed(Refusal),
}

/// A response of the API with its body read, unless that is too large.
pub(super) struct WholeResponse {
    pub(super) status: u16,
    pub(super) headers: Vec<Header>,
    pub(super) body: BodyBytes,
}

/// A body that was read, with its digest if it may be stored, or one that is too large.
pub(super) enum BodyBytes {
    All(Uint8Array, Option<String>),
    TooMany(ResponseBody),
}

impl WholeResponse {
    /// The outcome without caching. `reason` says why the API was called.
    pub(super) fn into_uncached(self, reason: &str) -> FlightOutcome {
        let WholeResponse { status, headers, body } = self;
        let cache_status = forward_status(reason, status, None);
        match body {
            BodyBytes::All(body, _) => FlightOutcome::Uncached(status, headers, body, cache_status),
            BodyBytes::TooMany(body) => {
                FlightOutcome::Large(status, headers, RefCell::new(Some(body)), cache_status + "; detail=large")
            }
        }
    }
}

/// Reads the body of a response, unless it is too large.
///
/// # Errors
///
/// If the body breaks, or the platform refuses to hash.
pub(super) async fn read_whole(response: UpstreamResponse) -> worker::Result<WholeResponse> {
    let UpstreamResponse { status, headers, body } = response;
    // The size shows only at the end: the spare is passed on if the body is too large.
    let [spare, body] = body.split_in_two()?;
    let body = match body.read_bytes(BODY_MAX).await? {
        Some(bytes) => {
            spare.cancel();
            let may_store = cache_policy::may_store(status, &bytes);
            let bytes = Uint8Array::from(bytes.as_slice());
            let digest = if may_store { Some(convert::digest_bytes(&bytes).await?) } else { None };
            BodyBytes::All(bytes, digest)
        }
        None => BodyBytes::TooMany(spare),
    };
    Ok(WholeResponse { status, headers, body })
}

/// The response to a read from a cached one: 304 if `if_none_match` lists its tag.
///
/// # Errors
///
/// If the platform refuses the status.
pub(super) fn cached_response(
    cached: &CachedResponse<Uint8Array>,
    quota: &[Header],
    cache_status: &str,
    if_none_match: Option<&str>,
) -> worker::Result<web_sys::Response> {
    let headers =
        with_cache_status(&[&cached.headers, quota, &[to_header((CACHED_HEADER, "1"))]].concat(), cache_status);
    if cached.status == 200 && if_none_match.is_some_and(|list| lists_etag(list, &cached.etag)) {
        return convert::build_response(304, &headers, None::<&Uint8Array>);
    }
    convert::build_response(cached.status, &headers, Some(&cached.body))
}

/// The response with a refusal, for `cache_client.rs`.
///
/// # Errors
///
/// If the platform cannot build it.
pub(super) fn refusal_response(refusal: &Refusal) -> worker::Result<web_sys::Response> {
    convert::build_response(204, &[to_header((REFUSED_HEADER, &refusal.encode()))], None::<&Uint8Array>)
}

/// The headers with a `Cache-Status`.
pub(super) fn with_cache_status(headers: &[Header], cache_status: &str) -> Vec<Header> {
    [headers, &[to_header((CACHE_STATUS, cache_status))]].concat()
}
