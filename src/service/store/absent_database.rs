//! What a place is that was not founded: a team and an app begin with the one message that founds them, and whatever
//! else leads to one, an old link or an id that somebody invented, finds it empty and stores nothing.

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
