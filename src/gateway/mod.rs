//! Layer 2: the gateway's rules, as functions and state machines of (state, event, now).
//!
//! The page never holds a token: the gateway exchanges the code with the app's secret, gives the page a
//! sealed session instead, and forwards only what is a row of the endpoint table. Nothing here does I/O;
//! the Worker's shell converts, calls and carries out.

pub mod account;
pub mod accounts;
pub mod bearer;
pub mod binding;
pub mod budget;
pub mod cache;
pub mod challenge;
pub mod config;
pub mod content;
pub mod cookie;
pub mod cors;
pub mod csrf;
pub mod exchange;
pub mod flights;
pub mod freshness;
pub mod headers;
pub mod json;
pub mod keys;
pub mod links;
pub mod lists;
pub mod log;
pub mod metrics;
pub mod object;
pub mod origin;
pub mod problem;
pub mod proxy;
pub mod purse;
pub mod recent;
pub mod region;
pub mod retry;
pub mod sandbox;
pub mod seal;
pub mod search;
pub mod session;
pub mod surface;
pub mod trace;
pub mod unseal_cache;
pub mod unstored;
pub mod webhook;
