//! Bulk surveys and responses. The same seed generates the same data.
//!
//! They belong to the owner of the first demo team. SQLite generates the rows of small surveys from the seed and their
//! numbers, so that a million responses need only some hundred statements. Lifelike responses are made one by one.

use super::demo::{bulk_data, lifelike};
pub use super::seed_plan::{SeedAction, SeedBatch, SeedRequest};
use crate::service::store::sql::{Sql, SqlError};

/// Writes one batch.
///
/// # Errors
///
/// When a statement fails.
pub fn write_batch(batch: &SeedBatch, sql: &dyn Sql) -> Result<(), SqlError> {
    let SeedBatch { request, work } = batch;
    match *work {
        SeedAction::Clean => bulk_data::delete_seeded(sql),
        SeedAction::Surveys(from, to) => bulk_data::insert_surveys(request, from..to, sql),
        SeedAction::Responses(from, to) => bulk_data::insert_responses(request, from..to, sql),
        SeedAction::LifelikeSurvey(index) => {
            let Some((_, owner)) = bulk_data::seed_owner() else { return Ok(()) };
            lifelike::seed::insert_survey(index, owner, sql)
        }
        SeedAction::LifelikeResponses(index, from, to) => {
            let total = request.lifelike_responses(index);
            lifelike::seed::insert_responses(request.seed, index, total, from..to, sql)
        }
    }
}
