//! The quota on the wire: six integer headers on every answer, refusals included. Heading "Limits".

use super::http::Response;
use crate::spec::limits::RATE_HEADERS;
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

impl Quota {
    /// The numbers of the six headers, in the order of [`RATE_HEADERS`].
    pub const fn numbers(&self) -> [u32; 6] {
        let Quota { day, minute } = self;
        [day.limit, day.remaining, day.reset, minute.limit, minute.remaining, minute.reset]
    }
}

/// The answer with the six headers.
#[must_use]
pub fn write(quota: &Quota, response: Response) -> Response {
    RATE_HEADERS
        .iter()
        .zip(quota.numbers())
        .fold(response, |response, (name, number)| response.with(&name.to_ascii_lowercase(), &number.to_string()))
}
