//! What a flight of the cache brought: the API's answer read to its end, and how it is given to each who waits.

use crate::edge::convert;
use crate::edge::response::{ResponseBody, UpstreamResponse};
use crate::gateway::cache::{BODY_MAX, Kept, asked};
use crate::gateway::content::lists;
use crate::gateway::headers::{CACHE_STATUS, owned};
use crate::gateway::proxy::Refusal;
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
pub(super) const KEPT: &str = "x-kept";

/// Header that says why the API was not asked, or gave no answer that can be passed on.
pub(super) const REFUSED: &str = "x-refused";

/// What a flight brought.
pub(super) enum Outcome {
    /// An answer that is kept, and what the service said of its quota with it.
    Kept(Rc<Kept<Uint8Array>>, Vec<Header>, String),
    /// One that is not.
    Passed(u16, Vec<Header>, Uint8Array, String),
    /// One that is too large to be shared, for whoever takes it first.
    Large(u16, Vec<Header>, RefCell<Option<ResponseBody>>, String),
    /// None.
    Failed(Refusal),
}

/// An answer of the API, read to its end.
pub(super) struct Whole {
    pub(super) status: u16,
    pub(super) headers: Vec<Header>,
    pub(super) body: Bytes,
}

/// A body: all of it and its digest, or more than is kept.
pub(super) enum Bytes {
    All(Uint8Array, String),
    TooMany(ResponseBody),
}

impl Whole {
    /// Passed on without being kept.
    pub(super) fn passed(self, why: &str) -> Outcome {
        let Whole { status, headers, body } = self;
        let said = asked(why, status, None);
        match body {
            Bytes::All(body, _) => Outcome::Passed(status, headers, body, said),
            Bytes::TooMany(answer) => {
                Outcome::Large(status, headers, RefCell::new(Some(answer)), said + "; detail=large")
            }
        }
    }
}

/// Reads an answer to its end.
pub(super) async fn read_whole(answer: UpstreamResponse) -> worker::Result<Whole> {
    let UpstreamResponse { status, headers, body } = answer;
    let [spare, body] = body.split()?;
    let body = match body.bytes(BODY_MAX).await? {
        Some(bytes) => {
            spare.cancel();
            let bytes = Uint8Array::from(bytes.as_slice());
            let digest = convert::digest(&bytes).await?;
            Bytes::All(bytes, digest)
        }
        None => Bytes::TooMany(spare),
    };
    Ok(Whole { status, headers, body })
}

/// The answer of what is kept: without its body if the page has it.
pub(super) fn given(
    kept: &Kept<Uint8Array>,
    quota: &[Header],
    said: &str,
    known: Option<&str>,
) -> worker::Result<web_sys::Response> {
    let headers = with_status(&[&kept.headers, quota, &[owned((KEPT, "1"))]].concat(), said);
    if kept.status == 200 && known.is_some_and(|known| lists(known, &kept.tag)) {
        return convert::filled(304, &headers, None::<&Uint8Array>);
    }
    convert::filled(kept.status, &headers, Some(&kept.body))
}

/// A refusal on its way to the part of the Worker that asked for the read.
pub(super) fn refused(refusal: &Refusal) -> worker::Result<web_sys::Response> {
    convert::filled(204, &[owned((REFUSED, &refusal.written()))], None::<&Uint8Array>)
}

/// The headers of an answer, and what is said of it.
pub(super) fn with_status(headers: &[Header], said: &str) -> Vec<Header> {
    [headers, &[owned((CACHE_STATUS, said))]].concat()
}
