//! The time: read here and nowhere else.

use crate::local;
use crate::wire::dates::Moment;

/// The time that everything here goes by. It stands still while a request computes.
pub(crate) fn now() -> Moment {
    local::time(platform())
}

/// The platform's time.
pub(crate) fn platform() -> Moment {
    Moment(worker::js_sys::Date::now() as i64)
}
