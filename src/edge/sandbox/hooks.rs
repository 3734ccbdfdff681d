//! Where the sandbox reaches into the service: faults before an answer, the journal after it, and which places there are.

use super::actors::ask_actor;
use super::object::{self, SandboxRequest};
use super::pipe::broken_stream;
use super::{active_requests, state_cache};
use crate::edge::clock::platform_time;
use crate::edge::response::{ResponseBody, UpstreamResponse};
use crate::edge::timer::sleep;
use crate::edge::{RequestContext, log_error as log};
use crate::service::actor::protocol::ActorId;
use crate::service::sandbox::SandboxStep;
use crate::service::sandbox::fault_spec::CallInfo;
use crate::service::sandbox::faults::FaultEffect;
use crate::service::sandbox::journal::{CallTrace, JournalRecord};
use crate::wire::http::{Request, Response};
use worker::Env;

/// A place is opened.
pub(crate) async fn opened(env: &Env, place: &ActorId) -> worker::Result<()> {
    object::call_sandbox(env, &SandboxRequest::Opened(place.clone())).await.map(drop)
}

/// The answer to a request: the service's own, or what a fault makes of it.
pub(crate) async fn answer<F: Future<Output = (Response, CallTrace)>>(
    visit: &RequestContext,
    request: Request,
    walk: impl FnOnce(Request) -> F,
) -> worker::Result<UpstreamResponse> {
    let began = platform_time();
    let sent_to = &visit.head().path;
    let asked = request.clone();
    let effect = find_effect(visit, &request).await;
    if let Some(delay) = effect.as_ref().map(|effect| effect.delay).filter(|delay| *delay > 0) {
        sleep(delay).await;
    }
    let (answer, trace) = match effect.as_ref().and_then(|effect| effect.error_response(&request.origin, visit.now)) {
        Some(refusal) => (refusal, CallTrace::default()),
        None => walk(request).await,
    };
    let duration = platform_time().0.saturating_sub(began.0);
    let fault = effect.as_ref().map(|effect| effect.fault);
    let (request, at) = (&asked, visit.now);
    write_journal(visit, &JournalRecord { request, sent_to, answer: &answer, at, duration, fault, trace: &trace });
    if answer.body.is_empty() || !effect.is_some_and(|effect| effect.cut) {
        return Ok(answer.into());
    }
    let body = ResponseBody::Stream(Some(broken_stream(&answer.body)?));
    Ok(UpstreamResponse { status: answer.status, headers: answer.headers, body })
}

/// What befalls a request.
async fn find_effect(visit: &RequestContext, request: &Request) -> Option<FaultEffect> {
    if state_cache::with_state(|state| state.faults.is_empty()) {
        return None;
    }
    let call = CallInfo::from_request(request, &visit.head().path);
    let told = object::call_sandbox(&visit.env, &SandboxRequest::Strike(call, visit.now)).await;
    told.inspect_err(|error| log("no fault could be looked for", error)).ok()?.effect
}

/// Notes a request and its answer in the journal, while the answer is on its way.
fn write_journal(visit: &RequestContext, answered: &JournalRecord<'_>) {
    let (env, entry) = (visit.env.clone(), answered.to_json());
    let (world, token) = (state_cache::with_state(|state| state.world), answered.trace.token.clone());
    visit.context.wait_until(active_requests::track_journal_write(async move {
        let _under_way = active_requests::begin_request(&env).await;
        let mut entry = entry;
        if let (Some(token), Some(account)) = (token, entry.get_mut("account")) {
            let whose = ask_actor(&env, &ActorId::Team(token.team), SandboxStep::Whose(token.hash)).await;
            *account = whose.ok().and_then(|answer| serde_json::from_slice(&answer.body).ok()).unwrap_or_default();
        }
        if let Err(error) = object::call_sandbox(&env, &SandboxRequest::Note(world, entry)).await {
            log("the journal was not written", &error);
        }
    }));
}
