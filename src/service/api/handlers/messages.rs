//! Messages of collectors of type email and sms: created, changed until they are sent, and sent.

mod content;
mod copy;
pub mod daily_limit;
mod delete;

use super::collectors::{collector_type, load_collector as collector, load_writable};
use crate::service::actor::call_context::CallContext;
use crate::service::api::dispatch::Handle;
use crate::service::mail::{message_sending, sender};
use crate::service::store::ids::{self, IdKind};
use crate::service::store::job_queue::{self, JobKind};
use crate::service::store::sql::{Row, first_row, values};
use crate::service::surveys::recipients::{self, RecipientScope};
use crate::spec::endpoints::messages::{
    CreateMessage, GetMessage, GetMessageStats, ListMessages, ReplaceMessage, SendMessage, UpdateMessage,
};
use crate::spec::errors::Error;
use crate::spec::resources::collectors::{CollectorType, RecipientStats};
use crate::spec::resources::messages::{Message, MessageAudience, MessageRef, MessageSent, MessageStatus, MessageType};
use crate::spec::types::{Id, List, Nullable};
use crate::wire::dates::{self, Timestamp};
use crate::wire::error::ApiError;
use content::MessageContent;
use serde_json::Value;

impl Handle for ListMessages {
    fn handle_request(self, context: &CallContext) -> Result<List<MessageRef>, ApiError> {
        let id = self.collector_id.as_str();
        collector(context, &self.collector_id)?;
        let slice = context.page_range(&self.query.0);
        let total =
            first_row(context.sql, "SELECT COUNT(*) AS total FROM messages WHERE collector_id = ?", values![id])?;
        let rows = context.sql.run(
            "SELECT id, collector_id, type, status, subject
             FROM messages
             WHERE collector_id = ?
             ORDER BY created, id
             LIMIT ? OFFSET ?",
            values![id, slice.limit(), slice.offset()],
        )?;
        let data = rows.iter().map(|row| message_ref(context, row)).collect::<Result<_, _>>()?;
        Ok(context.list_envelope::<ListMessages, _>(slice, data, total.map_or(0, |row| row.count("total"))))
    }
}

impl Handle for CreateMessage {
    fn handle_request(self, context: &CallContext) -> Result<Message, ApiError> {
        let (row, _) = load_writable(context, &self.collector_id)?;
        let id = ids::next_id(context.sql, IdKind::Message)?;
        let (text, original) = if copy::wants_copy(&self.body) {
            let original = copy::load_original(context, &self.body)?;
            (MessageContent::from_original(&original)?, Some(original))
        } else {
            (MessageContent::new(&self.body)?, None)
        };
        check_type(&row, text.kind)?;
        text.check_embedding(context, &row)?;
        context.sql.run(
            "INSERT INTO messages (id, collector_id, type, status, audience, subject, body, is_html,
                                   is_branding_enabled, embed_first_question, created)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            values![
                id.as_str(),
                self.collector_id.as_str(),
                text.kind.as_str(),
                MessageStatus::NotSent.as_str(),
                text.audience.map(MessageAudience::as_str),
                text.subject,
                text.body,
                text.is_html,
                text.is_branding_enabled,
                text.embed_first_question,
                context.now(),
            ],
        )?;
        if let Some(original) = original.filter(|_| self.body.include_recipients == Some(true)) {
            copy::copy_recipients(context, &original, &id)?;
        }
        message_from_row(context, &load_message(context, &self.collector_id, &id.into())?)
    }
}

impl Handle for GetMessage {
    fn handle_request(self, context: &CallContext) -> Result<Message, ApiError> {
        collector(context, &self.collector_id)?;
        message_from_row(context, &load_message(context, &self.collector_id, &self.message_id)?)
    }
}

impl Handle for UpdateMessage {
    fn handle_request(self, context: &CallContext) -> Result<Message, ApiError> {
        let row = load_unsent(context, &self.collector_id, &self.message_id)?;
        save_content(context, &row, &MessageContent::from_patch(&row, &self.body)?)
    }
}

impl Handle for ReplaceMessage {
    fn handle_request(self, context: &CallContext) -> Result<Message, ApiError> {
        let row = load_unsent(context, &self.collector_id, &self.message_id)?;
        save_content(context, &row, &MessageContent::from_replacement(&row, &self.body)?)
    }
}

/// A scheduled message can be sent again, which moves its date: our choice. The response names one mail per recipient,
/// by separate ids, not by the ids of the recipients; how these ids are computed is our choice.
impl Handle for SendMessage {
    fn handle_request(self, context: &CallContext) -> Result<MessageSent, ApiError> {
        context.account.require_verified_email()?;
        let row = load_unsent(context, &self.collector_id, &self.message_id)?;
        check_open(context, &self.collector_id, &row)?;
        check_sender(context, &self.collector_id)?;
        let id = self.message_id.as_str();
        let due = match &self.body.scheduled_date {
            Some(date) => dates::parse_date(&date.0)
                .ok_or(ApiError::with_detail(Error::BadBody, "`scheduled_date` must be a date."))?
                .max(context.now()),
            None => context.now(),
        };
        // One more than the plan allows is refused, so that the others need not be read.
        let read = i64::from(context.account.plan.row().recipients_a_day).saturating_add(1);
        let audience = message_sending::load_audience(context.sql, &row, read)?;
        if audience.is_empty() {
            return Err(Error::NoRecipients.into());
        }
        daily_limit::count_recipients(context, id, due, audience.len())?;
        context.sql.run("UPDATE messages SET scheduled = ? WHERE id = ?", values![due, id])?;
        if due <= context.now() {
            message_sending::begin_sending(context.sql, &row, Some(&audience))?;
        }
        job_queue::schedule(context.effects(), JobKind::SendMessage, id, due)?;
        Ok(MessageSent {
            is_scheduled: true,
            scheduled_date: Nullable::Value(due.with_microseconds()),
            body: row.text("body"),
            subject: row.optional_text("subject"),
            recipients: audience.iter().map(|recipient| Id::from(ids::mailing_id(id, recipient))).collect(),
            recipient_status: message_audience(&row),
            r#type: message_type(&row)?,
        })
    }
}

impl Handle for GetMessageStats {
    fn handle_request(self, context: &CallContext) -> Result<RecipientStats, ApiError> {
        collector(context, &self.collector_id)?;
        load_message(context, &self.collector_id, &self.message_id)?;
        Ok(recipients::load_stats(context.sql, RecipientScope::Message(self.message_id.as_str()))?)
    }
}

/// A message of a collector that the caller sees.
///
/// # Errors
///
/// [`Error::NotFound`], if the collector has no such message.
pub fn load_message(context: &CallContext, collector_id: &Id, id: &Id) -> Result<Row, ApiError> {
    let row = first_row(
        context.sql,
        "SELECT id, collector_id, type, status, audience, subject, body, is_html, is_branding_enabled,
                embed_first_question, scheduled, created
         FROM messages
         WHERE id = ? AND collector_id = ?",
        values![id.as_str(), collector_id.as_str()],
    )?;
    row.ok_or(Error::NotFound.into())
}

/// A message that the caller may change and that is not sent yet.
///
/// # Errors
///
/// Errors of the collector or the message; [`Error::Conflict`], if it is sent.
pub fn load_unsent(context: &CallContext, collector_id: &Id, id: &Id) -> Result<Row, ApiError> {
    load_writable(context, collector_id)?;
    let row = load_message(context, collector_id, id)?;
    if message_status(&row)? == MessageStatus::NotSent {
        return Ok(row);
    }
    Err(ApiError::with_detail(Error::Conflict, "The message is already sent."))
}

fn check_open(context: &CallContext, collector_id: &Id, message: &Row) -> Result<(), ApiError> {
    let message_type = message_type(message)?;
    if message_sending::is_closed_for(&collector(context, collector_id)?, Some(message_type), context.now()) {
        return Err(ApiError::with_detail(Error::Conflict, "The collector is closed. Open it first."));
    }
    Ok(())
}

/// The sender must be an address that a member of the team has verified: our choice.
fn check_sender(context: &CallContext, collector_id: &Id) -> Result<(), ApiError> {
    let body = collector(context, collector_id)?.json("body");
    if sender::is_verified(context.sql, body.get("sender_email").and_then(Value::as_str).unwrap_or_default())? {
        return Ok(());
    }
    let detail = "The collector's `sender_email` must be an address that a member of the team has verified.";
    Err(ApiError::with_detail(Error::EmailUnverified, detail))
}

/// The type of a stored message.
///
/// # Errors
///
/// An internal error, if the column holds no type.
pub fn message_type(row: &Row) -> Result<MessageType, ApiError> {
    MessageType::parse(&row.text("type")).ok_or(Error::Internal.into())
}

fn message_status(row: &Row) -> Result<MessageStatus, ApiError> {
    MessageStatus::parse(&row.text("status")).ok_or(Error::Internal.into())
}

fn message_audience(row: &Row) -> Nullable<MessageAudience> {
    row.optional_text("audience").and_then(|audience| MessageAudience::parse(&audience)).into()
}

/// Collectors of type sms send text messages, those of type email all other types. The rest send none.
fn check_type(collector: &Row, message: MessageType) -> Result<(), ApiError> {
    let needed = match collector_type(collector)? {
        CollectorType::Email if message != MessageType::Sms => return Ok(()),
        CollectorType::Sms if message == MessageType::Sms => return Ok(()),
        CollectorType::Email => "`type` must be invite, reminder or thank_you for a collector of type email.",
        CollectorType::Sms => "`type` must be sms for a collector of type sms.",
        _ => {
            return Err(ApiError::with_detail(Error::Conflict, "Only collectors of type email and sms have messages."));
        }
    };
    Err(ApiError::with_detail(Error::BadBody, needed))
}

fn save_content(context: &CallContext, row: &Row, text: &MessageContent) -> Result<Message, ApiError> {
    let id = row.text("id");
    context.sql.run(
        "UPDATE messages
         SET audience = ?, subject = ?, body = ?, is_html = ?, is_branding_enabled = ?
         WHERE id = ?",
        values![
            text.audience.map(MessageAudience::as_str),
            text.subject.clone(),
            text.body.as_str(),
            text.is_html,
            text.is_branding_enabled,
            id.as_str(),
        ],
    )?;
    message_from_row(context, &load_message(context, &row.text("collector_id").into(), &id.into())?)
}

fn message_href(context: &CallContext, row: &Row) -> String {
    context.operation_url::<GetMessage>(&[&row.text("collector_id"), &row.text("id")])
}

fn message_ref(context: &CallContext, row: &Row) -> Result<MessageRef, ApiError> {
    Ok(MessageRef {
        id: row.text("id").into(),
        status: message_status(row)?,
        r#type: message_type(row)?,
        subject: row.optional_text("subject"),
        href: message_href(context, row),
    })
}

fn message_from_row(context: &CallContext, row: &Row) -> Result<Message, ApiError> {
    let scheduled = row.optional_text("scheduled").map(|_| row.timestamp("scheduled"));
    Ok(Message {
        id: row.text("id").into(),
        r#type: message_type(row)?,
        status: message_status(row)?,
        recipient_status: message_audience(row),
        subject: row.optional_text("subject"),
        body: row.text("body"),
        is_scheduled: scheduled.is_some(),
        scheduled_date: scheduled.map(Timestamp::with_offset).into(),
        is_branding_enabled: row.boolean("is_branding_enabled"),
        embed_first_question: Some(row.boolean("embed_first_question")),
        date_created: row.timestamp("created").with_offset(),
        href: message_href(context, row),
    })
}
