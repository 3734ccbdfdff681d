//! What a message says: subject and text, with the placeholders that a mail must have, and to whom it goes.

use super::message_type;
use crate::service::actor::context::Context;
use crate::service::mail::mail_template;
use crate::service::store::sql::Row;
use crate::spec::errors::Error;
use crate::spec::limits::{MESSAGE_BYTES_MAX, TITLE_CHARS_MAX};
use crate::spec::resources::messages::{
    DEFAULT_MAIL, DEFAULT_SUBJECT, DEFAULT_TEXT_MESSAGE, MessageAudience, MessageNew, MessagePatch, MessageType,
    PLACEHOLDERS,
};
use crate::wire::error::ApiError;

/// A message as it is to be stored.
pub struct MessageContent {
    /// Kind.
    pub kind: MessageType,
    /// To whom a reminder or thank-you goes.
    pub audience: Option<MessageAudience>,
    /// Subject; text messages have none.
    pub subject: Option<String>,
    /// The text.
    pub body: String,
    /// Whether the text is HTML.
    pub is_html: bool,
    /// Whether the service's name is shown.
    pub is_branding_enabled: bool,
    /// Whether the first question stands in the mail.
    pub embed_first_question: bool,
}

impl MessageContent {
    /// That of a new message.
    pub fn new(new: &MessageNew) -> Result<MessageContent, ApiError> {
        let kind = new.r#type.ok_or_else(|| bad_body("`type` or `from_message_id` must be given."))?;
        let said = MessagePatch {
            recipient_status: new.recipient_status,
            subject: new.subject.clone(),
            body_text: new.body_text.clone(),
            body_html: new.body_html.clone(),
            is_branding_enabled: new.is_branding_enabled,
        };
        MessageContent::default_of(kind, new.embed_first_question.unwrap_or(false)).overlay_patch(&said)
    }

    /// That of another message.
    pub fn from_original(row: &Row) -> Result<MessageContent, ApiError> {
        Ok(MessageContent {
            kind: message_type(row)?,
            audience: row.optional_text("audience").and_then(|audience| MessageAudience::parse(&audience)),
            subject: row.optional_text("subject"),
            body: row.text("body"),
            is_html: row.boolean("is_html"),
            is_branding_enabled: row.boolean("is_branding_enabled"),
            embed_first_question: row.boolean("embed_first_question"),
        })
    }

    /// That of a message of which some changes.
    pub fn from_patch(row: &Row, said: &MessagePatch) -> Result<MessageContent, ApiError> {
        MessageContent::from_original(row)?.overlay_patch(said)
    }

    /// That of a message of which all that is left out goes back to its default.
    pub fn from_replacement(row: &Row, said: &MessagePatch) -> Result<MessageContent, ApiError> {
        MessageContent::default_of(message_type(row)?, row.boolean("embed_first_question")).overlay_patch(said)
    }

    /// A mail that is to hold the first question is not saved where there is none. That this is 1060 is our choice.
    pub fn check_embedding(&self, context: &Context, collector: &Row) -> Result<(), ApiError> {
        let wanted = self.embed_first_question && self.kind != MessageType::Sms;
        if !wanted || mail_template::has_first_question(context.sql, &collector.text("survey_id"))? {
            return Ok(());
        }
        Err(ApiError::with_detail(Error::BodyNotSaved, "`embed_first_question` needs a survey that asks something."))
    }

    fn default_of(kind: MessageType, embed_first_question: bool) -> MessageContent {
        let sms = kind == MessageType::Sms;
        MessageContent {
            kind,
            audience: kind.audiences().first().copied(),
            subject: (!sms).then(|| DEFAULT_SUBJECT.to_owned()),
            body: if sms { DEFAULT_TEXT_MESSAGE } else { DEFAULT_MAIL }.to_owned(),
            is_html: !sms,
            is_branding_enabled: true,
            embed_first_question,
        }
    }

    fn overlay_patch(mut self, said: &MessagePatch) -> Result<MessageContent, ApiError> {
        if let Some(audience) = said.recipient_status {
            if !self.kind.audiences().contains(&audience) {
                let detail = format!("`recipient_status` of a message of type {} must fit it.", self.kind.as_str());
                return Err(bad_body(detail));
            }
            self.audience = Some(audience);
        }
        if let Some(subject) = &said.subject {
            if self.kind == MessageType::Sms {
                return Err(bad_body("`subject` is not for messages of type sms."));
            }
            if subject.chars().count() > TITLE_CHARS_MAX {
                return Err(bad_body(format!("`subject` must have at most {TITLE_CHARS_MAX} characters.")));
            }
            if subject.trim().is_empty() || subject.chars().any(char::is_control) {
                return Err(bad_body("`subject` must be one line and not empty."));
            }
            self.subject = Some(subject.clone());
        }
        let bodies = [("body_html", &said.body_html, true), ("body_text", &said.body_text, false)];
        let given = bodies.into_iter().find_map(|(field, body, html)| Some((field, body.as_ref()?, html)));
        if let Some((field, body, is_html)) = given {
            self.complete_text(field, body)?;
            self.body.clone_from(body);
            self.is_html = is_html && self.kind != MessageType::Sms;
        }
        self.is_branding_enabled = said.is_branding_enabled.unwrap_or(self.is_branding_enabled);
        Ok(self)
    }

    /// A text is not too long, and a mail has all four placeholders. A text message that has not even the link gets it when it is sent: our choice.
    fn complete_text(&self, field: &str, body: &str) -> Result<(), ApiError> {
        if body.trim().is_empty() {
            return Err(bad_body(format!("`{field}` must not be empty.")));
        }
        if body.len() > MESSAGE_BYTES_MAX {
            return Err(bad_body(format!("`{field}` must have at most {MESSAGE_BYTES_MAX} bytes.")));
        }
        if self.kind == MessageType::Sms {
            return Ok(());
        }
        let missing: Vec<&str> = PLACEHOLDERS.into_iter().filter(|placeholder| !body.contains(placeholder)).collect();
        if missing.is_empty() {
            return Ok(());
        }
        Err(bad_body(format!("`{field}` must contain {}.", missing.join(", "))))
    }
}

fn bad_body(detail: impl Into<String>) -> ApiError {
    ApiError::with_detail(Error::BadBody, detail)
}
