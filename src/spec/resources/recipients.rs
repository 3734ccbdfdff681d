//! TABLE. Recipients of a collector's messages.

use crate::spec::types::Id;
use std::collections::BTreeMap;

choices! {
    /// The progress of a recipient in the survey.
    RecipientResponseStatus {
        NotResponded "not_responded",
        PartiallyResponded "partially_responded",
        CompletelyResponded "completely_responded",
    }
    /// The status of the mail to a recipient.
    MailStatus { Sent "sent", NotSent "not_sent", Processing "processing" }
    /// Treatment of a person who is a recipient already.
    Duplicates {
        /// Add the recipient again.
        Add "add",
        /// Add only if the message has no recipient with the same address.
        AddIfNotInMessage "add_if_not_in_message",
        /// Add only if no message of the collector has a recipient with the same address.
        AddIfNotInCollector "add_if_not_in_collector",
    }
}

resources! {
    /// A recipient in a list. Only id, address and `href` are always present; the others must be included.
    RecipientRef {
        /// Id of the recipient.
        id: Id,
        /// Email address, for email collectors.
        email: Option<String>,
        /// Phone number `+1XXXYYYZZZZ`, for text message collectors.
        phone_number: Option<String>,
        /// URL of the recipient as a resource.
        href: String,
        /// Progress of the recipient in the survey.
        survey_response_status: Option<RecipientResponseStatus>,
        /// Status of the mail.
        mail_status: Option<MailStatus>,
        /// Custom fields `1` to `6`.
        custom_fields: Option<BTreeMap<String, String>>,
        /// Extra fields of the app.
        extra_fields: Option<BTreeMap<String, String>>,
        /// URL by which the recipient opts out. Absent without the privilege `collect.full_access`.
        remove_link: Option<String>,
        /// URL by which the recipient takes the survey. Absent without the privilege `collect.full_access`.
        survey_link: Option<String>,
    }
    /// A recipient.
    Recipient {
        /// Id of the recipient.
        id: Id,
        /// Id of the survey.
        survey_id: Id,
        /// Email address, for email collectors.
        email: Option<String>,
        /// Phone number `+1XXXYYYZZZZ`, for text message collectors.
        phone_number: Option<String>,
        /// First name; `""` if unknown.
        first_name: Option<String>,
        /// Last name; `""` if unknown.
        last_name: Option<String>,
        /// Progress of the recipient in the survey.
        survey_response_status: RecipientResponseStatus,
        /// Status of the mail.
        mail_status: MailStatus,
        /// Custom fields `1` to `6`.
        custom_fields: Option<BTreeMap<String, String>>,
        /// Extra fields of the app.
        extra_fields: Option<BTreeMap<String, String>>,
        /// URL by which the recipient opts out. Absent without the privilege `collect.full_access`.
        remove_link: Option<String>,
        /// URL by which the recipient takes the survey. Absent without the privilege `collect.full_access`.
        survey_link: Option<String>,
        /// URL of the recipient as a resource.
        href: String,
    }
    /// A new recipient: a contact, or an email address or phone number.
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
        /// Extra fields of the app, of 10,000 characters together at most, with their names.
        extra_fields: Option<BTreeMap<String, String>>,
        /// Treatment of a person who is a recipient already; `add` if not given.
        duplicates: Option<Duplicates>,
    }
    /// New recipients: contacts, contact lists, and people who are not contacts yet.
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
        /// Extra fields of the app, of 10,000 characters together at most, with their names.
        extra_fields: Option<BTreeMap<String, String>>,
    }
    /// The recipients that were added and those that were not. The status is 200 even if none were added.
    RecipientsAdded {
        /// Recipients that were added.
        succeeded: Vec<RecipientAdded>,
        /// Invalid addresses.
        invalids: Vec<String>,
        /// Addresses that were recipients already.
        existing: Vec<String>,
        /// Addresses whose earlier mail bounced.
        bounced: Vec<String>,
        /// Addresses that have opted out.
        opted_out: Vec<String>,
        /// Addresses that occur in the request more than once.
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
        /// URL of the recipient, below the collector.
        href: String,
    }
}
