//! Layer 1: facts to bytes and back, for both ends of a connection. No platform, no clock, no `async`.

pub mod bearer;
pub mod check;
pub mod dates;
pub mod error;
pub mod http;
pub mod json;
pub mod links;
pub mod path;
pub mod query;
pub mod rate;
pub mod text;
