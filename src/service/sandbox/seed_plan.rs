//! The request for bulk data, and its batches.

use serde::{Deserialize, Serialize};

/// Surveys per batch.
const SURVEYS_STEP: u64 = 500;

/// Responses per batch.
const RESPONSES_STEP: u64 = 10_000;

/// Maximum number of surveys and of responses.
const COUNT_MAX: u64 = 20_000_000;

/// A request for bulk data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeedRequest {
    /// Seed of all generated data.
    #[serde(default)]
    pub seed: u32,
    /// Number of surveys.
    pub surveys: u64,
    /// Number of responses.
    pub responses: u64,
}

/// A batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeedBatch {
    /// The whole request.
    pub request: SeedRequest,
    /// The work of this batch.
    pub work: SeedAction,
}

/// The work of a batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum SeedAction {
    /// Deletes the data of an earlier seed.
    Clean,
    /// Writes surveys: the first number, and the one after the last.
    Surveys(u64, u64),
    /// Writes responses: the first number, and the one after the last.
    Responses(u64, u64),
}

impl SeedRequest {
    /// Checks the limits.
    ///
    /// # Errors
    ///
    /// A sentence for the developer.
    pub fn check_limits(&self) -> Result<(), String> {
        if self.surveys > COUNT_MAX || self.responses > COUNT_MAX {
            return Err(format!("`surveys` and `responses` must be at most {COUNT_MAX}."));
        }
        if self.surveys == 0 && self.responses > 0 {
            return Err("`surveys` must be at least 1 if there are responses.".to_owned());
        }
        Ok(())
    }

    /// The batches of the request.
    pub fn split_batches(self) -> impl Iterator<Item = SeedBatch> {
        let steps = |all: u64, step: u64| {
            let count = all.div_ceil(step);
            (0..count).map(move |number| {
                let from = number.saturating_mul(step);
                (from, from.saturating_add(step).min(all))
            })
        };
        let surveys = steps(self.surveys, SURVEYS_STEP).map(|(from, to)| SeedAction::Surveys(from, to));
        let responses = steps(self.responses, RESPONSES_STEP).map(|(from, to)| SeedAction::Responses(from, to));
        [SeedAction::Clean]
            .into_iter()
            .chain(surveys)
            .chain(responses)
            .map(move |work| SeedBatch { request: self, work })
    }
}
