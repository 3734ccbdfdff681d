//! Deletion of collectors: a collector goes with its messages, their sending records, its recipients, its responses and
//! their files.

use crate::service::actor::call_context::CallContext;
use crate::service::store::effects::Effects;
use crate::service::store::events;
use crate::service::store::expiry::{self, OPT_OUT_LIFETIME};
use crate::service::store::filter::json_list;
use crate::service::store::job_queue::{self, JobKind};
use crate::service::store::sql::{Row, Sql, SqlError, Value, first_row, values};
use crate::service::surveys::answers;
use crate::spec::events::DeliveryResources;
use crate::spec::resources::recipients::MailStatus;
use crate::spec::resources::webhooks::EventType;
use crate::wire::error::ApiError;

/// Recipients that one chunk deletes, so that it stays short.
pub const RECIPIENTS_PER_CHUNK: i64 = 100;

/// Messages that one chunk deletes, each by several statements.
const MESSAGES_PER_CHUNK: i64 = 10;

/// Collectors and links of respondents that one chunk deletes.
const ROWS_PER_CHUNK: i64 = 200;

/// Deletes a collector with its responses and messages, these some at a time. The survey's counts are updated, and
/// webhooks get an event for each response. `owner` is the survey's. Returns the collector as it was before.
///
/// # Errors
///
/// Fails if a statement fails, and for a pause.
pub fn delete_collector(context: &CallContext, row: Row, owner: &str) -> Result<Row, ApiError> {
    let clearing = answers::delete_responses(context, row)?;
    let listed = json_list([clearing.collector.text("id").as_str()]);
    if delete_without_responses(context.effects(), &listed, owner, &mut { RECIPIENTS_PER_CHUNK })? {
        return Ok(clearing.collector);
    }
    Err(context.chunked_work.pause_keeping_writes(clearing))
}

/// Deletes some collectors of a deleted survey, but not their responses. Webhooks get an event for each. Returns
/// whether none is left.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn delete_some(effects: Effects, survey_id: &str, owner: &str) -> Result<bool, SqlError> {
    let some = "SELECT id FROM collectors WHERE survey_id = ? LIMIT ?";
    let rows = effects.sql.run(some, values![survey_id, ROWS_PER_CHUNK])?;
    let ids: Vec<String> = rows.iter().map(|row| row.text("id")).collect();
    let listed = json_list(ids.iter().map(String::as_str));
    if !delete_without_responses(effects, &listed, owner, &mut { RECIPIENTS_PER_CHUNK })? {
        return Ok(false);
    }
    events::emit_events(effects, EventType::CollectorDeleted, &mut || {
        let resources = |collector: &str| DeliveryResources {
            respondent_id: None,
            recipient_id: None,
            collector_id: Some(collector.into()),
            survey_id: Some(survey_id.into()),
            user_id: Some(owner.into()),
        };
        ids.iter().map(|collector| (collector.clone(), resources(collector))).collect()
    })?;
    Ok(number(&rows) < ROWS_PER_CHUNK)
}

/// Deletes collectors, whose ids are a JSON list, but not their responses, with some of their recipients: no more than
/// are `left` for this chunk. The job queue deletes the others, which cannot be found without the collector. If there
/// are too many messages or links of respondents for one chunk, deletes some of these only. Returns whether the
/// collectors are deleted.
fn delete_without_responses(effects: Effects, ids: &Value, owner: &str, left: &mut i64) -> Result<bool, SqlError> {
    let messages = effects.sql.run(
        "SELECT id
         FROM messages
         WHERE collector_id IN (SELECT value FROM json_each(?))
         LIMIT ?",
        &[ids.clone(), MESSAGES_PER_CHUNK.into()],
    )?;
    for message in &messages {
        let subject = delete_message(effects, &message.text("id"), owner)?;
        if *left <= 0 || !delete_recipients(effects, &subject, left)? {
            job_queue::schedule(effects, JobKind::DeleteRecipients, &subject, effects.now)?;
        }
    }
    let links = effects.sql.run(
        "DELETE FROM respondent_tokens
         WHERE rowid IN (
             SELECT rowid
             FROM respondent_tokens
             WHERE collector_id IN (SELECT value FROM json_each(?))
             LIMIT ?)
         RETURNING 1 AS gone",
        &[ids.clone(), ROWS_PER_CHUNK.into()],
    )?;
    if number(&messages) >= MESSAGES_PER_CHUNK || number(&links) >= ROWS_PER_CHUNK {
        return Ok(false);
    }
    effects
        .sql
        .run("DELETE FROM collectors WHERE id IN (SELECT value FROM json_each(?))", std::slice::from_ref(ids))?;
    Ok(true)
}

fn number(rows: &[Row]) -> i64 {
    i64::try_from(rows.len()).unwrap_or(i64::MAX)
}

/// Deletes a message, but not the recipients that were added to it. Returns the subject of [`delete_recipients`].
/// Mails that were sent still count for the daily limit.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn delete_message(effects: Effects, id: &str, owner: &str) -> Result<String, SqlError> {
    effects.sql.run(
        "DELETE FROM message_sends
         WHERE message_id = ? AND (SELECT status FROM messages WHERE messages.id = message_id) = 'not_sent'",
        values![id],
    )?;
    uncount_remaining(effects.sql, id)?;
    effects.sql.run("DELETE FROM messages WHERE id = ?", values![id])?;
    job_queue::complete(effects, JobKind::SendMessage, id)?;
    Ok(format!("{id} {owner}"))
}

/// Counts a message for its day without the recipients to whom it is still to be sent, because it ends now.
///
/// # Errors
///
/// Fails if the statement fails.
pub fn uncount_remaining(sql: &dyn Sql, message_id: &str) -> Result<(), SqlError> {
    sql.run(
        "UPDATE message_sends
         SET recipients = recipients - (SELECT COUNT(*)
                                        FROM message_recipients
                                        WHERE message_recipients.message_id = message_sends.message_id AND status = ?)
         WHERE message_id = ?",
        values![MailStatus::Processing.as_str(), message_id],
    )?;
    Ok(())
}

/// Deletes some recipients of a deleted message, no more than are `left` for this chunk. The subject has the id of the
/// message, and that of the survey's owner. Returns whether none is left.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn delete_recipients(effects: Effects, subject: &str, left: &mut i64) -> Result<bool, SqlError> {
    let (message_id, owner) = subject.split_once(' ').unwrap_or((subject, ""));
    let rows = effects.sql.run("SELECT id FROM recipients WHERE message_id = ? LIMIT ?", values![message_id, *left])?;
    if !rows.is_empty() {
        let ids: Vec<String> = rows.iter().map(|row| row.text("id")).collect();
        delete_rows(effects, owner, &json_list(ids.iter().map(String::as_str)))?;
    }
    *left = left.saturating_sub(number(&rows));
    // Those of a reminder or a thank-you are recipients of another message.
    let others = effects.sql.run(
        "DELETE FROM message_recipients
         WHERE rowid IN (SELECT rowid FROM message_recipients WHERE message_id = ? LIMIT ?)
         RETURNING 1 AS gone",
        values![message_id, *left],
    )?;
    *left = left.saturating_sub(number(&others));
    Ok(*left > 0)
}

/// Runs a chunk of one of the jobs that delete recipients of a user's surveys. Returns whether there is none.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn delete_recipients_of_owner(effects: Effects, owner: &str) -> Result<bool, SqlError> {
    let kind = JobKind::DeleteRecipients;
    let Some(subject) = deletion_of_owner(effects, kind, owner)? else { return Ok(true) };
    if delete_recipients(effects, &subject, &mut { RECIPIENTS_PER_CHUNK })? {
        job_queue::complete(effects, kind, &subject)?;
    }
    Ok(false)
}

/// The subject of one of the jobs of this kind that delete what belonged to a user.
///
/// # Errors
///
/// Fails if the statement fails.
pub fn deletion_of_owner(effects: Effects, kind: JobKind, owner: &str) -> Result<Option<String>, SqlError> {
    let waiting = "SELECT subject FROM jobs WHERE kind = ? AND subject LIKE '% ' || ? LIMIT 1";
    Ok(first_row(effects.sql, waiting, values![kind.as_str(), owner])?.map(|job| job.text("subject")))
}

/// Passes the jobs that delete what belonged to a user's surveys to another user, as the surveys are.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn pass_deletions(effects: Effects, from: &str, to: &str) -> Result<(), SqlError> {
    effects.sql.run(
        "UPDATE jobs
         SET subject = SUBSTR(subject, 1, INSTR(subject, ' ')) || ?
         WHERE kind IN (?, ?) AND subject LIKE '% ' || ?",
        values![to, JobKind::DeleteRecipients.as_str(), JobKind::DeleteSurveyRows.as_str(), from],
    )?;
    Ok(())
}

/// Deletes a recipient and their progress in the survey. Responses stay.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn delete_recipient(effects: Effects, id: &str) -> Result<(), SqlError> {
    let owner = first_row(
        effects.sql,
        "SELECT surveys.owner_id
         FROM recipients
         JOIN collectors ON collectors.id = recipients.collector_id
         JOIN surveys ON surveys.id = collectors.survey_id
         WHERE recipients.id = ?",
        values![id],
    )?;
    delete_rows(effects, &owner.map_or_else(String::new, |row| row.text("owner_id")), &json_list([id]))
}

/// Deletes recipients with all that belongs to them. A message that is still to be sent to them counts them no more for
/// its day. Stores the addresses that got a mail for a year, so that the link to opt out still works. Our choice.
fn delete_rows(effects: Effects, owner: &str, ids: &Value) -> Result<(), SqlError> {
    let former = effects.sql.run(
        "INSERT OR IGNORE INTO former_recipients (id, owner_id, address, deleted)
         SELECT id, ?, address, ?
         FROM recipients
         WHERE id IN (SELECT value FROM json_each(?)) AND EXISTS (
            SELECT 1
            FROM message_recipients
            WHERE message_recipients.recipient_id = recipients.id AND message_recipients.status = 'sent')
         RETURNING 1 AS stored",
        &[owner.into(), effects.now.into(), ids.clone()],
    )?;
    if !former.is_empty() {
        expiry::schedule(effects, effects.now.saturating_add(OPT_OUT_LIFETIME))?;
    }
    for statement in [
        "UPDATE message_sends
         SET recipients = recipients - unsent.number
         FROM (SELECT message_id, COUNT(*) AS number
               FROM message_recipients
               JOIN messages ON messages.id = message_id
               WHERE recipient_id IN (SELECT value FROM json_each(?))
                 AND (messages.status = 'not_sent' OR message_recipients.status = 'processing')
               GROUP BY message_id) AS unsent
         WHERE unsent.message_id = message_sends.message_id",
        "DELETE FROM message_recipients WHERE recipient_id IN (SELECT value FROM json_each(?))",
        "DELETE FROM respondent_progress
         WHERE id IN (SELECT collector_id || '.' || id
                      FROM recipients
                      WHERE id IN (SELECT value FROM json_each(?)))",
        "DELETE FROM respondent_tokens
         WHERE progress_id IN (SELECT collector_id || '.' || id
                               FROM recipients
                               WHERE id IN (SELECT value FROM json_each(?)))",
        "DELETE FROM recipients WHERE id IN (SELECT value FROM json_each(?))",
    ] {
        effects.sql.run(statement, std::slice::from_ref(ids))?;
    }
    Ok(())
}
