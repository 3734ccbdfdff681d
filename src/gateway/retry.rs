//! Whether a failed call is repeated, and after how long: only reads, and only before anything has reached the page.
//!
//! The SDK repeats its reads itself, because it knows how long its caller waits. If the gateway repeated those too,
//! each of the SDK's three calls would become three of the service, all from the app's quota.

use super::budget::Fallback;
use crate::spec::endpoint::Method;
use crate::spec::errors::Error;
use crate::wire::dates::{SECOND, Timestamp, parse_http_date};
use crate::wire::http::{Header, Request};
use crate::wire::text::number_into;

/// Most calls for one request: our choice.
pub const TRIES_MAX: u32 = 3;

/// The caller's header with the number of its earlier attempts. A caller that sends it repeats the request itself.
pub const ATTEMPT_HEADER: &str = "x-canvass-attempt";

/// Most calls for a request. With a stale response to fall back on, the caller never sees the failure and would not
/// repeat the request.
pub fn max_calls(request: &Request, fallback: Fallback) -> u32 {
    if fallback == Fallback::None && request.header(ATTEMPT_HEADER).is_some() { 1 } else { TRIES_MAX }
}

/// Milliseconds from the request to the start of its last call at most: our choice.
pub const RETRY_WINDOW_MS: i64 = 5 * SECOND;

/// Longest delay before the second call in milliseconds; before the third it is twice as long.
const BASE_DELAY_MS: i64 = 200;

/// Replaces a date in `Retry-After` by the seconds until then: the budget and the page read seconds only.
pub fn replace_retry_date(headers: &mut [Header], now: Timestamp) {
    for (name, value) in headers {
        if name == "retry-after"
            && let Some(date) = parse_http_date(value)
        {
            value.clear();
            number_into(value, date.0.saturating_sub(now.0).max(0).unsigned_abs().div_ceil(1000));
        }
    }
}

/// The result of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CallResult {
    /// No response.
    Unanswered,
    /// A response, with its status and the seconds of its `Retry-After`.
    Answered(u16, Option<u64>),
}

impl CallResult {
    /// True for a failure that may be gone after a short time.
    pub fn is_transient(self) -> bool {
        let transient = [Error::Internal, Error::BadGateway, Error::Unavailable, Error::GatewayTimeout];
        match self {
            CallResult::Unanswered => true,
            CallResult::Answered(status, _) => transient.iter().any(|error| error.row().status == status),
        }
    }
}

/// The calls of one request so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RetryState<'a> {
    /// The request's method.
    pub method: &'a str,
    /// Number of calls.
    pub calls: u32,
    /// Most calls.
    pub max_calls: u32,
    /// Milliseconds since the request arrived.
    pub elapsed: i64,
}

/// Milliseconds to wait before the next call; `None` if there is none. A refusal by the quota is left to the budget.
pub fn retry_delay(state: RetryState<'_>, result: CallResult, random: u32) -> Option<i64> {
    if !result.is_transient() {
        return None;
    }
    let retry_after = match result {
        CallResult::Unanswered => 0,
        CallResult::Answered(_, seconds) => seconds.unwrap_or(0),
    };
    // The jitter covers the whole range, so that callers that failed together do not return together.
    let range = BASE_DELAY_MS.checked_shl(state.calls.saturating_sub(1)).unwrap_or(RETRY_WINDOW_MS);
    let jitter = i64::from(random).checked_rem(range.saturating_add(1))?;
    let wait = i64::try_from(retry_after).ok()?.saturating_mul(SECOND).saturating_add(jitter);
    let fits = state.calls < state.max_calls && state.elapsed.saturating_add(wait) <= RETRY_WINDOW_MS;
    // A write is never repeated: whether the failed call took effect is unknown.
    (state.method == Method::GET.as_str() && fits).then_some(wait)
}
