//! Attempts to sign in that failed: counted per e-mail address, so that nobody guesses a password in reasonable time.
//!
//! Addresses that nobody has are counted alike, in the place to which their sign-ins lead. How many
//! attempts may fail, and for how long no password is looked at after them, is our choice.

use super::ground::Ground;
use super::sql::{SqlError, first, values};
use crate::spec::account::{FAILURE_WINDOW_MINUTES, FAILURES_TOLERATED};
use crate::wire::dates::{MINUTE, Moment};

/// Whether so many attempts have failed that none is looked at until the window is over.
pub fn exhausted(ground: Ground, email: &str) -> Result<bool, SqlError> {
    let row = first(
        ground.sql,
        "SELECT failures
         FROM sign_in_failures
         WHERE email = ? AND since > ?",
        values![email, window_begins(ground.now)],
    )?;
    Ok(row.is_some_and(|row| row.count("failures") >= u64::from(FAILURES_TOLERATED)))
}

/// Counts one that failed. Windows that are over are forgotten.
pub fn failed(ground: Ground, email: &str) -> Result<(), SqlError> {
    ground.sql.run("DELETE FROM sign_in_failures WHERE since <= ?", values![window_begins(ground.now)])?;
    ground.sql.run(
        "INSERT INTO sign_in_failures (email, since, failures)
         VALUES (?, ?, 1)
         ON CONFLICT (email) DO UPDATE SET failures = failures + 1",
        values![email, ground.now],
    )?;
    Ok(())
}

/// Forgets those of an address whose password was right.
pub fn forgiven(ground: Ground, email: &str) -> Result<(), SqlError> {
    ground.sql.run("DELETE FROM sign_in_failures WHERE email = ?", values![email])?;
    Ok(())
}

fn window_begins(now: Moment) -> Moment {
    now.plus(MINUTE.saturating_mul(i64::from(FAILURE_WINDOW_MINUTES)).saturating_neg())
}
