//! What a design is loaded with.

use crate::service::actor::call_context::CallContext;
use crate::service::actor::chunked_work::ChunkedWork;
use crate::service::actor::memory::ActorMemory;
use crate::service::store::sql::Sql;

/// The memory of the actor, the work, and the database.
#[derive(Clone, Copy)]
pub struct DesignSource<'a> {
    /// The memory of the actor, where designs are cached.
    pub memory: &'a ActorMemory,
    /// The work in chunks.
    pub chunked_work: &'a ChunkedWork,
    /// The database.
    pub sql: &'a dyn Sql,
}

impl CallContext<'_> {
    /// What a survey's design is loaded with.
    pub fn design_source(&self) -> DesignSource<'_> {
        DesignSource { memory: self.memory, chunked_work: self.chunked_work, sql: self.sql }
    }
}
