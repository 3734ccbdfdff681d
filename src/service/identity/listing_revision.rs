//! The number of an app's last change for the public list of apps, stored in the app's own database.

use crate::service::store::job_queue::{self, JobKind};
use crate::service::store::sql::{Sql, SqlError, values};
use crate::spec::apps::AppState;
use crate::wire::dates::Timestamp;

/// Gives the app of this database a number, if it is public: the list has an entry of it, or will have.
///
/// # Errors
///
/// When the statement fails.
pub fn mark_known(sql: &dyn Sql) -> Result<(), SqlError> {
    sql.run(
        "INSERT OR IGNORE INTO listing (client_id, revision)
         SELECT client_id, 0 FROM app WHERE state = ?",
        values![AppState::Public.as_str()],
    )?;
    Ok(())
}

/// Counts a change of the app. If it is or was public, schedules a report to the list.
///
/// # Errors
///
/// When a statement fails.
pub fn bump_revision(sql: &dyn Sql, now: Timestamp) -> Result<(), SqlError> {
    mark_known(sql)?;
    for row in sql.run("UPDATE listing SET revision = revision + 1 RETURNING revision", &[])? {
        job_queue::insert_job(sql, JobKind::ListApp, &row.integer("revision").to_string(), now)?;
    }
    Ok(())
}
