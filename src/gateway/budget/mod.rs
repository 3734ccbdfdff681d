//! The budget: how the gateway spends the app's quota, so that the gateway is never the reason that the quota is hit.
//!
//! One object per client id stores a [`state`]: a [`ledger`] of the minute, one of the day, and the leases. The ledgers
//! follow the six rate headers of every response: how much is spent, by this gateway or by anyone else, and when the
//! window ends on the gateway's own clock. A lease is a number of requests that were admitted. A request is admitted
//! while reported usage plus requests in flight stay below the limit. A request that was admitted and never answered
//! counts as spent until a later response reports the sum; if such requests fill the day, one is sent now and then
//! (`state/probe.rs`). Isolates hold leases in their [`lease_pool`], so that not
//! every request asks the object.
//!
//! # What is reserved
//!
//! Each part is a share of all requests of the limit:
//!
//! | Reserved | From | For |
//! |---|---|---|
//! | 2 % of minute and day, or what others spent in the minute before | everyone | other users of the app's quota |
//! | 1 % of both; 10 % of the minute, which shrinks to nothing until the minute ends | accounts past their share, background work | people who come next |
//! | what each present person has not used of an equal share: of the minute, shrinking like that; of the day, at most what the person sends in 15 minutes | accounts past their share; of the minute, background work too | these people |
//! | `BUDGET_RESERVE`, 1 % of both | background work: `X-Canvass-Class: background` | people |
//!
//! A share is the limit divided by the number of present accounts plus one. An account is present for two minutes after
//! its last interactive request. Waiting requests have an order: interactive requests come before background work, and
//! an account that has had less of the minute comes before one that has had more (`state/callers.rs`).
//!
//! # Waiting and refusal
//!
//! A request is held for 5 seconds at most, background work for one. Then it is refused with 429 and the problem
//! `urn:canvass:problem:budget-spent` (see [`presentation`]). When the service answers 1040 all the same, nothing is
//! sent until the reset and a random part of two seconds more, so that the waiting requests do not all go at once.
//!
//! # No limit, or none known
//!
//! At first nothing is known: one request goes, and the others wait for its response. A successful response without the
//! headers means that there is no limit, and so does the greatest integer in them. Where no window has a limit, nothing
//! is planned, and an isolate does not ask the object while its responses say so.
//!
//! # When the budget holds
//!
//! - Other users of the quota spend no more, while a request is in flight, than what is reserved for them.
//! - A request reaches the service within 30 seconds of being sent.
//! - Two clocks drift apart by less than 50 ms a minute, and the clocks of two machines that run the same object differ
//!   by less than a second. How wrong a clock is does not matter.

pub mod lease_pool;
pub mod ledger;
pub mod message;
pub mod presentation;
pub mod state;

use crate::spec::errors::Error;
use crate::spec::limits::VIOLATION_PERCENT;
use crate::wire::dates::{SECOND, Timestamp};
use crate::wire::http::{Header, Request};
use crate::wire::{rate, text};
use message::RequestOutcome;

/// The header in which a page says how urgent its request is.
pub const CLASS_HEADER: &str = "x-canvass-class";

/// Its value for work that no user waits for, such as an export.
const BACKGROUND: &str = "background";

/// Milliseconds for which a lease may be used: our choice.
pub const LEASE_LIFE: i64 = 5 * SECOND;

/// Milliseconds for which an admitted request may be in flight before the service counts it: our choice. A request
/// without a response counts as spent until this has passed and a later response has reported the sum.
pub const SETTLE_TIME: i64 = 30 * SECOND;

/// How urgent a request is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RequestClass {
    /// A user waits for it.
    Interactive,
    /// No user waits for it.
    Background,
}

impl RequestClass {
    /// The class that a request's header names; interactive without one.
    pub fn from_request(request: &Request) -> RequestClass {
        if request.header(CLASS_HEADER) == Some(BACKGROUND) {
            RequestClass::Background
        } else {
            RequestClass::Interactive
        }
    }

    /// Milliseconds for which a request is held at most while it waits for the quota: our choice.
    const fn hold_limit(self) -> i64 {
        match self {
            RequestClass::Interactive => 5 * SECOND,
            RequestClass::Background => SECOND,
        }
    }
}

/// Whether an earlier response could be served instead.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fallback {
    /// There is none.
    None,
    /// There is one, which may be outdated.
    Stale,
}

/// Why no request may be sent now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PauseCause {
    /// The minute's requests are used up.
    Minute,
    /// The day's requests are used up.
    Day,
    /// The service has refused a request.
    Refused,
    /// The limit is not known well enough to send more at once.
    LimitUnknown,
}

/// No request may be sent now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BudgetPause {
    /// The reason.
    pub cause: PauseCause,
    /// When requests may be sent again.
    pub until: Timestamp,
    /// Milliseconds until then.
    pub wait: i64,
}

/// What happens to a request that cannot be sent now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PauseAction {
    /// It asks again after this many milliseconds.
    Wait(i64),
    /// The earlier response is served.
    ServeStale,
    /// It is refused.
    Refuse,
}

impl BudgetPause {
    /// Decides on a request that was held for `held` milliseconds. It is held longer only if it will not be refused
    /// then.
    pub fn next_action(&self, class: RequestClass, held: i64, fallback: Fallback) -> PauseAction {
        match fallback {
            Fallback::Stale => PauseAction::ServeStale,
            Fallback::None if held.saturating_add(self.wait) <= class.hold_limit() => {
                PauseAction::Wait(self.wait.max(1))
            }
            Fallback::None => PauseAction::Refuse,
        }
    }
}

/// The outcome of a request that got a response.
pub fn classify_response(status: u16, headers: &[Header]) -> RequestOutcome {
    let header = |name: &str| headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.to_owned());
    let [day, minute] = rate::read_windows(&header);
    let windows = [minute, day];
    let retry_after = || {
        header("retry-after").and_then(|value| text::parse_number(&value)).and_then(|seconds| seconds.try_into().ok())
    };
    match status {
        _ if status == Error::RateLimit.row().status => RequestOutcome::Refused(windows, retry_after().unwrap_or(0)),
        200..=299 => RequestOutcome::Answered(windows),
        // An error without the headers may come from a proxy, before the service has counted the request.
        _ if windows == [None, None] => RequestOutcome::Lost,
        _ => RequestOutcome::Answered(windows),
    }
}

/// The operator's settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BudgetRules {
    /// Limits of minute and day that apply while the service reports none.
    pub fallback: [Option<u32>; 2],
    /// Percentage of a limit that background work leaves to people.
    pub reserve: u32,
    /// Percentage by which a limit may be exceeded.
    pub tolerance: u32,
}

/// The default reserve in percent: our choice.
const RESERVE_DEFAULT: u32 = 1;

/// The largest reserve that can be configured, in percent.
pub const RESERVE_MAX: u32 = 90;

/// The largest tolerance that can be configured, in percent: the service's own.
pub const TOLERANCE_MAX: u32 = VIOLATION_PERCENT.saturating_sub(100);

impl Default for BudgetRules {
    fn default() -> BudgetRules {
        BudgetRules { fallback: [None, None], reserve: RESERVE_DEFAULT, tolerance: 0 }
    }
}
