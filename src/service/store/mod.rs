//! The database and what all modules build on it: jobs, events, limits, external calls, configuration, keys and secrets.

pub mod absent_database;
pub(super) mod activities;
pub(super) mod attempts;
pub(super) mod backlog;
pub(super) mod client_ip;
pub mod codec;
pub mod config;
pub mod derivation;
pub mod effects;
pub mod egress;
pub(super) mod events;
pub mod external;
pub(super) mod filter;
pub mod generations;
pub mod ids;
pub(super) mod job_queue;
pub(super) mod mac;
pub mod mac_keys;
pub mod password;
pub mod permit;
pub mod random;
pub mod recent_values;
pub(super) mod restore_window;
pub(super) mod seal;
pub mod secret;
pub mod sql;
