//! How many surveys and responses are wanted, and the steps in which they are written.

use serde::{Deserialize, Serialize};

/// Surveys that one step writes.
const SURVEYS_STEP: u64 = 500;

/// Responses that one step writes.
const RESPONSES_STEP: u64 = 10_000;

/// Most of each.
const COUNT_MAX: u64 = 20_000_000;

/// How much is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeedRequest {
    /// From which everything follows.
    #[serde(default)]
    pub seed: u32,
    /// Number of surveys.
    pub surveys: u64,
    /// Number of responses.
    pub responses: u64,
}

/// A step of the work.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeedBatch {
    /// All that is wanted.
    pub wish: SeedRequest,
    /// What the step does.
    pub work: SeedAction,
}

/// What a step does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum SeedAction {
    /// Takes what an earlier seed wrote away.
    Clean,
    /// Writes surveys: the first, and the one after the last.
    Surveys(u64, u64),
    /// Writes responses: the first, and the one after the last.
    Responses(u64, u64),
}

impl SeedRequest {
    /// What is wrong with the wish.
    pub fn check_limits(&self) -> Result<(), String> {
        if self.surveys > COUNT_MAX || self.responses > COUNT_MAX {
            return Err(format!("`surveys` and `responses` must be {COUNT_MAX} at most."));
        }
        if self.surveys == 0 && self.responses > 0 {
            return Err("`surveys` must be 1 at least where there are responses.".to_owned());
        }
        Ok(())
    }

    /// The steps in which it is fulfilled.
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
        [SeedAction::Clean].into_iter().chain(surveys).chain(responses).map(move |work| SeedBatch { wish: self, work })
    }
}
