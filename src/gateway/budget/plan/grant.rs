//! Whether one more request may go, and whose: what each window has room for, and what of it is kept back from whom.

use super::{Caller, Lease, Plan, TOGETHER};
use crate::gateway::budget::ledger::Ledger;
use crate::gateway::budget::message::Verdict;
use crate::gateway::budget::{Cause, Class, LIFE, Pause, Rules, SETTLE};
use crate::wire::dates::{DAY, Moment, SECOND};

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

/// Callers that are remembered.
const CALLERS_MAX: usize = 32;

/// Milliseconds after which a request asks again that waits for others to be answered.
const SOON: i64 = 100;

/// For how long a caller counts as waiting.
const WAITING: i64 = 5 * SECOND;

/// How much of its limit each window keeps back for whoever else spends the quota: this part. Our choice, like the
/// next four.
const MARGIN_PART: i64 = 50;

/// The part that is for callers who have asked for little.
const LIGHT_PART: i64 = 100;

/// The part of a minute that is for those as well, less and less of it until the minute ends.
const FADING_PART: i64 = 10;

/// A caller who has asked for more than this part of a minute's limit lately has not asked for little.
const HEAVY_PART: i64 = 8;

/// The part of a limit that may be on its way while no answer has told the sum of a new window.
const CAREFUL_PART: i64 = 8;

impl Plan {
    pub(super) fn reserve(&mut self, rules: &Rules, caller: i64, class: Class, most: i64, now: i64) -> Verdict {
        if now < self.shut {
            return Verdict::Wait(pause(Cause::Refused, self.shut, now));
        }
        let rank = self.rank(rules, caller, class);
        let mut count = most.clamp(1, LEASE_MAX);
        let mut limited = false;
        for (which, cause) in [(1, Cause::Day), (0, Cause::Minute)] {
            let Some(limit) = self.limit(rules, which) else { continue };
            limited = true;
            let room = self.room(rules, which, limit, rank, now);
            let Some(ledger) = self.ledgers.get(which) else { continue };
            if room <= 0 {
                return Verdict::Wait(pause(cause, self.again(ledger, room, limit, rank, now), now));
            }
            let heard = ledger.heard;
            let careful = if heard == 0 { 1 } else { (limit / CAREFUL_PART).max(1) };
            let exposed = if heard == 2 { i64::MAX } else { careful.saturating_sub(self.open(now)) };
            if exposed <= 0 {
                return Verdict::Wait(pause(Cause::Unsure, now.saturating_add(SOON), now));
            }
            // Whoever asks: an isolate spends what it holds for everybody.
            let room = self.room(rules, which, limit, Rank::Background, now);
            let plenty = if room > limit / 2 { room / EARLY_PART } else { room / LATE_PART };
            count = count.min(plenty.max(1)).min(exposed);
        }
        if !limited {
            return Verdict::Go { lease: 0, count };
        }
        self.let_go(count, now);
        Verdict::Go { lease: self.last, count }
    }

    /// Enters requests that are let go: into the last lease if that is new, whoever it was for.
    fn let_go(&mut self, count: i64, now: i64) {
        let last = self.last;
        let settled = now.saturating_add(LIFE).saturating_add(SETTLE);
        let is_new = |lease: &&mut Lease| lease.id == last && now.saturating_sub(lease.granted) < TOGETHER;
        if let Some(lease) = self.leases.iter_mut().rfind(is_new) {
            lease.settled = settled;
            lease.open = lease.open.saturating_add(count);
            lease.left = lease.left.map(|left| left.saturating_add(count));
            return;
        }
        self.last = last.saturating_add(1);
        self.lease(Lease { id: self.last, granted: now, settled, open: count, left: [count; 2] });
    }

    /// Adds a lease. Where there are too many, the two oldest are taken together.
    pub(super) fn lease(&mut self, lease: Lease) {
        self.leases.push(lease);
        if let (true, [oldest, next, ..]) = (self.leases.len() > LEASES_MAX, self.leases.as_mut_slice()) {
            let [minute, day] = &mut next.left;
            let [more, most] = oldest.left;
            (*minute, *day) = (minute.saturating_add(more), day.saturating_add(most));
            next.open = next.open.saturating_add(oldest.open);
            next.granted = next.granted.min(oldest.granted);
            next.settled = next.settled.max(oldest.settled);
            self.leases.remove(0);
        }
    }

    /// Requests on their way.
    pub(in crate::gateway::budget) fn open(&self, now: i64) -> i64 {
        self.leases.iter().filter(|lease| now < lease.settled).map(|lease| lease.open).sum()
    }

    /// The limit of a window with what of the tolerance may be used.
    pub(in crate::gateway::budget) fn limit(&self, rules: &Rules, which: usize) -> Option<i64> {
        let limit = self.ledgers.get(which)?.limit(rules.fallback.get(which).copied().flatten())?;
        Some(percent(limit, rules.tolerance.saturating_add(100)))
    }

    fn rank(&self, rules: &Rules, id: i64, class: Class) -> Rank {
        let score = self.callers.iter().find(|caller| caller.id == id).map_or(0, |caller| caller.score);
        let much = self.limit(rules, 0).map_or(i64::MAX, |limit| limit / HEAVY_PART);
        match class {
            Class::Background => Rank::Background,
            Class::Interactive if score > much => Rank::Heavy,
            Class::Interactive => Rank::Light,
        }
    }

    /// How many requests of a rank may be sent.
    pub(in crate::gateway::budget) fn room(
        &self,
        rules: &Rules,
        which: usize,
        limit: i64,
        rank: Rank,
        now: i64,
    ) -> i64 {
        let Some(ledger) = self.ledgers.get(which) else { return 0 };
        let left = ledger.latest.saturating_sub(now).clamp(0, ledger.period);
        let fading = |number: i64| number.saturating_mul(left).checked_div(ledger.period).unwrap_or(0);
        let minute = which == 0;
        let others = if minute { fading(ledger.others.min(limit / 2)) } else { 0 };
        let mut kept = (limit / MARGIN_PART).max(others);
        if rank != Rank::Light {
            kept = kept.saturating_add(limit / LIGHT_PART).saturating_add(self.waiting(now));
            kept = kept.saturating_add(if minute { fading(limit / FADING_PART) } else { 0 });
        }
        if rank == Rank::Background {
            kept = kept.saturating_add(percent(limit, rules.reserve));
        }
        limit.saturating_sub(self.used(which)).saturating_sub(kept)
    }

    /// What counts as spent in a window.
    pub(in crate::gateway::budget) fn used(&self, which: usize) -> i64 {
        let out: i64 = self.leases.iter().filter_map(|lease| lease.left.get(which)).sum();
        self.ledgers.get(which).map_or(0, |ledger| ledger.told).saturating_add(out)
    }

    /// Callers of the interactive class who wait.
    pub(in crate::gateway::budget) fn waiting(&self, now: i64) -> i64 {
        let waits = |caller: &&Caller| caller.waits > now && caller.interactive == 1;
        i64::try_from(self.callers.iter().filter(waits).count()).unwrap_or(0)
    }

    /// When there may be room again: when enough has faded of what a minute keeps back, or with the next window.
    fn again(&self, ledger: &Ledger, room: i64, limit: i64, rank: Rank, now: i64) -> i64 {
        let fading = limit / FADING_PART;
        if ledger.period == DAY || rank == Rank::Light || fading == 0 {
            return ledger.latest;
        }
        let step = ledger.period.checked_div(fading).unwrap_or(ledger.period);
        now.saturating_add(step.saturating_mul(room.saturating_neg().saturating_add(1))).min(ledger.latest)
    }

    /// Remembers who asked, and what came of it.
    pub(super) fn remember(&mut self, id: i64, class: Class, verdict: &Verdict, now: i64) {
        let at = self.callers.iter().position(|caller| caller.id == id);
        if at.is_none() && self.callers.len() >= CALLERS_MAX {
            let least = self.callers.iter().map(|caller| caller.score).min().unwrap_or(0);
            self.callers.retain(|caller| caller.score > least);
        }
        let interactive = i64::from(class == Class::Interactive);
        let mut caller = at.map_or(Caller { id, score: 0, waits: 0, interactive }, |at| self.callers.swap_remove(at));
        match *verdict {
            Verdict::Go { count, .. } => {
                (caller.score, caller.waits) = (caller.score.saturating_add(count), 0);
            }
            Verdict::Wait(_) => (caller.waits, caller.interactive) = (now.saturating_add(WAITING), interactive),
        }
        self.callers.push(caller);
    }
}

/// What a request may take of what is kept back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::gateway::budget) enum Rank {
    /// All but the margin: somebody who has asked for little.
    Light,
    /// All but what is for those.
    Heavy,
    /// All but the reserve, too.
    Background,
}

fn pause(cause: Cause, until: i64, now: i64) -> Pause {
    Pause { cause, until: Moment(until), wait: until.saturating_sub(now).max(0) }
}

fn percent(number: i64, percent: u32) -> i64 {
    number.saturating_mul(i64::from(percent)) / 100
}
