//! Reads under way in an isolate: one that is like another of the same session a moment ago waits for its answer.
//!
//! Only answers that are not kept are shared so. An isolate does not know what others write: that is why a read is
//! joined in its first half second only, and never after a write of the session that passed here.

use super::account::Account;
use super::cache::CacheKey;
use crate::wire::dates::{MINUTE, Timestamp};

/// Milliseconds during which a read can be joined.
pub const JOIN_WINDOW_MS: u32 = 500;

/// Milliseconds that a read waits for another's answer; whoever fetched it may have gone away.
pub const WAIT_MAX_MS: u32 = 3_000;

/// Bytes of a body that is shared.
pub const BODY_MAX: u64 = 2_000_000;

struct Flight<W> {
    number: u64,
    key: CacheKey,
    at: Timestamp,
    joinable: bool,
    waiting: Vec<W>,
}

/// The reads under way. `W` is whoever waits.
pub struct SingleFlight<W> {
    list: Vec<Flight<W>>,
    count: u64,
}

impl<W> Default for SingleFlight<W> {
    fn default() -> SingleFlight<W> {
        SingleFlight { list: Vec::new(), count: 0 }
    }
}

impl<W> SingleFlight<W> {
    /// Where to wait for the answer of a like read that began less than so many milliseconds ago.
    pub fn join_flight(&mut self, key: &CacheKey, now: Timestamp, within: u32) -> Option<&mut Vec<W>> {
        let young = |flight: &&mut Flight<W>| flight.at <= now && now < flight.at.saturating_add(within.into());
        let mut found = self.list.iter_mut().filter(|flight| flight.joinable && flight.key == *key).filter(young);
        found.next().map(|flight| &mut flight.waiting)
    }

    /// Begins a read that others may join; those that never ended are forgotten.
    pub fn begin_flight(&mut self, key: CacheKey, now: Timestamp) -> u64 {
        self.list.retain(|flight| now < flight.at.saturating_add(MINUTE));
        self.count = self.count.wrapping_add(1);
        self.list.push(Flight { number: self.count, key, at: now, joinable: true, waiting: Vec::new() });
        self.count
    }

    /// Ends a read; those who wait for its answer.
    pub fn end_flight(&mut self, number: u64) -> Vec<W> {
        let at = self.list.iter().position(|flight| flight.number == number);
        at.map(|at| self.list.swap_remove(at).waiting).unwrap_or_default()
    }

    /// The account has written: what is under way may not know of it, and is joined no more.
    pub fn close_for_account(&mut self, account: &Account) {
        for flight in self.list.iter_mut().filter(|flight| flight.key.belongs_to(account)) {
            flight.joinable = false;
        }
    }
}
