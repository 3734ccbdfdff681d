//! Deleting a message, and its recipients some at a time.

use super::{load_message, message_from_row, message_status};
use crate::service::actor::call_context::CallContext;
use crate::service::api::dispatch::Handle;
use crate::service::api::handlers::collectors::load_removable;
use crate::service::store::job_queue::{self, CHECK_DELAY, JobKind};
use crate::service::surveys::collectors::removal;
use crate::spec::endpoints::messages::DeleteMessage;
use crate::spec::errors::Error;
use crate::spec::resources::messages::{Message, MessageStatus};
use crate::wire::error::ApiError;

/// A message cannot be deleted while it is being sent. Afterwards its recipients are deleted with it: our choice.
impl Handle for DeleteMessage {
    fn resume_request(context: &CallContext) -> Option<Result<Message, ApiError>> {
        let deletion = context.chunked_work.take_state(|_: &MessageDeletion| true)?;
        Some(deletion.run_chunk(context))
    }

    fn handle_request(self, context: &CallContext) -> Result<Message, ApiError> {
        let (_, survey) = load_removable(context, &self.collector_id)?;
        let row = load_message(context, &self.collector_id, &self.message_id)?;
        if message_status(&row)? == MessageStatus::Processing {
            return Err(ApiError::with_detail(Error::Conflict, "The message is being sent. Delete it afterwards."));
        }
        let owner = survey.text("owner_id");
        let subject = removal::delete_message(context.effects(), self.message_id.as_str(), &owner)?;
        Box::new(MessageDeletion { message: message_from_row(context, &row)?, subject }).run_chunk(context)
    }
}

/// The deletion of a message whose recipients are deleted some at a time.
struct MessageDeletion {
    message: Message,
    /// The subject of the job that deletes the rest if the call ends early.
    subject: String,
}

impl MessageDeletion {
    fn run_chunk(self: Box<MessageDeletion>, context: &CallContext) -> Result<Message, ApiError> {
        let effects = context.effects();
        let mut left = removal::RECIPIENTS_PER_CHUNK;
        if removal::delete_recipients(effects, &self.subject, &mut left)? {
            job_queue::complete(effects, JobKind::DeleteRecipients, &self.subject)?;
            return Ok(self.message);
        }
        let due = effects.now.saturating_add(CHECK_DELAY);
        job_queue::schedule(effects, JobKind::DeleteRecipients, &self.subject, due)?;
        Err(context.chunked_work.pause_keeping_writes(self))
    }
}
