//! The quota on the wire: six integer headers on every answer, refusals included. Heading "Limits".

use super::http::Response;
use serde::{Deserialize, Serialize};

/// Where an app stands in one of its two windows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Window {
    /// Requests that the window permits.
    pub limit: u32,
    /// Requests left in it.
    pub remaining: u32,
    /// Seconds until it begins anew.
    pub reset: u32,
}

/// Where an app stands: this minute and this day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Quota {
    /// The window of the day.
    pub day: Window,
    /// The window of the minute.
    pub minute: Window,
}

/// The six headers: name, and the number that it carries.
pub const HEADERS: [(&str, fn(&Quota) -> u32); 6] = [
    ("x-ratelimit-app-global-day-limit", |quota| quota.day.limit),
    ("x-ratelimit-app-global-day-remaining", |quota| quota.day.remaining),
    ("x-ratelimit-app-global-day-reset", |quota| quota.day.reset),
    ("x-ratelimit-app-global-minute-limit", |quota| quota.minute.limit),
    ("x-ratelimit-app-global-minute-remaining", |quota| quota.minute.remaining),
    ("x-ratelimit-app-global-minute-reset", |quota| quota.minute.reset),
];

/// The answer with the six headers.
#[must_use]
pub fn write(quota: &Quota, response: Response) -> Response {
    HEADERS.iter().fold(response, |response, (name, number)| response.with(name, &number(quota).to_string()))
}
