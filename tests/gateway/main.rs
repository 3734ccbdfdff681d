//! The gateway's rules, one file per subject; `sNN` in a test's name is the security statement that it keeps.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

mod accounts;
mod bearer;
mod budget;
mod cache;
mod config;
mod content;
mod cors;
mod exchange;
mod headers;
mod links;
mod log;
mod metrics;
mod plan;
mod proxy;
mod purse;
mod region;
mod retry;
mod search;
mod secret;
mod session;
mod support;
mod trace;
mod webhook;
#[path = "../support/mod.rs"]
mod world;
