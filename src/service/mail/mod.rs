//! Messages to recipients, the mails that they become, and the outbox.

pub(super) mod mailing;
pub mod outbox;
pub mod sending;
