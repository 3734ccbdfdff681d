//! The embedded service: carries its messages from actor to actor, and decides nothing.

pub(crate) mod actors;
mod alarms;
mod classes;
pub(crate) mod config;
mod database;
mod derive;
mod egress;
mod email;
mod event_loop;
mod leases;
mod objects;
mod permit_flights;
mod read_batches;
mod read_queue;
mod reads;
mod task_runner;
mod write_batch;

use crate::edge::response::{ResponseBody, UpstreamResponse};
use crate::edge::{PlatformRandom, RequestContext, hooks, log_error};
use crate::service::actor::protocol::ActorReply;
use crate::service::body_bytes_max;
use crate::service::environment::external::{ExternalCall, ExternalResult};
use crate::service::respond::error_response::ErrorAudience;
use crate::service::sandbox::journal::CallTrace;
use crate::wire::http::{Request, Response};
use worker::Env;
use worker::js_sys::Uint8Array;

pub(crate) use crate::service::handles_path;

/// Messages and external calls of one request: far more than any needs. The limit ends a loop of forwards.
const HOPS_MAX: usize = 16;

/// Responds to the request of a client, whose body is not read yet.
///
/// # Errors
///
/// As for [`respond`].
pub(crate) async fn respond_to_client(context: &RequestContext) -> worker::Result<UpstreamResponse> {
    let request = Request { origin: context.origin.as_str().to_owned(), ..context.head().clone() };
    match context.incoming.read_body(body_bytes_max(&request.path)).await {
        Ok(Some(body)) => respond(context, Request { body, ..request }).await,
        Ok(None) => Ok(ErrorAudience::from_request(&request).too_large().into()),
        // No one is there to read it.
        Err(problem) => Ok(problem.to_response().into()),
    }
}

/// Responds to a request.
///
/// # Errors
///
/// If the platform cannot build a faulty response of the sandbox.
pub(crate) async fn respond(context: &RequestContext, request: Request) -> worker::Result<UpstreamResponse> {
    hooks::respond(context, request, |request| run_flow(context, request)).await
}

async fn run_flow(context: &RequestContext, request: Request) -> (UpstreamResponse, CallTrace) {
    let service = config::service_of(&context.config);
    let audience = ErrorAudience::from_request(&request);
    let mut trace = CallTrace::default();
    let reply = service.route_request(request, context.now);
    if crate::SANDBOX {
        trace.record_turn(&reply);
    }
    let response = match reply {
        ActorReply::Forward { actor, message } if reads::is_read(&message) => {
            let sent = reads::send_read(context, &actor, *message).await;
            match sent.inspect_err(|error| log_error("actor failed", error)) {
                Ok((reply, body)) => follow_replies(&context.env, reply, body, &mut trace).await,
                Err(_) => None,
            }
        }
        reply => follow_replies(&context.env, reply, None, &mut trace).await,
    };
    (response.unwrap_or_else(|| audience.internal_error().into()), trace)
}

/// Follows the replies of actors to the response, and records them in the trace. `body` is that of the first reply.
/// `None` if an actor fails.
async fn follow_replies(
    env: &Env,
    mut reply: ActorReply,
    mut body: Option<Uint8Array>,
    trace: &mut CallTrace,
) -> Option<UpstreamResponse> {
    for _ in 0..HOPS_MAX {
        if crate::SANDBOX {
            trace.record_turn(&reply);
        }
        match reply {
            ActorReply::Respond(response) | ActorReply::RespondCounted(response, _) => {
                return Some(with_platform_body(response, body));
            }
            ActorReply::Fetch { call, actor, message } => {
                let result = match &call {
                    ExternalCall::SendRequest(request) => {
                        ExternalResult::Sent(egress::send_request(request, egress::EXTERNAL_CALL_TIMEOUT_MS).await)
                    }
                    ExternalCall::DerivePassword(derivation) => {
                        ExternalResult::Derived(derive::derive_hash(derivation).await)
                    }
                    // The object that needs them makes these calls itself.
                    ExternalCall::RequestPermit(_) | ExternalCall::RecallLeases(_) => break,
                };
                reply = ActorReply::Forward { actor, message: Box::new(message.with_result(call, result)) };
            }
            ActorReply::Forward { actor, message } => match actors::send_message(env, &actor, &message).await {
                Ok((next, bytes)) => (reply, body) = (next, Some(bytes)),
                Err(error) => {
                    log_error("actor failed", &error);
                    break;
                }
            },
            ActorReply::Permit(_) | ActorReply::GiveUp(_) => break,
        }
    }
    None
}

/// A response whose body is in the platform's memory, unless it is part of the response already.
fn with_platform_body(response: Response, body: Option<Uint8Array>) -> UpstreamResponse {
    match body {
        Some(bytes) if bytes.length() > 0 && response.body.is_empty() => {
            let Response { status, headers, .. } = response;
            UpstreamResponse { status, headers, body: ResponseBody::Whole(bytes.buffer()) }
        }
        _ => response.into(),
    }
}

impl crate::service::environment::random::Random for PlatformRandom {
    fn fill_bytes(&self, bytes: &mut [u8]) {
        PlatformRandom::fill(self, bytes);
    }
}
