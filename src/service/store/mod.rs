//! A database, what is written on it the same way everywhere, and the keys and secrets of the service.

pub(super) mod activities;
pub(super) mod agenda;
pub(super) mod attempts;
pub(super) mod backlog;
pub mod bytes;
pub(super) mod client;
pub mod config;
pub mod derivation;
pub(super) mod events;
pub(super) mod filter;
pub mod ground;
pub(super) mod ids;
pub(super) mod mac;
pub mod nowhere;
pub mod outside;
pub mod password;
pub mod question;
pub mod random;
pub(super) mod restoring;
pub(super) mod seal;
pub mod secret;
pub mod sql;
