//! The embedded service: follows its messages from place to place, and decides nothing.

pub(crate) mod actors;
pub(crate) mod config;
mod database;
mod derive;
mod egress;
mod email;
mod objects;
mod task_runner;

use crate::edge::response::UpstreamResponse;
use crate::edge::{PlatformRandom, RequestContext, hooks, log_error};
use crate::service::actor::protocol::ActorReply;
use crate::service::respond::error_response::ErrorAudience;
use crate::service::sandbox::journal::CallTrace;
use crate::service::store::external::{ExternalCall, ExternalResult};
use crate::wire::http::{Request, Response};
use worker::Env;

pub(crate) use crate::service::handles_path;

/// Places that one request may visit: far more than any needs.
const HOPS_MAX: usize = 16;

/// Answers a request.
pub(crate) async fn respond(visit: &RequestContext, request: Request) -> worker::Result<UpstreamResponse> {
    hooks::answer(visit, request, |request| run_flow(visit, request)).await
}

async fn run_flow(RequestContext { env, config, now, .. }: &RequestContext, request: Request) -> (Response, CallTrace) {
    let service = config::build_service(config);
    let reader = ErrorAudience::from_request(&request);
    let mut trace = CallTrace::default();
    let answer = follow_replies(env, service.route_request(request, *now), &mut trace).await;
    (answer.unwrap_or_else(|| reader.internal_error()), trace)
}

/// Follows a walk to its answer, and what shows on its way; none if it could not go on.
async fn follow_replies(env: &Env, mut turn: ActorReply, trace: &mut CallTrace) -> Option<Response> {
    for _ in 0..HOPS_MAX {
        if crate::SANDBOX {
            trace.record_turn(&turn);
        }
        match turn {
            ActorReply::Respond(response) => return Some(response),
            ActorReply::Fetch { call: question, actor: place, message } => {
                let reply = match &question {
                    ExternalCall::SendRequest(outgoing) => {
                        ExternalResult::Sent(egress::send_request(outgoing, egress::QUESTION_TIMEOUT_MS).await)
                    }
                    ExternalCall::DerivePassword(derivation) => {
                        ExternalResult::Derived(derive::derive_hash(derivation).await)
                    }
                };
                turn = ActorReply::Forward { actor: place, message: Box::new(message.with_result(question, reply)) };
            }
            ActorReply::Forward { actor: place, message } => match actors::call_actor(env, &place, &message).await {
                Ok(next) => turn = next,
                Err(error) => {
                    log_error("place could not be visited", &error);
                    break;
                }
            },
        }
    }
    None
}

impl crate::service::store::random::Random for PlatformRandom {
    fn fill_bytes(&self, bytes: &mut [u8]) {
        PlatformRandom::fill(self, bytes);
    }
}
