//! Reservations of e-mail addresses in the directory: their length, and when an address is free again.

use crate::spec::account::RESERVATION_MINUTES;
use crate::wire::dates::{MINUTE, Timestamp};

/// The end of a reservation that starts now.
pub fn reserved_until(now: Timestamp) -> Timestamp {
    now.saturating_add(MINUTE.saturating_mul(i64::from(RESERVATION_MINUTES)))
}

/// Whether the end of an address has passed. `None` is an address without an end.
pub fn is_over(until: Option<Timestamp>, now: Timestamp) -> bool {
    until.is_some_and(|until| until <= now)
}
