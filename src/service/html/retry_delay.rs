//! How long to wait before the next attempt, in words and as a header.

use crate::wire::dates::{SECOND, Timestamp};
use crate::wire::http::Response;

/// A number of seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RetryDelay(u64);

impl RetryDelay {
    /// The time from now to the next permitted attempt, rounded up.
    pub fn until(now: Timestamp, next: Timestamp) -> RetryDelay {
        let delay = next.0.saturating_sub(now.0).max(0);
        RetryDelay(delay.unsigned_abs().div_ceil(SECOND.unsigned_abs()))
    }

    /// In words: `30 seconds`, `15 minutes`, `3 hours`.
    pub fn in_words(self) -> String {
        let (number, unit) = match self.0 {
            seconds @ ..=60 => (seconds, "seconds"),
            seconds @ ..=7200 => (seconds.div_ceil(60), "minutes"),
            seconds => (seconds.div_ceil(3600), "hours"),
        };
        format!("{number} {unit}")
    }

    /// Adds the header `Retry-After` to a page.
    pub fn with_retry_after(self, page: Response) -> Response {
        page.with_header("retry-after", &self.0.to_string())
    }
}
