//! The quota budget carried out: a permit is taken before a request is sent, and its outcome is reported afterwards.

use super::objects::budget as budget_object;
use super::request::{Caller, UpstreamRequest};
use super::response::UpstreamResponse;
use super::timer::sleep;
use super::{OneShot, RequestContext, isolate_state, now};
use crate::gateway::budget::lease_pool::Permit;
use crate::gateway::budget::message::{Admission, BudgetRequest, RequestOutcome};
use crate::gateway::budget::{PauseAction, classify_response, presentation};
use crate::gateway::problem::Problem;
use crate::gateway::proxy::Refusal;
use crate::wire::http::{Header, Response};

/// Milliseconds that a report waits for a request to the budget object that can carry it.
const REPORT_AFTER_MS: u16 = 1_000;

thread_local! {
    static NEXT_REPORT: OneShot = const { OneShot::never() };
}

/// Sends a request once it has a permit. The response gets the gateway's own quota headers, in addition to the six of
/// the API.
///
/// # Errors
///
/// If the budget refuses the request, its object fails, or the next stage does.
pub(crate) async fn send_with_permit<Next>(
    context: &RequestContext,
    caller: Caller,
    request: &mut UpstreamRequest<'_>,
    next: Next,
) -> Result<UpstreamResponse, Refusal>
where
    Next: AsyncFn(&RequestContext, &mut UpstreamRequest<'_>) -> Result<UpstreamResponse, Problem>,
{
    let permit = take_permit(context, caller).await?;
    context.incoming.mark_sent();
    let sent = next(context, request).await;
    // Also after a failure: a permit without an outcome would count as a request in flight until it expires.
    let quota_headers = settle_permit(&permit, sent.as_ref());
    let mut response = sent?;
    // Only the gateway may set these names.
    response.headers.retain(|(name, _)| !presentation::HEADERS.contains(&name.as_str()));
    response.headers.extend(quota_headers);
    Ok(response)
}

/// Takes a permit. The request waits for it if the wait is short enough for its class.
async fn take_permit(context: &RequestContext, Caller { id, class, fallback }: Caller) -> Result<Permit, Refusal> {
    let caller = id.first_chunk().map_or(0, |bytes| i64::from_be_bytes(*bytes));
    let mut waited = 0;
    loop {
        // A lease of this isolate saves the call of the budget object.
        if let Some(permit) = isolate_state::with_lease_pool(|pool| pool.take_permit(caller, class, now())) {
            return Ok(permit);
        }
        let asked_at = now();
        let request = isolate_state::with_lease_pool(|pool| pool.request_lease(caller, class, asked_at));
        let reply = call_budget(context, request).await?;
        let admission = Admission::decode(&reply).ok_or(Problem::Internal)?;
        // The lease counts from the question: by the object's clock it began no earlier.
        if let Some(permit) = isolate_state::with_lease_pool(|pool| pool.accept_grant(&admission, asked_at, now())) {
            return Ok(permit);
        }
        // A granted lease may expire on its way: ask again.
        let Admission::Wait(pause) = admission else { continue };
        let PauseAction::Wait(wait) = pause.next_action(class, waited, fallback) else {
            return Err(Refusal::Budget(pause));
        };
        sleep(wait.unsigned_abs()).await;
        if context.incoming.is_aborted() {
            // Nothing was sent, and no client is there to read why.
            return Err(Refusal::Budget(pause));
        }
        waited = waited.saturating_add(wait);
    }
}

/// Records the outcome of a request. Returns the gateway's own quota headers.
fn settle_permit(permit: &Permit, sent: Result<&UpstreamResponse, &Problem>) -> Vec<Header> {
    let outcome = sent.map_or(RequestOutcome::Lost, |response| classify_response(response.status, &response.headers));
    isolate_state::with_lease_pool(|pool| pool.record_outcome(permit, outcome, now()));
    match outcome {
        RequestOutcome::Answered(usage) | RequestOutcome::Refused(usage, _) => presentation::rate_limit_headers(&usage),
        RequestOutcome::Lost | RequestOutcome::Unused => Vec::new(),
    }
}

/// Has the recorded outcomes reported: by the next request to the budget object, or after a second by itself.
pub(crate) fn report_outcomes(context: &RequestContext) {
    // A full list is reported at once.
    if let Some(request) = isolate_state::with_lease_pool(|pool| pool.flush_overflow(now())) {
        let background = context.clone();
        return context.execution.wait_until(async move {
            let _ = call_budget(&background, request).await;
        });
    }
    if !isolate_state::with_lease_pool(|pool| pool.has_reports())
        || !NEXT_REPORT.with(|report| report.try_begin(REPORT_AFTER_MS.into()))
    {
        return;
    }
    let background = context.clone();
    context.execution.wait_until(async move {
        sleep(REPORT_AFTER_MS.into()).await;
        NEXT_REPORT.with(OneShot::end);
        if let Some(request) = isolate_state::with_lease_pool(|pool| pool.flush_idle(now())) {
            let _ = call_budget(&background, request).await;
        }
    });
}

/// The response with the budget's state, for a page with a session.
///
/// # Errors
///
/// If the budget object fails.
pub(crate) async fn respond_state(context: &RequestContext) -> Result<Response, Refusal> {
    Ok(Response::json(200, fetch_state(context).await?))
}

/// The budget's state as JSON, with the reports of this isolate, once it is stored.
///
/// # Errors
///
/// If the budget object fails.
pub(crate) async fn fetch_state(context: &RequestContext) -> Result<Vec<u8>, Problem> {
    let request = isolate_state::with_lease_pool(|pool| pool.request_state(now()));
    call_budget(context, request).await
}

async fn call_budget(context: &RequestContext, request: BudgetRequest) -> Result<Vec<u8>, Problem> {
    let reply = budget_object::call_budget_object(context, &request).await;
    // Without a reply the reports may be lost: they go with the next request again.
    if reply.is_err() {
        isolate_state::with_lease_pool(|pool| pool.restore_reports(request, now()));
    }
    reply
}
