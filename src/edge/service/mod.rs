//! The embedded service: follows its messages from place to place, and decides nothing.

pub(crate) mod actors;
pub(crate) mod config;
mod database;
mod derive;
mod email;
mod objects;
mod outside;
mod wake;

use crate::edge::response::UpstreamResponse;
use crate::edge::{Platform, RequestContext, hooks, note};
use crate::service::actor::place::Turn;
use crate::service::respond::failure::Reader;
use crate::service::sandbox::journal::Trace;
use crate::service::store::question::{Question, Reply};
use crate::wire::http::{Request, Response};
use worker::Env;

pub(crate) use crate::service::handles;

/// Places that one request may visit: far more than any needs.
const VISITS_MAX: usize = 16;

/// Answers a request.
pub(crate) async fn respond(visit: &RequestContext, request: Request) -> worker::Result<UpstreamResponse> {
    hooks::answer(visit, request, |request| walk(visit, request)).await
}

async fn walk(RequestContext { env, config, now, .. }: &RequestContext, request: Request) -> (Response, Trace) {
    let service = config::service(config);
    let reader = Reader::of(&request);
    let mut trace = Trace::default();
    let answer = follow(env, service.enter(request, *now), &mut trace).await;
    (answer.unwrap_or_else(|| reader.broken()), trace)
}

/// Follows a walk to its answer, and what shows on its way; none if it could not go on.
async fn follow(env: &Env, mut turn: Turn, trace: &mut Trace) -> Option<Response> {
    for _ in 0..VISITS_MAX {
        if crate::SANDBOX {
            trace.saw(&turn);
        }
        match turn {
            Turn::Answer(response) => return Some(response),
            Turn::Ask { question, place, message } => {
                let reply = match &question {
                    Question::Send(outgoing) => Reply::Sent(outside::send(outgoing, outside::QUESTION_TIMEOUT).await),
                    Question::Derive(derivation) => Reply::Derived(derive::derive(derivation).await),
                };
                turn = Turn::Go { place, message: Box::new(message.replied(question, reply)) };
            }
            Turn::Go { place, message } => match actors::visit(env, &place, &message).await {
                Ok(next) => turn = next,
                Err(error) => {
                    note("place could not be visited", &error);
                    break;
                }
            },
        }
    }
    None
}

impl crate::service::store::random::Random for Platform {
    fn fill(&self, bytes: &mut [u8]) {
        Platform::fill(self, bytes);
    }
}
