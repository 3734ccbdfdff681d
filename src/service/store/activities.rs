//! The record of what members do, which a team's administrators read. Heading "Group activity record".

use super::effects::Effects;
use super::sql::{SqlError, values};
use crate::spec::account::{FAILED_SIGN_INS_DAYS, FAILED_SIGN_INS_MAX};
use crate::spec::resources::groups::ActivityType;
use crate::wire::dates::DAY;

/// Writes down what a user did. `subject` names the thing it was done to, as plain text; `ip` may be empty.
pub fn record_activity(
    ground: Effects,
    user_id: &str,
    ip: &str,
    kind: ActivityType,
    subject: &str,
) -> Result<(), SqlError> {
    ground.sql.run(
        "INSERT INTO activities (kind, user_id, subject, ip, at)
         VALUES (?, ?, ?, ?, ?)",
        values![kind.as_str(), user_id, subject, ip, ground.now],
    )?;
    Ok(())
}

/// Writes down that somebody failed to sign in as a user. Nobody needs an account for that, so that the newest of the team
/// are kept, and those only for a while.
pub fn record_failed_sign_in(ground: Effects, user_id: &str, ip: &str) -> Result<(), SqlError> {
    let kind = ActivityType::AuthenticationFailed;
    record_activity(ground, user_id, ip, kind, "")?;
    let oldest = ground.now.saturating_add(DAY.saturating_mul(i64::from(FAILED_SIGN_INS_DAYS)).saturating_neg());
    ground.sql.run("DELETE FROM activities WHERE kind = ? AND at <= ?", values![kind.as_str(), oldest])?;
    ground.sql.run(
        "DELETE FROM activities
         WHERE kind = ?
           AND at < (SELECT at FROM activities WHERE kind = ? ORDER BY at DESC, id DESC LIMIT 1 OFFSET ?)",
        values![kind.as_str(), kind.as_str(), i64::from(FAILED_SIGN_INS_MAX).saturating_sub(1)],
    )?;
    Ok(())
}
