//! The record of what members do, which a team's administrators read. Heading "Group activity record".

pub mod words;

use super::ground::Ground;
use super::sql::{SqlError, values};
use crate::spec::resources::groups::ActivityType;

/// Writes down what a user did. `subject` names the thing it was done to, as plain text; `ip` may be empty.
pub fn record(ground: Ground, user_id: &str, ip: &str, kind: ActivityType, subject: &str) -> Result<(), SqlError> {
    ground.sql.run(
        "INSERT INTO activities (kind, user_id, subject, ip, at)
         VALUES (?, ?, ?, ?, ?)",
        values![kind.as_str(), user_id, subject, ip, ground.now],
    )?;
    Ok(())
}
