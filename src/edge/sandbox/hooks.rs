//! The sandbox's hooks in the service: faults before a response, the journal after it, and the list of actors.

use super::actors::ask_actor;
use super::object::{self, SandboxRequest};
use super::pipe::broken_stream;
use super::{active_requests, state_cache};
use crate::edge::clock::platform_time;
use crate::edge::response::{ResponseBody, UpstreamResponse};
use crate::edge::timer::sleep;
use crate::edge::{RequestContext, log_error};
use crate::service::actor::protocol::ActorId;
use crate::service::sandbox::SandboxStep;
use crate::service::sandbox::fault_spec::CallInfo;
use crate::service::sandbox::faults::FaultEffect;
use crate::service::sandbox::journal::{CallTrace, JournalRecord};
use crate::wire::http::{Request, Response};
use worker::Env;

/// Registers an actor that is opened, so that a reset finds it.
///
/// # Errors
///
/// If the sandbox's object fails.
pub(crate) async fn actor_opened(env: &Env, actor_id: &ActorId) -> worker::Result<()> {
    object::call_sandbox(env, &SandboxRequest::Opened(actor_id.clone())).await.map(drop)
}

/// The response to a request: the service's, or that of a fault.
///
/// # Errors
///
/// If the platform cannot build a broken body.
pub(crate) async fn respond<F: Future<Output = (Response, CallTrace)>>(
    context: &RequestContext,
    request: Request,
    run_flow: impl FnOnce(Request) -> F,
) -> worker::Result<UpstreamResponse> {
    let began = platform_time();
    let sent_to = &context.head().path;
    let journaled = request.clone();
    let effect = find_effect(context, &request).await;
    if let Some(delay) = effect.as_ref().map(|effect| effect.delay).filter(|delay| *delay > 0) {
        sleep(delay).await;
    }
    let (response, trace) = match effect.as_ref().and_then(|effect| effect.error_response(&request.origin, context.now))
    {
        Some(refusal) => (refusal, CallTrace::default()),
        None => run_flow(request).await,
    };
    let duration = platform_time().0.saturating_sub(began.0);
    let fault = effect.as_ref().map(|effect| effect.fault);
    let (request, answer, at) = (&journaled, &response, context.now);
    write_journal(context, &JournalRecord { request, sent_to, answer, at, duration, fault, trace: &trace });
    if response.body.is_empty() || !effect.is_some_and(|effect| effect.cut) {
        return Ok(response.into());
    }
    let body = ResponseBody::Stream(Some(broken_stream(&response.body)?));
    Ok(UpstreamResponse { status: response.status, headers: response.headers, body })
}

/// The effect of the faults on a request.
async fn find_effect(context: &RequestContext, request: &Request) -> Option<FaultEffect> {
    // Only a matching fault needs the object, which counts how often it has struck.
    if state_cache::with_state(|state| state.faults.is_empty()) {
        return None;
    }
    let call = CallInfo::from_request(request, &context.head().path);
    let reply = object::call_sandbox(&context.env, &SandboxRequest::Strike(call, context.now)).await;
    reply.inspect_err(|error| log_error("no fault could be looked for", error)).ok()?.effect
}

/// Writes a request and its response to the journal, in the background of the response.
fn write_journal(context: &RequestContext, record: &JournalRecord<'_>) {
    let (env, entry) = (context.env.clone(), record.to_json());
    let (world, token) = (state_cache::with_state(|state| state.world), record.trace.token.clone());
    context.execution.wait_until(active_requests::track_journal_write(async move {
        let _active = active_requests::begin_request(&env).await;
        let mut entry = entry;
        if let (Some(token), Some(account)) = (token, entry.get_mut("account")) {
            let reply = ask_actor(&env, &ActorId::Team(token.team), SandboxStep::Whose(token.hash)).await;
            *account = reply.ok().and_then(|response| serde_json::from_slice(&response.body).ok()).unwrap_or_default();
        }
        if let Err(error) = object::call_sandbox(&env, &SandboxRequest::Note(world, entry)).await {
            log_error("the journal was not written", &error);
        }
    }));
}
