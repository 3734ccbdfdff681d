//! Whether a failed call is made again, and after how long: reads only, and never once anything has reached the page.
//!
//! The SDK makes its reads again itself, and knows who waits and for how long. Made again here too, each of its three
//! calls would become three of the service, all from the app's quota.

use super::budget::Fallback;
use crate::spec::endpoint::Method;
use crate::spec::errors::Error;
use crate::wire::dates::SECOND;
use crate::wire::http::Request;

/// How often a call is made at most: our choice.
pub const TRIES_MAX: u32 = 3;

/// How often the caller has sent the same before: who says so sends it again itself.
pub const ATTEMPT_HEADER: &str = "x-canvass-attempt";

/// How often a call is made at most. Nobody learns of a failure that a copy stands in for, and so nobody asks again.
pub fn max_calls(request: &Request, copy: Fallback) -> u32 {
    if copy == Fallback::None && request.header(ATTEMPT_HEADER).is_some() { 1 } else { TRIES_MAX }
}

/// Milliseconds between the request and the beginning of the last call at most: our choice.
pub const RETRY_WINDOW_MS: i64 = 5 * SECOND;

/// Milliseconds before the second call at most; twice as many before the third.
const BASE_DELAY_MS: i64 = 200;

/// How a call ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CallResult {
    /// Without an answer.
    Unanswered,
    /// With an answer, which may name the seconds to wait.
    Answered(u16, Option<u64>),
}

impl CallResult {
    /// True for a failure that passes by itself.
    pub fn is_transient(self) -> bool {
        let passing = [Error::Internal, Error::BadGateway, Error::Unavailable, Error::GatewayTimeout];
        match self {
            CallResult::Unanswered => true,
            CallResult::Answered(status, _) => passing.iter().any(|error| error.row().status == status),
        }
    }
}

/// Calls of one request so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RetryState<'a> {
    /// The request's method.
    pub method: &'a str,
    /// How many.
    pub calls: u32,
    /// How many there may be.
    pub max_calls: u32,
    /// Milliseconds since the request came.
    pub elapsed: i64,
}

/// Milliseconds to wait before the call is made again; none if it is not. A write is never made again, since its fate
/// is unknown. A refusal for want of quota is the budget's business. The wait is drawn from all of its range, so that
/// callers that failed together do not come back together.
pub fn retry_delay(tried: RetryState<'_>, ended: CallResult, random: u32) -> Option<i64> {
    if !ended.is_transient() {
        return None;
    }
    let told = match ended {
        CallResult::Unanswered => 0,
        CallResult::Answered(_, told) => told.unwrap_or(0),
    };
    let range = BASE_DELAY_MS.checked_shl(tried.calls.saturating_sub(1)).unwrap_or(RETRY_WINDOW_MS);
    let drawn = i64::from(random).checked_rem(range.saturating_add(1))?;
    let wait = i64::try_from(told).ok()?.saturating_mul(SECOND).saturating_add(drawn);
    let fits = tried.calls < tried.max_calls && tried.elapsed.saturating_add(wait) <= RETRY_WINDOW_MS;
    (tried.method == Method::GET.as_str() && fits).then_some(wait)
}
