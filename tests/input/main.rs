//! Whatever a caller sends: every operation answers a row of the error table, or does what it says, and nothing
//! between.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

mod bodies;
mod deleted;
mod hostile;
mod size;
#[path = "../support/mod.rs"]
mod support;
mod tenants;
mod world;
