//! Layer 1: facts to bytes and back, for both ends of a connection. No platform, no clock, no `async`.

pub mod answer;
pub mod arguments;
pub mod bearer;
pub mod cause;
pub mod check;
pub mod dates;
pub mod engine;
pub mod error;
pub mod facts;
pub mod fault;
pub mod http;
pub mod json;
pub mod links;
pub mod members;
pub mod order;
pub mod packed;
pub mod paging;
pub mod path;
pub mod payload;
pub mod query;
pub mod rate;
pub mod retry;
pub mod schedule;
pub mod sign_in;
pub mod signature;
pub mod text;
