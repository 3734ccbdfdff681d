//! Layer 1: facts to bytes and back, for both ends of a connection. No platform, no clock, no `async`.

pub mod http;
pub mod path;
pub mod query;
