//! TABLE. Messages of a collector: invitations, reminders and thank-you messages.

use crate::spec::types::{Date, Id, Nullable};

/// Placeholders that the text of an email must contain. The service replaces them by links for each recipient.
pub const PLACEHOLDERS: [&str; 4] = ["[SurveyLink]", "[OptOutLink]", "[PrivacyLink]", "[FooterLink]"];

/// Default subject of a message.
pub const DEFAULT_SUBJECT: &str = "We want your opinion";

/// Default text of a mail, as HTML. Our choice.
pub const DEFAULT_MAIL: &str = "<p>Hello [FirstName],</p>\n\
    <p>we would like to know what you think, and have a few questions for you.</p>\n\
    <p><a href=\"[SurveyLink]\">Begin the survey</a></p>\n\
    <p>The link is yours alone: please do not pass it on. Thank you for your time!</p>\n\
    <p><a href=\"[OptOutLink]\">No more mail of this kind</a> | <a href=\"[PrivacyLink]\">Privacy</a> | \
    <a href=\"[FooterLink]\">Who sends this</a></p>";

/// Default text of a text message. Our choice.
pub const DEFAULT_TEXT_MESSAGE: &str = "We want your opinion: [SurveyLink]";

/// Further placeholders for data of the recipient, in addition to `[CustomValue1]` to `[CustomValue6]` and the names of
/// extra fields. The set is our choice.
pub const PERSONAL: [&str; 4] = ["[FirstName]", "[LastName]", "[Email]", "[CustomValue]"];

choices! {
    /// The kind of a message.
    MessageType { Invite "invite", Reminder "reminder", ThankYou "thank_you", Sms "sms" }
    /// The status of the sending of a message.
    MessageStatus { NotSent "not_sent", Processing "processing", Sent "sent" }
    /// The collector's recipients who get a reminder or thank-you message.
    MessageAudience {
        /// Default for reminders.
        HasNotResponded "has_not_responded",
        /// Reminders and thank-you messages.
        PartiallyResponded "partially_responded",
        /// Default for thank-you messages.
        Completed "completed",
        /// Thank-you messages.
        Responded "responded",
    }
}

impl MessageType {
    /// The values of `recipient_status` for a message of this kind, the default first. Empty for messages with their
    /// own recipients.
    pub const fn audiences(self) -> &'static [MessageAudience] {
        match self {
            MessageType::Invite | MessageType::Sms => &[],
            MessageType::Reminder => &[MessageAudience::HasNotResponded, MessageAudience::PartiallyResponded],
            MessageType::ThankYou => {
                &[MessageAudience::Completed, MessageAudience::Responded, MessageAudience::PartiallyResponded]
            }
        }
    }
}

resources! {
    /// A message in a list.
    MessageRef {
        /// Id of the message.
        id: Id,
        /// Status of its sending.
        status: MessageStatus,
        /// Kind.
        r#type: MessageType,
        /// Subject; text messages have none.
        subject: Option<String>,
        /// URL of the message.
        href: String,
    }
    /// A message of a collector.
    Message {
        /// Id of the message.
        id: Id,
        /// Kind.
        r#type: MessageType,
        /// Status of its sending.
        status: MessageStatus,
        /// Recipients of a reminder or thank-you message; null for other kinds.
        recipient_status: Nullable<MessageAudience>,
        /// Subject; text messages have none.
        subject: Option<String>,
        /// Text, as HTML if it was given as HTML.
        body: String,
        /// Whether it is scheduled or was sent.
        is_scheduled: bool,
        /// When it will be or was sent, with offset; null if not scheduled.
        scheduled_date: Nullable<Date>,
        /// Whether the service's name is shown.
        is_branding_enabled: bool,
        /// Whether the mail contains the first question. It is documented as input; returning it is our choice.
        embed_first_question: Option<bool>,
        /// When it was created, with offset.
        date_created: Date,
        /// URL of the message.
        href: String,
    }
    /// A new message: `type` and its fields, or the message to copy.
    MessageNew {
        /// Kind; required unless another message is copied.
        r#type: Option<MessageType>,
        /// The collector of the message to copy.
        from_collector_id: Option<Id>,
        /// The message to copy.
        from_message_id: Option<Id>,
        /// Whether to copy the recipients too; false if not given.
        include_recipients: Option<bool>,
        /// Recipients of a reminder or thank-you message.
        recipient_status: Option<MessageAudience>,
        /// Subject, of 500 characters at most; "We want your opinion" if not given.
        subject: Option<String>,
        /// Text without markup, at most 100,000 bytes; a mail must contain the four placeholders. The service's default
        /// if not given.
        body_text: Option<String>,
        /// Text as HTML, at most 100,000 bytes; a mail must contain the four placeholders. It takes precedence over
        /// `body_text`.
        body_html: Option<String>,
        /// The text as a message has it: accepted if the new message has the same. Another text needs `body_html` or
        /// `body_text`, which say what it is. Our choice.
        body: Option<String>,
        /// Whether the service's name is shown; true if not given.
        is_branding_enabled: Option<bool>,
        /// Whether to embed the first question in the mail; false if not given.
        embed_first_question: Option<bool>,
    }
    /// Changes to an unsent message, or its replacement.
    MessagePatch {
        /// Recipients of a reminder or thank-you message.
        recipient_status: Option<MessageAudience>,
        /// Subject.
        subject: Option<String>,
        /// Text without markup, at most 100,000 bytes; a mail must contain the four placeholders.
        body_text: Option<String>,
        /// Text as HTML, at most 100,000 bytes; a mail must contain the four placeholders. It takes precedence over
        /// `body_text`.
        body_html: Option<String>,
        /// The text as it was read. A replacement that has it keeps the text. Another text is refused: it needs
        /// `body_html` or `body_text`, which say what it is. Our choice.
        body: Option<String>,
        /// Whether the service's name is shown.
        is_branding_enabled: Option<bool>,
    }
    /// When to send a message.
    MessageSend {
        /// The date; at once if not given.
        scheduled_date: Option<Date>,
    }
    /// A message that is scheduled.
    MessageSent {
        /// True, also for a message that is sent at once.
        is_scheduled: bool,
        /// When it is sent, with microseconds and offset; about now for a message that is sent at once.
        scheduled_date: Nullable<Date>,
        /// Text.
        body: String,
        /// Subject; text messages have none.
        subject: Option<String>,
        /// One id for each recipient. As in the live service, they are not the recipients' ids.
        recipients: Vec<Id>,
        /// Recipients of a reminder or thank-you message; null for other kinds.
        recipient_status: Nullable<MessageAudience>,
        /// Kind.
        r#type: MessageType,
    }
}
