//! TABLE. Recipients: to whom a collector's messages go.

use crate::spec::types::Id;
use std::collections::BTreeMap;

choices! {
    /// How far a recipient came in the survey.
    RecipientResponseStatus {
        NotResponded "not_responded",
        PartiallyResponded "partially_responded",
        CompletelyResponded "completely_responded",
    }
    /// How far the mail to a recipient came.
    MailStatus { Sent "sent", NotSent "not_sent", Processing "processing" }
    /// What to do with somebody who is a recipient already.
    Duplicates {
        /// Add the recipient again.
        Add "add",
        /// Add only to a message that does not go to the same address.
        AddIfNotInMessage "add_if_not_in_message",
        /// Add only if no message of the collector goes to the same address.
        AddIfNotInCollector "add_if_not_in_collector",
    }
}

resources! {
    /// A recipient in a list. All but id, address and `href` come only when included.
    RecipientRef {
        /// Id of the recipient.
        id: Id,
        /// Email address, for email collectors.
        email: Option<String>,
        /// Phone number `+1XXXYYYZZZZ`, for text message collectors.
        phone_number: Option<String>,
        /// Address of the recipient as a resource.
        href: String,
        /// How far the recipient came in the survey.
        survey_response_status: Option<RecipientResponseStatus>,
        /// How far the mail came.
        mail_status: Option<MailStatus>,
        /// Custom fields `1` to `6`.
        custom_fields: Option<BTreeMap<String, String>>,
        /// Further fields that the app attached.
        extra_fields: Option<BTreeMap<String, String>>,
        /// Address with which the recipient opts out.
        remove_link: Option<String>,
        /// Address with which the recipient takes the survey.
        survey_link: Option<String>,
    }
    /// A recipient.
    Recipient {
        /// Id of the recipient.
        id: Id,
        /// The survey.
        survey_id: Id,
        /// Email address, for email collectors.
        email: Option<String>,
        /// Phone number `+1XXXYYYZZZZ`, for text message collectors.
        phone_number: Option<String>,
        /// First name; `""` if unknown.
        first_name: Option<String>,
        /// Last name; `""` if unknown.
        last_name: Option<String>,
        /// How far the recipient came in the survey.
        survey_response_status: RecipientResponseStatus,
        /// How far the mail came.
        mail_status: MailStatus,
        /// Custom fields `1` to `6`.
        custom_fields: Option<BTreeMap<String, String>>,
        /// Further fields that the app attached.
        extra_fields: Option<BTreeMap<String, String>>,
        /// Address with which the recipient opts out.
        remove_link: Option<String>,
        /// Address with which the recipient takes the survey.
        survey_link: Option<String>,
        /// Address of the recipient as a resource.
        href: String,
    }
    /// What adds a recipient: a contact, or an email address or phone number.
    RecipientNew {
        /// The contact.
        contact_id: Option<Id>,
        /// Email address, for email collectors.
        email: Option<String>,
        /// Phone number `+1XXXYYYZZZZ`, for text message collectors.
        phone_number: Option<String>,
        /// First name.
        first_name: Option<String>,
        /// Last name.
        last_name: Option<String>,
        /// Custom fields `1` to `6`.
        custom_fields: Option<BTreeMap<String, String>>,
        /// Further fields of the app's own.
        extra_fields: Option<BTreeMap<String, String>>,
        /// What to do with somebody who is a recipient already; `add` if not given.
        duplicates: Option<Duplicates>,
    }
    /// What adds recipients: contacts, contact lists, and people who are no contacts yet.
    RecipientsNew {
        /// People, by address. If one of them has custom fields, those of the others are cleared.
        contacts: Option<Vec<RecipientPerson>>,
        /// Contacts.
        contact_ids: Option<Vec<Id>>,
        /// Contact lists.
        contact_list_ids: Option<Vec<Id>>,
    }
    /// A person to add to the recipients.
    RecipientPerson {
        /// Email address, for email collectors.
        email: Option<String>,
        /// Phone number `+1XXXYYYZZZZ`, for text message collectors.
        phone_number: Option<String>,
        /// First name.
        first_name: Option<String>,
        /// Last name.
        last_name: Option<String>,
        /// Custom fields `1` to `6`.
        custom_fields: Option<BTreeMap<String, String>>,
        /// Further fields of the app's own.
        extra_fields: Option<BTreeMap<String, String>>,
    }
    /// Who was added and who was not: the answer is 200 even if nobody was.
    RecipientsAdded {
        /// Those who were added.
        succeeded: Vec<RecipientAdded>,
        /// Addresses that are none.
        invalids: Vec<String>,
        /// Addresses of those who were recipients already.
        existing: Vec<String>,
        /// Addresses that refused earlier mail.
        bounced: Vec<String>,
        /// Addresses that want no mail.
        opted_out: Vec<String>,
        /// Addresses that stand in the request more than once.
        duplicate: Vec<String>,
    }
    /// A recipient who was added.
    RecipientAdded {
        /// Id of the recipient.
        id: Id,
        /// Email address, for email collectors.
        email: Option<String>,
        /// Phone number `+1XXXYYYZZZZ`, for text message collectors.
        phone_number: Option<String>,
        /// Address of the recipient, below the collector.
        href: String,
    }
}
