//! The sandbox's hooks in the service: faults before a response, the journal after it, and the list of actors.

use super::object::{self, SandboxRequest};
use super::pipe::broken_stream;
use super::{active_requests, cost, journal_queue, state_cache};
use crate::edge::clock::platform_time;
use crate::edge::response::{ResponseBody, UpstreamResponse};
use crate::edge::timer::sleep;
use crate::edge::{RequestContext, log_error};
use crate::service::actor::protocol::ActorId;
use crate::service::respond::error_response::ErrorAudience;
use crate::service::sandbox::fault_spec::CallInfo;
use crate::service::sandbox::faults::FaultEffect;
use crate::service::sandbox::journal::{BODY_MAX, CallTrace, JournalRecord};
use crate::spec::errors::Error;
use crate::wire::http::{Request, Response};
use worker::Env;
use worker::js_sys::Uint8Array;

/// Registers an actor that is opened, so that a reset finds it.
///
/// # Errors
///
/// If the sandbox's object fails.
pub(crate) async fn actor_opened(env: &Env, actor_id: &ActorId) -> worker::Result<()> {
    object::call_sandbox(env, &SandboxRequest::Opened(actor_id.clone())).await.map(drop)
}

/// Counts a call of an actor's object.
pub(crate) fn actor_called() {
    cost::count_object_request();
}

/// Counts writes that continue in one turn, and so commit together.
pub(crate) fn writes_grouped(count: usize) {
    cost::count_grouped_writes(count);
}

/// The response to a request: the service's, or that of a fault.
///
/// # Errors
///
/// If the platform cannot build a broken body.
pub(crate) async fn respond<F: Future<Output = (UpstreamResponse, CallTrace)>>(
    context: &RequestContext,
    request: Request,
    run_flow: impl FnOnce(Request) -> F,
) -> worker::Result<UpstreamResponse> {
    let began = platform_time();
    let request_length = request.body.len();
    let body = if request_length > BODY_MAX { Vec::new() } else { request.body.clone() };
    let journaled = Request { body, ..request.without_body() };
    let world = state_cache::with_state(|state| state.world);
    let effect = find_effect(context, &request).await;
    if let Some(delay) = effect.as_ref().map(|effect| effect.delay).filter(|delay| *delay > 0) {
        sleep(delay).await;
        active_requests::outwait_reset(began).await;
        active_requests::sync_state(&context.env).await.finish();
    }
    let audience = ErrorAudience::from_request(&request);
    let refusal = match state_cache::with_state(|state| state.world) == world {
        true => effect.as_ref().and_then(|effect| effect.error_response(&audience, context.now)),
        // A reset waits for no longer delay: a write would be one of the old world in the new one.
        false => Some(audience.refuse(Error::Unavailable)),
    };
    let (response, trace) = match refusal {
        Some(refusal) => (refusal.into(), CallTrace::default()),
        None => run_flow(request).await,
    };
    let (answer, answer_length) = journaled_response(&response);
    journal_queue::add_record(
        context,
        JournalRecord {
            request: journaled,
            sent_to: context.head().path.clone(),
            answer,
            lengths: [request_length, answer_length],
            at: context.now,
            duration: platform_time().0.saturating_sub(began.0),
            fault: effect.as_ref().map(|effect| effect.fault),
            trace,
        },
    );
    if answer_length == 0 || !effect.is_some_and(|effect| effect.cut) {
        return Ok(response);
    }
    let UpstreamResponse { status, headers, body } = response;
    let body = body.read_bytes(u64::MAX).await?.unwrap_or_default();
    Ok(UpstreamResponse { status, headers, body: ResponseBody::Stream(Some(broken_stream(&body)?)) })
}

/// A response as the journal keeps it, and the length of its body.
fn journaled_response(response: &UpstreamResponse) -> (Response, usize) {
    let (body, length) = match &response.body {
        ResponseBody::Bytes(bytes) if bytes.len() <= BODY_MAX => (bytes.clone(), bytes.len()),
        ResponseBody::Bytes(bytes) => (Vec::new(), bytes.len()),
        ResponseBody::Whole(buffer) => {
            let length = buffer.byte_length() as usize;
            (if length <= BODY_MAX { Uint8Array::new(buffer).to_vec() } else { Vec::new() }, length)
        }
        // The service's own responses are no streams.
        ResponseBody::Stream(_) => (Vec::new(), 0),
    };
    (Response { status: response.status, headers: response.headers.clone(), body }, length)
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
