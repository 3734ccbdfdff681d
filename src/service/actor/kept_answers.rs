//! The answers to reads that a team has kept in memory. An answer is used until a table that it was computed from is
//! written, so that no read gets a stale one.
//!
//! Not kept are answers that depend on the time, other answers than 200, and large ones. The memory is limited; the
//! answer that was not used for the longest time is dropped first.

use crate::service::store::generations::{Generations, TableSet};
use crate::wire::dates::Timestamp;
use crate::wire::http::Response;
use std::rc::Rc;

/// Bytes of all answers of a team. Our choice: an isolate has 128 MB, which its objects share.
const BYTES_MAX: usize = 8_000_000;

/// Bytes of one answer.
const ANSWER_BYTES_MAX: usize = 1_000_000;

/// What an answer takes in addition to its key and body, in bytes.
const ANSWER_COST_BYTES: usize = 500;

/// The answers of a team.
#[derive(Debug, Default)]
pub struct KeptAnswers {
    /// In the order of their keys.
    answers: Vec<KeptAnswer>,
    bytes: usize,
    uses: u64,
    hits: u64,
}

#[derive(Debug)]
struct KeptAnswer {
    key: String,
    response: Rc<Response>,
    basis: AnswerBasis,
    last_use: u64,
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
    fn cost(&self) -> usize {
        self.key.len().saturating_add(self.response.body.len()).saturating_add(ANSWER_COST_BYTES)
    }
}

impl KeptAnswers {
    /// The answer with a key, if it is current.
    pub fn find(&mut self, key: &str, generations: &Generations, now: Timestamp) -> Option<Rc<Response>> {
        let at = self.position(key).ok()?;
        let kept = self.answers.get_mut(at)?;
        if now >= kept.basis.ends || !generations.are_unchanged(kept.basis.tables, kept.basis.since) {
            self.remove(at);
            return None;
        }
        self.uses = self.uses.saturating_add(1);
        self.hits = self.hits.saturating_add(1);
        kept.last_use = self.uses;
        Some(Rc::clone(&kept.response))
    }

    /// Keeps an answer.
    pub fn keep(&mut self, key: String, response: Response, basis: AnswerBasis) {
        if let Ok(at) = self.position(&key) {
            self.remove(at);
        }
        self.uses = self.uses.saturating_add(1);
        let kept = KeptAnswer { key, response: Rc::new(response), basis, last_use: self.uses };
        if kept.cost() > ANSWER_BYTES_MAX {
            return;
        }
        self.bytes = self.bytes.saturating_add(kept.cost());
        while self.bytes > BYTES_MAX {
            let oldest = self.answers.iter().enumerate().min_by_key(|(_, kept)| kept.last_use).map(|(at, _)| at);
            let Some(at) = oldest else { break };
            self.remove(at);
        }
        let at = self.position(&kept.key).unwrap_or_else(|at| at);
        self.answers.insert(at, kept);
    }

    /// How often an answer was found.
    pub fn hits(&self) -> u64 {
        self.hits
    }

    fn position(&self, key: &str) -> Result<usize, usize> {
        self.answers.binary_search_by(|kept| kept.key.as_str().cmp(key))
    }

    fn remove(&mut self, at: usize) {
        let removed = self.answers.remove(at);
        self.bytes = self.bytes.saturating_sub(removed.cost());
    }
}
