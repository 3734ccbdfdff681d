//! The sandbox in a build without it.

pub(crate) mod active_requests;
pub(crate) mod object;
pub(crate) mod respond;
pub(crate) mod state_cache;
