//! Accounts whose e-mail address nobody has confirmed yet: after a day such an account ends with all that it made, and its
//! address is free.
//!
//! What it made is purged like that of any account that ends. Then nothing of it is worth remembering, and whoever keeps
//! the place removes it as a whole.

use super::purge;
use crate::service::store::agenda::{self, Work};
use crate::service::store::ground::Ground;
use crate::service::store::sql::{Sql, SqlError, first, values};
use crate::spec::account::UNCONFIRMED_HOURS;
use crate::wire::dates::{MINUTE, Moment};

/// The account of the place was opened just now.
pub fn begin(ground: Ground, user_id: &str) -> Result<(), SqlError> {
    let until = ground.now.plus(MINUTE.saturating_mul(60).saturating_mul(i64::from(UNCONFIRMED_HOURS)));
    ground.sql.run("UPDATE team SET unconfirmed_until = ?", values![until])?;
    agenda::plan(ground, Work::EndUnconfirmed, user_id, until)
}

/// When the account of the place ends unless its address is confirmed.
pub fn until(sql: &dyn Sql) -> Result<Option<Moment>, SqlError> {
    let row = first(sql, "SELECT unconfirmed_until FROM team WHERE unconfirmed_until IS NOT NULL", &[])?;
    Ok(row.map(|row| row.moment("unconfirmed_until")))
}

/// Its address is confirmed.
pub fn confirmed(ground: Ground, user_id: &str) -> Result<(), SqlError> {
    ground.sql.run("UPDATE team SET unconfirmed_until = NULL", &[])?;
    agenda::cross_off(ground, Work::EndUnconfirmed, user_id)
}

/// Its time is over.
pub fn end(ground: Ground, user_id: &str) -> Result<(), SqlError> {
    if let Some(user) = first(ground.sql, "SELECT username FROM users WHERE id = ?", values![user_id])? {
        purge::remove(ground, user_id, &user.text("username"))?;
    }
    agenda::cross_off(ground, Work::EndUnconfirmed, user_id)
}

/// Whether such an account has ended, and other places know it.
pub fn is_over(sql: &dyn Sql) -> Result<bool, SqlError> {
    let row = first(
        sql,
        "SELECT id
         FROM team
         WHERE purged IS NOT NULL AND unconfirmed_until IS NOT NULL AND NOT EXISTS (SELECT 1 FROM agenda)",
        &[],
    )?;
    Ok(row.is_some())
}
