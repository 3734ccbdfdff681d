//! The quota on the wire: six integer headers of every response, refusals included. Heading "Limits".

use super::http::Response;
use super::text::parse_number as number_of;
use crate::spec::limits::{NO_LIMIT, RATE_HEADERS, SCOPE_HEADERS};
use serde::{Deserialize, Serialize};

/// An app's use of one of its two windows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuotaWindow {
    /// Requests that the window permits.
    pub limit: u32,
    /// Requests that are left in it.
    pub remaining: u32,
    /// Seconds until the next window begins.
    pub reset: u32,
}

impl QuotaWindow {
    /// False if there is no limit. A service may then send the greatest number or zero in the header.
    pub const fn is_limited(&self) -> bool {
        self.limit != 0 && self.limit < NO_LIMIT
    }

    /// Whether no requests are left.
    pub const fn is_spent(&self) -> bool {
        self.is_limited() && self.remaining == 0
    }
}

/// An app's use of the quota: this day and this minute.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuotaStatus {
    /// The window of the day.
    pub day: QuotaWindow,
    /// The window of the minute.
    pub minute: QuotaWindow,
}

impl QuotaStatus {
    /// Seconds until a refused request may be sent again: until the reset of the window that has no requests left.
    pub const fn retry_after(&self) -> u32 {
        if self.day.is_spent() { self.day.reset } else { self.minute.reset }
    }

    /// The values of the six headers, in the order of [`RATE_HEADERS`].
    pub const fn header_values(&self) -> [u32; 6] {
        let QuotaStatus { day, minute } = self;
        [day.limit, day.remaining, day.reset, minute.limit, minute.remaining, minute.reset]
    }
}

/// Reads the quota from headers; `None` unless all six are present. `header` returns a value by its name.
pub fn read_headers(header: &dyn Fn(&str) -> Option<String>) -> Option<QuotaStatus> {
    let [day, minute] = read_windows(header);
    Some(QuotaStatus { day: day?, minute: minute? })
}

/// Reads the windows of day and minute from headers; each is `None` unless its three headers are present.
pub fn read_windows(header: &dyn Fn(&str) -> Option<String>) -> [Option<QuotaWindow>; 2] {
    let number = |name| number_of(&header(name)?)?.try_into().ok();
    let window = |limit, remaining, reset| {
        Some(QuotaWindow { limit: number(limit)?, remaining: number(remaining)?, reset: number(reset)? })
    };
    let [day_limit, day_remaining, day_reset, minute_limit, minute_remaining, minute_reset] = RATE_HEADERS;
    [window(day_limit, day_remaining, day_reset), window(minute_limit, minute_remaining, minute_reset)]
}

/// Adds the six headers to a response. Pages of another origin may read them, the two headers of the scopes, and when
/// to repeat a refused request.
#[must_use]
pub fn write_headers(quota: &QuotaStatus, response: Response) -> Response {
    let exposed = [&RATE_HEADERS[..], &SCOPE_HEADERS[..], &["retry-after"]].concat().join(", ");
    RATE_HEADERS
        .iter()
        .zip(quota.header_values())
        .fold(response, |response, (name, number)| response.with_header(name, &number.to_string()))
        .with_header("access-control-expose-headers", &exposed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_six_headers_are_read_as_they_were_written() {
        let window = QuotaWindow { limit: 120, remaining: 0, reset: 30 };
        let quota = QuotaStatus { minute: window, day: QuotaWindow { limit: 500, remaining: 9, reset: 40_000 } };
        let response = write_headers(&quota, Response::empty(200));
        let read_back = read_headers(&|name| response.header(name).map(str::to_owned));
        assert_eq!(read_back, Some(quota));
        assert_eq!(quota.retry_after(), 30);
        assert_eq!(QuotaStatus { day: QuotaWindow { remaining: 0, ..quota.day }, ..quota }.retry_after(), 40_000);
        assert_eq!(read_headers(&|_| None), None);
        let unlimited = QuotaWindow { limit: 0, remaining: 0, reset: 40_000 };
        assert_eq!(QuotaStatus { day: unlimited, ..quota }.retry_after(), 30);
    }
}
