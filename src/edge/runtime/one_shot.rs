//! Work that one request does for all requests of the isolate, at most once in a while.

use super::clock::platform_time;
use crate::wire::dates::Timestamp;
use std::cell::Cell;

/// The time by which the scheduled work has run. If the platform drops the request that was to do it, any request may
/// schedule it again after that time.
pub(crate) struct OneShot(Cell<Timestamp>);

impl OneShot {
    /// No work is scheduled.
    pub(crate) const fn never() -> OneShot {
        OneShot(Cell::new(Timestamp(0)))
    }

    /// Schedules the work in so many milliseconds. False if it is scheduled already.
    pub(crate) fn try_begin(&self, milliseconds: i64) -> bool {
        let now = platform_time();
        let (due, next) = (self.0.get(), now.saturating_add(milliseconds));
        // A due time further away than a new one means that the clock was set back.
        let is_new = now >= due || next < due;
        if is_new {
            self.0.set(next);
        }
        is_new
    }

    /// Marks the work as done, so that it can be scheduled again at once.
    pub(crate) fn end(&self) {
        self.0.set(Timestamp(0));
    }
}
