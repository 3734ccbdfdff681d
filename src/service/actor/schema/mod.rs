//! The tables of each kind of actor: created when its database is opened for the first time, migrated later.
//!
//! A database stores its schema version. Each version is a step from the previous one: a fresh database takes all
//! steps, an older one those that it lacks. A database of a newer program is refused. A step that is on `main` never
//! changes, because data folders have taken it: every change of the tables is a new last step. Statements end with a
//! semicolon, which occurs nowhere else in a script.

use super::protocol::ActorId;
use crate::service::store::sql::{Sql, SqlError, first_row, values};

/// The steps of a kind of actor; each is one or more scripts.
type Migrations = &'static [&'static [&'static str]];

const TEAM: Migrations = &[
    &[include_str!("team/1.sql")],
    &[
        include_str!("team/2/ids.sql"),
        include_str!("team/2/agenda.sql"),
        include_str!("team/2/activities.sql"),
        include_str!("team/2/webhooks.sql"),
        include_str!("team/2/deliveries.sql"),
        include_str!("team/2/contacts.sql"),
        include_str!("team/2/messages.sql"),
        include_str!("team/2/outbox.sql"),
        include_str!("team/2/accounts.sql"),
        include_str!("team/2/legacy.sql"),
        include_str!("team/2/library.sql"),
        include_str!("team/2/folders.sql"),
        include_str!("team/2/surveys.sql"),
        include_str!("team/2/people.sql"),
        include_str!("team/2/take.sql"),
        include_str!("team/2/translations.sql"),
    ],
    &[
        include_str!("team/3/names.sql"),
        include_str!("team/3/respond.sql"),
        include_str!("team/3/people.sql"),
        include_str!("team/3/purge.sql"),
        include_str!("team/3/messages.sql"),
        include_str!("team/3/outbox.sql"),
        include_str!("team/3/grants.sql"),
        include_str!("team/3/sign_up.sql"),
        "DROP TABLE sign_in_failures",
        include_str!("attempts.sql"),
        include_str!("team/3/surveys.sql"),
        include_str!("team/3/questions.sql"),
        include_str!("team/3/backlog.sql"),
    ],
    &[include_str!("team/4/respond.sql")],
    &[include_str!("team/5/recipients.sql"), include_str!("team/5/outbox.sql"), include_str!("team/5/surveys.sql")],
    &[include_str!("team/6/activities.sql"), include_str!("team/6/respond.sql")],
    &[include_str!("team/7/respond.sql")],
    &[include_str!("team/8/responses.sql")],
    &[include_str!("team/9/contacts.sql"), include_str!("team/9/expiry.sql")],
    &[include_str!("team/10/responses.sql")],
];

const APP: Migrations = &[
    &[include_str!("app/1.sql")],
    &[include_str!("app/2.sql"), include_str!("app/2/secret.sql")],
    &[
        include_str!("app/3/names.sql"),
        include_str!("app/3/review.sql"),
        include_str!("app/3/denials.sql"),
        include_str!("app/3/limits.sql"),
        include_str!("jobs.sql"),
        include_str!("app/3/listing.sql"),
        include_str!("app/3/leases.sql"),
    ],
];

const DIRECTORY: Migrations = &[
    &[include_str!("directory/1.sql")],
    &[include_str!("directory/2.sql")],
    &[include_str!("attempts.sql"), include_str!("directory/3.sql")],
    &[include_str!("directory/4.sql")],
];

const REVIEWS: Migrations =
    &[&[include_str!("reviews/1.sql")], &[include_str!("reviews/2.sql")], &[include_str!("reviews/3.sql")]];

/// The newest versions of the databases of teams, apps, the directory and the reviews.
pub const VERSIONS: [usize; 4] = [TEAM.len(), APP.len(), DIRECTORY.len(), REVIEWS.len()];

/// Creates the tables of a new actor, or takes the steps that an older store lacks. Returns whether the store was new.
///
/// # Errors
///
/// Fails if a statement fails, or if a newer program wrote the store.
pub fn migrate_tables(actor_id: &ActorId, sql: &dyn Sql) -> Result<bool, SqlError> {
    let steps = match actor_id {
        ActorId::Team(_) => TEAM,
        ActorId::App(_) => APP,
        ActorId::Directory(_) => DIRECTORY,
        ActorId::Reviews => REVIEWS,
    };
    let version = schema_version(sql)?;
    let newest = i64::try_from(steps.len()).unwrap_or(i64::MAX);
    if version > newest {
        return Err(SqlError(format!("the store has version {version}, newer than this program's {newest}")));
    }
    if version == newest {
        return Ok(false);
    }
    for script in steps.iter().skip(usize::try_from(version).unwrap_or(0)).copied().flatten() {
        for statement in script.split(';').map(str::trim).filter(|statement| !statement.is_empty()) {
            sql.run(statement, &[])?;
        }
    }
    if version == 0 {
        sql.run("CREATE TABLE schema (version INTEGER NOT NULL)", &[])?;
        sql.run("INSERT INTO schema (version) VALUES (?)", values![newest])?;
    } else {
        sql.run("UPDATE schema SET version = ?", values![newest])?;
    }
    Ok(version == 0)
}

/// Whether a store has tables, which means that the actor exists.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn has_tables(sql: &dyn Sql) -> Result<bool, SqlError> {
    Ok(schema_version(sql)? > 0)
}

/// The schema version of a store; 0 if it has no tables.
fn schema_version(sql: &dyn Sql) -> Result<i64, SqlError> {
    if first_row(sql, "SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'schema'", &[])?.is_none() {
        return Ok(0);
    }
    let row = first_row(sql, "SELECT version FROM schema", &[])?;
    Ok(row.map_or(1, |row| row.integer("version")))
}
