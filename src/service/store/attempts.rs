//! What may be tried only so often, counted where it is tried: a row per limit and per whom it is for, kept no longer
//! than its window, and a bounded number of them. Whom a row is for is stored as a hash.
//!
//! An attempt is looked at when [`wait`] says so. Guesses of passwords ([`Guess`]) are limited by account and by client
//! together: a client that guesses too often shuts out itself alone, and what all clients try together slows only those
//! that have not given the right password before.

use super::client::Client;
use super::ground::Ground;
use super::sql::{SqlError, first, values};
use crate::spec::attempts::{ATTEMPTS_MAX, Beyond, CLIENT_KNOWN, Guessing, Limit};
use crate::wire::dates::{Moment, SECOND};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest as _, Sha256};

/// When an attempt may be made, if it may not be made now.
pub fn wait(ground: Ground, limit: &Limit, whom: &str) -> Result<Option<Moment>, SqlError> {
    let row = first(
        ground.sql,
        "SELECT attempts, next
         FROM attempts
         WHERE id = ? AND expires > ?",
        values![id(limit.name, whom), ground.now],
    )?;
    let exhausted = row.filter(|row| row.count("attempts") >= u64::from(limit.tolerated));
    Ok(exhausted.map(|row| row.moment("next")).filter(|next| *next > ground.now))
}

/// Counts an attempt.
pub fn count(ground: Ground, limit: &Limit, whom: &str) -> Result<(), SqlError> {
    clean(ground)?;
    let (id, ends) = (id(limit.name, whom), ground.now.plus(limit.window));
    let row = first(
        ground.sql,
        "INSERT INTO attempts (id, attempts, next, expires)
         VALUES (?, 1, ?, ?)
         ON CONFLICT (id) DO UPDATE SET attempts = attempts + 1
         RETURNING attempts",
        values![id.as_str(), ends, ends],
    )?;
    if let Beyond::Slowed(most) = limit.beyond {
        let made = row.map_or(0, |row| row.count("attempts"));
        let doublings = made.saturating_sub(u64::from(limit.tolerated)).min(16);
        let delay = SECOND.saturating_mul(1_i64 << doublings).min(most);
        let sql = "UPDATE attempts SET next = ? WHERE id = ?";
        ground.sql.run(sql, values![ground.now.plus(delay), id.as_str()])?;
    }
    Ok(())
}

/// Counts an attempt if it may be made now; says when it may be made if not.
pub fn make(ground: Ground, limit: &Limit, whom: &str) -> Result<Option<Moment>, SqlError> {
    match wait(ground, limit, whom)? {
        Some(next) => Ok(Some(next)),
        None => count(ground, limit, whom).map(|()| None),
    }
}

/// Forgets the attempts that are counted.
fn forget(ground: Ground, limit: &Limit, whom: &str) -> Result<(), SqlError> {
    ground.sql.run("DELETE FROM attempts WHERE id = ?", values![id(limit.name, whom)]).map(drop)
}

/// Forgets what is over, and beyond a bound what ends first.
fn clean(ground: Ground) -> Result<(), SqlError> {
    ground.sql.run("DELETE FROM attempts WHERE expires <= ?", values![ground.now])?;
    ground.sql.run(
        "DELETE FROM attempts
         WHERE expires <= (SELECT expires FROM attempts ORDER BY expires DESC LIMIT 1 OFFSET ?)",
        values![ATTEMPTS_MAX],
    )?;
    Ok(())
}

/// What a row is named by. A name has no line end, so that no two pairs have the same text.
fn id(name: &str, whom: &str) -> String {
    let hash = Sha256::digest(format!("{name}\n{whom}"));
    URL_SAFE_NO_PAD.encode(hash.first_chunk::<16>().copied().unwrap_or_default())
}

/// A guess of a password.
#[derive(Clone, Copy)]
pub struct Guess<'a> {
    /// The rules.
    pub rules: &'static Guessing,
    /// Whose password it is.
    pub of: &'a str,
    /// Who guesses.
    pub client: Client,
}

/// Under what a client is noted that gave the right password.
const KNOWN: &str = "client that gave the right password";

impl Guess<'_> {
    /// When the guess may be looked at, if it may not be looked at now.
    pub fn wait(&self, ground: Ground) -> Result<Option<Moment>, SqlError> {
        let Some(pair) = self.pair() else { return wait(ground, &self.rules.of_unknown, self.of) };
        match wait(ground, &self.rules.of_client, &pair)? {
            None if !is_known(ground, &pair)? => wait(ground, &self.rules.of_all, self.of),
            waits => Ok(waits),
        }
    }

    /// Counts a guess that was wrong.
    pub fn failed(&self, ground: Ground) -> Result<(), SqlError> {
        let Some(pair) = self.pair() else { return count(ground, &self.rules.of_unknown, self.of) };
        if !is_known(ground, &pair)? {
            count(ground, &self.rules.of_all, self.of)?;
        }
        count(ground, &self.rules.of_client, &pair)
    }

    /// The guess was right: the client's earlier ones are forgotten, and it is known from now on. Where no client is
    /// known, those of everybody are.
    pub fn succeeded(&self, ground: Ground) -> Result<(), SqlError> {
        let Some(pair) = self.pair() else { return forget(ground, &self.rules.of_unknown, self.of) };
        forget(ground, &self.rules.of_client, &pair)?;
        let until = ground.now.plus(CLIENT_KNOWN);
        ground.sql.run(
            "INSERT INTO attempts (id, attempts, next, expires)
             VALUES (?, 0, ?, ?)
             ON CONFLICT (id) DO UPDATE SET expires = excluded.expires",
            values![id(KNOWN, &pair), until, until],
        )?;
        clean(ground)
    }

    fn pair(&self) -> Option<String> {
        self.client.network().map(|network| format!("{network}\n{}", self.of))
    }
}

fn is_known(ground: Ground, pair: &str) -> Result<bool, SqlError> {
    let sql = "SELECT id FROM attempts WHERE id = ? AND expires > ?";
    first(ground.sql, sql, values![id(KNOWN, pair), ground.now]).map(|row| row.is_some())
}
