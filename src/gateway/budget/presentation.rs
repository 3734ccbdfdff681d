//! What callers see of the budget: two headers besides the six, a refusal that says when it ends, and the plan.
//!
//! A refusal has `Retry-After` and the members `cause` (`minute`, `day`, `refused`, `unsure`), `detail` and `until`.
//! Every response has `RateLimit-Policy` and `RateLimit`, as the draft of the IETF defines them, for the windows with a
//! limit.
//!
//! `GET /gateway/budget`, with the session and the static header, returns the plan:
//!
//! ```text
//! {"minute": {"limit": 120, "told": true, "spent": 17, "left": 101, "left_for_background": 88, "reserved": 13,
//!             "resets_at": "2026-01-31T12:01:00+00:00"},
//!  "day": {…},
//!  "leased": 2, "waiting": 0, "day_spent_at": null, "stopped_until": null}
//! ```
//!
//! - `limit`, `left`, `left_for_background` and `reserved` are null where there is no limit.
//! - `told` is false until a response has reported a limit.
//! - `spent` includes requests in flight; `leased` is how many of these have no report yet.
//! - `day_spent_at` is the forecast: when the day's requests are spent at the present rate, null if they last.
//! - `stopped_until` is set after a 1040.

use super::ledger::UNKNOWN;
use super::plan::{BudgetPlan, Priority};
use super::{BudgetPause, BudgetRules, PauseCause};
use crate::gateway::json::{JsonValue, write_object};
use crate::gateway::problem::Problem;
use crate::spec::limits::{DAY_SECONDS, MINUTE_SECONDS};
use crate::wire::dates::{SECOND, Timestamp};
use crate::wire::http::{Header, Response};
use crate::wire::rate::QuotaWindow;

/// Header of the draft "RateLimit header fields for HTTP": what each window permits.
pub const POLICY_HEADER: &str = "ratelimit-policy";

/// Header of the same draft: what is left of each.
pub const REMAINING_HEADER: &str = "ratelimit";

/// Both of them.
pub const HEADERS: [&str; 2] = [POLICY_HEADER, REMAINING_HEADER];

/// The windows' names there, and their lengths in seconds.
const WINDOWS: [(&str, u32); 2] = [("minute", MINUTE_SECONDS), ("day", DAY_SECONDS)];

/// The two headers, from what an answer tells of minute and day. A window without a limit is left out.
pub fn rate_limit_headers(told: &[Option<QuotaWindow>; 2]) -> Vec<Header> {
    let (mut policy, mut left) = (String::new(), String::new());
    for ((name, seconds), told) in WINDOWS.iter().zip(told) {
        let Some(QuotaWindow { limit, remaining, reset }) = told.filter(QuotaWindow::is_limited) else { continue };
        let comma = if policy.is_empty() { "" } else { ", " };
        policy += &format!("{comma}\"{name}\";q={limit};w={seconds}");
        left += &format!("{comma}\"{name}\";r={remaining};t={reset}");
    }
    let told = [(POLICY_HEADER, policy), (REMAINING_HEADER, left)].into_iter().filter(|(_, value)| !value.is_empty());
    told.map(|(name, value)| (name.to_owned(), value)).collect()
}

impl BudgetPause {
    /// The refusal: a problem that says why, and when it goes on.
    pub fn to_response(&self) -> Response {
        let (cause, because) = match self.cause {
            PauseCause::Minute => ("minute", "This minute's requests are spent."),
            PauseCause::Day => ("day", "Today's requests are spent."),
            PauseCause::Refused => ("refused", "The service has refused a request."),
            PauseCause::LimitUnknown => ("unsure", "The service has not told yet how many requests are left."),
        };
        let until = self.until.with_offset();
        let seconds = self.wait.saturating_add(SECOND).saturating_sub(1) / SECOND;
        let detail = format!("{because} It goes on at {}.", until.0);
        let more = [("detail", &detail), ("cause", &cause.to_owned()), ("until", &until.0)];
        let more = more.map(|(name, text)| (name, JsonValue::Text(text)));
        Problem::BudgetSpent.with_members(&more).with_header("retry-after", &seconds.max(1).to_string())
    }
}

impl BudgetPlan {
    /// The plan as JSON.
    pub fn to_json(&mut self, rules: &BudgetRules, now: Timestamp) -> String {
        let now = self.advance_to(now.0);
        let windows = [0, 1].map(|which| self.window_json(rules, which, now));
        let date = |moment: Option<Timestamp>| moment.map(|moment| moment.with_offset().0);
        let (forecast, shut) = (date(self.forecast_exhaustion(rules, now)), date(self.stopped_until(now)));
        let [minute, day] = &windows;
        write_object(&[
            ("minute", JsonValue::Raw(minute)),
            ("day", JsonValue::Raw(day)),
            ("leased", JsonValue::Number(self.count_unreported(now))),
            ("waiting", JsonValue::Number(self.count_waiting(now))),
            ("day_spent_at", optional_text(forecast.as_ref())),
            ("stopped_until", optional_text(shut.as_ref())),
        ])
    }

    fn window_json(&self, rules: &BudgetRules, which: usize, now: i64) -> String {
        let Some(ledger) = self.ledgers().get(which) else { return String::new() };
        let limit = self.effective_limit(rules, which);
        let room = |rank| limit.map_or(0, |limit| self.available_for(rules, which, limit, rank, now).max(0));
        let [people, background] = [Priority::Light, Priority::Background].map(room);
        let resets = Timestamp(ledger.latest).with_offset();
        let number = |number| if limit.is_some() { JsonValue::Number(number) } else { JsonValue::Null };
        write_object(&[
            ("limit", number(limit.unwrap_or(0))),
            ("told", JsonValue::Bool(ledger.reported_limit != UNKNOWN)),
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
