//! The time: read here and nowhere else.

use super::sandbox::state_cache;
use crate::wire::dates::Moment;
use std::cell::Cell;

thread_local! {
    static TURN: Cell<Option<Moment>> = const { Cell::new(None) };
}

/// The time that everything here goes by. It stands still while a request computes.
pub(crate) fn now() -> Moment {
    state_cache::time(platform())
}

/// The platform's time.
pub(crate) fn platform() -> Moment {
    TURN.get().unwrap_or_else(read)
}

/// Lets a request compute until it has to wait: the platform is asked once for the time of all of it.
pub(crate) fn turn<T>(compute: impl FnOnce() -> T) -> T {
    if TURN.get().is_some() {
        return compute();
    }
    TURN.set(Some(read()));
    let result = compute();
    TURN.set(None);
    result
}

/// Lets the time go on, should a turn have been broken off.
pub(crate) fn release() {
    TURN.set(None);
}

/// When something happens at the latest that one request sees to for all. If the platform drops it, another request does.
pub(crate) struct Due(Cell<Moment>);

impl Due {
    /// Nothing is due.
    pub(crate) const fn never() -> Due {
        Due(Cell::new(Moment(0)))
    }

    /// Says that it is due after milliseconds. False if it was already.
    pub(crate) fn begin(&self, milliseconds: i64) -> bool {
        let now = platform();
        let (due, next) = (self.0.get(), now.plus(milliseconds));
        // A clock may be set back.
        let is_new = now >= due || next < due;
        if is_new {
            self.0.set(next);
        }
        is_new
    }

    /// Says that it has happened.
    pub(crate) fn end(&self) {
        self.0.set(Moment(0));
    }
}

fn read() -> Moment {
    Moment(worker::js_sys::Date::now() as i64)
}
