//! Expiry: what is stored for a limited time is deleted by a job when the time has passed, whether or not the actor is
//! used. All of these times are our choice.

use super::effects::Effects;
use super::job_queue::{self, JobKind};
use super::sql::{SqlError, first_row, values};
use crate::spec::account::RESTORE_DAYS;
use crate::wire::dates::{DAY, MINUTE, Timestamp};

/// How long a draft without a response is stored.
pub const DRAFT_LIFETIME: i64 = 14 * DAY;

/// How long the record of activities has the network address of one.
pub const CLIENT_IP_LIFETIME: i64 = 90 * DAY;

/// How long a deleted recipient can opt out by a mail.
pub const OPT_OUT_LIFETIME: i64 = 365 * DAY;

/// Rows that one step handles at most of each table.
const ROWS_MAX: i64 = 500;

/// What ends: the statement for it, the rows in which it is, the column with a time, and how long after that it ends.
/// The rows of each are found by an index of that column.
#[rustfmt::skip]
const EXPIRING: &[(&str, &str, &str, i64)] = &[
    ("DELETE FROM respondent_tokens", "respondent_tokens WHERE", "expires", 0),
    ("DELETE FROM respondent_progress", "respondent_progress WHERE response_id IS NULL AND page_id <> '' AND",
        "modified", DRAFT_LIFETIME),
    ("UPDATE activities SET ip = ''", "activities WHERE ip <> '' AND", "at", CLIENT_IP_LIFETIME),
    ("DELETE FROM former_recipients", "former_recipients WHERE", "deleted", OPT_OUT_LIFETIME),
];

/// The end of the time in which an account that was deleted at this time can be restored. A purge follows.
pub fn restorable_until(deleted: Timestamp) -> Timestamp {
    deleted.saturating_add(DAY.saturating_mul(i64::from(RESTORE_DAYS)))
}

/// Schedules the job for something that ends at a time, unless it is due earlier.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn schedule(effects: Effects, end: Timestamp) -> Result<(), SqlError> {
    // Nearly always it is. The row is cached until a job is written.
    let kind = JobKind::Expire;
    let job = effects.sql.run_cached("SELECT due FROM jobs WHERE kind = ? AND subject = ''", values![kind.as_str()])?;
    match job.first() {
        Some(job) if job.timestamp("due") <= end => Ok(()),
        _ => job_queue::schedule(effects, kind, "", end),
    }
}

/// Ends some of what has expired, as a job. It runs again when the next of it expires, at most once an hour.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn run_job(effects: Effects) -> Result<(), SqlError> {
    let mut next: Option<Timestamp> = None;
    for (action, rows, column, lifetime) in EXPIRING {
        let last = effects.now.saturating_add(lifetime.saturating_neg());
        let ended = effects.sql.run(
            &format!("{action} WHERE rowid IN (SELECT rowid FROM {rows} {column} <= ? LIMIT ?) RETURNING 1 AS ended"),
            values![last, ROWS_MAX],
        )?;
        let due = if i64::try_from(ended.len()).is_ok_and(|count| count < ROWS_MAX) {
            let oldest = format!("SELECT {column} AS at FROM {rows} {column} > ? ORDER BY {column} LIMIT 1");
            let earliest = effects.now.saturating_add(60 * MINUTE);
            first_row(effects.sql, &oldest, values![last])?
                .map(|row| row.timestamp("at").saturating_add(*lifetime).max(earliest))
        } else {
            Some(effects.now)
        };
        next = next.into_iter().chain(due).min();
    }
    match next {
        Some(due) => job_queue::schedule(effects, JobKind::Expire, "", due),
        None => job_queue::complete(effects, JobKind::Expire, ""),
    }
}
