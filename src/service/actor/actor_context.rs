//! The context of a feature's step at an actor, and how the step forwards a request to the next actor.

use super::chunked_work::{ChunkedWork, ReadTrace};
use super::memory::ActorMemory;
use super::protocol::{ActorId, ActorReply, Command};
use crate::service::actor::service::Service;
use crate::service::environment::client_ip::ClientIp;
use crate::service::environment::external::ExternalCalls;
use crate::service::environment::random::Random;
use crate::service::store::backlog;
use crate::service::store::effects::Effects;
use crate::service::store::sql::{Sql, in_transaction};
use crate::service::store::table_versions::TrackedSql;
use crate::wire::dates::Timestamp;
use crate::wire::error::ApiError;
use crate::wire::http::Request;

/// The context of one message at an actor.
#[derive(Clone, Copy)]
pub struct ActorContext<'a> {
    /// The service and its configuration.
    pub service: &'a Service,
    /// The actor that handles the message.
    pub actor_id: &'a ActorId,
    /// The request as it arrived, without the body of a form.
    pub request: &'a Request,
    /// What the actor has in memory.
    pub memory: &'a ActorMemory,
    /// The state of work that takes several chunks.
    pub chunked_work: &'a ChunkedWork,
    /// The time of the message.
    pub now: Timestamp,
    /// The source of randomness.
    pub random: &'a dyn Random,
    /// The actor's database.
    pub sql: &'a dyn Sql,
    /// The same database, with the tables that were read.
    pub tracked: &'a TrackedSql<'a>,
    /// Results of external calls, and the next one to make.
    pub external: ExternalCalls<'a>,
}

impl ActorContext<'_> {
    /// Forwards the request to another actor with a command.
    pub fn forward_to(&self, actor: ActorId, command: impl Into<Command>) -> ActorReply {
        ActorReply::forward_to(actor, self.request.clone(), command.into())
    }

    /// The database, the time and randomness.
    pub fn effects(&self) -> Effects<'_> {
        Effects { sql: self.sql, now: self.now, random: self.random }
    }

    /// Applies a chunk of the team's backlog instead of handling the message, which is handled again afterwards.
    ///
    /// # Errors
    ///
    /// An internal error, if a statement fails. Nothing of the chunk is applied then.
    pub fn apply_backlog(&self) -> Result<(), ApiError> {
        in_transaction(self.sql, || Ok(backlog::apply_next(self.effects())?))?;
        self.chunked_work.pause();
        Ok(())
    }

    /// Notes what this chunk of work has read.
    pub fn note_reads(&self) {
        let (tables, is_unique) = (self.tracked.tables_read(), self.tracked.has_written());
        self.chunked_work.note_reads(ReadTrace { since: None, tables, is_unique });
    }

    /// The IP address of the client, if it is known.
    pub fn client_ip(&self) -> ClientIp {
        ClientIp::from_request(&self.service.config, self.request)
    }
}
