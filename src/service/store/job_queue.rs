//! The job queue of an actor: what it does later, at a time of its own, stored in its database, so that no restart
//! loses it.
//!
//! A job is written in the transaction that causes it: a scheduled message, the announcement of an event, a delivery to
//! a webhook, a mail to hand over, a purge, or an update of the public list of apps. Whoever runs the service asks
//! [`next_due`] when to wake an actor, and wakes it then; deployed, that is the object's alarm.

use super::effects::Effects;
use super::sql::{Sql, SqlError, first_row, values};
use crate::wire::dates::Timestamp;

choices! {
    /// A kind of work.
    JobKind {
        /// Sends a message whose time has come; its subject is the message.
        SendMessage "send_message",
        /// Turns an event into deliveries, one for each webhook that it concerns; its subject is the event.
        AnnounceEvent "announce_event",
        /// Posts the next delivery of a webhook; its subject is the webhook.
        Deliver "deliver",
        /// Hands a mail over to whoever sends it; its subject is the mail.
        HandOver "hand_over",
        /// Takes some of what was a deleted user's away; its subject is the user.
        Purge "purge",
        /// Tells the directory that an address leads here no more; its subject is the address.
        ForgetAddress "forget_address",
        /// Ends an account that nobody has confirmed in time; its subject is the user.
        EndUnconfirmed "end_unconfirmed",
        /// Asks the team that the address of a new account leads to whether it is taken; its subject is that team.
        AskHolder "ask_holder",
        /// Ends an app whose account is purged; its subject is the client id and the user.
        EndApp "end_app",
        /// Tells the public list of apps what an app is now; its subject is the number of the change.
        ListApp "list_app",
        /// Writes what is left of the backlog; it has no subject.
        CarryOut "carry_out",
        /// Takes away what was written of a survey that was not finished, or is deleted; its subject is the survey's id and
        /// of one that is deleted its owner.
        TakeAway "take_away",
    }
}

/// An entry whose time has come.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Job {
    /// What to do.
    pub kind: JobKind,
    /// What it is done to.
    pub subject: String,
    /// How often it was tried.
    pub attempts: u64,
}

/// Plans a piece of work, or moves it if it is planned already.
pub fn schedule(ground: Effects, work: JobKind, subject: &str, due: Timestamp) -> Result<(), SqlError> {
    insert_job(ground.sql, work, subject, due)
}

/// The same where nothing but the database is at hand.
pub fn insert_job(sql: &dyn Sql, work: JobKind, subject: &str, due: Timestamp) -> Result<(), SqlError> {
    sql.run(
        "INSERT INTO agenda (work, subject, due, attempts)
         VALUES (?, ?, ?, 0)
         ON CONFLICT (work, subject) DO UPDATE SET due = excluded.due",
        values![work.as_str(), subject, due],
    )?;
    Ok(())
}

/// Plans the next attempt of a piece of work that failed.
pub fn retry_later(ground: Effects, entry: &Job, due: Timestamp) -> Result<(), SqlError> {
    ground.sql.run(
        "UPDATE agenda
         SET due = ?, attempts = attempts + 1
         WHERE work = ? AND subject = ?",
        values![due, entry.kind.as_str(), entry.subject.as_str()],
    )?;
    Ok(())
}

/// Takes a piece of work off the agenda, done or no longer wanted.
pub fn complete(ground: Effects, work: JobKind, subject: &str) -> Result<(), SqlError> {
    ground.sql.run("DELETE FROM agenda WHERE work = ? AND subject = ?", values![work.as_str(), subject])?;
    Ok(())
}

/// The entries whose time has come, the oldest first, up to a number.
pub fn due_jobs(ground: Effects, most: i64) -> Result<Vec<Job>, SqlError> {
    let rows = ground.sql.run(
        "SELECT work, subject, attempts
         FROM agenda
         WHERE due <= ?
         ORDER BY due
         LIMIT ?",
        values![ground.now, most],
    )?;
    Ok(rows
        .iter()
        .filter_map(|row| {
            Some(Job {
                kind: JobKind::parse(&row.text("work"))?,
                subject: row.text("subject"),
                attempts: row.count("attempts"),
            })
        })
        .collect())
}

/// The clock was moved by milliseconds, back: so is all work but that which has a date of its own.
pub fn shift_due_times(sql: &dyn Sql, by: i64) -> Result<(), SqlError> {
    sql.run("UPDATE agenda SET due = due + ? WHERE work <> ?", values![by, JobKind::SendMessage.as_str()])?;
    Ok(())
}

/// When the place must be woken next; none if it has nothing to do.
pub fn next_due(sql: &dyn Sql) -> Result<Option<Timestamp>, SqlError> {
    Ok(first_row(sql, "SELECT due FROM agenda ORDER BY due LIMIT 1", &[])?.map(|row| row.timestamp("due")))
}
