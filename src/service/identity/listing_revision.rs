//! The number of an app's last change that the public list must hear of, in the app's own place.

use crate::service::store::job_queue::{self, JobKind};
use crate::service::store::sql::{Sql, SqlError, values};
use crate::spec::apps::AppState;
use crate::wire::dates::Timestamp;

/// The app of this place, if it is public, is one that the list knows, or will.
pub fn mark_known(sql: &dyn Sql) -> Result<(), SqlError> {
    sql.run(
        "INSERT OR IGNORE INTO listing (client_id, revision)
         SELECT client_id, 0 FROM app WHERE state = ?",
        values![AppState::Public.as_str()],
    )?;
    Ok(())
}

/// Something was done to the app of this place. If it is public or was, the list is told what it is now.
pub fn bump_revision(sql: &dyn Sql, now: Timestamp) -> Result<(), SqlError> {
    mark_known(sql)?;
    for row in sql.run("UPDATE listing SET revision = revision + 1 RETURNING revision", &[])? {
        job_queue::insert_job(sql, JobKind::ListApp, &row.integer("revision").to_string(), now)?;
    }
    Ok(())
}
