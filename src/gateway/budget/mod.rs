//! The budget: how the gateway spends the app's quota, so that it is never the reason that the quota is hit.
//!
//! One object per client id keeps a [`plan`]: a [`ledger`] of the minute and one of the day, told by the six headers
//! of every answer, and leases: requests that were let go and not yet seen in an answer. A request is let go while
//! what is told and what is let go stay below the limit together. An isolate holds leases in its [`lease_pool`], so that
//! where there is plenty not every request has to ask.
//!
//! What is kept back of a limit, from the outside in: a margin for whoever else spends the app's quota, a little for
//! callers who have asked for little, and the reserve, which is for people and not for background work.

pub mod lease_pool;
pub mod ledger;
pub mod message;
pub mod plan;
pub mod presentation;

use crate::spec::errors::Error;
use crate::spec::limits::VIOLATION_PERCENT;
use crate::wire::dates::{SECOND, Timestamp};
use crate::wire::http::{Header, Request};
use crate::wire::{rate, text};
use message::RequestOutcome;

/// The header in which a page says how urgent a request is.
pub const CLASS_HEADER: &str = "x-canvass-class";

/// Its value for work that nobody waits for, such as an export.
const BACKGROUND: &str = "background";

/// For how long requests may be let go by a lease: our choice.
pub const LEASE_LIFE: i64 = 5 * SECOND;

/// For how long a request may be on its way before the service counts it: our choice. What was let go and never
/// answered counts as spent until this has passed and a later answer has told the sum.
pub const SETTLE_TIME: i64 = 30 * SECOND;

/// How urgent a request is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RequestClass {
    /// Somebody waits for it.
    Interactive,
    /// Nobody does.
    Background,
}

impl RequestClass {
    /// The class that a request says it has.
    pub fn from_request(request: &Request) -> RequestClass {
        if request.header(CLASS_HEADER) == Some(BACKGROUND) {
            RequestClass::Background
        } else {
            RequestClass::Interactive
        }
    }

    /// Milliseconds for which a request is held at most in hope of its turn: our choice.
    const fn hold_limit(self) -> i64 {
        match self {
            RequestClass::Interactive => 5 * SECOND,
            RequestClass::Background => SECOND,
        }
    }
}

/// Whether an earlier answer is at hand that is better than none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fallback {
    /// There is none.
    None,
    /// There is one.
    Stale,
}

/// Why nothing can be sent now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PauseCause {
    /// The minute's requests are spent.
    Minute,
    /// The day's are.
    Day,
    /// The service refused a request all the same.
    Refused,
    /// What the service permits is not known well enough to send more at once.
    LimitUnknown,
}

/// Not now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BudgetPause {
    /// Why.
    pub cause: PauseCause,
    /// When it goes on.
    pub until: Timestamp,
    /// Milliseconds until then.
    pub wait: i64,
}

/// What becomes of a request that cannot be sent now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PauseAction {
    /// It asks again after so many milliseconds.
    Wait(i64),
    /// It is answered with the copy.
    ServeStale,
    /// It is refused.
    Refuse,
}

impl BudgetPause {
    /// Holds a request for a short time if that is enough; otherwise nobody waits in vain.
    pub fn next_action(&self, class: RequestClass, held: i64, copy: Fallback) -> PauseAction {
        match copy {
            Fallback::Stale => PauseAction::ServeStale,
            Fallback::None if held.saturating_add(self.wait) <= class.hold_limit() => {
                PauseAction::Wait(self.wait.max(1))
            }
            Fallback::None => PauseAction::Refuse,
        }
    }
}

/// How a request ended that was answered.
pub fn classify_response(status: u16, headers: &[Header]) -> RequestOutcome {
    let header = |name: &str| headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.to_owned());
    let [day, minute] = rate::read_windows(&header);
    let told = [minute, day];
    let after =
        || header("retry-after").and_then(|value| text::parse_number(&value)).and_then(|after| after.try_into().ok());
    match status {
        _ if status == Error::RateLimit.row().status => RequestOutcome::Refused(told, after().unwrap_or(0)),
        200..=299 => RequestOutcome::Answered(told),
        _ if told == [None, None] => RequestOutcome::Lost,
        _ => RequestOutcome::Answered(told),
    }
}

/// What the operator decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BudgetRules {
    /// Limits of a minute and a day where the service tells none.
    pub fallback: [Option<u32>; 2],
    /// Percent of a limit that background work leaves to people.
    pub reserve: u32,
    /// Percent past a limit that may be spent.
    pub tolerance: u32,
}

/// The reserve if no other is configured: our choice.
const RESERVE_DEFAULT: u32 = 1;

/// The largest reserve that can be configured, in percent.
pub const RESERVE_MAX: u32 = 90;

/// The largest tolerance, in percent: as far as the service goes.
pub const TOLERANCE_MAX: u32 = VIOLATION_PERCENT.saturating_sub(100);

impl Default for BudgetRules {
    fn default() -> BudgetRules {
        BudgetRules { fallback: [None, None], reserve: RESERVE_DEFAULT, tolerance: 0 }
    }
}
