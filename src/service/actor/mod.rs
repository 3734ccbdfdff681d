//! Actors: the databases that a request visits, and the protocol between them.

pub(super) mod actor_context;
mod actor_id;
pub mod api_call;
pub mod call_context;
pub mod chunked_work;
pub(super) mod form_origin;
pub mod lease_book;
pub mod lease_ledger;
pub mod memory;
pub mod object_cache;
pub mod protocol;
pub(super) mod protocol_version;
pub mod quota;
pub mod read_batch;
pub mod read_cache;
pub mod response_copies;
pub mod schema;
pub mod service;
pub mod token;
