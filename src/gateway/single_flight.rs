//! Single flight: a read that is like another one of the same session, under way for a moment, waits for its response.
//!
//! Only responses that are not cached are shared this way. An isolate does not know what others write, so a read is
//! joined only in its first half second, and never after a write of the session through this isolate.

use super::account::Account;
use super::cache::CacheKey;
use crate::wire::dates::{MINUTE, Timestamp};

/// Milliseconds for which a read can be joined.
pub const JOIN_WINDOW_MS: u32 = 500;

/// Milliseconds for which a read waits for another's response: the other request may have been cancelled.
pub const WAIT_MAX_MS: u32 = 3_000;

/// Bytes of the largest body that is shared.
pub const BODY_MAX: u64 = 2_000_000;

struct Flight<W> {
    number: u64,
    key: CacheKey,
    began_at: Timestamp,
    joinable: bool,
    waiting: Vec<W>,
}

/// The reads in flight. `W` is the type of those who wait for one.
pub struct SingleFlight<W> {
    flights: Vec<Flight<W>>,
    last_number: u64,
}

impl<W> Default for SingleFlight<W> {
    fn default() -> SingleFlight<W> {
        SingleFlight { flights: Vec::new(), last_number: 0 }
    }
}

impl<W> SingleFlight<W> {
    /// The waiters of a like read that began less than `within` milliseconds ago.
    pub fn join_flight(&mut self, key: &CacheKey, now: Timestamp, within: u32) -> Option<&mut Vec<W>> {
        let is_recent =
            |flight: &&mut Flight<W>| flight.began_at <= now && now < flight.began_at.saturating_add(within.into());
        let mut found =
            self.flights.iter_mut().filter(|flight| flight.joinable && flight.key == *key).filter(is_recent);
        found.next().map(|flight| &mut flight.waiting)
    }

    /// Begins a read that others may join. Reads that never ended are forgotten.
    pub fn begin_flight(&mut self, key: CacheKey, now: Timestamp) -> u64 {
        // The platform may cancel a request, whose read then never ends.
        self.flights.retain(|flight| now < flight.began_at.saturating_add(MINUTE));
        self.last_number = self.last_number.wrapping_add(1);
        self.flights.push(Flight { number: self.last_number, key, began_at: now, joinable: true, waiting: Vec::new() });
        self.last_number
    }

    /// Ends a read and returns those who wait for its response.
    pub fn end_flight(&mut self, number: u64) -> Vec<W> {
        let at = self.flights.iter().position(|flight| flight.number == number);
        at.map(|at| self.flights.swap_remove(at).waiting).unwrap_or_default()
    }

    /// The account has written: reads in flight may not see that, and can no longer be joined.
    pub fn close_for_account(&mut self, account: &Account) {
        for flight in self.flights.iter_mut().filter(|flight| flight.key.belongs_to(account)) {
            flight.joinable = false;
        }
    }
}
