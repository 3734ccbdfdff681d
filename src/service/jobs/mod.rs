//! Scheduled work that needs no request: webhook deliveries, mail, purges.

pub(super) mod deliveries;
pub mod job_runner;
pub mod mail_delivery;
pub(super) mod purge;
pub mod task;
pub(super) mod unconfirmed;
