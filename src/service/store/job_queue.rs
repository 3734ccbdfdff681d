//! The job queue of an actor: scheduled work, stored in its database so that no restart loses it.
//!
//! A job is written in the transaction that causes it: a scheduled message, the announcement of an event, a webhook
//! delivery, a mail to hand over, a purge, or an update of the public list of apps. The caller asks [`next_due`] when
//! to run an actor's jobs; deployed, that time is set as the object's alarm.

use super::effects::Effects;
use super::sql::{Sql, SqlError, first_row, values};
use crate::wire::dates::{SECOND, Timestamp};
use std::collections::BTreeSet;

/// The delay after which a job continues what a call does in chunks, unless the call does.
pub const CHECK_DELAY: i64 = 10 * SECOND;

choices! {
    /// The kind of a job, and what its `subject` is.
    JobKind {
        /// Sends a message that is due; the subject is the message's id.
        SendMessage "send_message",
        /// Turns an event into deliveries, one for each matching webhook; the subject is the event's id and, after the
        /// first step, the last webhook that it has come to.
        AnnounceEvent "announce_event",
        /// Posts the next delivery of a webhook; the subject is the webhook's id.
        Deliver "deliver",
        /// Hands a mail over to the mail transport; the subject is the mail's id.
        HandOver "hand_over",
        /// Deletes some data of a deleted user; the subject is the user's id.
        Purge "purge",
        /// Releases an e-mail address in the directory; the subject is the address.
        ForgetAddress "forget_address",
        /// Deletes an account that was not confirmed in time; the subject is the user's id.
        EndUnconfirmed "end_unconfirmed",
        /// Asks the team that the directory has for the address of a new account whether it still uses it; the subject
        /// is that team's id.
        AskHolder "ask_holder",
        /// Deletes the account that a new member has left, and has its address lead to this team; the subject is that
        /// account's team, its user's id and the address.
        LeaveAccount "leave_account",
        /// Deletes an app whose account is purged; the subject is the client id and the user's id.
        EndApp "end_app",
        /// Updates an app in the public list; the subject is the revision.
        ListApp "list_app",
        /// Applies the rest of the backlog; there is no subject. Databases contain the name: it never changes.
        ApplyBacklog "carry_out",
        /// Deletes the rows of an unfinished or deleted survey; the subject is the survey's id and, for a deleted one,
        /// its owner's. Databases contain the name: it never changes.
        DeleteSurveyRows "take_away",
        /// Deletes the responses of a collector; the subject is the collector's id and that of the last response.
        ClearResponses "clear_responses",
        /// Deletes the recipients of a deleted message; the subject is the message's id and that of the survey's owner.
        DeleteRecipients "delete_recipients",
        /// Deletes mails that are too old; there is no subject.
        PruneOutbox "prune_outbox",
        /// Deletes what is stored for a limited time only; there is no subject.
        Expire "expire",
    }
}

impl JobKind {
    /// Whether one step of the job takes as long as a chunk of a call.
    pub const fn is_long(self) -> bool {
        matches!(
            self,
            JobKind::SendMessage
                | JobKind::Purge
                | JobKind::DeleteSurveyRows
                | JobKind::ClearResponses
                | JobKind::DeleteRecipients
                | JobKind::PruneOutbox
                | JobKind::Expire
        )
    }
}

/// A stored job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Job {
    /// The kind.
    pub kind: JobKind,
    /// What the job is about; see [`JobKind`].
    pub subject: String,
    /// How often it failed.
    pub attempts: u64,
}

/// Schedules a job, or changes the time of the same job.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn schedule(effects: Effects, kind: JobKind, subject: &str, due: Timestamp) -> Result<(), SqlError> {
    insert_job(effects.sql, kind, subject, due)
}

/// Like [`schedule`], for callers without effects.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn insert_job(sql: &dyn Sql, kind: JobKind, subject: &str, due: Timestamp) -> Result<(), SqlError> {
    sql.run(
        "INSERT INTO jobs (kind, subject, due, attempts)
         VALUES (?, ?, ?, 0)
         ON CONFLICT (kind, subject) DO UPDATE SET due = excluded.due",
        values![kind.as_str(), subject, due],
    )?;
    Ok(())
}

/// Schedules the next attempt of a job that failed, and counts the attempt.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn retry_later(effects: Effects, job: &Job, due: Timestamp) -> Result<(), SqlError> {
    effects.sql.run(
        "UPDATE jobs
         SET due = ?, attempts = attempts + 1
         WHERE kind = ? AND subject = ?",
        values![due, job.kind.as_str(), job.subject.as_str()],
    )?;
    Ok(())
}

/// Deletes a job that is done or no longer needed.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn complete(effects: Effects, kind: JobKind, subject: &str) -> Result<(), SqlError> {
    effects.sql.run("DELETE FROM jobs WHERE kind = ? AND subject = ?", values![kind.as_str(), subject])?;
    Ok(())
}

/// Deletes a job whose task is done, unless the job was scheduled again while the task ran: only a job that waits for
/// its task is due after now and not after `lease_end`. Another one runs again.
///
/// # Errors
///
/// Fails if the statement fails.
pub fn complete_leased(effects: Effects, kind: JobKind, subject: &str, lease_end: Timestamp) -> Result<(), SqlError> {
    effects.sql.run(
        "DELETE FROM jobs WHERE kind = ? AND subject = ? AND due > ? AND due <= ?",
        values![kind.as_str(), subject, effects.now, lease_end],
    )?;
    Ok(())
}

/// The due jobs but those of the kind `postponed`, oldest first, up to a maximum number, and the kinds among them that
/// this version does not know: a newer version that was rolled back has left them.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn due_jobs(
    effects: Effects,
    postponed: Option<JobKind>,
    limit: i64,
) -> Result<(Vec<Job>, BTreeSet<String>), SqlError> {
    let rows = effects.sql.run(
        "SELECT kind, subject, attempts
         FROM jobs
         WHERE due <= ? AND kind IS NOT ?
         ORDER BY due
         LIMIT ?",
        values![effects.now, postponed.map(JobKind::as_str), limit],
    )?;
    let (mut jobs, mut unknown) = (Vec::new(), BTreeSet::new());
    for row in rows {
        let name = row.text("kind");
        match JobKind::parse(&name) {
            Some(kind) => jobs.push(Job { kind, subject: row.text("subject"), attempts: row.count("attempts") }),
            None => drop(unknown.insert(name)),
        }
    }
    Ok((jobs, unknown))
}

/// Postpones the due jobs of a kind that this version does not know. It is no failed attempt: the version that knows
/// the kind runs them.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn postpone_unknown(effects: Effects, kind: &str, due: Timestamp) -> Result<(), SqlError> {
    effects.sql.run("UPDATE jobs SET due = ? WHERE kind = ? AND due <= ?", values![due, kind, effects.now])?;
    Ok(())
}

/// Shifts a team's jobs by milliseconds after the clock was set back. Messages that are not sent yet have a date set by
/// a user and stay.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn shift_due_times(sql: &dyn Sql, by: i64) -> Result<(), SqlError> {
    sql.run(
        "UPDATE jobs
         SET due = due + ?
         WHERE kind <> ? OR subject IN (SELECT id FROM messages WHERE status = 'processing')",
        values![by, JobKind::SendMessage.as_str()],
    )?;
    Ok(())
}

/// When the next job is due; `None` if there is none.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn next_due(sql: &dyn Sql) -> Result<Option<Timestamp>, SqlError> {
    Ok(first_row(sql, "SELECT due FROM jobs ORDER BY due LIMIT 1", &[])?.map(|row| row.timestamp("due")))
}
