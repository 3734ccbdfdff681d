//! The request for bulk data, and its batches.

use serde::{Deserialize, Serialize};

/// Surveys per batch.
const SURVEYS_STEP: u64 = 500;

/// Responses per batch.
const RESPONSES_STEP: u64 = 10_000;

/// Responses of a lifelike survey per batch: they are larger.
const LIFELIKE_STEP: u64 = 2_500;

/// Maximum number of lifelike surveys.
const LIFELIKE_SURVEYS_MAX: usize = 10;

/// Maximum number of responses of a lifelike survey.
const LIFELIKE_RESPONSES_MAX: u64 = 1_000_000;

/// Maximum number of surveys and of responses.
const COUNT_MAX: u64 = 20_000_000;

/// A request for bulk data.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SeedRequest {
    /// Seed of all generated data.
    pub seed: u32,
    /// Number of small surveys.
    pub surveys: u64,
    /// Number of their responses, which are spread evenly.
    pub responses: u64,
    /// A lifelike survey for each number of responses.
    pub lifelike: Vec<u64>,
}

/// A batch.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
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
    /// Writes the lifelike survey with this index.
    LifelikeSurvey(u64),
    /// Writes responses of a lifelike survey: its index, the first number, and the one after the last.
    LifelikeResponses(u64, u64, u64),
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
        let is_large = self.lifelike.iter().any(|responses| *responses > LIFELIKE_RESPONSES_MAX);
        if self.lifelike.len() > LIFELIKE_SURVEYS_MAX || is_large {
            return Err(format!(
                "`lifelike` must have at most {LIFELIKE_SURVEYS_MAX} numbers, each at most {LIFELIKE_RESPONSES_MAX}."
            ));
        }
        Ok(())
    }

    /// The number of responses of the lifelike survey with this index.
    pub fn lifelike_responses(&self, index: u64) -> u64 {
        usize::try_from(index).ok().and_then(|index| self.lifelike.get(index)).copied().unwrap_or(0)
    }

    /// The numbers of surveys and responses when the work is done.
    pub fn count_made(&self, work: SeedAction) -> (u64, u64) {
        let with_lifelike = |index: u64, responses: u64| {
            let before = self.lifelike.iter().take(usize::try_from(index).unwrap_or(0)).sum::<u64>();
            let surveys = self.surveys.saturating_add(index).saturating_add(1);
            (surveys, self.responses.saturating_add(before).saturating_add(responses))
        };
        match work {
            SeedAction::Clean => (0, 0),
            SeedAction::Surveys(_, to) => (to, 0),
            SeedAction::Responses(_, to) => (self.surveys, to),
            SeedAction::LifelikeSurvey(index) => with_lifelike(index, 0),
            SeedAction::LifelikeResponses(index, _, to) => with_lifelike(index, to),
        }
    }

    /// The numbers of all surveys and of all responses.
    pub fn count_all(&self) -> (u64, u64) {
        let surveys = u64::try_from(self.lifelike.len()).unwrap_or(0);
        (self.surveys.saturating_add(surveys), self.responses.saturating_add(self.lifelike.iter().sum()))
    }

    /// The batches of the request.
    pub fn split_batches(&self) -> impl Iterator<Item = SeedBatch> {
        let steps = |all: u64, step: u64| {
            let count = all.div_ceil(step);
            (0..count).map(move |number| {
                let from = number.saturating_mul(step);
                (from, from.saturating_add(step).min(all))
            })
        };
        let surveys = steps(self.surveys, SURVEYS_STEP).map(|(from, to)| SeedAction::Surveys(from, to));
        let responses = steps(self.responses, RESPONSES_STEP).map(|(from, to)| SeedAction::Responses(from, to));
        let lifelike = (0..).zip(&self.lifelike).flat_map(move |(index, total)| {
            let parts = steps(*total, LIFELIKE_STEP);
            let responses = parts.map(move |(from, to)| SeedAction::LifelikeResponses(index, from, to));
            [SeedAction::LifelikeSurvey(index)].into_iter().chain(responses)
        });
        [SeedAction::Clean]
            .into_iter()
            .chain(surveys)
            .chain(responses)
            .chain(lifelike)
            .map(|work| SeedBatch { request: self.clone(), work })
    }
}
