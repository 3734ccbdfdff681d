//! The platform's clock: read here and nowhere else.

use crate::gateway::isolate_age::IsolateAge;
use crate::wire::dates::Timestamp;
use std::cell::Cell;

thread_local! {
    static AGE: Cell<IsolateAge> = const { Cell::new(IsolateAge::NEW) };
}

/// The platform's time.
pub(crate) fn platform_time() -> Timestamp {
    Timestamp(worker::js_sys::Date::now() as i64)
}

/// The age of the isolate in milliseconds, by the platform's time.
pub(super) fn advance_age() -> i64 {
    AGE.set(AGE.get().at(platform_time()));
    last_age()
}

/// The age of the isolate when it was last advanced, which each new task does.
pub(super) fn last_age() -> i64 {
    AGE.get().milliseconds()
}
