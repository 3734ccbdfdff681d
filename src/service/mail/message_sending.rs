//! How a message is sent: it selects its recipients and becomes mails, some at a time.
//!
//! A message is not_sent until it is due, then processing, then sent. A recipient who has opted out, or whose address
//! bounced, is skipped, even if that happened after they were added.

use super::mail_template::MailTemplate;
use super::removed_members::SURVEY_OWNER_SQL;
use super::{outbox, sender};
use crate::service::environment::config::Config;
use crate::service::store::effects::Effects;
use crate::service::store::expiry::restorable_until;
use crate::service::store::filter::json_list;
use crate::service::store::job_queue::{self, JobKind};
use crate::service::store::sql::{Row, Sql, SqlError, first_row, values};
use crate::service::surveys::collectors::{self, removal};
use crate::service::surveys::recipients::RECIPIENT_STATUS_SQL;
use crate::spec::plans::Plan;
use crate::spec::resources::collectors::CollectorStatus;
use crate::spec::resources::messages::{MessageAudience, MessageStatus, MessageType};
use crate::spec::resources::recipients::MailStatus;
use crate::wire::dates::{DAY, Timestamp};

/// Mails per step, so that a step stays short.
const MAILS_PER_STEP: i64 = 100;

/// Recipients of a reminder that one statement stores.
const AUDIENCE_PER_STATEMENT: usize = 10_000;

/// The ids of the recipients of a message that is not sent yet: at most so many.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn load_audience(sql: &dyn Sql, message: &Row, limit: i64) -> Result<Vec<String>, SqlError> {
    let rows = match follow_up_audience(message) {
        None => sql.run(
            "SELECT recipient_id AS id
             FROM message_recipients
             WHERE message_id = ?
             ORDER BY recipient_id
             LIMIT ?",
            values![message.text("id"), limit],
        )?,
        Some(audience) => sql.run(
            &format!("SELECT recipients.id {} ORDER BY recipients.id LIMIT ?", audience_sql(audience)),
            values![message.text("collector_id"), limit],
        )?,
    };
    Ok(rows.iter().map(|row| row.text("id")).collect())
}

/// Starts sending a message. Reminders and thank-yous select their recipients now and are counted for the daily limit
/// with these: they may differ from those when the message was scheduled. `audience` has them if they were just loaded.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn begin_sending(sql: &dyn Sql, message: &Row, audience: Option<&[String]>) -> Result<(), SqlError> {
    let (id, processing) = (message.text("id"), MailStatus::Processing.as_str());
    if follow_up_audience(message).is_some() {
        let loaded = match audience {
            Some(_) => Vec::new(),
            None => load_audience(sql, message, i64::MAX)?,
        };
        // The platform stores 2 MB in a value.
        for some in audience.unwrap_or(&loaded).chunks(AUDIENCE_PER_STATEMENT) {
            sql.run(
                "INSERT OR REPLACE INTO message_recipients (message_id, recipient_id, status)
                 SELECT ?, value, ? FROM json_each(?)",
                &[id.as_str().into(), processing.into(), json_list(some.iter().map(String::as_str))],
            )?;
        }
        sql.run(
            "UPDATE message_sends
             SET recipients = (SELECT COUNT(*)
                               FROM message_recipients
                               WHERE message_recipients.message_id = message_sends.message_id)
             WHERE message_id = ?",
            values![id.as_str()],
        )?;
    } else {
        let statement = "UPDATE message_recipients SET status = ? WHERE message_id = ?";
        sql.run(statement, values![processing, id.as_str()])?;
    }
    sql.run("UPDATE messages SET status = ? WHERE id = ?", values![MessageStatus::Processing.as_str(), id])?;
    Ok(())
}

/// Whether a collector does not send a type of message: a closed one sends no invitations and reminders, but can send
/// thanks. Our choice.
pub fn is_closed_for(collector: &Row, message_type: Option<MessageType>, now: Timestamp) -> bool {
    message_type != Some(MessageType::ThankYou)
        && collectors::current_status(collector, now) == Some(CollectorStatus::Closed)
}

/// Runs the next step of a message that is due. Its job repeats until the last mail is written. Nothing is sent from an
/// address that is not confirmed, for a closed collector, or with a plan that sends nothing: each may have changed
/// since the message was scheduled, or since the last step.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn send_next_mails(config: &Config, effects: Effects, message_id: &str) -> Result<(), SqlError> {
    let statement = format!(
        "SELECT messages.id, messages.collector_id, messages.type, messages.status, audience, subject,
                messages.body, is_html, is_branding_enabled, embed_first_question,
                collectors.survey_id, json_extract(collectors.body, '$.sender_email') AS sender,
                surveys.title, users.username AS owner_email, users.deleted, users.plan
         FROM messages
         JOIN collectors ON collectors.id = messages.collector_id
         JOIN surveys ON surveys.id = collectors.survey_id
         LEFT JOIN users ON users.id = {SURVEY_OWNER_SQL}
         WHERE messages.id = ?"
    );
    let message = first_row(effects.sql, &statement, values![message_id])?;
    let status = |row: &Row| MessageStatus::parse(&row.text("status"));
    let Some(message) = message.filter(|row| status(row) != Some(MessageStatus::Sent)) else {
        return job_queue::complete(effects, JobKind::SendMessage, message_id);
    };
    // The account may be restored, so its messages wait.
    if message.optional_text("deleted").is_some() {
        return postpone_sending(effects, message_id, restorable_until(message.timestamp("deleted")));
    }
    let verified = sender::is_verified(effects.sql, &message.text("sender"))?;
    let collector = "SELECT status, body FROM collectors WHERE id = ?";
    let collector = first_row(effects.sql, collector, values![message.text("collector_id")])?;
    let message_type = MessageType::parse(&message.text("type"));
    let is_planned = Plan::parse(&message.text("plan")).is_none_or(Plan::collects_beyond_weblinks);
    let is_stopped =
        !verified || !is_planned || collector.is_none_or(|row| is_closed_for(&row, message_type, effects.now));
    match (is_stopped, status(&message)) {
        (true, Some(MessageStatus::NotSent)) => {
            // The owner has closed the collector or changed the plan, but may not know of the sender.
            if !verified {
                sender::report_unsent(effects, &message)?;
            }
            return unschedule(effects, message_id);
        }
        (false, Some(MessageStatus::NotSent)) => begin_sending(effects.sql, &message, None)?,
        (true, _) if !has_sent_mails(effects.sql, message_id)? => {
            if !verified {
                sender::report_unsent(effects, &message)?;
            }
            revert_sending(effects.sql, &message)?;
            return unschedule(effects, message_id);
        }
        (true, _) => skip_remaining(effects.sql, message_id)?,
        (false, _) => {}
    }
    let rows = effects.sql.run(
        "SELECT recipients.id, address, first_name, last_name, custom_fields, extra_fields, opted_out, bounced,
                EXISTS (SELECT 1 FROM suppressions WHERE suppressions.address = recipients.address) AS refused
         FROM message_recipients
         JOIN recipients ON recipients.id = message_recipients.recipient_id
         WHERE message_recipients.message_id = ? AND message_recipients.status = ?
         ORDER BY message_recipients.recipient_id
         LIMIT ?",
        values![message_id, MailStatus::Processing.as_str(), MAILS_PER_STEP],
    )?;
    let template = MailTemplate::from_message(config, effects.sql, &message)?;
    for row in &rows {
        let is_skipped = row.boolean("refused")
            || row.optional_text("opted_out").is_some()
            || row.optional_text("bounced").is_some();
        let status = if is_skipped { MailStatus::NotSent } else { MailStatus::Sent };
        if !is_skipped {
            template.render_for(row, &|mail| outbox::enqueue_mail(effects, mail).map(drop))?;
        }
        effects.sql.run(
            "UPDATE message_recipients SET status = ? WHERE message_id = ? AND recipient_id = ?",
            values![status.as_str(), message_id, row.text("id")],
        )?;
    }
    // A full step may have left recipients; the next step runs as a job, so that other requests get the thread first.
    if i64::try_from(rows.len()).unwrap_or(i64::MAX) >= MAILS_PER_STEP {
        return job_queue::schedule(effects, JobKind::SendMessage, message_id, effects.now);
    }
    effects
        .sql
        .run("UPDATE messages SET status = ? WHERE id = ?", values![MessageStatus::Sent.as_str(), message_id])?;
    effects.sql.run(
        "UPDATE collectors SET status = ?, modified = ? WHERE id = ? AND status = ?",
        values![
            CollectorStatus::Open.as_str(),
            effects.now,
            message.text("collector_id"),
            CollectorStatus::New.as_str()
        ],
    )?;
    job_queue::complete(effects, JobKind::SendMessage, message_id)
}

/// Whether a mail of a message is sent.
fn has_sent_mails(sql: &dyn Sql, message_id: &str) -> Result<bool, SqlError> {
    let sent = "SELECT 1 FROM message_recipients WHERE message_id = ? AND status = ? LIMIT 1";
    Ok(first_row(sql, sent, values![message_id, MailStatus::Sent.as_str()])?.is_some())
}

/// Makes a message that has sent nothing what it was before it began.
fn revert_sending(sql: &dyn Sql, message: &Row) -> Result<(), SqlError> {
    let id = message.text("id");
    // A reminder or a thank-you selects its recipients again when it begins again.
    match follow_up_audience(message) {
        Some(_) => sql.run("DELETE FROM message_recipients WHERE message_id = ?", values![id.as_str()])?,
        None => sql.run(
            "UPDATE message_recipients SET status = ? WHERE message_id = ?",
            values![MailStatus::NotSent.as_str(), id.as_str()],
        )?,
    };
    sql.run("UPDATE messages SET status = ? WHERE id = ?", values![MessageStatus::NotSent.as_str(), id])?;
    Ok(())
}

/// Ends a message that has sent some mails without the recipients that are left, who do not count for its day.
fn skip_remaining(sql: &dyn Sql, message_id: &str) -> Result<(), SqlError> {
    removal::uncount_remaining(sql, message_id)?;
    sql.run(
        "UPDATE message_recipients SET status = ? WHERE message_id = ? AND status = ?",
        values![MailStatus::NotSent.as_str(), message_id, MailStatus::Processing.as_str()],
    )?;
    Ok(())
}

/// Removes the date of a message, which then counts for no day. Sending it again is refused with the reason.
fn unschedule(effects: Effects, message_id: &str) -> Result<(), SqlError> {
    effects.sql.run("UPDATE messages SET scheduled = NULL WHERE id = ?", values![message_id])?;
    effects.sql.run("DELETE FROM message_sends WHERE message_id = ?", values![message_id])?;
    job_queue::complete(effects, JobKind::SendMessage, message_id)
}

/// Postpones a message of an account that is deleted: by a day while the account can be restored, then for good. Our
/// choice.
fn postpone_sending(effects: Effects, message_id: &str, restorable: Timestamp) -> Result<(), SqlError> {
    if effects.now < restorable {
        return job_queue::schedule(effects, JobKind::SendMessage, message_id, effects.now.saturating_add(DAY));
    }
    job_queue::complete(effects, JobKind::SendMessage, message_id)
}

/// The audience of a message that has no recipients of its own: a reminder or a thank-you.
fn follow_up_audience(message: &Row) -> Option<MessageAudience> {
    let message_type = MessageType::parse(&message.text("type"))?;
    let stored = message.optional_text("audience").and_then(|audience| MessageAudience::parse(&audience));
    stored.or_else(|| message_type.audiences().first().copied())
}

/// The recipients of a collector who got its invitation and have this response status, as the part of a query after
/// `SELECT`.
fn audience_sql(audience: MessageAudience) -> String {
    let statuses = match audience {
        MessageAudience::HasNotResponded => "'not_responded'",
        MessageAudience::PartiallyResponded => "'partially_responded'",
        MessageAudience::Completed => "'completely_responded'",
        MessageAudience::Responded => "'partially_responded', 'completely_responded'",
    };
    format!(
        "FROM recipients
         JOIN message_recipients AS own ON own.message_id = recipients.message_id AND own.recipient_id = recipients.id
         WHERE recipients.collector_id = ?
           AND own.status = 'sent'
           AND opted_out IS NULL
           AND bounced IS NULL
           AND NOT EXISTS (SELECT 1 FROM suppressions WHERE suppressions.address = recipients.address)
           AND {RECIPIENT_STATUS_SQL} IN ({statuses})"
    )
}
