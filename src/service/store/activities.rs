//! The record of members' activities for a team's administrators. Heading "Group activity record".
//!
//! It shows the present name, address and role of a member. Those of a former member are stored when the member leaves:
//! the record of a team stays complete as long as the team has a user. Our choice.

use super::effects::Effects;
use super::expiry::{self, CLIENT_IP_LIFETIME};
use super::filter::json_list;
use super::sql::{Sql, SqlError, values};
use crate::spec::account::{FAILED_SIGN_INS_DAYS, FAILED_SIGN_INS_MAX};
use crate::spec::resources::groups::ActivityType;
use crate::wire::dates::DAY;

/// Records what a user did. `subject` is the name of what was changed, as plain text; `ip` may be empty, and is emptied
/// when it expires.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn record_activity(
    effects: Effects,
    user_id: &str,
    ip: &str,
    kind: ActivityType,
    subject: &str,
) -> Result<(), SqlError> {
    effects.sql.run(
        "INSERT INTO activities (kind, user_id, subject, ip, at)
         VALUES (?, ?, ?, ?, ?)",
        values![kind.as_str(), user_id, subject, ip, effects.now],
    )?;
    if ip.is_empty() { Ok(()) } else { expiry::schedule(effects, effects.now.saturating_add(CLIENT_IP_LIFETIME)) }
}

/// The name of a user in the record, read from the user's row.
pub const NAME_SQL: &str = "COALESCE(NULLIF(TRIM(first_name || ' ' || last_name), ''), username)";

/// Stores who a member is that leaves the team, if the record has activities of the member. Only the first call for a
/// member counts. The address of a member whom an earlier version has removed is no longer known.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn keep_identity(sql: &dyn Sql, user_id: &str) -> Result<(), SqlError> {
    let statement = format!(
        "INSERT OR IGNORE INTO former_members (user_id, email, name, member_type)
         SELECT id, IIF(email LIKE '%@%', email, ''), {NAME_SQL}, member_type
         FROM users
         WHERE id = ? AND EXISTS (SELECT 1 FROM activities WHERE user_id = users.id)"
    );
    sql.run(&statement, values![user_id]).map(drop)
}

/// Records a failed sign-in as a user. Attackers cause these rows without an account, so a team stores only the newest,
/// and only for some days. A former member of whom nothing else was recorded is deleted with them.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn record_failed_sign_in(effects: Effects, user_id: &str, ip: &str) -> Result<(), SqlError> {
    let kind = ActivityType::AuthenticationFailed;
    record_activity(effects, user_id, ip, kind, "")?;
    let oldest = effects.now.saturating_add(DAY.saturating_mul(i64::from(FAILED_SIGN_INS_DAYS)).saturating_neg());
    let mut pruned = effects.sql.run(
        "DELETE FROM activities
         WHERE kind = ? AND at <= ?
         RETURNING user_id",
        values![kind.as_str(), oldest],
    )?;
    pruned.extend(effects.sql.run(
        "DELETE FROM activities
         WHERE kind = ?
           AND at < (SELECT at FROM activities WHERE kind = ? ORDER BY at DESC, id DESC LIMIT 1 OFFSET ?)
         RETURNING user_id",
        values![kind.as_str(), kind.as_str(), i64::from(FAILED_SIGN_INS_MAX).saturating_sub(1)],
    )?);
    let user_ids: Vec<String> = pruned.iter().map(|row| row.text("user_id")).collect();
    effects.sql.run(
        "DELETE FROM former_members
         WHERE user_id IN (SELECT value FROM json_each(?))
           AND NOT EXISTS (SELECT 1 FROM activities WHERE activities.user_id = former_members.user_id)",
        &[json_list(user_ids.iter().map(String::as_str))],
    )?;
    Ok(())
}
