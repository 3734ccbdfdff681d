//! The quota of an app: a minute and a day, three tolerated violations, and the six headers. Heading "Limits".
//!
//! A violation is a window in which the app went past its limit. Three within 30 days are let
//! through up to 150 %; after that the limit itself is the end. A refused request costs nothing.

use super::sql::{Row, Sql, SqlError, first, values};
use crate::spec::apps::RequestLimit;
use crate::spec::limits;
use crate::wire::dates::{DAY, MINUTE, Moment, SECOND};
use crate::wire::rate::{Quota, Window};

choices! {
    /// How a request that may go on is counted.
    Counting {
        /// Within the limit, or past one that is only reported.
        Counted "counted",
        /// Past the limit, as a violation that is let through.
        Tolerated "tolerated",
    }
}

/// What the ledger says to one request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// It may go on; the quota counts it.
    Go(Quota, Counting),
    /// It is one too many.
    TooMany(Quota),
}

/// Counts one request of the app against its minute and its day.
pub fn spend(sql: &dyn Sql, permitted: RequestLimit, now: Moment) -> Result<Verdict, SqlError> {
    let (mut day, mut minute) = ledgers(sql, permitted, now)?;
    if !(minute.has_room() && day.has_room()) {
        return Ok(Verdict::TooMany(quota(&day, &minute, now)));
    }
    minute.spend(sql, now)?;
    day.spend(sql, now)?;
    write(sql, [&minute, &day])?;
    let counting = if minute.is_passed() || day.is_passed() { Counting::Tolerated } else { Counting::Counted };
    Ok(Verdict::Go(quota(&day, &minute, now), counting))
}

/// Where the app stands, without counting anything.
pub fn standing(sql: &dyn Sql, permitted: RequestLimit, now: Moment) -> Result<Quota, SqlError> {
    let (day, minute) = ledgers(sql, permitted, now)?;
    Ok(quota(&day, &minute, now))
}

fn ledgers(sql: &dyn Sql, permitted: RequestLimit, now: Moment) -> Result<(Ledger, Ledger), SqlError> {
    let row = read(sql, now)?;
    let tolerant = row.integer("violations") < i64::from(limits::VIOLATIONS_TOLERATED);
    let (limit, rule) = match permitted {
        RequestLimit::Enforced(limit) if tolerant => (limit, Rule::Tolerant),
        RequestLimit::Enforced(limit) => (limit, Rule::Strict),
        RequestLimit::Reported(limit) => (limit, Rule::Unlimited),
        RequestLimit::Refused => (limits::LIMITED, Rule::Strict),
    };
    let ledger = |period, limit, spent, violated| Ledger {
        rule,
        period,
        limit: i64::from(limit),
        began: now.floor(period),
        spent: row.integer(spent),
        violated: row.truth(violated),
    };
    Ok((
        ledger(DAY, limit.per_day, "day_spent", "day_violated"),
        ledger(MINUTE, limit.per_minute, "minute_spent", "minute_violated"),
    ))
}

/// Both windows and the number of recent violations, in one statement: this is on the path of every call.
fn read(sql: &dyn Sql, now: Moment) -> Result<Row, SqlError> {
    let since = now.plus(DAY.saturating_mul(i64::from(limits::VIOLATION_WINDOW_DAYS)).saturating_neg());
    let row = first(
        sql,
        "SELECT recent.violations, minute.spent AS minute_spent, minute.violated AS minute_violated,
                day.spent AS day_spent, day.violated AS day_violated
         FROM (SELECT COUNT(*) AS violations FROM violations WHERE at > ?) AS recent
         LEFT JOIN windows AS minute ON minute.period = ? AND minute.began = ?
         LEFT JOIN windows AS day ON day.period = ? AND day.began = ?",
        values![since, MINUTE, now.floor(MINUTE), DAY, now.floor(DAY)],
    )?;
    row.ok_or_else(|| SqlError("the quota could not be read".to_owned()))
}

fn write(sql: &dyn Sql, [minute, day]: [&Ledger; 2]) -> Result<(), SqlError> {
    sql.run(
        "INSERT INTO windows (period, began, spent, violated)
         VALUES (?, ?, ?, ?), (?, ?, ?, ?)
         ON CONFLICT (period) DO UPDATE
         SET began = excluded.began, spent = excluded.spent, violated = excluded.violated",
        values![
            minute.period,
            minute.began,
            minute.spent,
            minute.violated,
            day.period,
            day.began,
            day.spent,
            day.violated
        ],
    )?;
    Ok(())
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
        if self.is_passed() && !self.violated {
            self.violated = true;
            sql.run("INSERT INTO violations (at) VALUES (?)", values![now])?;
        }
        Ok(())
    }

    /// Whether the requests so far are more than the limit permits.
    fn is_passed(&self) -> bool {
        self.spent > self.limit && self.rule != Rule::Unlimited
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
