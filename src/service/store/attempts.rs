//! Limits on attempts, counted in the actor that handles them: one row per limit and subject, stored no longer than the
//! limit's window, and a bounded number of rows. The subject is stored as a hash.
//!
//! An attempt is permitted unless [`blocked_until`] returns a time. Password guesses ([`PasswordGuess`]) are limited
//! per client and account: a client that guesses too often locks out only itself. They are also limited per account,
//! which slows down only clients that have not given the right password before.
//!
//! A row that expires later than its window allows was written before the clock was set back, and does not count.

use super::effects::Effects;
use super::sql::{SqlError, first_row, values};
use crate::service::environment::client_ip::ClientIp;
use crate::spec::attempts::{ATTEMPTS_MAX, AttemptLimit, CLIENT_KNOWN, GuessLimits, WhenExceeded};
use crate::wire::dates::{SECOND, Timestamp};
use base64ct::{Base64UrlUnpadded, Encoding as _};
use sha2::{Digest as _, Sha256};

/// The time from which an attempt is permitted; `None` if it is permitted now.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn blocked_until(effects: Effects, limit: &AttemptLimit, subject: &str) -> Result<Option<Timestamp>, SqlError> {
    let row = first_row(
        effects.sql,
        "SELECT attempts, next_allowed
         FROM attempts
         WHERE id = ? AND expires > ? AND expires <= ?",
        values![row_id(limit.name, subject), effects.now, effects.now.saturating_add(limit.window)],
    )?;
    let exhausted = row.filter(|row| row.count("attempts") >= u64::from(limit.tolerated));
    Ok(exhausted.map(|row| row.timestamp("next_allowed")).filter(|next| *next > effects.now))
}

/// Counts an attempt.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn count_attempt(effects: Effects, limit: &AttemptLimit, subject: &str) -> Result<(), SqlError> {
    prune_attempts(effects)?;
    let (id, expires) = (row_id(limit.name, subject), effects.now.saturating_add(limit.window));
    let row = first_row(
        effects.sql,
        "INSERT INTO attempts (id, attempts, next_allowed, expires)
         VALUES (?, 1, ?, ?)
         ON CONFLICT (id) DO UPDATE SET
             attempts = IIF(expires > excluded.expires, 1, attempts + 1),
             next_allowed = MIN(next_allowed, excluded.next_allowed),
             expires = MIN(expires, excluded.expires)
         RETURNING attempts",
        values![id.as_str(), expires, expires],
    )?;
    if let WhenExceeded::Slowed(max_delay) = limit.beyond {
        let attempts = row.map_or(0, |row| row.count("attempts"));
        // The delay doubles with each attempt. The exponent is bounded, because a larger shift would overflow.
        let doublings = attempts.saturating_sub(u64::from(limit.tolerated)).min(16);
        let delay = SECOND.saturating_mul(1_i64 << doublings).min(max_delay);
        let sql = "UPDATE attempts SET next_allowed = ? WHERE id = ?";
        effects.sql.run(sql, values![effects.now.saturating_add(delay), id.as_str()])?;
    }
    Ok(())
}

/// Counts an attempt if it is permitted; otherwise returns the time from which it is.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn try_attempt(effects: Effects, limit: &AttemptLimit, subject: &str) -> Result<Option<Timestamp>, SqlError> {
    match blocked_until(effects, limit, subject)? {
        Some(next) => Ok(Some(next)),
        None => count_attempt(effects, limit, subject).map(|()| None),
    }
}

/// Deletes the count of attempts.
fn forget_attempts(effects: Effects, limit: &AttemptLimit, subject: &str) -> Result<(), SqlError> {
    effects.sql.run("DELETE FROM attempts WHERE id = ?", values![row_id(limit.name, subject)]).map(drop)
}

/// Deletes expired rows and, beyond the maximum number of rows, those that expire first.
fn prune_attempts(effects: Effects) -> Result<(), SqlError> {
    effects.sql.run("DELETE FROM attempts WHERE expires <= ?", values![effects.now])?;
    effects.sql.run(
        "DELETE FROM attempts
         WHERE expires <= (SELECT expires FROM attempts ORDER BY expires DESC LIMIT 1 OFFSET ?)",
        values![ATTEMPTS_MAX],
    )?;
    Ok(())
}

/// The id of a row. A limit's name contains no line break, so that no two pairs hash the same text.
fn row_id(name: &str, subject: &str) -> String {
    let hash = Sha256::digest(format!("{name}\n{subject}"));
    Base64UrlUnpadded::encode_string(&hash.first_chunk::<16>().copied().unwrap_or_default())
}

/// A password guess.
#[derive(Clone, Copy)]
pub struct PasswordGuess<'a> {
    /// The limits.
    pub rules: &'static GuessLimits,
    /// The account whose password is guessed.
    pub account: &'a str,
    /// The client that guesses.
    pub client: ClientIp,
}

/// The row name of a client that has given the right password.
const TRUSTED_CLIENT: &str = "client that gave the right password";

impl PasswordGuess<'_> {
    /// The time from which the guess is permitted; `None` if it is permitted now.
    ///
    /// # Errors
    ///
    /// Fails if a statement fails.
    pub fn blocked_until(&self, effects: Effects) -> Result<Option<Timestamp>, SqlError> {
        let Some(pair) = self.account_and_client() else {
            return blocked_until(effects, &self.rules.of_unknown, self.account);
        };
        match blocked_until(effects, &self.rules.of_client, &pair)? {
            // The limit per account slows down all clients together. A trusted client is exempt, so that an attacker
            // cannot lock the owner out.
            None if !is_trusted(effects, &pair)? => blocked_until(effects, &self.rules.of_all, self.account),
            blocked => Ok(blocked),
        }
    }

    /// Counts a wrong guess.
    ///
    /// # Errors
    ///
    /// Fails if a statement fails.
    pub fn record_failure(&self, effects: Effects) -> Result<(), SqlError> {
        let Some(pair) = self.account_and_client() else {
            return count_attempt(effects, &self.rules.of_unknown, self.account);
        };
        if !is_trusted(effects, &pair)? {
            count_attempt(effects, &self.rules.of_all, self.account)?;
        }
        count_attempt(effects, &self.rules.of_client, &pair)
    }

    /// Records a right guess: deletes the client's count, and marks the client as trusted. If the client is unknown,
    /// the count of all unknown clients is deleted.
    ///
    /// # Errors
    ///
    /// Fails if a statement fails.
    pub fn record_success(&self, effects: Effects) -> Result<(), SqlError> {
        let Some(pair) = self.account_and_client() else {
            return forget_attempts(effects, &self.rules.of_unknown, self.account);
        };
        forget_attempts(effects, &self.rules.of_client, &pair)?;
        let until = effects.now.saturating_add(CLIENT_KNOWN);
        effects.sql.run(
            "INSERT INTO attempts (id, attempts, next_allowed, expires)
             VALUES (?, 0, ?, ?)
             ON CONFLICT (id) DO UPDATE SET expires = excluded.expires",
            values![row_id(TRUSTED_CLIENT, &pair), until, until],
        )?;
        prune_attempts(effects)
    }

    fn account_and_client(&self) -> Option<String> {
        self.client.rate_limit_key().map(|network| format!("{network}\n{}", self.account))
    }
}

fn is_trusted(effects: Effects, pair: &str) -> Result<bool, SqlError> {
    let sql = "SELECT id FROM attempts WHERE id = ? AND expires > ?";
    first_row(effects.sql, sql, values![row_id(TRUSTED_CLIENT, pair), effects.now]).map(|row| row.is_some())
}
