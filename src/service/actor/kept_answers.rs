//! The answers to reads that a team has kept in memory. An answer is used until a table that it was computed from is
//! written, so that no read gets a stale one.
//!
//! Not kept are answers that depend on the time, other answers than 200, and large ones.

use crate::service::store::generations::{Generations, TableSet};
use crate::service::store::recent_values::RecentValues;
use crate::wire::dates::Timestamp;
use crate::wire::http::Response;

/// Bytes of all answers of a team. Our choice: an isolate has 128 MB, which its objects share.
const BYTES_MAX: usize = 8_000_000;

/// Bytes of one answer.
const ANSWER_BYTES_MAX: usize = 1_000_000;

/// The answers of a team.
#[derive(Debug)]
pub struct KeptAnswers {
    answers: RecentValues<KeptAnswer>,
    hits: u64,
}

#[derive(Debug)]
struct KeptAnswer {
    response: Response,
    basis: AnswerBasis,
}

/// What an answer was computed from.
#[derive(Debug, Clone, Copy)]
pub struct AnswerBasis {
    /// The tables.
    pub tables: TableSet,
    /// The number of the last write before it was computed.
    pub since: u64,
    /// When the permission to read it ends by itself.
    pub ends: Timestamp,
}

impl KeptAnswer {
    fn is_current(&self, generations: &Generations, now: Timestamp) -> bool {
        now < self.basis.ends && generations.are_unchanged(self.basis.tables, self.basis.since)
    }
}

impl Default for KeptAnswers {
    fn default() -> KeptAnswers {
        KeptAnswers { answers: RecentValues::new(BYTES_MAX), hits: 0 }
    }
}

impl KeptAnswers {
    /// The answer with a key, if it is current.
    pub fn find(&mut self, key: &str, generations: &Generations, now: Timestamp) -> Option<&Response> {
        if !self.answers.find(key)?.is_current(generations, now) {
            self.answers.remove(key);
            return None;
        }
        self.hits = self.hits.saturating_add(1);
        self.answers.find(key).map(|kept| &kept.response)
    }

    /// Keeps an answer.
    pub fn keep(&mut self, key: String, response: Response, basis: AnswerBasis) {
        let bytes = response.body.len();
        if bytes <= ANSWER_BYTES_MAX {
            self.answers.insert(key, KeptAnswer { response, basis }, bytes);
        } else {
            self.answers.remove(&key);
        }
    }

    /// How often an answer was found.
    pub fn hits(&self) -> u64 {
        self.hits
    }
}
