//! Whether one more request may go, and whose: what each window has room for, and what of it is kept back from whom.

use super::{BudgetPlan, GrantedLease, MERGE_WINDOW};
use crate::gateway::budget::message::Admission;
use crate::gateway::budget::{BudgetPause, BudgetRules, LEASE_LIFE, PauseCause, RequestClass, SETTLE_TIME};
use crate::wire::dates::{SECOND, Timestamp};

/// Most requests that are let go at once: our choice.
pub(in crate::gateway::budget) const LEASE_MAX: i64 = 1024;

/// The part of what there is room for, of background work too, that may be let go at once while more than half of a
/// window is left.
const EARLY_PART: i64 = 16;

/// That part after it.
const LATE_PART: i64 = 64;

/// Leases that are kept apart; past that the two oldest are taken together, and no report on the older one is heard any
/// more. By then it is settled: this is two for each second until a lease is, and a few more.
const LEASES_MAX: usize = 80;

/// Milliseconds after which a request asks again that waits for others to be answered.
const RETRY_SOON_MS: i64 = 100;

/// The same for one that waits for its turn.
const RETRY_TURN_MS: i64 = SECOND / 2;

/// How much of its limit each window keeps back for whoever else spends the quota: this part. Our choice, like the
/// next four.
const MARGIN_PART: i64 = 50;

/// The part that is for people who have asked for little.
const LIGHT_PART: i64 = 100;

/// The part of a minute that is for those as well of whom nothing is known yet, less and less of it until the minute ends.
const FADING_PART: i64 = 10;

/// How long before the end of a minute nothing fades any more: somebody waits for as long, and a little longer.
const FADED_BEFORE_END: i64 = 4 * SECOND;

/// The part of a limit that may be on its way while no answer has told the sum of a new window.
const CAREFUL_PART: i64 = 8;

impl BudgetPlan {
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
        let before = self.callers.count_ahead(caller, class, now);
        let mut count = most.clamp(1, LEASE_MAX);
        let mut limited = false;
        for (which, cause) in [(1, PauseCause::Day), (0, PauseCause::Minute)] {
            let Some(limit) = self.effective_limit(rules, which) else { continue };
            limited = true;
            let rank = self.priority_of(which, limit, caller, class, now);
            let room = self.available_for(rules, which, limit, rank, now);
            let Some(ledger) = self.ledgers.get(which) else { continue };
            // What is on its way may be counted twice, here and in what was told: a person waits for the reports.
            if room <= 0 && rank == Priority::Light && room.saturating_add(self.count_unreported(now)) > 0 {
                return Admission::Wait(pause_until(PauseCause::LimitUnknown, now.saturating_add(RETRY_SOON_MS), now));
            }
            if room <= 0 {
                return Admission::Wait(pause_until(cause, self.retry_time(which, room, limit, rank, now), now));
            }
            let room = room.saturating_sub(before);
            if room <= 0 {
                return Admission::Wait(pause_until(cause, now.saturating_add(RETRY_TURN_MS), now));
            }
            let heard = ledger.heard;
            let careful = if heard == 0 { 1 } else { (limit / CAREFUL_PART).max(1) };
            // One who waits may be gone: the first request of all is for whoever comes.
            let ahead = before.min(careful.saturating_sub(1));
            let exposed = if heard == 2 {
                i64::MAX
            } else {
                careful.saturating_sub(ahead).saturating_sub(self.count_unreported(now))
            };
            if exposed <= 0 {
                return Admission::Wait(pause_until(PauseCause::LimitUnknown, now.saturating_add(RETRY_SOON_MS), now));
            }
            // Whoever asks: an isolate spends what it holds for everybody. That is little of what there is, so that
            // nothing of it need be kept for those who are known.
            let plenty = self.available_for(rules, which, limit, Priority::Background, now);
            let plenty = plenty.saturating_add(self.reserved_shares(which, limit, Priority::Background, now));
            let plenty = if plenty > limit / 2 { plenty / EARLY_PART } else { plenty / LATE_PART };
            count = count.min(plenty.max(1)).min(exposed).min(room);
        }
        if !limited {
            return Admission::Admit { lease: 0, count };
        }
        self.record_grant(count, now);
        Admission::Admit { lease: self.last_lease, count }
    }

    /// Enters requests that are let go: into the last lease if that is new, whoever it was for.
    fn record_grant(&mut self, count: i64, now: i64) {
        let last = self.last_lease;
        let settled = now.saturating_add(LEASE_LIFE).saturating_add(SETTLE_TIME);
        let is_new = |lease: &&mut GrantedLease| lease.id == last && now.saturating_sub(lease.granted) < MERGE_WINDOW;
        if let Some(lease) = self.leases.iter_mut().rfind(is_new) {
            lease.settled = settled;
            lease.unreported = lease.unreported.saturating_add(count);
            lease.uncounted = lease.uncounted.map(|left| left.saturating_add(count));
            return;
        }
        self.last_lease = last.saturating_add(1);
        self.add_lease(GrantedLease {
            id: self.last_lease,
            granted: now,
            settled,
            unreported: count,
            uncounted: [count; 2],
        });
    }

    /// Adds a lease. Where there are too many, the two oldest are taken together.
    pub(super) fn add_lease(&mut self, lease: GrantedLease) {
        self.leases.push(lease);
        if let (true, [oldest, next, ..]) = (self.leases.len() > LEASES_MAX, self.leases.as_mut_slice()) {
            let [minute, day] = &mut next.uncounted;
            let [more, most] = oldest.uncounted;
            (*minute, *day) = (minute.saturating_add(more), day.saturating_add(most));
            next.unreported = next.unreported.saturating_add(oldest.unreported);
            next.granted = next.granted.min(oldest.granted);
            next.settled = next.settled.max(oldest.settled);
            self.leases.remove(0);
        }
    }

    /// Requests on their way.
    pub(in crate::gateway::budget) fn count_unreported(&self, now: i64) -> i64 {
        self.leases.iter().filter(|lease| now < lease.settled).map(|lease| lease.unreported).sum()
    }

    /// The limit of a window with what of the tolerance may be used.
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

    /// What is left of a number that becomes less and less. It is gone shortly before the window ends: whoever finds
    /// nothing then waits for the next one.
    fn fading_part(&self, which: usize, number: i64, now: i64) -> i64 {
        let Some(ledger) = self.ledgers.get(which) else { return 0 };
        let left = ledger.latest.saturating_sub(now).saturating_sub(FADED_BEFORE_END).clamp(0, ledger.period);
        let round_up = ledger.period.saturating_sub(1);
        number.saturating_mul(left).saturating_add(round_up).checked_div(ledger.period).unwrap_or(0)
    }

    /// What is kept for the people who are there: of a minute from whoever is past a share and from background work, of a
    /// day from people alone. What work leaves of that is the operator's to say, by the reserve.
    fn reserved_shares(&self, which: usize, limit: i64, rank: Priority, now: i64) -> i64 {
        match (rank, which) {
            (Priority::Light, _) | (Priority::Background, 1) => 0,
            _ => self.callers.unused_shares(which, limit, |share| self.fading_part(which, share, now), now),
        }
    }

    /// How many requests of a rank may be sent.
    pub(in crate::gateway::budget) fn available_for(
        &self,
        rules: &BudgetRules,
        which: usize,
        limit: i64,
        rank: Priority,
        now: i64,
    ) -> i64 {
        let Some(ledger) = self.ledgers.get(which) else { return 0 };
        let fading = |number| if which == 0 { self.fading_part(which, number, now) } else { 0 };
        let mut kept = (limit / MARGIN_PART).max(fading(ledger.others_spent_before.min(limit / 2)));
        if rank != Priority::Light {
            kept = kept.saturating_add(limit / LIGHT_PART).saturating_add(fading(limit / FADING_PART));
            kept = kept.saturating_add(self.reserved_shares(which, limit, rank, now));
        }
        if rank == Priority::Background {
            kept = kept.saturating_add(percent_of(limit, rules.reserve));
        }
        limit.saturating_sub(self.used_in(which)).saturating_sub(kept)
    }

    /// What counts as spent in a window.
    pub(in crate::gateway::budget) fn used_in(&self, which: usize) -> i64 {
        let out: i64 = self.leases.iter().filter_map(|lease| lease.uncounted.get(which)).sum();
        self.ledgers.get(which).map_or(0, |ledger| ledger.spent).saturating_add(out)
    }

    /// Callers of the interactive class who wait.
    pub(in crate::gateway::budget) fn count_waiting(&self, now: i64) -> i64 {
        self.callers.count_waiting(now)
    }

    /// When there may be room again: when enough has faded of what a minute keeps back, when somebody counts as gone for
    /// whom something of a day is kept, or with the next window.
    fn retry_time(&self, which: usize, room: i64, limit: i64, rank: Priority, now: i64) -> i64 {
        let Some(ledger) = self.ledgers.get(which) else { return now };
        let again = match (rank, which) {
            (Priority::Light, _) => None,
            (_, 0) => {
                let kept = self.callers.unused_shares(which, limit, |share| share, now);
                let step = ledger.period.checked_div(kept.saturating_add(limit / FADING_PART));
                step.map(|step| now.saturating_add(step.saturating_mul(room.saturating_neg().saturating_add(1))))
            }
            _ if room.saturating_add(self.reserved_shares(which, limit, rank, now)) > 0 => {
                self.callers.next_departure(which, limit, now)
            }
            _ => None,
        };
        let faded = ledger.latest.saturating_sub(FADED_BEFORE_END);
        again.map_or(ledger.latest, |again| again.min(if now < faded { faded } else { ledger.latest }))
    }
}

/// What a request may take of what is kept back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::gateway::budget) enum Priority {
    /// All but the margin: a person who has asked for little.
    Light,
    /// All but what is for those.
    Heavy,
    /// All but the reserve, too.
    Background,
}

fn pause_until(cause: PauseCause, until: i64, now: i64) -> BudgetPause {
    BudgetPause { cause, until: Timestamp(until), wait: until.saturating_sub(now).max(0) }
}

fn percent_of(number: i64, percent: u32) -> i64 {
    number.saturating_mul(i64::from(percent)) / 100
}
