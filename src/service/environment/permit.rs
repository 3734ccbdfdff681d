//! Permits of API calls, and the leases that they come from: what a team's object and an app's object say to each
//! other.
//!
//! A team takes a lease of an app: the app's state, and a number of calls that the app has counted in advance. While
//! the lease lasts, the team permits calls by itself.

use crate::spec::apps::AppState;
use crate::spec::errors::Error;
use crate::spec::limits::NO_LIMIT;
use crate::wire::dates::{DAY, MINUTE, SECOND, Timestamp};
use crate::wire::error::ApiError;
use crate::wire::rate::{QuotaStatus, QuotaWindow};
use serde::{Deserialize, Serialize};

/// Milliseconds that a lease lasts at most: how long a team that its app cannot reach goes on with an old state or
/// limit. Our choice.
pub const LEASE_MS: i64 = 5 * SECOND;

/// Milliseconds without calls after which a team returns its leases. Our choice.
pub const IDLE_MS: i64 = SECOND;

choices! {
    /// How a permitted call is counted.
    Counting {
        /// Within the limit.
        Counted "counted",
        /// Above the limit, as a tolerated violation.
        Tolerated "tolerated",
        /// Not at all: the app has no limit.
        Unlimited "unlimited",
    }
}

/// A team's request for a lease of an app.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PermitRequest {
    /// The team.
    pub team: String,
    /// Client id of the app.
    pub client_id: String,
    /// When the team sends it, by its own clock.
    pub sent: Timestamp,
    /// Number of calls that wait for a permit.
    pub waiting: u32,
    /// The team's previous lease of this app, which it returns.
    pub returned: Option<ReturnedLease>,
}

/// A lease that a team returns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReturnedLease {
    /// Number of the lease.
    pub number: i64,
    /// Number of its calls that were used.
    pub used: u32,
}

/// The app's reply to a [`PermitRequest`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum PermitReply {
    /// A lease.
    Granted(Lease),
    /// The call is refused.
    Refused(Refusal),
}

/// Why a call is refused: a row of the error table with its detail, and the quota if the app exists.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refusal {
    code: u16,
    detail: Option<String>,
    /// The state of the quota, for the six headers.
    pub quota: Option<QuotaStatus>,
    /// Seconds until the call can be made, if the quota is the reason.
    pub retry_after: Option<u32>,
}

impl Refusal {
    /// A refusal with an error.
    pub fn new(error: ApiError, quota: Option<QuotaStatus>) -> Refusal {
        Refusal { code: error.error.row().code, detail: error.detail, quota, retry_after: None }
    }

    /// A refusal for the quota. There are calls again after `seconds`.
    pub fn out_of_quota(quota: QuotaStatus, seconds: u32) -> Refusal {
        Refusal { retry_after: Some(seconds), ..Refusal::new(Error::RateLimit.into(), Some(quota)) }
    }

    /// The error.
    pub fn error(&self) -> ApiError {
        let error = Error::from_code(self.code).unwrap_or(Error::Internal);
        ApiError { error, detail: self.detail.clone() }
    }
}

/// A number of calls of an app that a team may permit by itself, with the app's state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lease {
    /// Its number: a later lease of the team has a larger one.
    pub number: i64,
    /// The state of the app.
    pub state: AppState,
    /// Number of calls.
    pub calls: u32,
    /// When the team requested it, by the team's clock. From then on it lasts, so that it ends before the app counts on
    /// that, however the clocks differ.
    pub since: Timestamp,
    /// Milliseconds that it lasts.
    pub lasts: i64,
    /// How its calls are counted.
    pub counting: Counting,
    /// The day of the quota.
    pub day: LeasedWindow,
    /// The minute of the quota.
    pub minute: LeasedWindow,
}

/// A window of the quota in a lease.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeasedWindow {
    /// The limit.
    pub limit: u32,
    /// Calls that are certainly left in the window in addition to those of the lease. Negative in a violation.
    pub left: i64,
}

/// The permit of one call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Permit {
    /// The state of the app.
    pub state: AppState,
    /// The quota after the call.
    pub quota: QuotaStatus,
    /// How the call is counted.
    pub counting: Counting,
}

impl Lease {
    /// Whether it is valid at a time of the team's clock.
    pub fn is_valid(&self, now: Timestamp) -> bool {
        self.since <= now && now < self.since.saturating_add(self.lasts)
    }

    /// The permit of the call after which `used` calls of the lease are used.
    pub fn permit(&self, used: u32, now: Timestamp) -> Permit {
        let unused = i64::from(self.calls).saturating_sub(i64::from(used));
        let window = |window: LeasedWindow, period| QuotaWindow {
            limit: window.limit,
            remaining: match window.limit {
                NO_LIMIT => NO_LIMIT,
                _ => u32::try_from(window.left.saturating_add(unused).max(0)).unwrap_or(NO_LIMIT),
            },
            reset: seconds_to_reset(period, now),
        };
        let quota = QuotaStatus { day: window(self.day, DAY), minute: window(self.minute, MINUTE) };
        Permit { state: self.state, quota, counting: self.counting }
    }
}

/// Seconds until the next window begins, rounded up.
pub fn seconds_to_reset(period: i64, now: Timestamp) -> u32 {
    let left = now.floor(period).saturating_add(period).0.saturating_sub(now.0);
    u32::try_from(left.saturating_add(SECOND).saturating_sub(1) / SECOND).unwrap_or(0)
}

/// Leases that an app takes back: each team with the number of its newest lease.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recall {
    /// Client id of the app.
    pub client_id: String,
    /// The teams.
    pub holders: Vec<(String, i64)>,
}

/// The replies to a recall: each team that was reached, with its lease. `None` if it held none.
pub type RecalledLeases = Vec<(String, Option<ReturnedLease>)>;
