//! The probe: one request that is sent although requests without a response fill the day.
//!
//! Such requests count as spent until a later response reports the sum. If an outage of the service leaves so many that
//! no request is admitted, no response can ever report it. So a probe is sent out of the margin. If it gets no response
//! either, the pause before the next one is longer, because each takes one more request of the margin.

use super::BudgetState;
use crate::gateway::budget::BudgetRules;
use crate::wire::dates::{MINUTE, SECOND};

/// Milliseconds of the shortest and of the longest pause before a probe: our choice.
const PAUSE_MIN: i64 = 30 * SECOND;
const PAUSE_MAX: i64 = 60 * MINUTE;

impl BudgetState {
    /// When a caller with this `room` in the day may send one request all the same. `None` if the room is not taken by
    /// requests without a response, if the margin has none left either, or if no response reports the limit.
    pub(super) fn next_probe(&self, rules: &BudgetRules, room: i64, limit: i64, now: i64) -> Option<i64> {
        let [_, day] = &self.ledgers;
        let (used, in_flight) = (self.used_in(1), self.count_unreported(now));
        let lost = used.saturating_sub(day.spent).saturating_sub(in_flight);
        let is_reported = day.reported_limit >= 0 || matches!(rules.fallback, [_, None]);
        if lost <= 0 || room.saturating_add(lost) <= 0 || used >= limit || !is_reported {
            return None;
        }
        if in_flight > 0 {
            return Some(now.saturating_add(SECOND));
        }
        let uncounted = || self.leases.iter().filter(|lease| matches!(lease.uncounted, [_, day] if day > 0));
        let (began, ended) =
            (uncounted().map(|lease| lease.granted).min()?, uncounted().map(|lease| lease.settled).max()?);
        // Half as long as there has been no response, so that a short outage is over soon.
        let pause = (ended.saturating_sub(began) / 2).clamp(PAUSE_MIN, PAUSE_MAX);
        Some(ended.saturating_add(pause).min(day.latest))
    }
}
