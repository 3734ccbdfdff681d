//! Time in a build without the sandbox: the platform's.

use crate::wire::dates::Timestamp;

/// The platform's time.
pub(crate) fn sandbox_time(platform: Timestamp) -> Timestamp {
    platform
}

/// The platform's time for an alarm: the alarm's own.
pub(crate) fn alarm_time(at: Timestamp, _: Timestamp) -> Option<Timestamp> {
    Some(at)
}
