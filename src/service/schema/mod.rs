//! The tables of each kind of place: made once when a place is opened for the first time.

use super::place::Place;
use super::sql::{Sql, SqlError, first, values};

/// Version of the tables below; a store says which one it was made with.
const VERSION: i64 = 1;

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
    if first(sql, "SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'schema'", &[])?.is_some() {
        return Ok(false);
    }
    for statement in script.split(';').map(str::trim).filter(|statement| !statement.is_empty()) {
        sql.run(statement, &[])?;
    }
    sql.run("CREATE TABLE schema (version INTEGER NOT NULL)", &[])?;
    sql.run("INSERT INTO schema (version) VALUES (?)", values![VERSION])?;
    Ok(true)
}
