//! Messages to recipients: templates, senders, owners in place of removed members, sending, and the outbox.

pub(super) mod mail_template;
pub mod message_sending;
pub mod outbox;
pub(super) mod removed_members;
pub mod sender;
