//! The database of an actor that was not founded: it is empty and stores nothing.
//!
//! A team and an app begin with the one message that founds them, a sign-up or a registration. Any other message, from
//! an old link or with an invented id, finds this database.

use super::sql::{Row, Sql, SqlError, TransactionEnd, Value};

/// What the database of a place looks like that is not there: no row is found, and none is kept.
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
