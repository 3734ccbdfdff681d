//! What an actor has in memory between messages. It may be lost at any time.

use super::lease_book::LeaseBook;
use super::object_cache::ObjectCache;
use super::read_cache::ReadCache;
use crate::service::environment::permit::Recall;
use crate::service::store::sql::Sql;
use crate::service::store::table_set::TableSet;
use crate::service::store::table_versions::{TableVersions, TrackedSql};
use std::cell::RefCell;

/// The memory of an actor.
#[derive(Debug, Default)]
pub struct ActorMemory {
    /// At a team: the leases that it holds.
    pub leases: RefCell<LeaseBook>,
    /// At a team: the responses to reads.
    pub read_cache: RefCell<ReadCache>,
    /// Objects that were built from rows of the database.
    pub object_cache: RefCell<ObjectCache>,
    /// The last write of each table, and the cached rows.
    pub table_versions: TableVersions,
    /// At an app: the leases that must be recalled before the reply to the present message is sent.
    due_recall: RefCell<Option<Recall>>,
}

impl ActorMemory {
    /// Forgets everything, with the data of the actor.
    pub fn clear(&self) {
        self.leases.take();
        self.read_cache.take();
        self.object_cache.take();
        self.table_versions.forget_rows();
        self.due_recall.take();
    }

    /// The actor's database, whose writes are noted.
    pub fn track<'a>(&'a self, sql: &'a dyn Sql) -> TrackedSql<'a> {
        TrackedSql::new(sql, &self.table_versions)
    }

    /// Whether a job may have been added or removed after the write with this number.
    pub fn has_written_jobs(&self, since: u64) -> bool {
        !self.table_versions.are_unchanged(TableSet::of_statement("jobs"), since)
    }

    /// Requires a recall before the reply is sent.
    pub fn require_recall(&self, recall: Recall) {
        *self.due_recall.borrow_mut() = Some(recall);
    }

    /// Takes the recall that is due before the reply is sent.
    pub fn take_due_recall(&self) -> Option<Recall> {
        self.due_recall.borrow_mut().take()
    }
}
