//! What callers see of the budget: two headers besides the six, a refusal that says when it ends, and the state.
//!
//! A refusal has `Retry-After` and the members `cause` (`minute`, `day`, `refused`, `limit_unknown`), `detail` and
//! `until`. Every response has `RateLimit-Policy` and `RateLimit`, as the draft of the IETF defines them, for the
//! windows with a limit.
//!
//! `GET /gateway/budget`, with the session and the static header, returns the state of the budget:
//!
//! ```text
//! {"minute": {"limit": 120, "reported": true, "spent": 17, "left": 101, "left_for_background": 88,
//!             "reserved": 13, "resets_at": "2026-01-31T12:01:00+00:00"},
//!  "day": {…},
//!  "leased": 2, "waiting": 0, "day_spent_at": null, "stopped_until": null}
//! ```
//!
//! - `limit`, `left`, `left_for_background` and `reserved` are null where there is no limit.
//! - `reported` is false until a response has reported a limit.
//! - `spent` includes requests in flight; `leased` is how many of these have no report yet.
//! - `day_spent_at` is the forecast: when the day's requests are spent at the present rate, null if they last.
//! - `stopped_until` is set after a 1040.

use super::ledger::UNKNOWN;
use super::state::{BudgetState, Priority};
use super::{BudgetPause, BudgetRules, PauseCause};
use crate::gateway::json::{JsonValue, write_object};
use crate::gateway::problem::Problem;
use crate::spec::limits::{DAY_SECONDS, MINUTE_SECONDS};
use crate::wire::dates::{SECOND, Timestamp};
use crate::wire::http::{Header, Response};
use crate::wire::rate::QuotaWindow;

/// Header of the draft "RateLimit header fields for HTTP": the limit of each window.
pub const POLICY_HEADER: &str = "ratelimit-policy";

/// Header of the same draft: what remains of each window.
pub const REMAINING_HEADER: &str = "ratelimit";

/// Both headers.
pub const HEADERS: [&str; 2] = [POLICY_HEADER, REMAINING_HEADER];

/// The windows' names in these headers, and their lengths in seconds.
const WINDOWS: [(&str, u32); 2] = [("minute", MINUTE_SECONDS), ("day", DAY_SECONDS)];

/// The two headers for the windows, minute and day, that a response reports. Windows without a limit are left out.
pub fn rate_limit_headers(windows: &[Option<QuotaWindow>; 2]) -> Vec<Header> {
    let (mut policy, mut remainder) = (String::new(), String::new());
    for ((name, seconds), window) in WINDOWS.iter().zip(windows) {
        let Some(QuotaWindow { limit, remaining, reset }) = window.filter(QuotaWindow::is_limited) else { continue };
        let comma = if policy.is_empty() { "" } else { ", " };
        policy += &format!("{comma}\"{name}\";q={limit};w={seconds}");
        remainder += &format!("{comma}\"{name}\";r={remaining};t={reset}");
    }
    let headers = [(POLICY_HEADER, policy), (REMAINING_HEADER, remainder)];
    headers.into_iter().filter(|(_, value)| !value.is_empty()).map(|(name, value)| (name.to_owned(), value)).collect()
}

impl BudgetPause {
    /// The refusal: a problem that says why, and when requests may be sent again.
    pub fn to_response(&self) -> Response {
        let (cause, reason) = match self.cause {
            PauseCause::Minute => ("minute", "This minute's requests are used up."),
            PauseCause::Day => ("day", "Today's requests are used up."),
            PauseCause::Refused => ("refused", "The service has refused a request."),
            PauseCause::LimitUnknown => {
                ("limit_unknown", "The service has not reported yet how many requests are left.")
            }
        };
        let until = self.until.with_offset();
        let seconds = self.wait.saturating_add(SECOND).saturating_sub(1) / SECOND;
        let detail = format!("{reason} Try again at {}.", until.0);
        let members = [("detail", &detail), ("cause", &cause.to_owned()), ("until", &until.0)];
        let members = members.map(|(name, text)| (name, JsonValue::Text(text)));
        Problem::BudgetSpent.with_members(&members).with_header("retry-after", &seconds.max(1).to_string())
    }
}

impl BudgetState {
    /// The state as JSON; the module's header describes it.
    pub fn to_json(&mut self, rules: &BudgetRules, now: Timestamp) -> String {
        let now = self.advance_to(now.0);
        let windows = [0, 1].map(|which| self.window_json(rules, which, now));
        let date = |time: Option<Timestamp>| time.map(|time| time.with_offset().0);
        let (exhausted, stopped_until) = (date(self.forecast_exhaustion(rules, now)), date(self.stopped_until(now)));
        let [minute, day] = &windows;
        write_object(&[
            ("minute", JsonValue::Raw(minute)),
            ("day", JsonValue::Raw(day)),
            ("leased", JsonValue::Number(self.count_unreported(now))),
            ("waiting", JsonValue::Number(self.count_waiting(now))),
            ("day_spent_at", optional_text(exhausted.as_ref())),
            ("stopped_until", optional_text(stopped_until.as_ref())),
        ])
    }

    fn window_json(&self, rules: &BudgetRules, which: usize, now: i64) -> String {
        let Some(ledger) = self.ledgers().get(which) else { return String::new() };
        let limit = self.effective_limit(rules, which);
        let available =
            |priority| limit.map_or(0, |limit| self.available_for(rules, which, limit, priority, now).max(0));
        let [people, background] = [Priority::Light, Priority::Background].map(available);
        let resets = Timestamp(ledger.latest).with_offset();
        let number = |number| if limit.is_some() { JsonValue::Number(number) } else { JsonValue::Null };
        write_object(&[
            ("limit", number(limit.unwrap_or(0))),
            ("reported", JsonValue::Bool(ledger.reported_limit != UNKNOWN)),
            ("spent", JsonValue::Number(self.used_in(which))),
            ("left", number(people)),
            ("left_for_background", number(background)),
            ("reserved", number(people.saturating_sub(background))),
            ("resets_at", JsonValue::Text(&resets.0)),
        ])
    }
}

fn optional_text(date: Option<&String>) -> JsonValue<'_> {
    date.map_or(JsonValue::Null, |date| JsonValue::Text(date))
}
