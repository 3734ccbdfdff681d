//! The budget's state of a client id: what is reported, what is admitted, who asks, and whether one more request may be
//! sent.

mod admission;
mod callers;
mod persistence;
mod probe;

pub(super) use admission::{LEASE_MAX, Priority};

use super::ledger::{Ledger, WindowMatch};
use super::message::{Admission, BudgetAction, BudgetRequest, Report, RequestOutcome};
use super::{BudgetRules, LEASE_LIFE};
use crate::wire::dates::{DAY, MINUTE, SECOND, Timestamp};
use crate::wire::rate::QuotaWindow;
use callers::Callers;

/// Largest random addition to a pause after a refusal, in milliseconds, so that waiting requests do not all go at once.
const JITTER: u32 = 2_000;

/// Milliseconds by which a clock may go back before everything that was counted by it is discarded.
const BACK_MAX: i64 = 2 * MINUTE;

/// Units of the mean rate per request and minute.
const RATE_SCALE: i64 = 16;

/// Milliseconds within which requests that were admitted, or answered, are counted together, so that the state has the
/// same size on a busy day as on a quiet one.
const MERGE_WINDOW: i64 = SECOND;

/// Requests that were admitted at about the same time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct GrantedLease {
    /// The lease's id; 0 for requests whose responses reported nothing about the quota.
    id: i64,
    /// When they were admitted, at the earliest.
    granted: i64,
    /// From when on the service will count none of them any more, at the latest.
    settled: i64,
    /// Number of requests without a report.
    unreported: i64,
    /// Number of requests that may be missing in the reported usage, by window.
    uncounted: [i64; 2],
}

/// The state of one client id's budget.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BudgetState {
    /// Minute and day.
    ledgers: [Ledger; 2],
    leases: Vec<GrantedLease>,
    callers: Callers,
    /// The id of the last lease.
    last_lease: i64,
    /// The latest time of a message.
    clock: i64,
    /// Until when nothing is sent, because the service has refused a request.
    stopped_until: i64,
    /// Mean number of requests per minute, times [`RATE_SCALE`].
    mean_rate: i64,
    /// Requests of the day that were spent when the minute began.
    day_spent_mark: i64,
}

impl BudgetState {
    /// A state without any knowledge of the quota.
    pub fn new(now: Timestamp) -> BudgetState {
        let ledgers = [Ledger::new(MINUTE, now.0), Ledger::new(DAY, now.0)];
        let (leases, callers) = (Vec::new(), Callers::default());
        BudgetState {
            ledgers,
            leases,
            callers,
            last_lease: 0,
            clock: now.0,
            stopped_until: 0,
            mean_rate: 0,
            day_spent_mark: 0,
        }
    }

    /// Applies an isolate's reports, and decides on the lease that it asks for; `None` if it asks for none.
    pub fn handle_request(
        &mut self,
        rules: &BudgetRules,
        request: &BudgetRequest,
        now: Timestamp,
        random: u32,
    ) -> Option<Admission> {
        let now = self.advance_to(now.0);
        for report in &request.reports {
            self.apply_report(rules, report, now, random);
        }
        for sent in &request.sent {
            self.callers.record_sent(sent.caller, sent.class, sent.count, now);
        }
        let BudgetAction::Reserve { caller, class, most } = request.action else { return None };
        let admission = self.reserve_requests(rules, caller, class, most, now);
        match admission {
            // Without a limit no one has to share anything.
            Admission::Admit { lease: 0, .. } => {}
            // The rest of the lease is counted when the isolate reports who used it.
            Admission::Admit { .. } => self.callers.record_sent(caller, class, 1, now),
            Admission::Wait(_) => self.callers.record_waiting(caller, class, now),
        }
        Some(admission)
    }

    /// Begins the windows that have begun by now. Returns the time. It never goes back by less than `BACK_MAX`.
    pub fn advance_to(&mut self, now: i64) -> i64 {
        if now < self.clock.saturating_sub(BACK_MAX) {
            // By a clock that was this wrong nothing is known but the limits.
            let limits = self.ledgers.map(|ledger| ledger.reported_limit);
            *self = BudgetState { last_lease: self.last_lease, ..BudgetState::new(Timestamp(now)) };
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
        let BudgetState { leases, clock, .. } = self;
        leases.retain(|lease| lease.uncounted != [0, 0] || (lease.unreported > 0 && *clock < lease.settled));
        self.clock
    }

    /// Begins a window of minute (0) or day (1). Requests that were settled before the last one ended are not counted
    /// in the new one.
    fn begin_window(&mut self, which: usize, windows: i64, ended: i64) {
        for lease in self.leases.iter_mut().filter(|lease| lease.settled <= ended) {
            if let Some(uncounted) = lease.uncounted.get_mut(which) {
                *uncounted = 0;
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
        let day_spent = day.spent;
        // The mean of the last minutes, each half as important as the one after it.
        let spent = day_spent
            .saturating_sub(self.day_spent_mark)
            .max(0)
            .saturating_mul(RATE_SCALE)
            .checked_div(windows)
            .unwrap_or(0);
        (self.day_spent_mark, self.mean_rate) = (day_spent, self.mean_rate.saturating_add(spent) / 2);
    }

    fn apply_report(&mut self, rules: &BudgetRules, report: &Report, now: i64, random: u32) {
        let at = self.leases.iter().position(|lease| lease.id == report.lease);
        let lease = at.and_then(|at| self.leases.get_mut(at));
        let granted = match (&lease, report.lease) {
            (Some(lease), _) => lease.granted,
            // Admitted without a lease while there was no limit, so not longer ago than a lease lives.
            (None, 0) => now.saturating_sub(LEASE_LIFE),
            // The lease was merged or has ended: newer responses have reported more than this one.
            (None, _) => return,
        };
        let mut counted = [0, 0];
        if let Some(lease) = lease {
            lease.unreported = lease.unreported.saturating_sub(report.count).max(0);
        }
        // An isolate's age of a report cannot reach back before the request was admitted.
        let received = now.saturating_sub(report.age.clamp(0, now.saturating_sub(granted).max(0)));
        match report.outcome {
            RequestOutcome::Answered(windows) => {
                counted = self.apply_windows(rules, &windows, granted, received, AnswerKind::Answer);
                // A repeated report was counted when it first arrived, or its requests count as spent.
                if report.count == 0 {
                    return;
                }
                // The service has counted requests whose responses reported nothing: they stay until a later one
                // reports the sum, but apart from their lease.
                let unreported = counted.map(|counted| report.count.saturating_sub(counted));
                if report.lease != 0 && unreported != [0, 0] {
                    self.add_answered(unreported, received);
                    counted = [report.count; 2];
                }
            }
            RequestOutcome::Refused(windows, retry_after) => {
                counted = self
                    .apply_windows(rules, &windows, granted, received, AnswerKind::Refusal)
                    .map(|counted| counted.min(report.count));
                let [minute, day] = &self.ledgers;
                let [_, day_window] = windows;
                let until = match (windows, retry_after) {
                    _ if day_window.as_ref().is_some_and(QuotaWindow::is_spent) => day.latest,
                    // A proxy may name any time, and no quota lasts longer than a day.
                    ([None, None], 1..) => now.saturating_add(i64::from(retry_after).saturating_mul(SECOND).min(DAY)),
                    _ => minute.latest,
                };
                let jitter = i64::from(random.checked_rem(JITTER).unwrap_or(0));
                self.stopped_until = self.stopped_until.max(until.saturating_add(jitter));
            }
            RequestOutcome::Unused => counted = [report.count; 2],
            // It may still be counted: it stays in `uncounted` until it is settled.
            RequestOutcome::Lost => {}
        }
        if let Some(lease) = at.and_then(|at| self.leases.get_mut(at)) {
            for (uncounted, counted) in lease.uncounted.iter_mut().zip(counted) {
                *uncounted = uncounted.saturating_sub(counted).max(0);
            }
        }
    }

    /// Stores requests that were answered, and thus counted by the service, until a later response reports the sum.
    fn add_answered(&mut self, uncounted: [i64; 2], received: i64) {
        let is_recent =
            |lease: &&mut GrantedLease| lease.id == 0 && received.saturating_sub(lease.granted) < MERGE_WINDOW;
        match self.leases.iter_mut().rfind(is_recent) {
            Some(lease) => {
                lease.settled = lease.settled.max(received);
                for (total, more) in lease.uncounted.iter_mut().zip(uncounted) {
                    *total = total.saturating_add(more);
                }
            }
            None => {
                self.add_lease(GrantedLease { id: 0, granted: received, settled: received, unreported: 0, uncounted })
            }
        }
    }

    /// Applies the windows that a response reports. Returns for each window the number of requests, 0 or 1, that it now
    /// includes.
    fn apply_windows(
        &mut self,
        rules: &BudgetRules,
        windows: &[Option<QuotaWindow>; 2],
        granted: i64,
        received: i64,
        kind: AnswerKind,
    ) -> [i64; 2] {
        let mut counted = [0, 0];
        let reports = windows.iter().zip(rules.fallback).zip(&mut counted).enumerate();
        for (which, ((window, fallback), counted)) in reports {
            let Some(ledger) = self.ledgers.get_mut(which) else { continue };
            // A window without a limit does not say how much of the operator's limit is spent.
            let Some(window) = window.as_ref().filter(|window| window.is_limited() || fallback.is_none()) else {
                if kind == AnswerKind::Answer {
                    ledger.observe_silence();
                }
                continue;
            };
            let found = ledger.observe_window(window, granted, received);
            if found == WindowMatch::Unclear {
                continue;
            }
            *counted = 1;
            if let WindowMatch::Next(ended) = found {
                self.begin_window(which, 1, ended);
            }
            // The reported sum includes every request that was settled before this one was admitted.
            if found != WindowMatch::Previous {
                for lease in self.leases.iter_mut().filter(|lease| lease.settled <= granted) {
                    if let Some(uncounted) = lease.uncounted.get_mut(which) {
                        *uncounted = 0;
                    }
                }
            }
        }
        counted
    }

    /// The ledgers of minute and day.
    pub(super) fn ledgers(&self) -> &[Ledger; 2] {
        &self.ledgers
    }

    /// Until when nothing is sent after a refusal; `None` if nothing is stopped.
    pub(super) fn stopped_until(&self, now: i64) -> Option<Timestamp> {
        (now < self.stopped_until).then_some(Timestamp(self.stopped_until))
    }

    /// When the day's requests are used up at the present rate; `None` if they last.
    pub(super) fn forecast_exhaustion(&self, rules: &BudgetRules, now: i64) -> Option<Timestamp> {
        let limit = self.effective_limit(rules, 1)?;
        let remaining = limit.saturating_sub(self.used_in(1)).max(0);
        let duration = remaining.saturating_mul(RATE_SCALE).saturating_mul(MINUTE).checked_div(self.mean_rate)?;
        let exhausted = now.saturating_add(duration);
        let [_, day] = &self.ledgers;
        (exhausted < day.earliest).then_some(Timestamp(exhausted))
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum AnswerKind {
    Answer,
    Refusal,
}
