//! How long somebody must wait before the next attempt, in words and as a header.

use crate::wire::dates::{SECOND, Timestamp};
use crate::wire::http::Response;

/// Seconds to wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RetryDelay(u64);

impl RetryDelay {
    /// The wait from now to a moment.
    pub fn until(now: Timestamp, next: Timestamp) -> RetryDelay {
        let wait = next.0.saturating_sub(now.0).max(0);
        RetryDelay(wait.unsigned_abs().div_ceil(SECOND.unsigned_abs()))
    }

    /// As a page says it: `30 seconds`, `15 minutes`, `3 hours`.
    pub fn in_words(self) -> String {
        let (number, unit) = match self.0 {
            seconds @ ..=60 => (seconds, "seconds"),
            seconds @ ..=7200 => (seconds.div_ceil(60), "minutes"),
            seconds => (seconds.div_ceil(3600), "hours"),
        };
        format!("{number} {unit}")
    }

    /// The page with the header that says it.
    pub fn with_retry_after(self, page: Response) -> Response {
        page.with_header("retry-after", &self.0.to_string())
    }
}
