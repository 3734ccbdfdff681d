//! The sandbox's shell: clock, faults and journal for the rest of the Worker, and the paths below `/sandbox`.

pub(crate) mod active_requests;
mod actors;
mod cost;
pub(crate) mod hooks;
mod journal_queue;
pub(crate) mod object;
mod pipe;
pub(crate) mod respond;
mod seeding;
pub(crate) mod state_cache;
