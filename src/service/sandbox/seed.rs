//! As many surveys and responses as somebody wants: the same ones for the same seed.
//!
//! They belong to the owner of the demo's first team. SQLite makes the responses itself, from the numbers of seed and
//! response alone, so that a million of them need no more than some hundred statements.

use super::demo::bulk_data;
pub use super::seed_plan::{SeedAction, SeedBatch, SeedRequest};
use crate::service::store::sql::{Sql, SqlError};

/// Does one step.
pub fn write_batch(part: &SeedBatch, sql: &dyn Sql) -> Result<(), SqlError> {
    let SeedBatch { wish, work } = *part;
    match work {
        SeedAction::Clean => bulk_data::delete_seeded(sql),
        SeedAction::Surveys(from, to) => bulk_data::insert_surveys(&wish, from..to, sql),
        SeedAction::Responses(from, to) => bulk_data::insert_responses(&wish, from..to, sql),
    }
}
