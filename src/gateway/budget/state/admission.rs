//! Admission: whether one more request may be sent, by the room in each window and by what is reserved for others.

use super::{BudgetState, GrantedLease, MERGE_WINDOW};
use crate::gateway::budget::message::Admission;
use crate::gateway::budget::{BudgetPause, BudgetRules, LEASE_LIFE, PauseCause, RequestClass, SETTLE_TIME};
use crate::wire::dates::{SECOND, Timestamp};

/// Most requests of one lease: our choice.
pub(in crate::gateway::budget) const LEASE_MAX: i64 = 1024;

/// The part of the room, for background work too, that one lease may take while more than half of a window is left: 1
/// of this many.
const EARLY_PART: i64 = 16;

/// The same once less than half of a window is left.
const LATE_PART: i64 = 64;

/// Leases that are stored separately. Beyond that the two oldest are merged, and reports on the older one are ignored.
/// By then it is settled: there are two leases per second until one is settled, and a few more.
const LEASES_MAX: usize = 80;

/// Milliseconds after which a request asks again that waits for the responses of others.
pub(super) const RETRY_SOON_MS: i64 = 100;

/// Milliseconds after which a request asks again that waits for its turn.
const RETRY_TURN_MS: i64 = SECOND / 2;

/// The part of its limit that each window reserves for other users of the quota: 1 of this many. Our choice, like the
/// next four.
const MARGIN_PART: i64 = 50;

/// The part that is reserved for people who have asked for few requests.
const LIGHT_PART: i64 = 100;

/// The part of a minute that is also reserved for people of whom nothing is known yet; it shrinks until the minute
/// ends.
const FADING_PART: i64 = 10;

/// Milliseconds before the end of a minute at which nothing is left of that part. A person is held a little longer.
const FADED_BEFORE_END: i64 = 4 * SECOND;

/// The part of a limit that may be in flight while no response has reported the sum of a new window.
const CAREFUL_PART: i64 = 8;

impl BudgetState {
    /// Admits up to `most` requests of a caller, or says how long it must wait.
    pub(super) fn reserve_requests(
        &mut self,
        rules: &BudgetRules,
        caller: i64,
        class: RequestClass,
        most: i64,
        now: i64,
    ) -> Admission {
        if now < self.stopped_until {
            return Admission::Wait(pause_until(PauseCause::Refused, self.stopped_until, now));
        }
        let ahead_count = self.callers.count_ahead(caller, class, now);
        let mut count = most.clamp(1, LEASE_MAX);
        let mut limited = false;
        // The day first: its pause is the longer one, and so the more useful answer.
        for (which, cause) in [(1, PauseCause::Day), (0, PauseCause::Minute)] {
            let Some(limit) = self.effective_limit(rules, which) else { continue };
            limited = true;
            let priority = self.priority_of(which, limit, caller, class, now);
            let room = self.available_for(rules, which, limit, priority, now);
            let Some(ledger) = self.ledgers.get(which) else { continue };
            // Requests in flight may be counted twice, here and in the reported sum: a person waits for the reports.
            if room <= 0 && priority == Priority::Light && room.saturating_add(self.count_unreported(now)) > 0 {
                return Admission::Wait(pause_until(PauseCause::LimitUnknown, now.saturating_add(RETRY_SOON_MS), now));
            }
            if room <= 0
                && which == 1
                && let Some(probe) = self.next_probe(rules, room, limit, now)
            {
                if now < probe {
                    return Admission::Wait(pause_until(PauseCause::LimitUnknown, probe, now));
                }
                count = 1;
                continue;
            }
            if room <= 0 {
                let again = self.retry_time(rules, which, room, limit, priority, now);
                return Admission::Wait(pause_until(cause, again, now));
            }
            // Callers that wait and go before this one each need a request.
            let room = room.saturating_sub(ahead_count);
            if room <= 0 {
                return Admission::Wait(pause_until(cause, now.saturating_add(RETRY_TURN_MS), now));
            }
            let careful = if ledger.observed == 0 { 1 } else { (limit / CAREFUL_PART).max(1) };
            // A caller that waits may be gone, so the very first request is for whichever caller asks.
            let ahead = ahead_count.min(careful.saturating_sub(1));
            let unobserved_room = if ledger.observed == 2 {
                i64::MAX
            } else {
                careful.saturating_sub(ahead).saturating_sub(self.count_unreported(now))
            };
            if unobserved_room <= 0 {
                return Admission::Wait(pause_until(PauseCause::LimitUnknown, now.saturating_add(RETRY_SOON_MS), now));
            }
            // By the room of background work, because an isolate spends a lease for all callers. That is a small part
            // of the room, so shares of known people need not be subtracted.
            let shared_room = self
                .available_for(rules, which, limit, Priority::Background, now)
                .saturating_add(self.reserved_shares(which, limit, Priority::Background, now));
            let part = if shared_room > limit / 2 { shared_room / EARLY_PART } else { shared_room / LATE_PART };
            count = count.min(part.max(1)).min(unobserved_room).min(room);
        }
        if !limited {
            return Admission::Admit { lease: 0, count };
        }
        self.record_grant(count, now);
        Admission::Admit { lease: self.last_lease, count }
    }

    /// Stores requests that are admitted: in the last lease if that is recent, whichever caller it was for.
    fn record_grant(&mut self, count: i64, now: i64) {
        let last_lease = self.last_lease;
        let settled = now.saturating_add(LEASE_LIFE).saturating_add(SETTLE_TIME);
        let is_recent =
            |lease: &&mut GrantedLease| lease.id == last_lease && now.saturating_sub(lease.granted) < MERGE_WINDOW;
        if let Some(lease) = self.leases.iter_mut().rfind(is_recent) {
            lease.settled = settled;
            lease.unreported = lease.unreported.saturating_add(count);
            lease.uncounted = lease.uncounted.map(|uncounted| uncounted.saturating_add(count));
            return;
        }
        self.last_lease = last_lease.saturating_add(1);
        self.add_lease(GrantedLease {
            id: self.last_lease,
            granted: now,
            settled,
            unreported: count,
            uncounted: [count; 2],
        });
    }

    /// Adds a lease. If there are too many, the two oldest are merged.
    pub(super) fn add_lease(&mut self, lease: GrantedLease) {
        self.leases.push(lease);
        if let (true, [oldest, next, ..]) = (self.leases.len() > LEASES_MAX, self.leases.as_mut_slice()) {
            let [minute, day] = &mut next.uncounted;
            let [oldest_minute, oldest_day] = oldest.uncounted;
            (*minute, *day) = (minute.saturating_add(oldest_minute), day.saturating_add(oldest_day));
            next.unreported = next.unreported.saturating_add(oldest.unreported);
            // The merged lease keeps the wider bounds, so that it never counts as settled too early.
            next.granted = next.granted.min(oldest.granted);
            next.settled = next.settled.max(oldest.settled);
            self.leases.remove(0);
        }
    }

    /// Number of requests in flight: admitted, not settled and without a report.
    pub(in crate::gateway::budget) fn count_unreported(&self, now: i64) -> i64 {
        self.leases.iter().filter(|lease| now < lease.settled).map(|lease| lease.unreported).sum()
    }

    /// The limit of a window, plus the configured tolerance.
    pub(in crate::gateway::budget) fn effective_limit(&self, rules: &BudgetRules, which: usize) -> Option<i64> {
        let limit = self.ledgers.get(which)?.effective_limit(rules.fallback.get(which).copied().flatten())?;
        Some(percent_of(limit, rules.tolerance.saturating_add(100)))
    }

    fn priority_of(&self, which: usize, limit: i64, id: i64, class: RequestClass, now: i64) -> Priority {
        match class {
            RequestClass::Background => Priority::Background,
            RequestClass::Interactive if self.callers.is_within_share(id, class, which, limit, now) => Priority::Light,
            RequestClass::Interactive => Priority::Heavy,
        }
    }

    /// The rest of a reserve that shrinks during the window. It reaches 0 shortly before the window ends, because a
    /// request that finds no room then waits for the next window anyway.
    fn fading_part(&self, which: usize, number: i64, now: i64) -> i64 {
        let Some(ledger) = self.ledgers.get(which) else { return 0 };
        let remaining_time = ledger.latest.saturating_sub(now).saturating_sub(FADED_BEFORE_END).clamp(0, ledger.period);
        let round_up = ledger.period.saturating_sub(1);
        number.saturating_mul(remaining_time).saturating_add(round_up).checked_div(ledger.period).unwrap_or(0)
    }

    /// What is reserved for present people: of a minute from people beyond their share and from background work, of a
    /// day from people only. How much of the day background work must leave is the operator's decision
    /// (`BUDGET_RESERVE`).
    fn reserved_shares(&self, which: usize, limit: i64, priority: Priority, now: i64) -> i64 {
        match (priority, which) {
            (Priority::Light, _) | (Priority::Background, 1) => 0,
            _ => self.callers.unused_shares(which, limit, |share| self.fading_part(which, share, now), now),
        }
    }

    /// Number of requests of a priority that may be sent in a window; negative if more than that is in use.
    pub(in crate::gateway::budget) fn available_for(
        &self,
        rules: &BudgetRules,
        which: usize,
        limit: i64,
        priority: Priority,
        now: i64,
    ) -> i64 {
        let Some(ledger) = self.ledgers.get(which) else { return 0 };
        let fading = |number| if which == 0 { self.fading_part(which, number, now) } else { 0 };
        let mut reserved = (limit / MARGIN_PART).max(fading(ledger.others_spent_before.min(limit / 2)));
        if priority != Priority::Light {
            reserved = reserved.saturating_add(limit / LIGHT_PART).saturating_add(fading(limit / FADING_PART));
            reserved = reserved.saturating_add(self.reserved_shares(which, limit, priority, now));
        }
        if priority == Priority::Background {
            reserved = reserved.saturating_add(percent_of(limit, rules.reserve));
        }
        limit.saturating_sub(self.used_in(which)).saturating_sub(reserved)
    }

    /// Requests that count as used in a window: reported, or admitted and possibly not reported.
    pub(in crate::gateway::budget) fn used_in(&self, which: usize) -> i64 {
        let uncounted: i64 = self.leases.iter().filter_map(|lease| lease.uncounted.get(which)).sum();
        self.ledgers.get(which).map_or(0, |ledger| ledger.spent).saturating_add(uncounted)
    }

    /// Number of callers in the interactive class that wait.
    pub(in crate::gateway::budget) fn count_waiting(&self, now: i64) -> i64 {
        self.callers.count_waiting(now)
    }

    /// When there may be room again: when enough of a minute's reserve has faded, when a person counts as absent for
    /// whom a part of the day is reserved, or when the next window begins.
    fn retry_time(
        &self,
        rules: &BudgetRules,
        which: usize,
        room: i64,
        limit: i64,
        priority: Priority,
        now: i64,
    ) -> i64 {
        let Some(ledger) = self.ledgers.get(which) else { return now };
        let again = match (priority, which) {
            (Priority::Light, _) => None,
            (_, 0) => {
                // The reserve fades evenly: the missing requests are free after as many steps.
                let fading =
                    self.callers.unused_shares(which, limit, |share| share, now).saturating_add(limit / FADING_PART);
                let step = ledger.period.checked_div(fading);
                step.map(|step| now.saturating_add(step.saturating_mul(room.saturating_neg().saturating_add(1))))
            }
            _ if room.saturating_add(self.reserved_shares(which, limit, priority, now)) > 0 => {
                self.callers.next_departure(which, limit, now)
            }
            _ => None,
        };
        // Never later than the reserve has faded, when all of the room is free. Without any, even if the requests in
        // flight are counted twice, only the next window helps.
        let faded = ledger.latest.saturating_sub(FADED_BEFORE_END);
        let room_then = self.available_for(rules, which, limit, priority, faded.max(now));
        let has_room_then = room_then.saturating_add(self.count_unreported(now)) > 0;
        match again {
            Some(again) if has_room_then => again.min(if now < faded { faded } else { ledger.latest }),
            _ => ledger.latest,
        }
    }
}

/// How far a request may use what is reserved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::gateway::budget) enum Priority {
    /// For a person within its share: all but the margin for other users of the quota.
    Light,
    /// For a person beyond its share: all but that and what is reserved for people within theirs.
    Heavy,
    /// For background work: all but that and the reserve.
    Background,
}

fn pause_until(cause: PauseCause, until: i64, now: i64) -> BudgetPause {
    BudgetPause { cause, until: Timestamp(until), wait: until.saturating_sub(now).max(0) }
}

fn percent_of(number: i64, percent: u32) -> i64 {
    number.saturating_mul(i64::from(percent)) / 100
}
