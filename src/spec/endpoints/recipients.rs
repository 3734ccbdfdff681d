//! TABLE. Recipients of a collector's messages. Heading "Operations named in the usage flows".

use super::query::Paging;
use crate::spec::resources::recipients::{Recipient, RecipientNew, RecipientRef, RecipientsAdded, RecipientsNew};
use crate::spec::types::{Commas, List};

choices! {
    /// Extra fields of a recipient in a list.
    RecipientInclude {
        SurveyResponseStatus "survey_response_status",
        MailStatus "mail_status",
        CustomFields "custom_fields",
        RemoveLink "remove_link",
        ExtraFields "extra_fields",
        SurveyLink "survey_link",
    }
}

queries! {
    /// Extra fields of a list of recipients.
    RecipientFields {
        /// Extra fields of each recipient.
        include: Option<Commas<RecipientInclude>>,
    }
}

macro_rules! recipients {
    ($then:ident) => { $then! {
        /// Lists the recipients of a message.
        GET "/v3/collectors/{collector_id}/messages/{message_id}/recipients"
            ListMessageRecipients(collector_id, message_id)
            as "collectors.messages.recipients.list"
            query(Paging, RecipientFields) needs(CollectorsRead) -> 200 List<RecipientRef>;
        /// Adds a recipient to a message. The status 201 is our choice.
        POST "/v3/collectors/{collector_id}/messages/{message_id}/recipients"
            CreateRecipient(collector_id, message_id)
            as "collectors.messages.recipients.create"
            body(RecipientNew) needs(CollectorsWrite) -> 201 Recipient;
        /// Adds recipients to a message. The response reports the result for each address.
        POST "/v3/collectors/{collector_id}/messages/{message_id}/recipients/bulk"
            BulkRecipients(collector_id, message_id)
            as "collectors.messages.recipients.bulk"
            body(RecipientsNew) needs(CollectorsWrite) -> 200 RecipientsAdded;
        /// Lists the recipients of every message of a collector.
        GET "/v3/collectors/{collector_id}/recipients" ListRecipients(collector_id) as "collectors.recipients.list"
            query(Paging, RecipientFields) needs(CollectorsRead) -> 200 List<RecipientRef>;
        /// Returns a recipient.
        GET "/v3/collectors/{collector_id}/recipients/{recipient_id}" GetRecipient(collector_id, recipient_id)
            as "collectors.recipients.get"
            needs(CollectorsRead) -> 200 Recipient;
        /// Removes a recipient. That it is returned is our choice.
        DELETE "/v3/collectors/{collector_id}/recipients/{recipient_id}" DeleteRecipient(collector_id, recipient_id)
            as "collectors.recipients.delete"
            needs(CollectorsWrite) -> 200 Recipient;
    } };
}
recipients!(endpoints);
