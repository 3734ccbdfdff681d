//! How a message becomes mails: to whom it goes, and a step at a time until everybody has it.
//!
//! A message is not_sent until its time has come, then processing, then sent. Whoever has opted out or whose address
//! refuses mail is passed over, also if that happened after they were added.

use super::mail_template::MailTemplate;
use super::outbox;
use crate::service::store::config::Config;
use crate::service::store::effects::Effects;
use crate::service::store::job_queue::{self, JobKind};
use crate::service::store::restore_window::restorable_until;
use crate::service::store::sql::{Row, Sql, SqlError, first_row, values};
use crate::service::surveys::recipients::RECIPIENT_STATUS_SQL;
use crate::spec::resources::collectors::CollectorStatus;
use crate::spec::resources::messages::{MessageAudience, MessageStatus, MessageType};
use crate::spec::resources::recipients::MailStatus;
use crate::wire::dates::{DAY, Timestamp};

/// Mails of one step, so that a step stays short.
const MAILS_PER_STEP: i64 = 100;

/// To whom a message goes that was not sent, by the ids of the recipients.
pub fn load_audience(sql: &dyn Sql, message: &Row) -> Result<Vec<String>, SqlError> {
    let rows = match follow_up_audience(message) {
        None => sql.run(
            "SELECT recipient_id AS id
             FROM mailings
             WHERE message_id = ?
             ORDER BY recipient_id",
            values![message.text("id")],
        )?,
        Some(audience) => sql.run(
            &format!("SELECT recipients.id {} ORDER BY recipients.id", audience_sql(audience)),
            values![message.text("collector_id")],
        )?,
    };
    Ok(rows.iter().map(|row| row.text("id")).collect())
}

/// The message is being sent from now on. Reminders and thank-yous pick their recipients here, and count for the day
/// with those: they may be others than on the day when the message was scheduled.
pub fn begin_sending(sql: &dyn Sql, message: &Row) -> Result<(), SqlError> {
    let id = message.text("id");
    if let Some(audience) = follow_up_audience(message) {
        sql.run(
            &format!(
                "INSERT OR IGNORE INTO mailings (message_id, recipient_id, status)
                 SELECT ?, recipients.id, '' {}",
                audience_sql(audience)
            ),
            values![id.as_str(), message.text("collector_id")],
        )?;
        sql.run(
            "UPDATE sendings
             SET recipients = (SELECT COUNT(*) FROM mailings WHERE mailings.message_id = sendings.message_id)
             WHERE message_id = ?",
            values![id.as_str()],
        )?;
    }
    sql.run(
        "UPDATE mailings SET status = ? WHERE message_id = ?",
        values![MailStatus::Processing.as_str(), id.as_str()],
    )?;
    sql.run("UPDATE messages SET status = ? WHERE id = ?", values![MessageStatus::Processing.as_str(), id])?;
    Ok(())
}

/// Whether mail may come from an address: a member of the team has verified it, or there is none, as in text messages.
pub fn is_verified(sql: &dyn Sql, sender: &str) -> Result<bool, SqlError> {
    let known = "SELECT id FROM users WHERE email = ? AND email_verified = 1";
    Ok(sender.is_empty() || first_row(sql, known, values![sender.to_lowercase()])?.is_some())
}

/// The next step of a message whose time has come. Its sender may have changed since it was sent or scheduled: from an
/// address that is not verified nothing goes out. It keeps the agenda itself: the message stays on it until the last
/// mail is written, and leaves it then.
pub fn send_next_mails(config: &Config, ground: Effects, message_id: &str) -> Result<(), SqlError> {
    let message = first_row(
        ground.sql,
        "SELECT messages.id, messages.collector_id, messages.type, messages.status, audience, subject,
                messages.body, is_html, is_branding_enabled, embed_first_question,
                collectors.survey_id, json_extract(collectors.body, '$.sender_email') AS sender, users.deleted
         FROM messages
         JOIN collectors ON collectors.id = messages.collector_id
         LEFT JOIN surveys ON surveys.id = collectors.survey_id
         LEFT JOIN users ON users.id = surveys.owner_id
         WHERE messages.id = ?",
        values![message_id],
    )?;
    let status = |row: &Row| MessageStatus::parse(&row.text("status"));
    let Some(message) = message.filter(|row| status(row) != Some(MessageStatus::Sent)) else {
        return job_queue::complete(ground, JobKind::SendMessage, message_id);
    };
    if message.optional_text("deleted").is_some() {
        return postpone_sending(ground, message_id, restorable_until(message.timestamp("deleted")));
    }
    let verified = is_verified(ground.sql, &message.text("sender"))?;
    if status(&message) == Some(MessageStatus::NotSent) {
        if !verified {
            return unschedule(ground, message_id);
        }
        begin_sending(ground.sql, &message)?;
    }
    let rows = ground.sql.run(
        "SELECT recipients.id, address, first_name, last_name, custom_fields, extra_fields, opted_out, bounced,
                EXISTS (SELECT 1 FROM refusals WHERE refusals.address = recipients.address) AS refused
         FROM mailings
         JOIN recipients ON recipients.id = mailings.recipient_id
         WHERE mailings.message_id = ? AND mailings.status = ?
         ORDER BY mailings.recipient_id
         LIMIT ?",
        values![message_id, MailStatus::Processing.as_str(), MAILS_PER_STEP],
    )?;
    let letter = MailTemplate::from_message(config, ground.sql, &message)?;
    for row in &rows {
        let unwanted = !verified
            || row.boolean("refused")
            || row.optional_text("opted_out").is_some()
            || row.optional_text("bounced").is_some();
        let status = if unwanted { MailStatus::NotSent } else { MailStatus::Sent };
        if !unwanted {
            letter.render_for(row, &|mail| outbox::enqueue_mail(ground, mail).map(drop))?;
        }
        ground.sql.run(
            "UPDATE mailings SET status = ? WHERE message_id = ? AND recipient_id = ?",
            values![status.as_str(), message_id, row.text("id")],
        )?;
    }
    if i64::try_from(rows.len()).unwrap_or(i64::MAX) >= MAILS_PER_STEP {
        return job_queue::schedule(ground, JobKind::SendMessage, message_id, ground.now);
    }
    ground.sql.run("UPDATE messages SET status = ? WHERE id = ?", values![MessageStatus::Sent.as_str(), message_id])?;
    ground.sql.run(
        "UPDATE collectors SET status = ?, modified = ? WHERE id = ? AND status = ?",
        values![
            CollectorStatus::Open.as_str(),
            ground.now,
            message.text("collector_id"),
            CollectorStatus::New.as_str()
        ],
    )?;
    job_queue::complete(ground, JobKind::SendMessage, message_id)
}

/// The message has no date any more, and counts for no day. Sending it again is refused with the reason.
fn unschedule(ground: Effects, message_id: &str) -> Result<(), SqlError> {
    ground.sql.run("UPDATE messages SET scheduled = NULL WHERE id = ?", values![message_id])?;
    ground.sql.run("DELETE FROM sendings WHERE message_id = ?", values![message_id])?;
    job_queue::complete(ground, JobKind::SendMessage, message_id)
}

/// Nothing goes out for an account that its user has deleted: the message waits until the account is restored, or for
/// ever. Our choice.
fn postpone_sending(ground: Effects, message_id: &str, restorable: Timestamp) -> Result<(), SqlError> {
    if ground.now < restorable {
        return job_queue::schedule(ground, JobKind::SendMessage, message_id, ground.now.saturating_add(DAY));
    }
    job_queue::complete(ground, JobKind::SendMessage, message_id)
}

/// To whom a message goes that has no recipients of its own.
fn follow_up_audience(message: &Row) -> Option<MessageAudience> {
    let kind = MessageType::parse(&message.text("type"))?;
    let stored = message.optional_text("audience").and_then(|audience| MessageAudience::parse(&audience));
    stored.or_else(|| kind.audiences().first().copied())
}

/// The recipients of a collector who were written to and came so far, as what follows `SELECT`.
fn audience_sql(audience: MessageAudience) -> String {
    let came = match audience {
        MessageAudience::HasNotResponded => "'not_responded'",
        MessageAudience::PartiallyResponded => "'partially_responded'",
        MessageAudience::Completed => "'completely_responded'",
        MessageAudience::Responded => "'partially_responded', 'completely_responded'",
    };
    format!(
        "FROM recipients
         JOIN mailings AS own ON own.message_id = recipients.message_id AND own.recipient_id = recipients.id
         WHERE recipients.collector_id = ?
           AND own.status = 'sent'
           AND opted_out IS NULL
           AND bounced IS NULL
           AND NOT EXISTS (SELECT 1 FROM refusals WHERE refusals.address = recipients.address)
           AND {RECIPIENT_STATUS_SQL} IN ({came})"
    )
}
