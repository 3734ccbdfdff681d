//! As many surveys and responses as somebody wants: the same ones for the same seed.
//!
//! They belong to the owner of the demo's first team. SQLite makes the responses itself, from the numbers of seed and
//! response alone, so that a million of them need no more than some hundred statements.

use super::demo::seeded;
pub use super::plan::{Part, Wish, Work};
use crate::service::store::sql::{Sql, SqlError};

/// Does one step.
pub fn write(part: &Part, sql: &dyn Sql) -> Result<(), SqlError> {
    let Part { wish, work } = *part;
    match work {
        Work::Clean => seeded::clean(sql),
        Work::Surveys(from, to) => seeded::surveys(&wish, from..to, sql),
        Work::Responses(from, to) => seeded::responses(&wish, from..to, sql),
    }
}
