//! One window of the quota as far as the gateway knows it: how much is spent, and the bounds between which it ends.
//!
//! The service's clock is never asked for. A response says how many seconds its window had left when the service
//! counted the request, which was after the request was admitted and before the response was received. That bounds the
//! window's end on the gateway's own clock. A window has ended when the latest bound has passed. Until then, and for
//! every request that may still be in flight, the quota of both windows is reserved.

use crate::spec::limits::LIMITED;
use crate::wire::dates::{MINUTE, SECOND, Timestamp};
use crate::wire::rate::QuotaWindow;

/// Limit before a response has reported one or the lack of one.
pub const UNKNOWN: i64 = -2;

/// Limit of a window without one.
pub const UNLIMITED: i64 = -1;

/// Milliseconds by which the clock of another machine may differ that continues a budget, and by which a window may end
/// early or late while no response has reported its end: our choice.
pub const SKEW: i64 = SECOND;

/// Milliseconds by which two clocks may drift apart in a minute: our choice.
const DRIFT: i64 = 50;

/// Responses in a row without the headers after which a reported limit counts as gone: our choice.
const SILENT_MAX: i64 = 20;

/// Numbers that a ledger is stored as.
pub const FIELD_COUNT: usize = 11;

/// One window. All fields are numbers, because the ledger is stored as such; times are milliseconds since 1970.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ledger {
    /// The window's length in milliseconds.
    pub period: i64,
    /// Requests that the window permits, or one of [`UNKNOWN`] and [`UNLIMITED`].
    pub reported_limit: i64,
    /// Requests that are spent in the window, by this gateway or others, as far as responses have reported.
    pub spent: i64,
    /// Those of them that this gateway sent.
    spent_here: i64,
    /// Requests that others spent in the window before.
    pub others_spent_before: i64,
    /// The earliest end of the window.
    pub earliest: i64,
    /// The latest end of the window.
    pub latest: i64,
    /// 1 if a response has reported the end.
    is_end_known: i64,
    /// 2 if a response has reported this window, 1 if one reported the window before, 0 otherwise.
    pub observed: i64,
    /// Responses in a row that reported nothing.
    silent_responses: i64,
    /// When the request was admitted whose response reported the limit.
    limit_as_of: i64,
}

/// The window that a response belongs to, compared with that of the ledger.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WindowMatch {
    /// The ledger's window.
    Current,
    /// The next one, which has thus begun. The one before ended at this time or later.
    Next(i64),
    /// An earlier one.
    Previous,
    /// Unknown: the response took too long, or its headers are inconsistent.
    Unclear,
}

impl Ledger {
    /// A window of which nothing is known. It is assumed to end with the minute or the day in UTC.
    pub fn new(period: i64, now: i64) -> Ledger {
        let end = Timestamp(now).floor(period).0.saturating_add(period);
        let (earliest, latest) = (end.saturating_sub(SKEW), end.saturating_add(SKEW));
        Ledger {
            period,
            reported_limit: UNKNOWN,
            spent: 0,
            spent_here: 0,
            others_spent_before: 0,
            earliest,
            latest,
            is_end_known: 0,
            observed: 0,
            silent_responses: 0,
            limit_as_of: 0,
        }
    }

    /// All fields, in the order in which they are stored.
    fn fields(&mut self) -> [&mut i64; FIELD_COUNT] {
        [
            &mut self.period,
            &mut self.reported_limit,
            &mut self.spent,
            &mut self.spent_here,
            &mut self.others_spent_before,
            &mut self.earliest,
            &mut self.latest,
            &mut self.is_end_known,
            &mut self.observed,
            &mut self.silent_responses,
            &mut self.limit_as_of,
        ]
    }

    /// Encodes the window, to be stored.
    pub fn encode(mut self) -> [i64; FIELD_COUNT] {
        self.fields().map(|field| *field)
    }

    /// Decodes a window.
    pub fn decode(numbers: [i64; FIELD_COUNT]) -> Ledger {
        let mut ledger = Ledger::new(MINUTE, 0);
        for (field, number) in ledger.fields().into_iter().zip(numbers) {
            *field = number;
        }
        ledger
    }

    /// The limit that applies: the reported one, else the fallback, else the smallest that an app may have.
    pub fn effective_limit(&self, fallback: Option<u32>) -> Option<i64> {
        let least = if self.period == MINUTE { LIMITED.per_minute } else { LIMITED.per_day };
        match (self.reported_limit, fallback) {
            (UNLIMITED, None) => None,
            (UNLIMITED | UNKNOWN, Some(fallback)) => Some(i64::from(fallback)),
            (UNKNOWN, None) => Some(i64::from(least)),
            (limit, _) => Some(limit),
        }
    }

    /// Widens the bounds, because another machine with another clock may go on.
    pub fn widen_after_restart(&mut self) {
        self.widen_by(SKEW);
    }

    /// Widens the bounds for the drift of the clocks in some minutes.
    pub fn widen_by_drift(&mut self, minutes: i64) {
        // At most half a period: wider bounds would fit two windows.
        self.widen_by(DRIFT.saturating_mul(minutes).min(self.period / 2));
    }

    fn widen_by(&mut self, by: i64) {
        self.earliest = self.earliest.saturating_sub(by);
        self.latest = self.latest.saturating_add(by);
    }

    /// Moves on to the window at this time. Returns how many windows have ended, and when the last of them ended at the
    /// earliest; `None` if none has.
    pub fn advance_to(&mut self, now: i64) -> Option<(i64, i64)> {
        let elapsed = now.saturating_sub(self.latest);
        if elapsed < 0 {
            return None;
        }
        let before = self.earliest;
        let windows = elapsed.checked_div(self.period).unwrap_or(0).saturating_add(1);
        let ahead = windows.saturating_mul(self.period);
        (self.earliest, self.latest) = (before.saturating_add(ahead), self.latest.saturating_add(ahead));
        self.begin_window();
        // What others spent two windows ago says nothing about them now.
        if windows > 1 {
            (self.observed, self.others_spent_before) = (0, 0);
        }
        Some((windows, self.earliest.saturating_sub(self.period).max(before)))
    }

    fn begin_window(&mut self) {
        self.others_spent_before = self.spent.saturating_sub(self.spent_here).max(0);
        (self.spent, self.spent_here) = (0, 0);
        self.observed = self.observed.saturating_sub(1).max(0);
    }

    /// Applies the headers of a response. Its request was admitted at `granted`, the response received at `received`.
    pub fn observe_window(&mut self, reported: &QuotaWindow, granted: i64, received: i64) -> WindowMatch {
        let limit = i64::from(reported.limit);
        let remaining_time = i64::from(reported.reset).saturating_mul(SECOND);
        // Whole seconds: some services round up and some down.
        let earliest = granted.saturating_add(remaining_time).saturating_sub(SECOND);
        let latest = received.saturating_add(remaining_time).saturating_add(SECOND);
        self.silent_responses = 0;
        // Responses arrive in any order: an older one must not bring an older limit back.
        if granted >= self.limit_as_of {
            self.limit_as_of = granted;
            self.reported_limit = if reported.is_limited() { limit } else { UNLIMITED };
        }
        if latest.saturating_sub(earliest) > self.period / 2 || remaining_time > self.period.saturating_add(SECOND) {
            return WindowMatch::Unclear;
        }
        let found = self.locate_window(earliest, latest);
        if found == WindowMatch::Previous {
            return found;
        }
        let spent = limit.saturating_sub(i64::from(reported.remaining)).max(0);
        // Beyond its limit the service only reports that nothing remains, so each such response counts one more.
        let past_limit = if reported.is_spent() { self.spent.saturating_add(1) } else { 0 };
        self.spent = self.spent.max(spent).max(past_limit);
        self.spent_here = self.spent_here.saturating_add(1);
        self.observed = 2;
        found
    }

    /// Finds the window that ends between two times, and narrows its bounds by them.
    fn locate_window(&mut self, earliest: i64, latest: i64) -> WindowMatch {
        let before = self.earliest;
        if self.is_end_known == 0 {
            // The assumed end was a guess: the first response replaces it.
            (self.is_end_known, self.earliest, self.latest) = (1, earliest, latest);
            return WindowMatch::Current;
        }
        if earliest > self.latest {
            let next_earliest = before.saturating_add(self.period);
            let next_latest = self.latest.saturating_add(self.period);
            // Two bounds of one end: their overlap is narrower. Without an overlap the new one is right.
            (self.earliest, self.latest) = if earliest <= next_latest && next_earliest <= latest {
                (earliest.max(next_earliest), latest.min(next_latest))
            } else {
                (earliest, latest)
            };
            self.begin_window();
            return WindowMatch::Next(before);
        }
        if latest < before {
            let is_previous =
                latest >= before.saturating_sub(self.period) && earliest <= self.latest.saturating_sub(self.period);
            if is_previous {
                return WindowMatch::Previous;
            }
            // Neither this window nor the one before: a clock was set.
            (self.earliest, self.latest) = (earliest, latest);
            return WindowMatch::Current;
        }
        (self.earliest, self.latest) = (earliest.max(before), latest.min(self.latest));
        WindowMatch::Current
    }

    /// Applies a response without headers for this window, whose request was counted.
    pub fn observe_silence(&mut self) {
        self.silent_responses = self.silent_responses.saturating_add(1);
        self.observed = 2;
        // A service may leave the headers out now and then: a reported limit stays for a while.
        if self.reported_limit == UNKNOWN || self.silent_responses >= SILENT_MAX {
            self.reported_limit = UNLIMITED;
        }
    }
}
