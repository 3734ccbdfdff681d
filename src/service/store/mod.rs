//! The database and what all modules store in it: jobs, events, the backlog, limits on attempts.

pub mod absent_database;
pub(super) mod activities;
pub(super) mod attempts;
pub(super) mod backlog;
pub mod effects;
pub(super) mod events;
pub mod expiry;
pub(super) mod filter;
pub mod ids;
pub(super) mod job_queue;
pub mod lru_cache;
mod row_cache;
pub(super) mod scope_list;
pub mod sql;
pub mod table_set;
pub mod table_versions;
