//! What the sandbox asks of the service's actors.

use crate::edge::service::actors;
use crate::service::actor::place::{Message, Note, Place, Turn};
use crate::service::sandbox::Step;
use crate::wire::http::{Request, Response};
use worker::Env;

/// Asks a place.
pub(super) async fn ask(env: &Env, place: &Place, step: Step) -> worker::Result<Response> {
    let request = Request {
        method: "POST".to_owned(),
        origin: String::new(),
        path: String::new(),
        query: String::new(),
        headers: Vec::new(),
        body: Vec::new(),
    };
    match actors::visit(env, place, &Message::new(request, Note::from(step))).await? {
        Turn::Answer(answer) if answer.status < 300 => Ok(answer),
        _ => Err("a place did not do what the sandbox asked".into()),
    }
}
