//! One window of the quota as far as the gateway can know it: how much is spent, and between which moments it ends.
//!
//! The service's clock is never asked for. An answer says how many seconds its window had left when the service
//! looked, which was after its request was let go and before the answer came: that bounds the window's end on our
//! own clock. A window is over when the latest of these moments has passed; until then, and for every request that
//! may still be on its way, the quota of both windows is kept free.

use crate::spec::limits::LIMITED;
use crate::wire::dates::{MINUTE, SECOND, Timestamp};
use crate::wire::rate::QuotaWindow;

/// Nobody has said yet whether there is a limit.
pub const UNKNOWN: i64 = -2;

/// There is no limit.
pub const UNLIMITED: i64 = -1;

/// By how much a clock may be wrong that another machine went on with, and where nothing but the clock tells when a
/// window ends: our choice.
pub const SKEW: i64 = SECOND;

/// By how much two clocks may come apart in a minute: our choice.
const DRIFT: i64 = 50;

/// Answers without the headers after which a limit that was told before is taken for gone: our choice.
const SILENT_MAX: i64 = 20;

/// Numbers that a ledger is kept as.
pub const FIELD_COUNT: usize = 11;

/// One window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ledger {
    /// Its length.
    pub period: i64,
    /// Requests that it permits, or one of [`UNKNOWN`] and [`UNLIMITED`].
    pub reported_limit: i64,
    /// Requests that are known to be spent in it, whoever sent them.
    pub spent: i64,
    /// Those of them that the gateway sent.
    own: i64,
    /// What others spent in the window before.
    pub others_spent_before: i64,
    /// The earliest moment at which it may end.
    pub earliest: i64,
    /// The latest.
    pub latest: i64,
    /// 1 if an answer told the end.
    is_end_known: i64,
    /// 2 if an answer came in this window, 1 if one came in the window before.
    pub heard: i64,
    /// Answers in a row that told nothing.
    silent_answers: i64,
    /// When the request was let go whose answer told the limit.
    newest: i64,
}

/// The window that an answer belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WindowMatch {
    /// This one.
    Current,
    /// The next one, which has begun by that. The one before ended at this moment or later.
    Next(i64),
    /// One that is over.
    Previous,
    /// It cannot be told: the answer was too long on its way, or its headers make no sense.
    Unclear,
}

impl Ledger {
    /// A window of which nothing is known: it is taken to end with the minute or the day.
    pub fn new(period: i64, now: i64) -> Ledger {
        let end = Timestamp(now).floor(period).0.saturating_add(period);
        let (earliest, latest) = (end.saturating_sub(SKEW), end.saturating_add(SKEW));
        Ledger {
            period,
            reported_limit: UNKNOWN,
            spent: 0,
            own: 0,
            others_spent_before: 0,
            earliest,
            latest,
            is_end_known: 0,
            heard: 0,
            silent_answers: 0,
            newest: 0,
        }
    }

    /// The window as numbers.
    pub fn to_numbers(&self) -> [i64; FIELD_COUNT] {
        let Ledger {
            period,
            reported_limit: limit,
            spent: told,
            own,
            others_spent_before: others,
            earliest,
            latest,
            is_end_known: sure,
            heard,
            silent_answers: silent,
            newest,
        } = *self;
        [period, limit, told, own, others, earliest, latest, sure, heard, silent, newest]
    }

    /// The window of these numbers.
    pub fn from_numbers(numbers: [i64; FIELD_COUNT]) -> Ledger {
        let [period, limit, told, own, others, earliest, latest, sure, heard, silent, newest] = numbers;
        Ledger {
            period,
            reported_limit: limit,
            spent: told,
            own,
            others_spent_before: others,
            earliest,
            latest,
            is_end_known: sure,
            heard,
            silent_answers: silent,
            newest,
        }
    }

    /// The limit that counts: the one that was told, or the fallback, or the smallest that an app may have.
    pub fn effective_limit(&self, fallback: Option<u32>) -> Option<i64> {
        let least = if self.period == MINUTE { LIMITED.per_minute } else { LIMITED.per_day };
        match (self.reported_limit, fallback) {
            (UNLIMITED, None) => None,
            (UNLIMITED | UNKNOWN, Some(fallback)) => Some(i64::from(fallback)),
            (UNKNOWN, None) => Some(i64::from(least)),
            (limit, _) => Some(limit),
        }
    }

    /// Goes on with the clock of another machine.
    pub fn widen_after_restart(&mut self) {
        self.widen_by(SKEW);
    }

    /// Some minutes have passed, in which the clocks may have come apart.
    pub fn widen_by_drift(&mut self, minutes: i64) {
        self.widen_by(DRIFT.saturating_mul(minutes).min(self.period / 2));
    }

    fn widen_by(&mut self, by: i64) {
        self.earliest = self.earliest.saturating_sub(by);
        self.latest = self.latest.saturating_add(by);
    }

    /// Begins the windows that have begun by now: how many, and when the one before ended at the earliest.
    pub fn advance_to(&mut self, now: i64) -> Option<(i64, i64)> {
        let over = now.saturating_sub(self.latest);
        if over < 0 {
            return None;
        }
        let before = self.earliest;
        let windows = over.checked_div(self.period).unwrap_or(0).saturating_add(1);
        let ahead = windows.saturating_mul(self.period);
        (self.earliest, self.latest) = (before.saturating_add(ahead), self.latest.saturating_add(ahead));
        self.begin_window();
        if windows > 1 {
            (self.heard, self.others_spent_before) = (0, 0);
        }
        Some((windows, self.earliest.saturating_sub(self.period).max(before)))
    }

    fn begin_window(&mut self) {
        self.others_spent_before = self.spent.saturating_sub(self.own).max(0);
        (self.spent, self.own) = (0, 0);
        self.heard = self.heard.saturating_sub(1).max(0);
    }

    /// Reads what an answer tells. Its request was let go at `granted`, and the answer was there at `received`.
    pub fn observe_window(&mut self, told: &QuotaWindow, granted: i64, received: i64) -> WindowMatch {
        let limit = i64::from(told.limit);
        let left = i64::from(told.reset).saturating_mul(SECOND);
        // Some services round up and some down.
        let lo = granted.saturating_add(left).saturating_sub(SECOND);
        let hi = received.saturating_add(left).saturating_add(SECOND);
        self.silent_answers = 0;
        if granted >= self.newest {
            self.newest = granted;
            self.reported_limit = if told.is_limited() { limit } else { UNLIMITED };
        }
        if hi.saturating_sub(lo) > self.period / 2 || left > self.period.saturating_add(SECOND) {
            return WindowMatch::Unclear;
        }
        let seen = self.locate_window(lo, hi);
        if seen == WindowMatch::Previous {
            return seen;
        }
        let spent = limit.saturating_sub(i64::from(told.remaining)).max(0);
        // Past its limit the service says no more than that nothing remains.
        self.spent = self.spent.max(spent).max(if told.remaining == 0 { self.spent.saturating_add(1) } else { 0 });
        self.own = self.own.saturating_add(1);
        self.heard = 2;
        seen
    }

    /// Finds the window that ends between two moments.
    fn locate_window(&mut self, lo: i64, hi: i64) -> WindowMatch {
        let before = self.earliest;
        if self.is_end_known == 0 {
            (self.is_end_known, self.earliest, self.latest) = (1, lo, hi);
            return WindowMatch::Current;
        }
        if lo > self.latest {
            let (earliest, latest) = (before.saturating_add(self.period), self.latest.saturating_add(self.period));
            (self.earliest, self.latest) =
                if lo <= latest && earliest <= hi { (lo.max(earliest), hi.min(latest)) } else { (lo, hi) };
            self.begin_window();
            return WindowMatch::Next(before);
        }
        if hi < before {
            let late = hi >= before.saturating_sub(self.period) && lo <= self.latest.saturating_sub(self.period);
            if late {
                return WindowMatch::Previous;
            }
            // Neither this window nor the one before: somebody has set a clock.
            (self.earliest, self.latest) = (lo, hi);
            return WindowMatch::Current;
        }
        (self.earliest, self.latest) = (lo.max(before), hi.min(self.latest));
        WindowMatch::Current
    }

    /// An answer that the quota was spent for and that tells nothing of this window.
    pub fn observe_silence(&mut self) {
        self.silent_answers = self.silent_answers.saturating_add(1);
        self.heard = 2;
        if self.reported_limit == UNKNOWN || self.silent_answers >= SILENT_MAX {
            self.reported_limit = UNLIMITED;
        }
    }
}
