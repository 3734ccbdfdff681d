//! The gateway's rules, one file per subject. `sNN` in a test's name is the number of a security statement in
//! docs/SECURITY.md.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

mod accounts;
mod agent_values;
mod agents;
mod bearer;
mod budget;
mod budget_state;
mod cache;
mod callback;
mod changes;
mod config;
mod content;
mod cors;
mod exchange;
mod headers;
mod isolate_age;
mod links;
mod log;
mod metrics;
mod notes;
mod profile;
mod proxy;
mod region;
mod region_discovery;
mod retry;
mod secret;
mod session;
mod session_jar;
mod shares;
mod support;
mod trace;
mod webhook;
#[path = "../support/mod.rs"]
mod world;
