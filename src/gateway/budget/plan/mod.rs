//! The plan of a client id: what is told, what is let go, who asks, and whether one more request may go.

mod admission;
mod callers;
mod persistence;

pub(super) use admission::{LEASE_MAX, Priority};

use super::ledger::{Ledger, WindowMatch};
use super::message::{Admission, BudgetAction, BudgetRequest, Report, RequestOutcome};
use super::{BudgetRules, LEASE_LIFE};
use crate::wire::dates::{DAY, MINUTE, SECOND, Timestamp};
use crate::wire::rate::QuotaWindow;
use callers::Callers;

/// Milliseconds by which at most a pause after a refusal is longer than it need be, so that not all go on at once.
const JITTER: u32 = 2_000;

/// How far a clock may go back before all is forgotten that was counted by it.
const BACK_MAX: i64 = 2 * MINUTE;

/// How finely the pace is counted.
const PACE_SCALE: i64 = 16;

/// Requests that were let go, or answered, within this time are taken together: a plan is as long on a busy day as on a
/// quiet one.
const MERGE_WINDOW: i64 = SECOND;

/// Requests that were let go at about the same time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct GrantedLease {
    /// Its id; 0 for those that were answered with nothing about the quota.
    id: i64,
    /// When they were let go, at the earliest.
    granted: i64,
    /// From when on none of them will be counted any more, at the latest.
    settled: i64,
    /// How many have no report yet.
    unreported: i64,
    /// How many may be counted beside what is told, by window.
    uncounted: [i64; 2],
}

/// The plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BudgetPlan {
    /// Minute and day.
    ledgers: [Ledger; 2],
    leases: Vec<GrantedLease>,
    callers: Callers,
    /// The last lease's id.
    last_lease: i64,
    /// The time of the last call.
    clock: i64,
    /// Until when nothing is sent, since the service has refused a request.
    stopped_until: i64,
    /// Requests of a minute, in the mean, finely counted.
    pace: i64,
    /// What was told of the day when the minute began.
    day_spent_mark: i64,
}

impl BudgetPlan {
    /// A plan of which nothing is known.
    pub fn new(now: Timestamp) -> BudgetPlan {
        let ledgers = [Ledger::new(MINUTE, now.0), Ledger::new(DAY, now.0)];
        let (leases, callers) = (Vec::new(), Callers::default());
        BudgetPlan {
            ledgers,
            leases,
            callers,
            last_lease: 0,
            clock: now.0,
            stopped_until: 0,
            pace: 0,
            day_spent_mark: 0,
        }
    }

    /// Takes an isolate's reports, and answers what it wants. None where nothing is wanted.
    pub fn handle_request(
        &mut self,
        rules: &BudgetRules,
        ask: &BudgetRequest,
        now: Timestamp,
        random: u32,
    ) -> Option<Admission> {
        let now = self.advance_to(now.0);
        for report in &ask.reports {
            self.apply_report(report, now, random);
        }
        for sent in &ask.sent {
            self.callers.record_sent(sent.caller, sent.class, sent.count, now);
        }
        let BudgetAction::Reserve { caller, class, most } = ask.action else { return None };
        let verdict = self.reserve_requests(rules, caller, class, most, now);
        match verdict {
            Admission::Admit { lease: 0, .. } => {}
            Admission::Admit { .. } => self.callers.record_sent(caller, class, 1, now),
            Admission::Wait(_) => self.callers.record_waiting(caller, class, now),
        }
        Some(verdict)
    }

    /// Begins the windows that have begun by now. Returns the time, which never goes back by a little.
    pub fn advance_to(&mut self, now: i64) -> i64 {
        if now < self.clock.saturating_sub(BACK_MAX) {
            let limits = self.ledgers.map(|ledger| ledger.reported_limit);
            *self = BudgetPlan { last_lease: self.last_lease, ..BudgetPlan::new(Timestamp(now)) };
            for (ledger, limit) in self.ledgers.iter_mut().zip(limits) {
                ledger.reported_limit = limit;
            }
        }
        self.clock = self.clock.max(now);
        let [minute, day] = &mut self.ledgers;
        let (minute, day) = (minute.advance_to(self.clock), day.advance_to(self.clock));
        if let Some((windows, ended)) = minute {
            self.begin_window(0, windows, ended);
        }
        if let Some((windows, ended)) = day {
            self.begin_window(1, windows, ended);
        }
        let BudgetPlan { leases, clock, .. } = self;
        leases.retain(|lease| lease.uncounted != [0, 0] || (lease.unreported > 0 && *clock < lease.settled));
        self.clock
    }

    /// A window has begun. What was settled before the last one ended is not counted in this one.
    fn begin_window(&mut self, which: usize, windows: i64, ended: i64) {
        for lease in &mut self.leases {
            let settled = lease.settled <= ended;
            if let Some(left) = lease.uncounted.get_mut(which).filter(|_| settled) {
                *left = 0;
            }
        }
        self.callers.begin_window(which, self.clock);
        let [minute, day] = &mut self.ledgers;
        if which == 1 {
            self.day_spent_mark = 0;
            return;
        }
        minute.widen_by_drift(windows);
        day.widen_by_drift(windows);
        let told = day.spent;
        let spent = told
            .saturating_sub(self.day_spent_mark)
            .max(0)
            .saturating_mul(PACE_SCALE)
            .checked_div(windows)
            .unwrap_or(0);
        (self.day_spent_mark, self.pace) = (told, self.pace.saturating_add(spent) / 2);
    }

    fn apply_report(&mut self, report: &Report, now: i64, random: u32) {
        let at = self.leases.iter().position(|lease| lease.id == report.lease);
        let lease = at.and_then(|at| self.leases.get_mut(at));
        let granted = match (&lease, report.lease) {
            (Some(lease), _) => lease.granted,
            // Let go where there was no limit, a moment ago.
            (None, 0) => now.saturating_sub(LEASE_LIFE),
            // Nothing is left of the lease: what this answer tells, a later one has told.
            (None, _) => return,
        };
        let mut counted = [0, 0];
        if let Some(lease) = lease {
            lease.unreported = lease.unreported.saturating_sub(report.count).max(0);
        }
        let received = now.saturating_sub(report.age.clamp(0, now.saturating_sub(granted).max(0)));
        match report.outcome {
            RequestOutcome::Answered(told) => {
                counted = self.apply_windows(&told, granted, received, AnswerKind::Answer);
                // What is reported again was counted when it first arrived, or counts as spent.
                if report.count == 0 {
                    return;
                }
                let silent = counted.map(|counted| report.count.saturating_sub(counted));
                if report.lease != 0 && silent != [0, 0] {
                    self.add_answered(silent, received);
                    counted = [report.count; 2];
                }
            }
            RequestOutcome::Refused(told, after) => {
                counted = self
                    .apply_windows(&told, granted, received, AnswerKind::Refusal)
                    .map(|counted| counted.min(report.count));
                let [minute, day] = &self.ledgers;
                let [_, of_day] = told;
                let until = match (told, after) {
                    _ if of_day.is_some_and(|window| window.remaining == 0) => day.latest,
                    ([None, None], 1..) => now.saturating_add(i64::from(after).saturating_mul(SECOND)),
                    _ => minute.latest,
                };
                let jitter = i64::from(random.checked_rem(JITTER).unwrap_or(0));
                self.stopped_until = self.stopped_until.max(until.saturating_add(jitter));
            }
            RequestOutcome::Unused => counted = [report.count; 2],
            RequestOutcome::Lost => {}
        }
        if let Some(lease) = at.and_then(|at| self.leases.get_mut(at)) {
            for (left, counted) in lease.uncounted.iter_mut().zip(counted) {
                *left = left.saturating_sub(counted).max(0);
            }
        }
    }

    /// Keeps requests that were answered, and so are counted by now, until a later answer tells the sum.
    fn add_answered(&mut self, left: [i64; 2], received: i64) {
        let near = |lease: &&mut GrantedLease| lease.id == 0 && received.saturating_sub(lease.granted) < MERGE_WINDOW;
        match self.leases.iter_mut().rfind(near) {
            Some(lease) => {
                lease.settled = lease.settled.max(received);
                for (all, more) in lease.uncounted.iter_mut().zip(left) {
                    *all = all.saturating_add(more);
                }
            }
            None => self.add_lease(GrantedLease {
                id: 0,
                granted: received,
                settled: received,
                unreported: 0,
                uncounted: left,
            }),
        }
    }

    /// Enters what an answer tells. Returns in which windows its request needs no place any more.
    fn apply_windows(
        &mut self,
        told: &[Option<QuotaWindow>; 2],
        granted: i64,
        received: i64,
        kind: AnswerKind,
    ) -> [i64; 2] {
        let mut counted = [0, 0];
        for (which, (told, counted)) in told.iter().zip(&mut counted).enumerate() {
            let Some(ledger) = self.ledgers.get_mut(which) else { continue };
            let Some(told) = told else {
                if kind == AnswerKind::Answer {
                    ledger.observe_silence();
                }
                continue;
            };
            let seen = ledger.observe_window(told, granted, received);
            if seen == WindowMatch::Unclear {
                continue;
            }
            *counted = 1;
            if let WindowMatch::Next(ended) = seen {
                self.begin_window(which, 1, ended);
            }
            // Whatever was counted before this request was let go is in the sum that its answer tells.
            if seen != WindowMatch::Previous {
                for lease in self.leases.iter_mut().filter(|lease| lease.settled <= granted) {
                    if let Some(left) = lease.uncounted.get_mut(which) {
                        *left = 0;
                    }
                }
            }
        }
        counted
    }

    /// Minute and day.
    pub(super) fn ledgers(&self) -> &[Ledger; 2] {
        &self.ledgers
    }

    /// Until when nothing is sent, since the service has refused a request; none while it is not so.
    pub(super) fn stopped_until(&self, now: i64) -> Option<Timestamp> {
        (now < self.stopped_until).then_some(Timestamp(self.stopped_until))
    }

    /// When the day's requests are spent, if it goes on as it goes; none if they last.
    pub(super) fn forecast_exhaustion(&self, rules: &BudgetRules, now: i64) -> Option<Timestamp> {
        let limit = self.effective_limit(rules, 1)?;
        let left = limit.saturating_sub(self.used_in(1)).max(0);
        let lasts = left.saturating_mul(PACE_SCALE).saturating_mul(MINUTE).checked_div(self.pace)?;
        let ends = now.saturating_add(lasts);
        let [_, day] = &self.ledgers;
        (ends < day.earliest).then_some(Timestamp(ends))
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum AnswerKind {
    Answer,
    Refusal,
}
