//! Bulk surveys and responses. The same seed generates the same data.
//!
//! They belong to the owner of the first demo team. SQLite generates the rows from the seed and their numbers, so that
//! a million responses need only some hundred statements.

use super::demo::bulk_data;
pub use super::seed_plan::{SeedAction, SeedBatch, SeedRequest};
use crate::service::store::sql::{Sql, SqlError};

/// Writes one batch.
///
/// # Errors
///
/// When a statement fails.
pub fn write_batch(batch: &SeedBatch, sql: &dyn Sql) -> Result<(), SqlError> {
    let SeedBatch { request, work } = *batch;
    match work {
        SeedAction::Clean => bulk_data::delete_seeded(sql),
        SeedAction::Surveys(from, to) => bulk_data::insert_surveys(&request, from..to, sql),
        SeedAction::Responses(from, to) => bulk_data::insert_responses(&request, from..to, sql),
    }
}
