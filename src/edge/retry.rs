//! Calls of the API: a read that failed in passing is sent again, with a permit of its own from the budget.
//!
//! A remote service that is silent is given up. `gateway/retry.rs` decides whether a call is sent again; this file
//! waits and sends. A caller that says that it retries itself, as the SDK does, gets the first failure.

use super::budget::{self, Caller};
use super::timer::sleep;
use super::upstream::{RequestBody, UpstreamRequest};
use super::{PlatformRandom, RequestContext, clock, isolate_state};
use crate::edge::response::UpstreamResponse;
use crate::gateway::config::Upstream;
use crate::gateway::metrics::Counter;
use crate::gateway::problem::Problem;
use crate::gateway::proxy::Refusal;
use crate::gateway::retry::{CallResult, RetryState, max_calls, retry_delay};
use crate::wire::text;

/// Sends a request. Of an answer that is not the last nothing has been looked at but its headers.
pub(crate) async fn send_with_retries(
    visit: &RequestContext,
    caller: Caller,
    mut outgoing: UpstreamRequest<'_>,
) -> Result<UpstreamResponse, Refusal> {
    let repeatable = visit.config.upstream == Upstream::Remote && matches!(outgoing.body, RequestBody::None);
    let mut last: Option<Result<UpstreamResponse, Refusal>> = None;
    let mut calls: u32 = 0;
    loop {
        let sent = budget::send_once(visit, caller, &mut outgoing).await;
        let ended = match &sent {
            Ok(answer) => CallResult::Answered(answer.status, retry_after_seconds(answer)),
            Err(Refusal::Problem(Problem::UpstreamFailed | Problem::UpstreamTimeout)) => CallResult::Unanswered,
            // There is no place for another call: the failure stands.
            Err(_) => return last.unwrap_or(sent),
        };
        if let Some(Ok(failed)) = last.take() {
            failed.body.cancel();
        }
        if !repeatable || !ended.is_transient() {
            return sent;
        }
        calls = calls.saturating_add(1);
        let since = clock::platform_time().0.saturating_sub(visit.began.0);
        let tried = RetryState {
            method: outgoing.method,
            calls,
            max_calls: max_calls(visit.head(), caller.fallback),
            elapsed: since,
        };
        let Some(milliseconds) = retry_delay(tried, ended, u32::from_ne_bytes(PlatformRandom.random_bytes())) else {
            return sent;
        };
        sleep(milliseconds.unsigned_abs()).await;
        if visit.arrival.is_aborted() {
            return sent;
        }
        isolate_state::count_event(Counter::Retries);
        last = Some(sent);
    }
}

/// The seconds that an answer asks to wait.
fn retry_after_seconds(answer: &UpstreamResponse) -> Option<u64> {
    answer.headers.iter().find(|(name, _)| name == "retry-after").and_then(|(_, value)| text::parse_number(value))
}
