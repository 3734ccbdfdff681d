//! The budget carried out: a place reserved before a request is sent, and reported on after it.

use super::clock::Due;
use super::objects::budget as kept;
use super::upstream::{self, UpstreamRequest};
use super::{RequestContext, isolate, now};
use crate::edge::response::UpstreamResponse;
use crate::gateway::budget::message::{Ask, Outcome, Verdict};
use crate::gateway::budget::stock::Ticket;
use crate::gateway::budget::{Class, Copy, Step, outcome, shown};
use crate::gateway::problem::Problem;
use crate::gateway::proxy::Refusal;
use crate::gateway::session::SessionId;
use crate::wire::http::{Header, Response};
use worker::Context;

/// Milliseconds that a report may wait for a request that takes it along.
const REPORT_AFTER: u16 = 1_000;

thread_local! {
    /// The next report by itself.
    static REPORT: Due = const { Due::never() };
}

/// Who wants to send a request, and how urgently.
#[derive(Clone, Copy)]
pub(crate) struct Caller {
    pub(crate) id: SessionId,
    pub(crate) class: Class,
    /// Whether an earlier answer would do.
    pub(crate) copy: Copy,
}

/// Sends a request to the API once there is a place for it. What the page is told of the quota beside the six headers
/// stands among those of the answer.
pub(crate) async fn once(
    visit: &RequestContext,
    caller: Caller,
    outgoing: &mut UpstreamRequest<'_>,
) -> Result<UpstreamResponse, Refusal> {
    let ticket = reserve(visit, caller).await?;
    visit.arrival.is_sent();
    let sent = upstream::send(visit, outgoing).await;
    let told = ended(&ticket, sent.as_ref());
    let mut incoming = sent?;
    incoming.headers.retain(|(name, _)| !shown::HEADERS.contains(&name.as_str()));
    incoming.headers.extend(told);
    Ok(incoming)
}

/// Reserves a place for a request, which is held for a short time if that is enough.
async fn reserve(visit: &RequestContext, Caller { id, class, copy }: Caller) -> Result<Ticket, Refusal> {
    let caller = id.first_chunk().map_or(0, |bytes| i64::from_be_bytes(*bytes));
    let mut held = 0;
    loop {
        if let Some(ticket) = isolate::stock(|stock| stock.take(caller, class, now())) {
            return Ok(ticket);
        }
        let asked = now();
        let ask = isolate::stock(|stock| stock.ask(caller, class, asked));
        let answer = call(visit, ask).await?;
        let verdict = Verdict::decode(&answer).ok_or(Problem::Internal)?;
        if let Some(ticket) = isolate::stock(|stock| stock.granted(&verdict, asked, now())) {
            return Ok(ticket);
        }
        let Verdict::Wait(pause) = verdict else { continue };
        let Step::Wait(wait) = pause.step(class, held, copy) else { return Err(Refusal::Budget(pause)) };
        super::pause::pause(wait.unsigned_abs()).await;
        if visit.arrival.is_gone() {
            return Err(Problem::Internal.into());
        }
        held = held.saturating_add(wait);
    }
}

/// Notes how the request ended. Returns what the page is told of the quota beside the six headers.
fn ended(ticket: &Ticket, sent: Result<&UpstreamResponse, &Problem>) -> Vec<Header> {
    let outcome = sent.map_or(Outcome::Lost, |answer| outcome(answer.status, &answer.headers));
    isolate::stock(|stock| stock.ended(ticket, outcome, now()));
    match outcome {
        Outcome::Answered(told) | Outcome::Refused(told, _) => shown::headers(&told),
        Outcome::Lost | Outcome::Unused => Vec::new(),
    }
}

/// Sees to it that what is known is reported, by the next request that asks or by itself.
pub(crate) fn report(visit: &RequestContext, context: &Context) {
    if let Some(ask) = isolate::stock(|stock| stock.overflow(now())) {
        let visit = visit.clone();
        return context.wait_until(async move {
            let _ = call(&visit, ask).await;
        });
    }
    if !isolate::stock(|stock| stock.owes()) || !REPORT.with(|report| report.begin(REPORT_AFTER.into())) {
        return;
    }
    let visit = visit.clone();
    context.wait_until(async move {
        super::pause::pause(REPORT_AFTER.into()).await;
        REPORT.with(Due::end);
        if let Some(ask) = isolate::stock(|stock| stock.idle(now())) {
            let _ = call(&visit, ask).await;
        }
    });
}

/// The plan, for a page with a session.
pub(crate) async fn show(visit: &RequestContext) -> Result<Response, Refusal> {
    Ok(Response::json(200, plan(visit).await?))
}

/// The plan as it is once the reports of this isolate are in it and it is stored.
pub(crate) async fn plan(visit: &RequestContext) -> Result<Vec<u8>, Problem> {
    let ask = isolate::stock(|stock| stock.plan(now()));
    call(visit, ask).await
}

/// Asks the object. What was reported to one that does not answer is reported again.
async fn call(visit: &RequestContext, ask: Ask) -> Result<Vec<u8>, Problem> {
    let answer = kept::call(&visit.env, &visit.config.client_id, &ask).await;
    if answer.is_err() {
        isolate::stock(|stock| stock.failed(ask, now()));
    }
    answer
}
