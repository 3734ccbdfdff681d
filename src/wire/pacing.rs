//! Long work under a quota: when to send the next request of an iteration or an export, and when the last one.
//!
//! The six headers report what is left of the minute and of the day. Work that fits into that runs at once; other work
//! is spread over the rest of the window. Time is an argument: a window has the milliseconds that are left of it at the
//! time of the question.

use crate::spec::limits::{DAY_SECONDS, MINUTE_SECONDS};

/// One window of the quota at the time of the question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RemainingQuota {
    /// Requests that the window permits; 0 if it has no limit.
    pub limit: u32,
    /// Requests that are left in the window.
    pub remaining: u32,
    /// Milliseconds until the window ends; 0 if it has ended.
    pub reset_millis: u64,
}

impl RemainingQuota {
    /// The window without the tenth of its limit that background work leaves to others.
    #[must_use]
    pub const fn minus_reserve(self) -> RemainingQuota {
        let tenth = self.limit / 10;
        RemainingQuota {
            limit: self.limit.saturating_sub(tenth),
            remaining: self.remaining.saturating_sub(tenth),
            reset_millis: self.reset_millis,
        }
    }

    /// Requests that may be sent until the window ends.
    const fn available_requests(self) -> u32 {
        match (self.limit, self.reset_millis) {
            (0, _) => u32::MAX,
            (limit, 0) => limit,
            _ => self.remaining,
        }
    }

    /// Milliseconds to wait before the next of `needed` requests.
    fn pause_before_next(self, needed: u32) -> u64 {
        match self.available_requests() {
            _ if self.reset_millis == 0 => 0,
            0 => self.reset_millis,
            // Spread evenly, so that other work can be sent in between.
            available if needed <= available => 0,
            available => self.reset_millis.checked_div(available.into()).unwrap_or(0),
        }
    }

    /// Milliseconds until the last of `needed` requests can be sent, in windows of `seconds`.
    fn time_to_finish(self, needed: u32, seconds: u32) -> u64 {
        let windows = needed.saturating_sub(self.available_requests()).div_ceil(self.limit.max(1));
        let later_windows =
            u64::from(windows.saturating_sub(1)).saturating_mul(u64::from(seconds).saturating_mul(1000));
        if windows == 0 { 0 } else { self.reset_millis.saturating_add(later_windows) }
    }
}

/// Milliseconds to wait before the next request, if `needed` requests are left to send, this one included.
///
/// The day's requests are spread only for work whose `patience`, in milliseconds, suffices to wait for the next day.
/// Other work uses what is left of the day, and then gets a pause that is longer than its patience.
pub fn pause_before_next(minute: RemainingQuota, day: RemainingQuota, needed: u32, patience: u64) -> u64 {
    let today = match day.available_requests() {
        0 => day.reset_millis,
        _ if day.reset_millis > patience => 0,
        _ => day.pause_before_next(needed),
    };
    minute.pause_before_next(needed).max(today)
}

/// Milliseconds until the last of `needed` requests can be sent.
pub fn time_to_finish(minute: RemainingQuota, day: RemainingQuota, needed: u32) -> u64 {
    minute.time_to_finish(needed, MINUTE_SECONDS).max(day.time_to_finish(needed, DAY_SECONDS))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const MINUTE: RemainingQuota = RemainingQuota { limit: 120, remaining: 60, reset_millis: 30_000 };
    const DAY: RemainingQuota = RemainingQuota { limit: 500, remaining: 300, reset_millis: 36_000_000 };

    #[test]
    fn work_that_fits_runs_at_once_and_other_work_is_spread_over_the_minute() {
        assert_eq!(pause_before_next(MINUTE, DAY, 60, 0), 0);
        assert_eq!(pause_before_next(MINUTE, DAY, 61, 0), 500);
        assert_eq!(pause_before_next(RemainingQuota { remaining: 0, ..MINUTE }, DAY, 1, 0), 30_000);
        assert_eq!(pause_before_next(RemainingQuota { remaining: 0, reset_millis: 0, ..MINUTE }, DAY, 200, 0), 0);
        assert_eq!(pause_before_next(MINUTE.minus_reserve(), DAY, 60, 0), 625);
    }

    #[test]
    fn a_window_without_a_limit_delays_nothing() {
        let free = RemainingQuota { limit: 0, remaining: 0, reset_millis: 30_000 };
        assert_eq!((pause_before_next(free, free, 9_000, 0), time_to_finish(free, free, 9_000)), (0, 0));
        assert_eq!(pause_before_next(free.minus_reserve(), free, 9_000, u64::MAX), 0);
        assert_eq!((pause_before_next(MINUTE, free, 61, 0), time_to_finish(MINUTE, free, 61)), (500, 30_000));
    }

    #[test]
    fn a_day_is_spread_only_for_the_patient() {
        assert_eq!(pause_before_next(MINUTE, DAY, 400, 60_000), 500);
        assert_eq!(pause_before_next(MINUTE, DAY, 400, 36_000_000), 120_000);
        assert_eq!(pause_before_next(MINUTE, RemainingQuota { remaining: 0, ..DAY }, 1, 60_000), 36_000_000);
    }

    #[test]
    fn the_end_follows_from_the_windows_that_it_takes() {
        assert_eq!(time_to_finish(MINUTE, DAY, 60), 0);
        assert_eq!(time_to_finish(MINUTE, DAY, 61), 30_000);
        assert_eq!(time_to_finish(MINUTE, DAY, 181), 90_000);
        assert_eq!(time_to_finish(MINUTE, DAY, 301), 36_000_000);
        assert_eq!(time_to_finish(MINUTE, DAY, 801), 36_000_000 + 86_400_000);
    }

    proptest! {
        #[test]
        fn nothing_is_sent_in_a_window_that_has_nothing_left(limit in 1_u32.., time in 1_u64..86_400_000, needed: u32, patience: u64) {
            let spent = RemainingQuota { limit, remaining: 0, reset_millis: time };
            let free = RemainingQuota { limit: u32::MAX, remaining: u32::MAX, reset_millis: time };
            prop_assert!(pause_before_next(spent, free, needed, patience) >= time);
            prop_assert!(pause_before_next(free, spent, needed, patience) >= time);
        }
    }
}
