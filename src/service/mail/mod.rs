//! Messages to recipients, the mails that they become, and the outbox.

pub(super) mod mail_template;
pub mod message_sending;
pub mod outbox;
