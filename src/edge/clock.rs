//! The time: read here and nowhere else.

use super::sandbox::state_cache;
use crate::wire::dates::Timestamp;
use std::cell::Cell;

thread_local! {
    static FROZEN: Cell<Option<Timestamp>> = const { Cell::new(None) };
}

/// The time that everything here goes by. It stands still while a request computes.
pub(crate) fn now() -> Timestamp {
    state_cache::sandbox_time(platform_time())
}

/// The platform's time.
pub(crate) fn platform_time() -> Timestamp {
    FROZEN.get().unwrap_or_else(read_platform)
}

/// Lets a request compute until it has to wait: the platform is asked once for the time of all of it.
pub(crate) fn with_frozen_clock<T>(compute: impl FnOnce() -> T) -> T {
    if FROZEN.get().is_some() {
        return compute();
    }
    FROZEN.set(Some(read_platform()));
    let result = compute();
    FROZEN.set(None);
    result
}

/// Lets the time go on, should a turn have been broken off.
pub(crate) fn unfreeze_clock() {
    FROZEN.set(None);
}

/// When something happens at the latest that one request sees to for all. If the platform drops it, another request does.
pub(crate) struct OneShot(Cell<Timestamp>);

impl OneShot {
    /// Nothing is due.
    pub(crate) const fn never() -> OneShot {
        OneShot(Cell::new(Timestamp(0)))
    }

    /// Says that it is due after milliseconds. False if it was already.
    pub(crate) fn try_begin(&self, milliseconds: i64) -> bool {
        let now = platform_time();
        let (due, next) = (self.0.get(), now.saturating_add(milliseconds));
        // A clock may be set back.
        let is_new = now >= due || next < due;
        if is_new {
            self.0.set(next);
        }
        is_new
    }

    /// Says that it has happened.
    pub(crate) fn end(&self) {
        self.0.set(Timestamp(0));
    }
}

fn read_platform() -> Timestamp {
    Timestamp(worker::js_sys::Date::now() as i64)
}
