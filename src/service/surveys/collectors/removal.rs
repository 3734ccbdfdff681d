//! Deletion of collectors: a collector goes with its messages, their sending records, its recipients, its responses and
//! their files.

use crate::service::actor::context::Context;
use crate::service::store::sql::{Row, SqlError, values};
use crate::service::surveys::answers;

/// Deletes a collector with its responses. The survey's counts are updated, and webhooks get an event for each
/// response.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn delete_collector(context: &Context, row: &Row) -> Result<(), SqlError> {
    let id = row.text("id");
    answers::clear_responses(context.effects(), &id)?;
    delete_without_responses(context, &id)
}

/// Deletes a collector of a deleted survey. Its responses are deleted later, by a job.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn delete_without_responses(context: &Context, id: &str) -> Result<(), SqlError> {
    let messages = context.sql.run("SELECT id FROM messages WHERE collector_id = ?", values![id])?;
    messages.iter().try_for_each(|message| self::delete_message(context, &message.text("id")))?;
    context.sql.run("DELETE FROM respondent_tokens WHERE collector_id = ?", values![id])?;
    context.sql.run("DELETE FROM collectors WHERE id = ?", values![id])?;
    Ok(())
}

/// Deletes a message and the recipients that were added to it. Messages that were sent still count for the daily limit.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn delete_message(context: &Context, id: &str) -> Result<(), SqlError> {
    remember_addresses(context, "message_id", id)?;
    context.sql.run(
        "DELETE FROM message_sends
         WHERE message_id = ? AND (SELECT status FROM messages WHERE messages.id = message_id) = 'not_sent'",
        values![id],
    )?;
    context.sql.run(
        "DELETE FROM message_recipients
         WHERE recipient_id IN (SELECT id FROM recipients WHERE message_id = ?)",
        values![id],
    )?;
    context.sql.run("DELETE FROM message_recipients WHERE message_id = ?", values![id])?;
    context.sql.run(
        "DELETE FROM respondent_progress
         WHERE id IN (SELECT collector_id || '.' || id FROM recipients WHERE message_id = ?)",
        values![id],
    )?;
    context.sql.run("DELETE FROM recipients WHERE message_id = ?", values![id])?;
    context.sql.run("DELETE FROM messages WHERE id = ?", values![id])?;
    context.sql.run("DELETE FROM jobs WHERE kind = 'send_message' AND subject = ?", values![id])?;
    Ok(())
}

/// Deletes a recipient and their progress in the survey. Responses stay, and a message that is not sent yet counts one
/// recipient less.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn delete_recipient(context: &Context, id: &str) -> Result<(), SqlError> {
    remember_addresses(context, "id", id)?;
    context.sql.run(
        "UPDATE message_sends
         SET recipients = recipients - 1
         WHERE message_id IN (
            SELECT message_recipients.message_id
            FROM message_recipients
            JOIN messages ON messages.id = message_recipients.message_id
            WHERE recipient_id = ? AND messages.status = 'not_sent')",
        values![id],
    )?;
    context.sql.run("DELETE FROM message_recipients WHERE recipient_id = ?", values![id])?;
    context.sql.run(
        "DELETE FROM respondent_progress
         WHERE id IN (SELECT collector_id || '.' || id FROM recipients WHERE id = ?)",
        values![id],
    )?;
    context.sql.run("DELETE FROM recipients WHERE id = ?", values![id])?;
    Ok(())
}

/// Stores the addresses that got a mail, so that the link to opt out still works. Our choice.
fn remember_addresses(context: &Context, column: &str, id: &str) -> Result<(), SqlError> {
    let sql = format!(
        "INSERT OR IGNORE INTO former_recipients (id, owner_id, address)
         SELECT recipients.id, surveys.owner_id, recipients.address
         FROM recipients
         JOIN collectors ON collectors.id = recipients.collector_id
         JOIN surveys ON surveys.id = collectors.survey_id
         WHERE recipients.{column} = ? AND EXISTS (
            SELECT 1
            FROM message_recipients
            WHERE message_recipients.recipient_id = recipients.id AND message_recipients.status = 'sent')"
    );
    context.sql.run(&sql, values![id]).map(drop)
}
