//! Time is the platform's: there is no clock to move.

use crate::wire::dates::Timestamp;

/// The time is the platform's.
pub(crate) fn sandbox_time(platform: Timestamp) -> Timestamp {
    platform
}

/// An alarm comes at its moment.
pub(crate) fn alarm_time(at: Timestamp, _: Timestamp) -> Option<Timestamp> {
    Some(at)
}
