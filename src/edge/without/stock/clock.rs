//! The platform's clock by `worker::Date`, asked at each reading.

use crate::wire::dates::Timestamp;
use worker::Date;

/// The platform's time.
pub(crate) fn platform_time() -> Timestamp {
    Timestamp(i64::try_from(Date::now().as_millis()).unwrap_or(i64::MAX))
}
