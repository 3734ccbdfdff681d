//! What each operation does, one file per noun as in `src/service/handlers`.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

mod demo;
mod groups;
mod oauth;
mod quota;
mod responses;
#[path = "../support/mod.rs"]
mod support;
mod surveys;
mod users;
mod workgroups;
