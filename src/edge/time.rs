//! The time that the Worker's rules go by: the platform's, or that of the sandbox where one is built in.

use super::clock;
use super::sandbox::state_cache;
use crate::wire::dates::Timestamp;

/// The current time. It does not change while a request computes.
pub(crate) fn now() -> Timestamp {
    state_cache::sandbox_time(clock::platform_time())
}
