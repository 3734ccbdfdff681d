//! How long the directory reserves an e-mail address, and when one is free again.

use crate::spec::account::RESERVATION_MINUTES;
use crate::wire::dates::{MINUTE, Timestamp};

/// The end of a reservation that begins now.
pub fn reserved_until(now: Timestamp) -> Timestamp {
    now.saturating_add(MINUTE.saturating_mul(i64::from(RESERVATION_MINUTES)))
}

/// Whether an address is free again.
pub fn is_over(until: Option<Timestamp>, now: Timestamp) -> bool {
    until.is_some_and(|until| until <= now)
}
