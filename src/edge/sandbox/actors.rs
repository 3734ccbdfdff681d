//! What the sandbox asks of the service's actors.

use crate::edge::service::actors;
use crate::service::actor::protocol::{ActorId, ActorReply, Command, Message};
use crate::service::sandbox::SandboxStep;
use crate::wire::http::{Request, Response};
use worker::Env;

/// Asks a place.
pub(super) async fn ask_actor(env: &Env, place: &ActorId, step: SandboxStep) -> worker::Result<Response> {
    let request = Request {
        method: "POST".to_owned(),
        origin: String::new(),
        path: String::new(),
        query: String::new(),
        headers: Vec::new(),
        body: Vec::new(),
    };
    match actors::call_actor(env, place, &Message::new(request, Command::from(step))).await? {
        ActorReply::Respond(answer) if answer.status < 300 => Ok(answer),
        _ => Err("a place did not do what the sandbox asked".into()),
    }
}
