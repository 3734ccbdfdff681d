//! A request that has reached the team, whose chunks are run one by one.

use super::database::Database;
use super::{Answered, World};
use canvass::service::actor::chunked_work::ChunkedWork;
use canvass::service::actor::protocol::{ActorId, ActorReply, Message};
use canvass::wire::http::Response;
use serde_json::Value;
use std::rc::Rc;

pub struct ChunkedRequest<'a> {
    world: &'a World,
    pub place: ActorId,
    message: Box<Message>,
    chunks: ChunkedWork,
    pub data: Rc<Database>,
}

impl ChunkedRequest<'_> {
    pub fn begin<'a>(world: &'a World, method: &str, target: &str, body: &Value) -> ChunkedRequest<'a> {
        ChunkedRequest::begin_as(world, "owner", method, target, body)
    }

    pub fn begin_as<'a>(
        world: &'a World,
        person: &str,
        method: &str,
        target: &str,
        body: &Value,
    ) -> ChunkedRequest<'a> {
        // The team then holds a lease of the app.
        world.get(person, "/v3/users/me").ok();
        let mut request = world.request(method, person, target);
        request.body = body.to_string().into_bytes();
        let ActorReply::Forward { actor: place, message } = world.service.route_request(request, world.now()) else {
            panic!()
        };
        let data = world.database(&place);
        ChunkedRequest { world, place, message, chunks: ChunkedWork::default(), data }
    }

    /// Does the next chunk. Returns the response after the last one.
    pub fn step(&self) -> Option<Response> {
        match self.world.chunk(&self.place, &self.message, &self.chunks, self.world.random(), &*self.data)? {
            ActorReply::RespondCounted(response, _) => Some(response),
            _ => panic!(),
        }
    }

    pub fn end(&self) -> Response {
        (0..1000).find_map(|_| self.step()).unwrap()
    }
}
