//! The quota of an app: a minute and a day, three tolerated violations, and the six headers. Heading "Limits".
//!
//! A violation is a window in which the app went past its limit. Three within 30 days are let
//! through up to 150 %; after that the limit itself is the end. A refused request costs nothing.

use super::sql::{Sql, SqlError, first, values};
use crate::spec::apps::{AppState, RequestLimit};
use crate::spec::limits;
use crate::wire::dates::{DAY, MINUTE, Moment, SECOND};
use crate::wire::rate::{Quota, Window};

/// What the ledger says to one request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// It may go on; the quota counts it.
    Go(Quota),
    /// It is one too many.
    TooMany(Quota),
}

/// Counts one request of the app against its minute and its day.
pub fn spend(sql: &dyn Sql, state: AppState, now: Moment) -> Result<Verdict, SqlError> {
    let (mut day, mut minute) = ledgers(sql, state, now)?;
    if !(minute.has_room() && day.has_room()) {
        return Ok(Verdict::TooMany(quota(&day, &minute, now)));
    }
    minute.spend(sql, now)?;
    day.spend(sql, now)?;
    Ok(Verdict::Go(quota(&day, &minute, now)))
}

/// Where the app stands, without counting anything.
pub fn standing(sql: &dyn Sql, state: AppState, now: Moment) -> Result<Quota, SqlError> {
    let (day, minute) = ledgers(sql, state, now)?;
    Ok(quota(&day, &minute, now))
}

fn ledgers(sql: &dyn Sql, state: AppState, now: Moment) -> Result<(Ledger, Ledger), SqlError> {
    let (limit, rule) = match state.request_limit() {
        RequestLimit::Enforced(limit) if violations(sql, now)? < i64::from(limits::VIOLATIONS_TOLERATED) => {
            (limit, Rule::Tolerant)
        }
        RequestLimit::Enforced(limit) => (limit, Rule::Strict),
        RequestLimit::Reported(limit) => (limit, Rule::Unlimited),
        RequestLimit::Refused => (limits::LIMITED, Rule::Strict),
    };
    Ok((Ledger::read(sql, DAY, limit.per_day, rule, now)?, Ledger::read(sql, MINUTE, limit.per_minute, rule, now)?))
}

fn violations(sql: &dyn Sql, now: Moment) -> Result<i64, SqlError> {
    let since = now.plus(DAY.saturating_mul(i64::from(limits::VIOLATION_WINDOW_DAYS)).saturating_neg());
    let row = first(sql, "SELECT COUNT(*) AS violations FROM violations WHERE at > ?", values![since])?;
    Ok(row.map_or(0, |row| row.integer("violations")))
}

fn quota(day: &Ledger, minute: &Ledger, now: Moment) -> Quota {
    Quota { day: day.window(now), minute: minute.window(now) }
}

/// What happens at the limit.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rule {
    /// Nothing: the limit is only reported.
    Unlimited,
    /// One more tolerated violation may begin.
    Tolerant,
    /// It is the end, unless the window is a tolerated violation already.
    Strict,
}

/// One window as it stands in the database.
struct Ledger {
    rule: Rule,
    period: i64,
    limit: i64,
    began: Moment,
    spent: i64,
    violated: bool,
}

impl Ledger {
    fn read(sql: &dyn Sql, period: i64, limit: u32, rule: Rule, now: Moment) -> Result<Ledger, SqlError> {
        let began = now.floor(period);
        let row = first(
            sql,
            "SELECT spent, violated
             FROM windows
             WHERE period = ? AND began = ?",
            values![period, began],
        )?;
        let (spent, violated) = row.map_or((0, false), |row| (row.integer("spent"), row.truth("violated")));
        Ok(Ledger { rule, period, limit: i64::from(limit), began, spent, violated })
    }

    fn has_room(&self) -> bool {
        let most = self.limit.saturating_mul(i64::from(limits::VIOLATION_PERCENT)).checked_div(100).unwrap_or(0);
        match self.rule {
            Rule::Unlimited => true,
            Rule::Strict if !self.violated => self.spent < self.limit,
            Rule::Strict | Rule::Tolerant => self.spent < most,
        }
    }

    fn spend(&mut self, sql: &dyn Sql, now: Moment) -> Result<(), SqlError> {
        self.spent = self.spent.saturating_add(1);
        if self.spent > self.limit && !self.violated && self.rule != Rule::Unlimited {
            self.violated = true;
            sql.run("INSERT INTO violations (at) VALUES (?)", values![now])?;
        }
        sql.run(
            "INSERT INTO windows (period, began, spent, violated)
             VALUES (?, ?, ?, ?)
             ON CONFLICT (period) DO UPDATE
             SET began = excluded.began, spent = excluded.spent, violated = excluded.violated",
            values![self.period, self.began, self.spent, self.violated],
        )?;
        Ok(())
    }

    fn window(&self, now: Moment) -> Window {
        let left = self.began.plus(self.period).0.saturating_sub(now.0);
        let number = |number: i64| u32::try_from(number.max(0)).unwrap_or(u32::MAX);
        Window {
            limit: number(self.limit),
            remaining: number(self.limit.saturating_sub(self.spent)),
            reset: number(left.saturating_add(SECOND).saturating_sub(1).checked_div(SECOND).unwrap_or(0)),
        }
    }
}
