//! The answers to reads that a team has kept in memory. An answer is used until a table that it was computed from is
//! written, so that no read gets a stale one.
//!
//! Not kept are answers that depend on the time, other answers than 200, and large ones. The memory is limited: when
//! half of it is filled with answers that were used since, all others are dropped.

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
    /// The answers that were kept or used since the last time that this list was full.
    recent: AnswerList,
    /// The list before that, without the answers that were used since.
    former: AnswerList,
    hits: u64,
}

#[derive(Debug, Default)]
struct AnswerList {
    /// In the order of their keys. Pointers, because the list moves with each new answer.
    answers: Vec<Rc<KeptAnswer>>,
    bytes: usize,
}

#[derive(Debug)]
struct KeptAnswer {
    key: String,
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
    fn cost(&self) -> usize {
        self.key.len().saturating_add(self.response.body.len()).saturating_add(ANSWER_COST_BYTES)
    }

    fn is_current(&self, generations: &Generations, now: Timestamp) -> bool {
        now < self.basis.ends && generations.are_unchanged(self.basis.tables, self.basis.since)
    }
}

impl AnswerList {
    fn position(&self, key: &str) -> Result<usize, usize> {
        self.answers.binary_search_by(|kept| kept.key.as_str().cmp(key))
    }

    fn get(&self, key: &str) -> Option<&KeptAnswer> {
        self.answers.get(self.position(key).ok()?).map(Rc::as_ref)
    }

    fn take(&mut self, key: &str) -> Option<Rc<KeptAnswer>> {
        let kept = self.answers.remove(self.position(key).ok()?);
        self.bytes = self.bytes.saturating_sub(kept.cost());
        Some(kept)
    }

    fn insert(&mut self, kept: Rc<KeptAnswer>) {
        self.take(&kept.key);
        self.bytes = self.bytes.saturating_add(kept.cost());
        let at = self.position(&kept.key).unwrap_or_else(|at| at);
        self.answers.insert(at, kept);
    }
}

impl KeptAnswers {
    /// The answer with a key, if it is current.
    pub fn find(&mut self, key: &str, generations: &Generations, now: Timestamp) -> Option<Response> {
        if let Some(kept) = self.former.take(key) {
            self.insert(kept);
        }
        let kept = self.recent.get(key)?;
        if !kept.is_current(generations, now) {
            self.recent.take(key);
            return None;
        }
        self.hits = self.hits.saturating_add(1);
        Some(kept.response.clone())
    }

    /// Keeps an answer.
    pub fn keep(&mut self, key: String, response: Response, basis: AnswerBasis) {
        self.former.take(&key);
        let kept = KeptAnswer { key, response, basis };
        if kept.cost() <= ANSWER_BYTES_MAX {
            self.insert(Rc::new(kept));
        }
    }

    fn insert(&mut self, kept: Rc<KeptAnswer>) {
        self.recent.insert(kept);
        if self.recent.bytes > BYTES_MAX / 2 {
            self.former = std::mem::take(&mut self.recent);
        }
    }

    /// How often an answer was found.
    pub fn hits(&self) -> u64 {
        self.hits
    }
}
