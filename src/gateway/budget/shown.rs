//! What callers see of the budget: two headers beside the six, a refusal that says when it goes on, and the plan.

use super::ledger::UNKNOWN;
use super::plan::{Plan, Rank};
use super::{Cause, Pause, Rules};
use crate::gateway::json::{Written, object};
use crate::gateway::problem::Problem;
use crate::spec::limits::{DAY_SECONDS, MINUTE_SECONDS};
use crate::wire::dates::{Moment, SECOND};
use crate::wire::http::{Header, Response};
use crate::wire::rate::Window;

/// Header of the draft "RateLimit header fields for HTTP": what each window permits.
pub const POLICY_HEADER: &str = "ratelimit-policy";

/// Header of the same draft: what is left of each.
pub const LEFT_HEADER: &str = "ratelimit";

/// Both of them.
pub const HEADERS: [&str; 2] = [POLICY_HEADER, LEFT_HEADER];

/// The windows' names there, and their lengths in seconds.
const WINDOWS: [(&str, u32); 2] = [("minute", MINUTE_SECONDS), ("day", DAY_SECONDS)];

/// The two headers, from what an answer tells of minute and day. A window without a limit is left out.
pub fn headers(told: &[Option<Window>; 2]) -> Vec<Header> {
    let (mut policy, mut left) = (String::new(), String::new());
    for ((name, seconds), told) in WINDOWS.iter().zip(told) {
        let Some(Window { limit, remaining, reset }) = told.filter(Window::is_limited) else { continue };
        let comma = if policy.is_empty() { "" } else { ", " };
        policy += &format!("{comma}\"{name}\";q={limit};w={seconds}");
        left += &format!("{comma}\"{name}\";r={remaining};t={reset}");
    }
    let told = [(POLICY_HEADER, policy), (LEFT_HEADER, left)].into_iter().filter(|(_, value)| !value.is_empty());
    told.map(|(name, value)| (name.to_owned(), value)).collect()
}

impl Pause {
    /// The refusal: a problem that says why, and when it goes on.
    pub fn response(&self) -> Response {
        let (cause, because) = match self.cause {
            Cause::Minute => ("minute", "This minute's requests are spent."),
            Cause::Day => ("day", "Today's requests are spent."),
            Cause::Refused => ("refused", "The service has refused a request."),
            Cause::Unsure => ("unsure", "The service has not told yet how many requests are left."),
        };
        let until = self.until.with_offset();
        let seconds = self.wait.saturating_add(SECOND).saturating_sub(1) / SECOND;
        let detail = format!("{because} It goes on at {}.", until.0);
        let more = [("detail", &detail), ("cause", &cause.to_owned()), ("until", &until.0)];
        let more = more.map(|(name, text)| (name, Written::Text(text)));
        Problem::BudgetSpent.with(&more).with("retry-after", &seconds.max(1).to_string())
    }
}

impl Plan {
    /// The plan as JSON.
    pub fn shown(&mut self, rules: &Rules, now: Moment) -> String {
        let now = self.pass(now.0);
        let windows = [0, 1].map(|which| self.window(rules, which, now));
        let date = |moment: Option<Moment>| moment.map(|moment| moment.with_offset().0);
        let (forecast, shut) = (date(self.forecast(rules, now)), date(self.shut(now)));
        let [minute, day] = &windows;
        object(&[
            ("minute", Written::Json(minute)),
            ("day", Written::Json(day)),
            ("leased", Written::Number(self.open(now))),
            ("waiting", Written::Number(self.waiting(now))),
            ("day_spent_at", text(forecast.as_ref())),
            ("stopped_until", text(shut.as_ref())),
        ])
    }

    fn window(&self, rules: &Rules, which: usize, now: i64) -> String {
        let Some(ledger) = self.ledgers().get(which) else { return String::new() };
        let limit = self.limit(rules, which);
        let room = |rank| limit.map_or(0, |limit| self.room(rules, which, limit, rank, now).max(0));
        let [people, background] = [Rank::Light, Rank::Background].map(room);
        let resets = Moment(ledger.latest).with_offset();
        let number = |number| if limit.is_some() { Written::Number(number) } else { Written::Null };
        object(&[
            ("limit", number(limit.unwrap_or(0))),
            ("told", Written::Bool(ledger.limit != UNKNOWN)),
            ("spent", Written::Number(self.used(which))),
            ("left", number(people)),
            ("left_for_background", number(background)),
            ("reserved", number(people.saturating_sub(background))),
            ("resets_at", Written::Text(&resets.0)),
        ])
    }
}

fn text(date: Option<&String>) -> Written<'_> {
    date.map_or(Written::Null, |date| Written::Text(date))
}
