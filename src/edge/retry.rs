//! Calls of the API; a read that failed in passing is made again, with a place of its own in the budget.

use super::budget::{self, Caller};
use super::pause::pause;
use super::upstream::{RequestBody, UpstreamRequest};
use super::{Platform, RequestContext, clock, isolate};
use crate::edge::response::UpstreamResponse;
use crate::gateway::config::Upstream;
use crate::gateway::metrics::Counter;
use crate::gateway::problem::Problem;
use crate::gateway::proxy::Refusal;
use crate::gateway::retry::{Ended, Tried, again, tries};
use crate::wire::text;

/// Sends a request. Of an answer that is not the last nothing has been looked at but its headers.
pub(crate) async fn send(
    visit: &RequestContext,
    caller: Caller,
    mut outgoing: UpstreamRequest<'_>,
) -> Result<UpstreamResponse, Refusal> {
    let repeatable = visit.config.upstream == Upstream::Remote && matches!(outgoing.body, RequestBody::None);
    let mut last: Option<Result<UpstreamResponse, Refusal>> = None;
    let mut calls: u32 = 0;
    loop {
        let sent = budget::once(visit, caller, &mut outgoing).await;
        let ended = match &sent {
            Ok(answer) => Ended::Answered(answer.status, wait(answer)),
            Err(Refusal::Problem(Problem::UpstreamFailed | Problem::UpstreamTimeout)) => Ended::Unanswered,
            // There is no place for another call: the failure stands.
            Err(_) => return last.unwrap_or(sent),
        };
        if let Some(Ok(failed)) = last.take() {
            failed.body.cancel();
        }
        if !repeatable || !ended.is_passing() {
            return sent;
        }
        calls = calls.saturating_add(1);
        let since = clock::platform().0.saturating_sub(visit.began.0);
        let tried = Tried { method: outgoing.method, calls, most: tries(visit.head(), caller.copy), since };
        let Some(milliseconds) = again(tried, ended, u32::from_ne_bytes(Platform.bytes())) else { return sent };
        pause(milliseconds.unsigned_abs()).await;
        if visit.arrival.is_gone() {
            return sent;
        }
        isolate::count(Counter::Retries);
        last = Some(sent);
    }
}

/// The seconds that an answer asks to wait.
fn wait(answer: &UpstreamResponse) -> Option<u64> {
    answer.headers.iter().find(|(name, _)| name == "retry-after").and_then(|(_, value)| text::number(value))
}
