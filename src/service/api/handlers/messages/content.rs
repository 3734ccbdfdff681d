//! The content of a message: subject, text with the required placeholders, and audience.

use super::message_type;
use crate::service::actor::call_context::CallContext;
use crate::service::mail::mail_template;
use crate::service::store::sql::Row;
use crate::spec::errors::Error;
use crate::spec::limits::{MESSAGE_BYTES_MAX, TITLE_CHARS_MAX};
use crate::spec::resources::messages::{
    DEFAULT_MAIL, DEFAULT_SUBJECT, DEFAULT_TEXT_MESSAGE, MessageAudience, MessageNew, MessagePatch, MessageType,
    PLACEHOLDERS,
};
use crate::wire::error::ApiError;

/// The content of a message as stored.
pub struct MessageContent {
    /// Type.
    pub kind: MessageType,
    /// The recipients of a reminder or thank-you.
    pub audience: Option<MessageAudience>,
    /// Subject; text messages have none.
    pub subject: Option<String>,
    /// The text.
    pub body: String,
    /// Whether the text is HTML.
    pub is_html: bool,
    /// Whether the service's name is shown.
    pub is_branding_enabled: bool,
    /// Whether the mail contains the first question.
    pub embed_first_question: bool,
}

impl MessageContent {
    /// The content of a new message.
    ///
    /// # Errors
    ///
    /// [`Error::BadBody`], if the type is missing or a field is invalid.
    pub fn new(new: &MessageNew) -> Result<MessageContent, ApiError> {
        let kind = new.r#type.ok_or_else(|| bad_body("`type` or `from_message_id` is required."))?;
        let patch = MessagePatch {
            recipient_status: new.recipient_status,
            subject: new.subject.clone(),
            body_text: new.body_text.clone(),
            body_html: new.body_html.clone(),
            body: new.body.clone(),
            is_branding_enabled: new.is_branding_enabled,
        };
        MessageContent::default_of(kind, new.embed_first_question.unwrap_or(false)).overlay_patch(&patch)
    }

    /// The content of a stored message.
    ///
    /// # Errors
    ///
    /// An internal error, if the stored message is damaged.
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

    /// The content of a message after an update, which changes only the fields of the request.
    ///
    /// # Errors
    ///
    /// [`Error::BadBody`], if a field is invalid.
    pub fn from_patch(row: &Row, patch: &MessagePatch) -> Result<MessageContent, ApiError> {
        MessageContent::from_original(row)?.overlay_patch(patch)
    }

    /// The content of a message after a replacement, which resets every other field to its default. The text stays if
    /// the request has it as it was read: clients that read a message and send it back must not lose it.
    ///
    /// # Errors
    ///
    /// [`Error::BadBody`], if a field is invalid.
    pub fn from_replacement(row: &Row, patch: &MessagePatch) -> Result<MessageContent, ApiError> {
        let stored = MessageContent::from_original(row)?;
        let mut content = MessageContent::default_of(stored.kind, stored.embed_first_question);
        if patch.body.as_ref() == Some(&stored.body) {
            (content.body, content.is_html) = (stored.body, stored.is_html);
        }
        content.overlay_patch(patch)
    }

    /// Checks that the survey has a question that mails can contain, if the mail is to contain the first one.
    ///
    /// # Errors
    ///
    /// [`Error::BodyNotSaved`] (1060) otherwise, which is our choice.
    pub fn check_embedding(&self, context: &CallContext, collector: &Row) -> Result<(), ApiError> {
        let is_embedded = self.embed_first_question && self.kind != MessageType::Sms;
        if !is_embedded || mail_template::has_first_question(context.sql, &collector.text("survey_id"))? {
            return Ok(());
        }
        let detail = "`embed_first_question` needs a question with a heading among the first ten of the survey.";
        Err(ApiError::with_detail(Error::BodyNotSaved, detail))
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

    fn overlay_patch(mut self, patch: &MessagePatch) -> Result<MessageContent, ApiError> {
        if let Some(audience) = patch.recipient_status {
            if !self.kind.audiences().contains(&audience) {
                let allowed: Vec<&str> = self.kind.audiences().iter().map(|audience| audience.as_str()).collect();
                let detail = match allowed.as_slice() {
                    [] => format!("`recipient_status` is not for messages of type {}.", self.kind.as_str()),
                    _ => format!("`recipient_status` must be {} for this type.", allowed.join(" or ")),
                };
                return Err(bad_body(detail));
            }
            self.audience = Some(audience);
        }
        if let Some(subject) = &patch.subject {
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
        let bodies = [("body_html", &patch.body_html, true), ("body_text", &patch.body_text, false)];
        let new_body = bodies.into_iter().find_map(|(field, body, html)| Some((field, body.as_ref()?, html)));
        // What was read may be sent back, also with a new text. Whether another text is HTML is not known.
        let is_read = |read: &String| *read == self.body || new_body.is_some_and(|(_, body, _)| body == read);
        if !patch.body.as_ref().is_none_or(is_read) {
            return Err(bad_body("`body` is only read. Give a new text as `body_html` or `body_text`."));
        }
        if let Some((field, body, is_html)) = new_body {
            self.complete_text(field, body)?;
            self.body.clone_from(body);
            self.is_html = is_html && self.kind != MessageType::Sms;
        }
        self.is_branding_enabled = patch.is_branding_enabled.unwrap_or(self.is_branding_enabled);
        Ok(self)
    }

    /// Checks the length of a text, and the four placeholders of a mail. A text message without the link gets it when
    /// it is sent: our choice.
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
