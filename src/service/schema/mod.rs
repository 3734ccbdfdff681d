//! The tables of each kind of place: made once when a place is opened for the first time.

use super::place::Place;
use super::sql::{Sql, SqlError, first};

const TEAM: &str = include_str!("team.sql");
const APP: &str = include_str!("app.sql");
const DIRECTORY: &str = include_str!("directory.sql");

/// Makes the tables of a place that has none. True if it had none.
pub fn create(place: &Place, sql: &dyn Sql) -> Result<bool, SqlError> {
    let script = match place {
        Place::Team(_) => TEAM,
        Place::App(_) => APP,
        Place::Directory(_) => DIRECTORY,
    };
    if first(sql, "SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'sequences'", &[])?.is_some() {
        return Ok(false);
    }
    for statement in script.split(';').map(str::trim).filter(|statement| !statement.is_empty()) {
        sql.run(statement, &[])?;
    }
    sql.run("CREATE TABLE sequences (kind TEXT PRIMARY KEY, next INTEGER NOT NULL)", &[])?;
    Ok(true)
}

/// The next number of a kind of resource. Numbers never repeat, whatever is deleted.
pub fn next_number(sql: &dyn Sql, kind: &str, begin: i64) -> Result<i64, SqlError> {
    let row = first(
        sql,
        "INSERT INTO sequences (kind, next)
         VALUES (?, ?)
         ON CONFLICT (kind) DO UPDATE SET next = next + 1
         RETURNING next",
        super::sql::values![kind, begin],
    )?;
    Ok(row.map_or(begin, |row| row.integer("next")))
}
