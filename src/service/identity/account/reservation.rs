//! How long the directory reserves an e-mail address, and when one is free again.

use crate::spec::account::RESERVATION_MINUTES;
use crate::wire::dates::{MINUTE, Moment};

/// The end of a reservation that begins now.
pub fn reserved_until(now: Moment) -> Moment {
    now.plus(MINUTE.saturating_mul(i64::from(RESERVATION_MINUTES)))
}

/// Whether an address is free again.
pub fn is_over(until: Option<Moment>, now: Moment) -> bool {
    until.is_some_and(|until| until <= now)
}
