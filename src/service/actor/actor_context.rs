//! What a step of a walk may use at a place, and how it goes on to the next.

use super::chunked_work::ChunkedWork;
use super::protocol::{ActorId, ActorReply, Command};
use crate::service::actor::service::Service;
use crate::service::store::client_ip::ClientIp;
use crate::service::store::effects::Effects;
use crate::service::store::external::ExternalCalls;
use crate::service::store::random::Random;
use crate::service::store::sql::Sql;
use crate::wire::dates::Timestamp;
use crate::wire::http::Request;

/// One visit to a place.
#[derive(Clone, Copy)]
pub struct ActorContext<'a> {
    /// The service.
    pub service: &'a Service,
    /// The place that is visited.
    pub actor_id: &'a ActorId,
    /// The request as it arrived, without the body of a form.
    pub request: &'a Request,
    /// What the visit has done so far, if it takes several pieces of work.
    pub chunked_work: &'a ChunkedWork,
    /// The time.
    pub now: Timestamp,
    /// Randomness.
    pub random: &'a dyn Random,
    /// The place's database.
    pub sql: &'a dyn Sql,
    /// What is asked of the shell.
    pub external: ExternalCalls<'a>,
}

impl ActorContext<'_> {
    /// The next place of the walk.
    pub fn forward_to(&self, place: ActorId, note: impl Into<Command>) -> ActorReply {
        ActorReply::forward_to(place, self.request.clone(), note.into())
    }

    /// What activities, ids and the agenda are written on.
    pub fn effects(&self) -> Effects<'_> {
        Effects { sql: self.sql, now: self.now, random: self.random }
    }

    /// Where the request comes from.
    pub fn client_ip(&self) -> ClientIp {
        ClientIp::from_request(&self.service.config, self.request)
    }
}
