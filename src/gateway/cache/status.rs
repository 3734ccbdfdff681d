//! `Cache-Status` of RFC 9211, as every read of a page has it.

use crate::gateway::cache_policy::Ttl;
use crate::wire::dates::SECOND;

/// The value for a read that is never cached.
pub const BYPASS: &str = "canvass; fwd=bypass";

/// Suffix for a read that joined another one in flight.
pub const COLLAPSED: &str = "; collapsed";

/// Prefix for a response from the cache.
pub const HIT: &str = "canvass; hit";

/// Why an expired response was served: it is asked for again meanwhile.
pub const REVALIDATING: &str = "stale-while-revalidate";

/// Why an expired response was served: the service has failed.
pub const FAILED: &str = "stale-if-error";

/// Why an expired response was served: the quota is spent.
pub const SPARED: &str = "quota";

/// Whether a response was served although it had expired, because the service could not be asked.
pub fn is_outdated(status: &str) -> bool {
    status.contains(FAILED) || status.contains(SPARED)
}

/// The value for a response from the cache. `why` says why an expired one was served; it is empty for a fresh one.
pub fn hit_status(seconds: i64, why: &str) -> String {
    let detail = if why.is_empty() { "" } else { "; detail=" };
    format!("{HIT}; ttl={seconds}{detail}{why}")
}

/// The value for a response of the service. `ttl` is `None` if the response was not stored.
pub fn forward_status(why: &str, status: u16, ttl: Option<Ttl>) -> String {
    let stored = ttl.map(|ttl| format!("; stored; ttl={}", ttl.fresh.div_euclid(SECOND))).unwrap_or_default();
    format!("canvass; fwd={why}; fwd-status={status}{stored}")
}
