//! Accounts whose e-mail address nobody has confirmed yet: after a day such an account ends with all that it made, and its
//! address is free.
//!
//! What it made is purged like that of any account that ends. Then nothing of it is worth remembering, and whoever keeps
//! the place removes it as a whole.

use super::purge;
use crate::service::store::effects::Effects;
use crate::service::store::job_queue::{self, JobKind};
use crate::service::store::sql::{Sql, SqlError, first_row, values};
use crate::spec::account::UNCONFIRMED_HOURS;
use crate::wire::dates::{MINUTE, Timestamp};

/// The account of the place was opened just now.
pub fn start_deadline(ground: Effects, user_id: &str) -> Result<(), SqlError> {
    let until = ground.now.saturating_add(MINUTE.saturating_mul(60).saturating_mul(i64::from(UNCONFIRMED_HOURS)));
    ground.sql.run("UPDATE team SET unconfirmed_until = ?", values![until])?;
    job_queue::schedule(ground, JobKind::EndUnconfirmed, user_id, until)
}

/// When the account of the place ends unless its address is confirmed.
pub fn confirmation_deadline(sql: &dyn Sql) -> Result<Option<Timestamp>, SqlError> {
    let row = first_row(sql, "SELECT unconfirmed_until FROM team WHERE unconfirmed_until IS NOT NULL", &[])?;
    Ok(row.map(|row| row.timestamp("unconfirmed_until")))
}

/// Its address is confirmed.
pub fn mark_confirmed(ground: Effects, user_id: &str) -> Result<(), SqlError> {
    ground.sql.run("UPDATE team SET unconfirmed_until = NULL", &[])?;
    job_queue::complete(ground, JobKind::EndUnconfirmed, user_id)
}

/// Its time is over.
pub fn end_account(ground: Effects, user_id: &str) -> Result<(), SqlError> {
    if let Some(user) = first_row(ground.sql, "SELECT username FROM users WHERE id = ?", values![user_id])? {
        purge::remove_user(ground, user_id, &user.text("username"))?;
    }
    job_queue::complete(ground, JobKind::EndUnconfirmed, user_id)
}

/// Whether such an account has ended, and other places know it.
pub fn has_ended(sql: &dyn Sql) -> Result<bool, SqlError> {
    let row = first_row(
        sql,
        "SELECT id
         FROM team
         WHERE purged IS NOT NULL AND unconfirmed_until IS NOT NULL AND NOT EXISTS (SELECT 1 FROM agenda)",
        &[],
    )?;
    Ok(row.is_some())
}
