//! Reservations of e-mail addresses in the directory: their length, and what frees an address that no team has stored.

use crate::service::store::effects::Effects;
use crate::service::store::job_queue::{self, JobKind};
use crate::service::store::sql::SqlError;
use crate::spec::account::RESERVATION_MINUTES;
use crate::wire::dates::{MINUTE, Timestamp};

/// The end of a reservation that starts now.
pub fn reserved_until(now: Timestamp) -> Timestamp {
    now.saturating_add(MINUTE.saturating_mul(i64::from(RESERVATION_MINUTES)))
}

/// Team: before the directory is asked for an address, schedules the job that frees it after the reservation, unless a
/// user has it by then.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn free_unless_stored(effects: Effects, email: &str) -> Result<(), SqlError> {
    job_queue::schedule(effects, JobKind::ForgetAddress, email, reserved_until(effects.now))
}
