//! What a flight of the cache brought: the API's answer read to its end, and how it is given to each who waits.

use crate::edge::convert;
use crate::edge::response::{ResponseBody, UpstreamResponse};
use crate::gateway::cache::{BODY_MAX, CachedResponse, forward_status};
use crate::gateway::headers::{CACHE_STATUS, to_header};
use crate::gateway::proxy::Refusal;
use crate::gateway::static_files::lists_etag;
use crate::wire::http::Header;
use std::cell::RefCell;
use std::rc::Rc;
use worker::js_sys::Uint8Array;
use worker::web_sys;

/// Why the service was asked: nothing was kept, or it had grown old.
pub(super) const MISS: &str = "uri-miss";
pub(super) const STALE: &str = "stale";

/// Why an answer was given that had grown old.
pub(super) const REVALIDATING: &str = "stale-while-revalidate";
pub(super) const FAILED: &str = "stale-if-error";
pub(super) const SPARED: &str = "quota";

/// Header that marks an answer which is kept.
pub(super) const CACHED_HEADER: &str = "x-kept";

/// Header that says why the API was not asked, or gave no answer that can be passed on.
pub(super) const REFUSED_HEADER: &str = "x-refused";

/// What a flight brought.
pub(super) enum FlightOutcome {
    /// An answer that is kept, and what the service said of its quota with it.
    Cached(Rc<CachedResponse<Uint8Array>>, Vec<Header>, String),
    /// One that is not.
    Uncached(u16, Vec<Header>, Uint8Array, String),
    /// One that is too large to be shared, for whoever takes it first.
    Large(u16, Vec<Header>, RefCell<Option<ResponseBody>>, String),
    /// None.
    Failed(Refusal),
}

/// An answer of the API, read to its end.
pub(super) struct WholeResponse {
    pub(super) status: u16,
    pub(super) headers: Vec<Header>,
    pub(super) body: BodyBytes,
}

/// A body: all of it and its digest, or more than is kept.
pub(super) enum BodyBytes {
    All(Uint8Array, String),
    TooMany(ResponseBody),
}

impl WholeResponse {
    /// Passed on without being kept.
    pub(super) fn into_uncached(self, why: &str) -> FlightOutcome {
        let WholeResponse { status, headers, body } = self;
        let said = forward_status(why, status, None);
        match body {
            BodyBytes::All(body, _) => FlightOutcome::Uncached(status, headers, body, said),
            BodyBytes::TooMany(answer) => {
                FlightOutcome::Large(status, headers, RefCell::new(Some(answer)), said + "; detail=large")
            }
        }
    }
}

/// Reads an answer to its end.
pub(super) async fn read_whole(answer: UpstreamResponse) -> worker::Result<WholeResponse> {
    let UpstreamResponse { status, headers, body } = answer;
    let [spare, body] = body.split_in_two()?;
    let body = match body.read_bytes(BODY_MAX).await? {
        Some(bytes) => {
            spare.cancel();
            let bytes = Uint8Array::from(bytes.as_slice());
            let digest = convert::digest_bytes(&bytes).await?;
            BodyBytes::All(bytes, digest)
        }
        None => BodyBytes::TooMany(spare),
    };
    Ok(WholeResponse { status, headers, body })
}

/// The answer of what is kept: without its body if the page has it.
pub(super) fn cached_response(
    kept: &CachedResponse<Uint8Array>,
    quota: &[Header],
    said: &str,
    known: Option<&str>,
) -> worker::Result<web_sys::Response> {
    let headers = with_cache_status(&[&kept.headers, quota, &[to_header((CACHED_HEADER, "1"))]].concat(), said);
    if kept.status == 200 && known.is_some_and(|known| lists_etag(known, &kept.etag)) {
        return convert::build_response(304, &headers, None::<&Uint8Array>);
    }
    convert::build_response(kept.status, &headers, Some(&kept.body))
}

/// A refusal on its way to the part of the Worker that asked for the read.
pub(super) fn refusal_response(refusal: &Refusal) -> worker::Result<web_sys::Response> {
    convert::build_response(204, &[to_header((REFUSED_HEADER, &refusal.to_text()))], None::<&Uint8Array>)
}

/// The headers of an answer, and what is said of it.
pub(super) fn with_cache_status(headers: &[Header], said: &str) -> Vec<Header> {
    [headers, &[to_header((CACHE_STATUS, said))]].concat()
}
