//! Retries: a read that failed for a moment is sent again, with a permit of its own from the budget.
//!
//! `gateway/retry.rs` decides whether a call is repeated; this file waits and sends. A caller that says that it retries
//! itself, as the SDK does, gets the first failure.

use super::request::{Caller, UpstreamRequest};
use super::response::UpstreamResponse;
use super::timer::sleep;
use super::{PlatformRandom, RequestContext, clock, isolate_state};
use crate::gateway::config::Upstream;
use crate::gateway::metrics::Counter;
use crate::gateway::problem::Problem;
use crate::gateway::proxy::Refusal;
use crate::gateway::retry::{CallResult, RetryState, max_calls, retry_delay};
use crate::wire::text;

/// Sends a request, repeatedly if it fails. Only the headers of a response that is not the last are read.
///
/// # Errors
///
/// The last failure of the next stage.
pub(crate) async fn send_with_retries<Next>(
    context: &RequestContext,
    caller: Caller,
    mut request: UpstreamRequest<'_>,
    next: Next,
) -> Result<UpstreamResponse, Refusal>
where
    Next: AsyncFn(&RequestContext, Caller, &mut UpstreamRequest<'_>) -> Result<UpstreamResponse, Refusal>,
{
    // A body is gone once it was sent. The embedded service fails only with the whole Worker.
    let is_repeatable = context.config.upstream == Upstream::Remote && request.body.is_empty();
    let mut last: Option<Result<UpstreamResponse, Refusal>> = None;
    let mut calls: u32 = 0;
    loop {
        let sent = next(context, caller, &mut request).await;
        let result = match &sent {
            Ok(response) => CallResult::Answered(response.status, retry_after_seconds(response)),
            Err(Refusal::Problem(Problem::UpstreamFailed | Problem::UpstreamTimeout)) => CallResult::Unanswered,
            // The budget has no permit for another call: the failure before it is the result.
            Err(_) => return last.unwrap_or(sent),
        };
        // An unread body would occupy its connection.
        if let Some(Ok(failed)) = last.take() {
            failed.body.cancel();
        }
        if !is_repeatable || !result.is_transient() {
            return sent;
        }
        calls = calls.saturating_add(1);
        let state = RetryState {
            method: request.method,
            calls,
            max_calls: max_calls(context.head(), caller.fallback),
            elapsed: clock::platform_time().0.saturating_sub(context.began.0),
        };
        let Some(milliseconds) = retry_delay(state, result, u32::from_ne_bytes(PlatformRandom.random_bytes())) else {
            return sent;
        };
        sleep(milliseconds.unsigned_abs()).await;
        if context.incoming.is_aborted() {
            return sent;
        }
        isolate_state::count_event(Counter::Retries);
        last = Some(sent);
    }
}

/// The seconds in a response's `Retry-After`. With a value that cannot be read, the page decides on the wait.
fn retry_after_seconds(response: &UpstreamResponse) -> Option<u64> {
    let value = response.headers.iter().find(|(name, _)| name == "retry-after").map(|(_, value)| value)?;
    Some(text::parse_number(value).unwrap_or(u64::MAX))
}
