//! The quota of an app: a minute and a day, three tolerated violations, and the six headers. Heading "Limits".
//!
//! A violation is a window in which the app exceeded its limit. Up to three violations within 30 days are tolerated,
//! each up to 150 % of the limit; after that the limit is strict. A rejected request is not counted. For an app without
//! a limit nothing is counted.

use crate::service::store::sql::{Row, Sql, SqlError, first_row, values};
use crate::spec::limits::{self, NO_LIMIT, UNLIMITED};
use crate::wire::dates::{DAY, MINUTE, SECOND, Timestamp};
use crate::wire::rate::{QuotaStatus, QuotaWindow};

choices! {
    /// How a permitted request is counted.
    Counting {
        /// Within the limit.
        Counted "counted",
        /// Above the limit, as a tolerated violation.
        Tolerated "tolerated",
        /// Not at all: the app has no limit.
        Unlimited "unlimited",
    }
}

/// The decision of the quota about one request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QuotaDecision {
    /// The request may proceed and is counted.
    Allow(QuotaStatus, Counting),
    /// The request exceeds the quota.
    Reject(QuotaStatus),
}

/// Counts one request against the app's minute and day, unless it exceeds one of them.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn spend_request(sql: &dyn Sql, permitted: limits::Quota, now: Timestamp) -> Result<QuotaDecision, SqlError> {
    if permitted == UNLIMITED {
        return Ok(QuotaDecision::Allow(
            QuotaStatus { day: unlimited_window(DAY, now), minute: unlimited_window(MINUTE, now) },
            Counting::Unlimited,
        ));
    }
    let (mut day, mut minute) = read_ledgers(sql, permitted, now)?;
    if !(minute.has_room() && day.has_room()) {
        return Ok(QuotaDecision::Reject(quota_status(&day, &minute, now)));
    }
    minute.count_request(sql, now)?;
    day.count_request(sql, now)?;
    write_windows(sql, [&minute, &day])?;
    let counting = if minute.is_exceeded() || day.is_exceeded() { Counting::Tolerated } else { Counting::Counted };
    Ok(QuotaDecision::Allow(quota_status(&day, &minute, now), counting))
}

/// The current state of the quota; counts nothing.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn current_quota(sql: &dyn Sql, permitted: limits::Quota, now: Timestamp) -> Result<QuotaStatus, SqlError> {
    let (day, minute) = read_ledgers(sql, permitted, now)?;
    Ok(quota_status(&day, &minute, now))
}

fn read_ledgers(sql: &dyn Sql, limit: limits::Quota, now: Timestamp) -> Result<(Ledger, Ledger), SqlError> {
    let row = read_windows(sql, now)?;
    let tolerant = row.integer("violations") < i64::from(limits::VIOLATIONS_TOLERATED);
    let ledger = |period, limit, spent, violated| Ledger {
        tolerant,
        period,
        limit: i64::from(limit),
        began: now.floor(period),
        spent: row.integer(spent),
        violated: row.boolean(violated),
    };
    Ok((
        ledger(DAY, limit.per_day, "day_spent", "day_violated"),
        ledger(MINUTE, limit.per_minute, "minute_spent", "minute_violated"),
    ))
}

/// Both windows and the number of recent violations, in one statement because every call runs it.
fn read_windows(sql: &dyn Sql, now: Timestamp) -> Result<Row, SqlError> {
    let since = now.saturating_add(DAY.saturating_mul(i64::from(limits::VIOLATION_WINDOW_DAYS)).saturating_neg());
    let row = first_row(
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

fn write_windows(sql: &dyn Sql, [minute, day]: [&Ledger; 2]) -> Result<(), SqlError> {
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

fn quota_status(day: &Ledger, minute: &Ledger, now: Timestamp) -> QuotaStatus {
    QuotaStatus { day: day.to_window(now), minute: minute.to_window(now) }
}

/// One window as stored.
struct Ledger {
    /// Whether one more tolerated violation may begin.
    tolerant: bool,
    period: i64,
    limit: i64,
    began: Timestamp,
    spent: i64,
    violated: bool,
}

impl Ledger {
    fn has_room(&self) -> bool {
        let percent = if self.tolerant || self.violated { limits::VIOLATION_PERCENT } else { 100 };
        self.spent < self.limit.saturating_mul(i64::from(percent)) / 100
    }

    fn count_request(&mut self, sql: &dyn Sql, now: Timestamp) -> Result<(), SqlError> {
        self.spent = self.spent.saturating_add(1);
        if self.is_exceeded() && !self.violated {
            self.violated = true;
            sql.run("INSERT INTO violations (at) VALUES (?)", values![now])?;
        }
        Ok(())
    }

    /// Whether more requests were counted than the limit permits.
    fn is_exceeded(&self) -> bool {
        self.spent > self.limit
    }

    fn to_window(&self, now: Timestamp) -> QuotaWindow {
        if self.limit == i64::from(NO_LIMIT) {
            return unlimited_window(self.period, now);
        }
        let remaining = self.limit.saturating_sub(self.spent);
        QuotaWindow {
            limit: saturating_u32(self.limit),
            remaining: saturating_u32(remaining),
            reset: seconds_to_reset(self.period, now),
        }
    }
}

/// A window without a limit.
fn unlimited_window(period: i64, now: Timestamp) -> QuotaWindow {
    QuotaWindow { limit: NO_LIMIT, remaining: NO_LIMIT, reset: seconds_to_reset(period, now) }
}

/// Seconds until the next window begins, rounded up.
fn seconds_to_reset(period: i64, now: Timestamp) -> u32 {
    let left = now.floor(period).saturating_add(period).0.saturating_sub(now.0);
    saturating_u32(left.saturating_add(SECOND).saturating_sub(1) / SECOND)
}

fn saturating_u32(number: i64) -> u32 {
    u32::try_from(number.max(0)).unwrap_or(u32::MAX)
}
