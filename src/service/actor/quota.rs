//! The quota of an app: a minute and a day, three tolerated violations, and the six headers. Heading "Limits".
//!
//! A violation is a window in which the app exceeded its limit. Up to three violations within 30 days are tolerated,
//! each up to 150 % of the limit; after that the limit is strict. A rejected request is not counted. For an app without
//! a limit nothing is counted.
//!
//! Calls are counted before they are made, several at a time ([`super::lease_ledger`]). So a stored count is never
//! below the true one, and what a crash loses are calls that nobody made.

use crate::service::environment::permit::{Counting, LeasedWindow, seconds_to_reset};
use crate::service::store::sql::{Row, Sql, SqlError, first_row, values};
use crate::spec::limits::{self, NO_LIMIT, Quota};
use crate::wire::dates::{DAY, MINUTE, Timestamp};
use crate::wire::rate::{QuotaStatus, QuotaWindow};

/// The counts of an app in its present minute and day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ledger {
    /// The day.
    pub day: WindowCount,
    /// The minute.
    pub minute: WindowCount,
}

/// The count of one window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WindowCount {
    /// Whether one more tolerated violation may begin.
    is_tolerant: bool,
    period: i64,
    limit: i64,
    /// When it began.
    pub began: Timestamp,
    spent: i64,
    is_violated: bool,
}

/// Milliseconds by which the clock may step back without a window beginning again. Our choice.
const CLOCK_STEP_MAX: i64 = 10 * MINUTE;

impl Ledger {
    /// Reads the counts.
    ///
    /// # Errors
    ///
    /// Fails if a statement fails.
    pub fn read(sql: &dyn Sql, limit: Quota, now: Timestamp) -> Result<Ledger, SqlError> {
        let row = read_windows(sql, now)?;
        let is_tolerant = row.integer("violations") < i64::from(limits::VIOLATIONS_TOLERATED);
        let count = |period, limit, [began, spent, violated]: [&str; 3]| {
            let present = now.floor(period);
            // The clock may have stepped back a little, into a window before the stored one, which stays the present
            // one.
            let stored = row.timestamp(began);
            let is_stored = present <= stored && stored <= present.saturating_add(period.max(CLOCK_STEP_MAX));
            WindowCount {
                is_tolerant,
                period,
                limit: i64::from(limit),
                began: if is_stored { stored } else { present },
                spent: if is_stored { row.integer(spent) } else { 0 },
                is_violated: is_stored && row.boolean(violated),
            }
        };
        Ok(Ledger {
            day: count(DAY, limit.per_day, ["day_began", "day_spent", "day_violated"]),
            minute: count(MINUTE, limit.per_minute, ["minute_began", "minute_spent", "minute_violated"]),
        })
    }

    /// Calls that are left within both limits. Negative in a violation.
    pub fn left(&self) -> i64 {
        self.day.left().min(self.minute.left())
    }

    /// Calls that are left including those of a tolerated violation.
    pub fn left_with_tolerance(&self) -> i64 {
        self.day.left_with_tolerance().min(self.minute.left_with_tolerance())
    }

    /// Counts calls, and stores the counts. A violation is stored when it begins.
    ///
    /// # Errors
    ///
    /// Fails if a statement fails.
    pub fn count_calls(&mut self, sql: &dyn Sql, calls: i64, now: Timestamp) -> Result<Counting, SqlError> {
        for window in [&mut self.minute, &mut self.day] {
            window.count_calls(sql, calls, now)?;
        }
        self.store(sql)?;
        let is_exceeded = self.minute.left() < 0 || self.day.left() < 0;
        Ok(if is_exceeded { Counting::Tolerated } else { Counting::Counted })
    }

    /// Gives back calls that were counted in the windows with these beginnings and not made.
    ///
    /// # Errors
    ///
    /// Fails if a statement fails.
    pub fn give_back(sql: &dyn Sql, calls: i64, [minute, day]: [Timestamp; 2]) -> Result<(), SqlError> {
        sql.run(
            "UPDATE windows
             SET spent = MAX(spent - ?, 0)
             WHERE period = ? AND began = ? OR period = ? AND began = ?",
            values![calls, MINUTE, minute, DAY, day],
        )?;
        Ok(())
    }

    fn store(&self, sql: &dyn Sql) -> Result<(), SqlError> {
        let Ledger { day, minute } = self;
        sql.run(
            "INSERT INTO windows (period, began, spent, violated)
             VALUES (?, ?, ?, ?), (?, ?, ?, ?)
             ON CONFLICT (period) DO UPDATE
             SET began = excluded.began, spent = excluded.spent, violated = excluded.violated",
            values![
                minute.period,
                minute.began,
                minute.spent,
                minute.is_violated,
                day.period,
                day.began,
                day.spent,
                day.is_violated
            ],
        )?;
        Ok(())
    }

    /// Seconds until there are calls again, those of a tolerated violation included, if there are none.
    pub fn seconds_to_calls(&self, now: Timestamp) -> u32 {
        let spent = if self.day.left_with_tolerance() > 0 { self.minute } else { self.day };
        seconds_to_reset(spent.period, now)
    }

    /// The quota for the six headers.
    pub fn status(&self, now: Timestamp) -> QuotaStatus {
        QuotaStatus { day: self.day.to_window(now), minute: self.minute.to_window(now) }
    }
}

/// Both windows and the number of recent violations, in one statement because every lease needs them.
fn read_windows(sql: &dyn Sql, now: Timestamp) -> Result<Row, SqlError> {
    let since = now.saturating_add(DAY.saturating_mul(i64::from(limits::VIOLATION_WINDOW_DAYS)).saturating_neg());
    let row = first_row(
        sql,
        "SELECT recent.violations,
                minute.began AS minute_began, minute.spent AS minute_spent, minute.violated AS minute_violated,
                day.began AS day_began, day.spent AS day_spent, day.violated AS day_violated
         FROM (SELECT COUNT(*) AS violations FROM violations WHERE at > ?) AS recent
         LEFT JOIN windows AS minute ON minute.period = ?
         LEFT JOIN windows AS day ON day.period = ?",
        values![since, MINUTE, DAY],
    )?;
    row.ok_or_else(|| SqlError("the quota could not be read".to_owned()))
}

impl WindowCount {
    fn count_calls(&mut self, sql: &dyn Sql, calls: i64, now: Timestamp) -> Result<(), SqlError> {
        self.spent = self.spent.saturating_add(calls);
        if self.left() < 0 && !self.is_violated {
            self.is_violated = true;
            sql.run("INSERT INTO violations (at) VALUES (?)", values![now])?;
        }
        Ok(())
    }

    /// Calls that are left within the limit. Negative in a violation.
    pub fn left(&self) -> i64 {
        self.limit.saturating_sub(self.spent)
    }

    fn left_with_tolerance(&self) -> i64 {
        let percent = if self.is_tolerant || self.is_violated { limits::VIOLATION_PERCENT } else { 100 };
        (self.limit.saturating_mul(i64::from(percent)) / 100).saturating_sub(self.spent)
    }

    /// The window in a lease. `reserve` are calls that other leases may take meanwhile.
    pub fn in_lease(&self, reserve: i64) -> LeasedWindow {
        let limit = u32::try_from(self.limit).unwrap_or(NO_LIMIT);
        LeasedWindow { limit, left: self.left().saturating_sub(reserve) }
    }

    fn to_window(self, now: Timestamp) -> QuotaWindow {
        let number = |number: i64| u32::try_from(number.max(0)).unwrap_or(NO_LIMIT);
        let is_limited = self.limit != i64::from(NO_LIMIT);
        QuotaWindow {
            limit: number(self.limit),
            remaining: if is_limited { number(self.left()) } else { NO_LIMIT },
            reset: seconds_to_reset(self.period, now),
        }
    }
}
