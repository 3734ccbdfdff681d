//! Messages of the sandbox to the service's actors.

use crate::edge::service::actors;
use crate::service::actor::protocol::{ActorId, ActorReply, Command, Message};
use crate::service::sandbox::SandboxStep;
use crate::wire::http::{Request, Response};
use worker::Env;

/// Sends a step to an actor. Returns its response.
///
/// # Errors
///
/// If the actor fails or refuses.
pub(super) async fn ask_actor(env: &Env, actor_id: &ActorId, step: SandboxStep) -> worker::Result<Response> {
    let request = Request {
        method: "POST".to_owned(),
        origin: String::new(),
        path: String::new(),
        query: String::new(),
        headers: Vec::new(),
        body: Vec::new(),
    };
    match actors::call_actor(env, actor_id, &Message::new(request, Command::from(step))).await? {
        ActorReply::Respond(response) if response.status < 300 => Ok(response),
        _ => Err("an actor did not do what the sandbox asked".into()),
    }
}
