//! TABLE. Messages of a collector: invitations, reminders and thank-you messages. Heading "Operations named in the
//! usage flows".

use super::query::Paging;
use crate::spec::resources::collectors::RecipientStats;
use crate::spec::resources::messages::{Message, MessageNew, MessagePatch, MessageRef, MessageSend, MessageSent};
use crate::spec::types::List;

macro_rules! messages {
    ($then:ident) => { $then! {
        /// Lists the messages of a collector.
        GET "/v3/collectors/{collector_id}/messages" ListMessages(collector_id) as "collectors.messages.list"
            query(Paging) needs(CollectorsRead) -> 200 List<MessageRef>;
        /// Creates a message of an email or text message collector, or copies one. The status 201 is our choice.
        POST "/v3/collectors/{collector_id}/messages" CreateMessage(collector_id) as "collectors.messages.create"
            body(MessageNew) needs(CollectorsWrite) -> 201 Message;
        /// Returns a message.
        GET "/v3/collectors/{collector_id}/messages/{message_id}" GetMessage(collector_id, message_id)
            as "collectors.messages.get"
            needs(CollectorsRead) -> 200 Message;
        /// Changes subject, text, branding or audience of an unsent message.
        PATCH "/v3/collectors/{collector_id}/messages/{message_id}" UpdateMessage(collector_id, message_id)
            as "collectors.messages.update"
            body(MessagePatch) needs(CollectorsWrite) -> 200 Message;
        /// Replaces subject, text, branding and audience of an unsent message.
        PUT "/v3/collectors/{collector_id}/messages/{message_id}" ReplaceMessage(collector_id, message_id)
            as "collectors.messages.replace"
            body(MessagePatch) needs(CollectorsWrite) -> 200 Message;
        /// Deletes a message. That it is returned is our choice.
        DELETE "/v3/collectors/{collector_id}/messages/{message_id}" DeleteMessage(collector_id, message_id)
            as "collectors.messages.delete"
            needs(CollectorsWrite) -> 200 Message;
        /// Sends an unsent message with at least one recipient, at once or later. Our service sends no text messages:
        /// one becomes `sent`, and stays in the service's outbox.
        POST "/v3/collectors/{collector_id}/messages/{message_id}/send" SendMessage(collector_id, message_id)
            as "collectors.messages.send"
            body(MessageSend) needs(CollectorsWrite) -> 200 MessageSent;
        /// Counts the recipients of a message by their progress. The scope is our choice.
        GET "/v3/collectors/{collector_id}/messages/{message_id}/stats" GetMessageStats(collector_id, message_id)
            as "collectors.messages.stats"
            needs(CollectorsRead) -> 200 RecipientStats;
    } };
}
messages!(endpoints);
