//! TABLE. Messages: invitations, reminders and thanks that a collector sends.

use crate::spec::types::{Date, Id, Nullable};

/// What the text of an email must contain: the links that the service fills in for each recipient.
pub const PLACEHOLDERS: [&str; 4] = ["[SurveyLink]", "[OptOutLink]", "[PrivacyLink]", "[FooterLink]"];

/// Subject of a message that was given none.
pub const DEFAULT_SUBJECT: &str = "We want your opinion";

/// Text of a mail that was given none, as HTML. Our choice.
pub const DEFAULT_MAIL: &str = "<p>Hello [FirstName],</p>\n\
    <p>we would like to know what you think, and have a few questions for you.</p>\n\
    <p><a href=\"[SurveyLink]\">Begin the survey</a></p>\n\
    <p>The link is yours alone: please do not pass it on. Thank you for your time!</p>\n\
    <p><a href=\"[OptOutLink]\">No more mail of this kind</a> | <a href=\"[PrivacyLink]\">Privacy</a> | \
    <a href=\"[FooterLink]\">Who sends this</a></p>";

/// Text of a text message that was given none. Our choice.
pub const DEFAULT_TEXT_MESSAGE: &str = "We want your opinion: [SurveyLink]";

/// Further placeholders that a text may contain, beside `[CustomValue1]` to `[CustomValue6]` and the names of extra
/// fields: what is known of the recipient. Which there are is our choice.
pub const PERSONAL: [&str; 4] = ["[FirstName]", "[LastName]", "[Email]", "[CustomValue]"];

choices! {
    /// The kind of a message.
    MessageType { Invite "invite", Reminder "reminder", ThankYou "thank_you", Sms "sms" }
    /// How far the sending of a message is.
    MessageStatus { NotSent "not_sent", Processing "processing", Sent "sent" }
    /// To which of the collector's recipients a reminder or thank-you goes.
    MessageAudience {
        /// Reminders, where nothing is said.
        HasNotResponded "has_not_responded",
        /// Reminders and thank-yous.
        PartiallyResponded "partially_responded",
        /// Thank-yous, where nothing is said.
        Completed "completed",
        /// Thank-yous.
        Responded "responded",
    }
}

impl MessageType {
    /// To whom a message of this kind goes: the values that `recipient_status` may have, the default first. None for
    /// messages that have recipients of their own.
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
        /// How far its sending is.
        status: MessageStatus,
        /// Kind.
        r#type: MessageType,
        /// Subject; text messages have none.
        subject: Option<String>,
        /// Address of the message.
        href: String,
    }
    /// A message of a collector.
    Message {
        /// Id of the message.
        id: Id,
        /// Kind.
        r#type: MessageType,
        /// How far its sending is.
        status: MessageStatus,
        /// To whom a reminder or thank-you goes; null for other kinds.
        recipient_status: Nullable<MessageAudience>,
        /// Subject; text messages have none.
        subject: Option<String>,
        /// Text, as HTML if it was given as HTML.
        body: String,
        /// Whether it is to be sent, or was.
        is_scheduled: bool,
        /// When it is to be sent, or was, with offset; null if nobody has said.
        scheduled_date: Nullable<Date>,
        /// Whether the service's name is shown.
        is_branding_enabled: bool,
        /// Whether the first question stands in the mail. It is documented as input; that it is returned is our choice.
        embed_first_question: Option<bool>,
        /// When it was created, with offset.
        date_created: Date,
        /// Address of the message.
        href: String,
    }
    /// What creates a message: `type` and what follows it, or the message to copy.
    MessageNew {
        /// Kind; needed unless another message is copied.
        r#type: Option<MessageType>,
        /// The collector of the message to copy.
        from_collector_id: Option<Id>,
        /// The message to copy.
        from_message_id: Option<Id>,
        /// Whether to copy the recipients too; false if not given.
        include_recipients: Option<bool>,
        /// To whom a reminder or thank-you goes.
        recipient_status: Option<MessageAudience>,
        /// Subject, of 500 characters at most; "We want your opinion" if not given.
        subject: Option<String>,
        /// Text without markup; a mail must contain the four placeholders. 100,000 bytes at
        /// most; a text of the service's own if not given.
        body_text: Option<String>,
        /// Text as HTML; a mail must contain the four placeholders. It wins over `body_text` and may
        /// have 100,000 bytes too.
        body_html: Option<String>,
        /// Whether the service's name is shown; true if not given.
        is_branding_enabled: Option<bool>,
        /// Whether to put the first question into the mail; false if not given.
        embed_first_question: Option<bool>,
    }
    /// What changes a message that was not sent, or replaces it.
    MessagePatch {
        /// To whom a reminder or thank-you goes.
        recipient_status: Option<MessageAudience>,
        /// Subject.
        subject: Option<String>,
        /// Text without markup; a mail must contain the four placeholders. 100,000 bytes at most.
        body_text: Option<String>,
        /// Text as HTML; a mail must contain the four placeholders. It wins over `body_text` and may
        /// have 100,000 bytes too.
        body_html: Option<String>,
        /// Whether the service's name is shown.
        is_branding_enabled: Option<bool>,
    }
    /// When to send a message.
    MessageSend {
        /// The date; at once if not given.
        scheduled_date: Option<Date>,
    }
    /// What is going to be sent.
    MessageSent {
        /// True, also for a message that is sent at once.
        is_scheduled: bool,
        /// When: with microseconds and offset; about now for a message that is sent at once.
        scheduled_date: Nullable<Date>,
        /// Text.
        body: String,
        /// Subject; text messages have none.
        subject: Option<String>,
        /// One id for each recipient whom it goes to. They are not the recipients' own ids, as seen of the live service.
        recipients: Vec<Id>,
        /// To whom a reminder or thank-you goes; null for other kinds.
        recipient_status: Nullable<MessageAudience>,
        /// Kind.
        r#type: MessageType,
    }
}
