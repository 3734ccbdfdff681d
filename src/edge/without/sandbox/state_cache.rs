//! Time is the platform's: there is no clock to move.

use crate::wire::dates::Moment;

/// The time is the platform's.
pub(crate) fn time(platform: Moment) -> Moment {
    platform
}

/// An alarm comes at its moment.
pub(crate) fn alarm(at: Moment, _: Moment) -> Option<Moment> {
    Some(at)
}
