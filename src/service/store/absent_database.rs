//! The database of an actor that does not exist: it is empty and stores nothing.
//!
//! A team is created by a sign-up and an app by a registration only. Any other message, from an old link or with an
//! invented id, runs on this database, so that no object stores data for it.

use super::sql::{Row, Sql, SqlError, TransactionEnd, Value};

/// An empty database: queries return no rows, and writes are ignored.
pub struct AbsentDatabase;

impl Sql for AbsentDatabase {
    fn run(&self, _: &str, _: &[Value]) -> Result<Vec<Row>, SqlError> {
        Ok(Vec::new())
    }

    fn transaction(&self, work: &mut dyn FnMut() -> TransactionEnd) -> Result<(), SqlError> {
        work();
        Ok(())
    }
}
