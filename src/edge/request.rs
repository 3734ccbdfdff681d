//! A request to the API on its way through the pipeline, and the caller that sends it.

use crate::gateway::budget::{Fallback, RequestClass};
use crate::gateway::origin::Origin;
use crate::gateway::session::SessionId;
use crate::wire::http::Header;

/// Who sends a request, and how urgently.
#[derive(Clone, Copy)]
pub(crate) struct Caller {
    pub(crate) id: SessionId,
    pub(crate) class: RequestClass,
    /// Whether a cached response can take the place of a new one.
    pub(crate) fallback: Fallback,
}

/// A request to the API.
pub(crate) struct UpstreamRequest<'a> {
    pub(crate) method: &'a str,
    pub(crate) origin: &'a Origin,
    pub(crate) path: &'a str,
    pub(crate) query: &'a str,
    pub(crate) headers: Vec<Header>,
    /// Empty if there is none.
    pub(crate) body: Vec<u8>,
    /// Milliseconds until the whole response must be there. `None` limits only how long it may stall.
    pub(crate) timeout: Option<u32>,
    /// Path prefix of the API at the gateway, if links in the response are rewritten to the gateway.
    pub(crate) prefix: Option<&'static str>,
}
