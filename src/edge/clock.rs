//! The time: read here and nowhere else.

use crate::wire::dates::Moment;

/// The platform's time. It stands still while a request computes.
pub(crate) fn now() -> Moment {
    Moment(worker::js_sys::Date::now() as i64)
}
