//! The platform's clock: read here and nowhere else.

use crate::wire::dates::Timestamp;
use std::cell::Cell;

thread_local! {
    static FROZEN: Cell<Option<Timestamp>> = const { Cell::new(None) };
}

/// The platform's time. It does not change while a task is polled.
pub(crate) fn platform_time() -> Timestamp {
    FROZEN.get().unwrap_or_else(read_platform)
}

/// Runs a poll with one reading of the platform's time: each reading is a call to JavaScript.
pub(super) fn with_frozen_clock<T>(compute: impl FnOnce() -> T) -> T {
    // One task may wake another inside its own poll; both polls share the outer reading.
    if FROZEN.get().is_some() {
        return compute();
    }
    FROZEN.set(Some(read_platform()));
    let result = compute();
    FROZEN.set(None);
    result
}

/// Discards a reading that a poll left behind because it panicked.
pub(super) fn unfreeze_clock() {
    FROZEN.set(None);
}

fn read_platform() -> Timestamp {
    Timestamp(worker::js_sys::Date::now() as i64)
}
