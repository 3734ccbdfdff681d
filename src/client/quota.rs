//! What responses report beside their value: the app's quota and the scopes of the account.

use crate::wire::pacing::RemainingQuota;
use serde::Deserialize;

/// The app's quota, as the last response reported it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Quota {
    /// The quota per minute.
    pub minute: QuotaWindow,
    /// The quota per day.
    pub day: QuotaWindow,
}

/// One window of the quota: the current minute or day.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct QuotaWindow {
    /// Requests that the window permits; `None` without a limit.
    pub limit: Option<u32>,
    /// Requests that remain in it; `None` without a limit.
    pub remaining: Option<u32>,
    /// When the window resets: milliseconds since 1970, as in `Date.now()`.
    pub resets_at: f64,
}

impl QuotaWindow {
    /// The window of a period at a time, while so many requests are in flight. A reset further away than the period was
    /// reported before the clock was set back.
    pub(super) fn remaining_at(&self, now: f64, in_flight: u32, period: i64) -> RemainingQuota {
        RemainingQuota {
            limit: self.limit.unwrap_or(0),
            remaining: self.remaining.unwrap_or(u32::MAX).saturating_sub(in_flight),
            reset_millis: (self.resets_at - now).clamp(0.0, period as f64) as u64,
        }
    }
}

/// Whether an operation's scope is granted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Access {
    /// The user granted it.
    Granted,
    /// The user's plan makes it available, but the user did not grant it.
    Available,
    /// The user's plan does not include it.
    NeedsPlan,
    /// No response has reported the scopes yet.
    Unknown,
}

/// The metadata of a response, as the engine writes it.
#[derive(Debug, Clone, Default, Deserialize)]
pub(super) struct Metadata {
    quota: Option<ReportedQuota>,
    pub scopes: Option<Scopes>,
    pub request_id: Option<String>,
}

/// The scopes of the current account.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct Scopes {
    pub granted: Vec<String>,
    pub available: Vec<String>,
}

#[derive(Debug, Clone, Copy, Deserialize)]
struct ReportedQuota {
    minute: ReportedWindow,
    day: ReportedWindow,
}

#[derive(Debug, Clone, Copy, Deserialize)]
struct ReportedWindow {
    limit: Option<u32>,
    remaining: Option<u32>,
    reset: u32,
}

impl Metadata {
    /// The quota of a response that arrived at this time.
    pub fn quota(&self, now: f64) -> Option<Quota> {
        let window = |ReportedWindow { limit, remaining, reset }| QuotaWindow {
            limit,
            remaining,
            resets_at: now + f64::from(reset) * 1000.0,
        };
        self.quota.map(|ReportedQuota { minute, day }| Quota { minute: window(minute), day: window(day) })
    }
}
