//! Messages to recipients: templates, senders, sending, and the outbox.

pub(super) mod mail_template;
pub mod message_sending;
pub mod outbox;
pub mod sender;
