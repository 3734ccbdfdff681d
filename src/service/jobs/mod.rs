//! Work that is due without a request: deliveries, mails, purges.

pub(super) mod deliveries;
pub mod hand_over;
pub(super) mod purge;
pub mod task;
pub(super) mod unconfirmed;
pub mod wake;
