//! Layer 2: the gateway's rules, as functions and state machines of (state, event, now).
//!
//! The page never holds an access token. The gateway exchanges the code with the app's secret, returns a sealed session
//! to the page, and forwards only requests that match a row of the endpoint table. Nothing here does I/O: the Worker's
//! shell converts requests, makes the calls and applies the results.

pub mod account;
pub mod account_requests;
pub mod agents;
pub mod allowed_origins;
pub mod bearer;
pub mod binding;
pub mod budget;
pub mod cache;
pub mod cache_policy;
pub mod callback;
pub mod changes;
pub mod config;
pub mod config_lists;
pub mod cookie;
pub mod cors;
pub mod csrf;
pub mod exchange;
pub mod headers;
pub mod isolate_age;
pub mod json;
pub mod keys;
pub mod links;
pub mod log;
pub mod metrics;
pub mod notes;
pub mod origin;
pub mod pkce;
pub mod problem;
pub mod profile;
pub mod proxy;
pub mod records;
pub mod region;
pub mod region_discovery;
pub mod retry;
pub mod route;
pub mod sandbox;
pub mod seal;
pub mod session;
pub mod session_jar;
pub mod session_object;
pub mod session_record_cache;
pub mod shares;
pub mod single_flight;
pub mod static_files;
pub mod survey_access;
pub mod trace;
pub mod unseal_cache;
pub mod unstored_ends;
pub mod webhook;
