//! The platform's clock: read here and nowhere else.

use crate::wire::dates::Timestamp;

/// The platform's time.
pub(crate) fn platform_time() -> Timestamp {
    Timestamp(worker::js_sys::Date::now() as i64)
}
