//! The budget carried out: a place reserved before a request is sent, and reported on after it.

use super::clock::OneShot;
use super::objects::budget as budget_object;
use super::upstream::{self, UpstreamRequest};
use super::{RequestContext, isolate_state, now};
use crate::edge::response::UpstreamResponse;
use crate::gateway::budget::lease_pool::Permit;
use crate::gateway::budget::message::{Admission, BudgetRequest, RequestOutcome};
use crate::gateway::budget::{Fallback, PauseAction, RequestClass, classify_response, presentation};
use crate::gateway::problem::Problem;
use crate::gateway::proxy::Refusal;
use crate::gateway::session::SessionId;
use crate::wire::http::{Header, Response};
use worker::Context;

/// Milliseconds that a report may wait for a request that takes it along.
const REPORT_AFTER_MS: u16 = 1_000;

thread_local! {
    /// The next report by itself.
    static NEXT_REPORT: OneShot = const { OneShot::never() };
}

/// Who wants to send a request, and how urgently.
#[derive(Clone, Copy)]
pub(crate) struct Caller {
    pub(crate) id: SessionId,
    pub(crate) class: RequestClass,
    /// Whether an earlier answer would do.
    pub(crate) fallback: Fallback,
}

/// Sends a request to the API once there is a place for it. What the page is told of the quota beside the six headers
/// stands among those of the answer.
pub(crate) async fn send_once(
    visit: &RequestContext,
    caller: Caller,
    outgoing: &mut UpstreamRequest<'_>,
) -> Result<UpstreamResponse, Refusal> {
    let ticket = reserve_permit(visit, caller).await?;
    visit.arrival.mark_sent();
    let sent = upstream::send_upstream(visit, outgoing).await;
    let told = settle_permit(&ticket, sent.as_ref());
    let mut incoming = sent?;
    incoming.headers.retain(|(name, _)| !presentation::HEADERS.contains(&name.as_str()));
    incoming.headers.extend(told);
    Ok(incoming)
}

/// Reserves a place for a request, which is held for a short time if that is enough.
async fn reserve_permit(
    visit: &RequestContext,
    Caller { id, class, fallback: copy }: Caller,
) -> Result<Permit, Refusal> {
    let caller = id.first_chunk().map_or(0, |bytes| i64::from_be_bytes(*bytes));
    let mut held = 0;
    loop {
        if let Some(ticket) = isolate_state::with_lease_pool(|stock| stock.take_permit(caller, class, now())) {
            return Ok(ticket);
        }
        let asked = now();
        let ask = isolate_state::with_lease_pool(|stock| stock.request_lease(caller, class, asked));
        let answer = call_budget(visit, ask).await?;
        let verdict = Admission::decode(&answer).ok_or(Problem::Internal)?;
        if let Some(ticket) = isolate_state::with_lease_pool(|stock| stock.accept_grant(&verdict, asked, now())) {
            return Ok(ticket);
        }
        let Admission::Wait(pause) = verdict else { continue };
        let PauseAction::Wait(wait) = pause.next_action(class, held, copy) else { return Err(Refusal::Budget(pause)) };
        super::timer::sleep(wait.unsigned_abs()).await;
        if visit.arrival.is_aborted() {
            return Err(Problem::Internal.into());
        }
        held = held.saturating_add(wait);
    }
}

/// Notes how the request ended. Returns what the page is told of the quota beside the six headers.
fn settle_permit(ticket: &Permit, sent: Result<&UpstreamResponse, &Problem>) -> Vec<Header> {
    let outcome = sent.map_or(RequestOutcome::Lost, |answer| classify_response(answer.status, &answer.headers));
    isolate_state::with_lease_pool(|stock| stock.record_outcome(ticket, outcome, now()));
    match outcome {
        RequestOutcome::Answered(told) | RequestOutcome::Refused(told, _) => presentation::rate_limit_headers(&told),
        RequestOutcome::Lost | RequestOutcome::Unused => Vec::new(),
    }
}

/// Sees to it that what is known is reported, by the next request that asks or by itself.
pub(crate) fn report_outcomes(visit: &RequestContext, context: &Context) {
    if let Some(ask) = isolate_state::with_lease_pool(|stock| stock.flush_overflow(now())) {
        let visit = visit.clone();
        return context.wait_until(async move {
            let _ = call_budget(&visit, ask).await;
        });
    }
    if !isolate_state::with_lease_pool(|stock| stock.has_reports())
        || !NEXT_REPORT.with(|report| report.try_begin(REPORT_AFTER_MS.into()))
    {
        return;
    }
    let visit = visit.clone();
    context.wait_until(async move {
        super::timer::sleep(REPORT_AFTER_MS.into()).await;
        NEXT_REPORT.with(OneShot::end);
        if let Some(ask) = isolate_state::with_lease_pool(|stock| stock.flush_idle(now())) {
            let _ = call_budget(&visit, ask).await;
        }
    });
}

/// The plan, for a page with a session.
pub(crate) async fn respond_plan(visit: &RequestContext) -> Result<Response, Refusal> {
    Ok(Response::json(200, fetch_plan(visit).await?))
}

/// The plan as it is once the reports of this isolate are in it and it is stored.
pub(crate) async fn fetch_plan(visit: &RequestContext) -> Result<Vec<u8>, Problem> {
    let ask = isolate_state::with_lease_pool(|stock| stock.request_plan(now()));
    call_budget(visit, ask).await
}

/// Asks the object. What was reported to one that does not answer is reported again.
async fn call_budget(visit: &RequestContext, ask: BudgetRequest) -> Result<Vec<u8>, Problem> {
    let answer = budget_object::call_budget_object(&visit.env, &visit.config.client_id, &ask).await;
    if answer.is_err() {
        isolate_state::with_lease_pool(|stock| stock.restore_reports(ask, now()));
    }
    answer
}
