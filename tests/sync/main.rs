//! The synchronisation of responses against a model of the service: what it costs, and that it always ends with the
//! service's responses.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

mod cost;
mod model;
mod random;
mod rules;
