//! Work that is due without a request: deliveries, mails, purges.

pub(super) mod deliveries;
pub mod job_runner;
pub mod mail_delivery;
pub(super) mod purge;
pub mod task;
pub(super) mod unconfirmed;
