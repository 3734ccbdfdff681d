//! The gateway's Durable Object classes, one file each. The service's are in `edge/service/objects.rs`.

pub(crate) mod budget;
pub(crate) mod cache;
pub(crate) mod cache_client;
mod flight_outcome;
pub(crate) mod records;
pub(crate) mod session;
