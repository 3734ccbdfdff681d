//! The gateway's own Durable Object classes, one file each. The service's are beside its loop.

pub(crate) mod budget;
pub(crate) mod cache;
pub(crate) mod cache_client;
mod flight_outcome;
pub(crate) mod session;
