//! Unconfirmed accounts: an account whose e-mail address is not confirmed within a day ends with all that it created,
//! and its address is free again.
//!
//! Its data is purged like that of any deleted account. Afterwards nothing in the actor is worth keeping, and the
//! caller deletes its database.

use super::purge;
use crate::service::store::effects::Effects;
use crate::service::store::job_queue::{self, JobKind};
use crate::service::store::sql::{Sql, SqlError, first_row, values};
use crate::spec::account::UNCONFIRMED_HOURS;
use crate::wire::dates::{MINUTE, Timestamp};

/// Sets the deadline for confirming the address of an account that was just opened.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn start_deadline(effects: Effects, user_id: &str) -> Result<(), SqlError> {
    let until = effects.now.saturating_add(MINUTE.saturating_mul(60).saturating_mul(i64::from(UNCONFIRMED_HOURS)));
    effects.sql.run("UPDATE team SET unconfirmed_until = ?", values![until])?;
    job_queue::schedule(effects, JobKind::EndUnconfirmed, user_id, until)
}

/// When the account ends unless its address is confirmed; `None` if it is confirmed.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn confirmation_deadline(sql: &dyn Sql) -> Result<Option<Timestamp>, SqlError> {
    let row = first_row(sql, "SELECT unconfirmed_until FROM team WHERE unconfirmed_until IS NOT NULL", &[])?;
    Ok(row.map(|row| row.timestamp("unconfirmed_until")))
}

/// Records that the address is confirmed.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn mark_confirmed(effects: Effects, user_id: &str) -> Result<(), SqlError> {
    effects.sql.run("UPDATE team SET unconfirmed_until = NULL", &[])?;
    job_queue::complete(effects, JobKind::EndUnconfirmed, user_id)
}

/// Ends the account, because its deadline has passed.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn end_account(effects: Effects, user_id: &str) -> Result<(), SqlError> {
    if let Some(user) = first_row(effects.sql, "SELECT username FROM users WHERE id = ?", values![user_id])? {
        purge::remove_user(effects, user_id, &user.text("username"))?;
    }
    job_queue::complete(effects, JobKind::EndUnconfirmed, user_id)
}

/// Whether an unconfirmed account has ended, its data is purged, and the other actors have been notified.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn has_ended(sql: &dyn Sql) -> Result<bool, SqlError> {
    let row = first_row(
        sql,
        "SELECT id
         FROM team
         WHERE purged IS NOT NULL AND unconfirmed_until IS NOT NULL AND NOT EXISTS (SELECT 1 FROM jobs)",
        &[],
    )?;
    Ok(row.is_some())
}
