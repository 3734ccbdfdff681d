//! The lease pool of an isolate: leases from which it may send without asking, and reports that it has yet to make.
//!
//! An isolate that asks again within ten seconds asks for twice as many requests as it sent since the last call, any
//! other for one. It gets at least one. It gets at most a sixteenth of what background work has room for, and a
//! sixty-fourth once half of the window's requests are gone, because any later request may use the lease, whichever
//! caller sends it. All that is admitted within a second is one lease, so that the state has the same size on a busy
//! day as on a quiet one. Isolates report who sent requests by a lease, so that no account is charged for the requests
//! of another.

use super::message::{Admission, BudgetAction, BudgetRequest, Report, RequestOutcome, SentCount};
use super::state::LEASE_MAX;
use super::{LEASE_LIFE, RequestClass};
use crate::wire::dates::{MINUTE, SECOND, Timestamp};
use crate::wire::rate::QuotaWindow;
use std::mem;

/// Milliseconds for which the number of requests since the last call predicts how many are needed.
const RECENT_MS: i64 = 2 * LEASE_LIFE;

/// Milliseconds for which an isolate does not ask after a response that reports no limit; each such response renews it.
const UNLIMITED_MS: i64 = MINUTE;

/// Largest age of a report in milliseconds.
const AGE_MAX: i64 = 2 * SECOND;

/// Number of waiting reports at which a call is made for them alone.
const REPORTS_FLUSH: usize = 128;

/// Most reports that wait. Requests of further reports count as spent.
const REPORTS_MAX: usize = 512;

/// The permission to send one request.
#[derive(Debug, PartialEq, Eq)]
pub struct Permit {
    lease: i64,
}

struct Lease {
    id: i64,
    /// Requests that are left of it.
    remaining: i64,
    expires_at: Timestamp,
}

/// The leases and reports of an isolate.
#[derive(Default)]
pub struct LeasePool {
    leases: Vec<Lease>,
    /// Reports, each with the time since when it is known.
    reports: Vec<(Timestamp, Report)>,
    /// Until when there is no limit as far as is known.
    unlimited_until: Option<Timestamp>,
    /// When the isolate last asked for a lease.
    asked_at: Timestamp,
    /// Requests that were sent since then.
    sent: i64,
    /// Who sent requests that the budget object was not asked for.
    senders: Vec<SentCount>,
}

impl LeasePool {
    /// A permit from the pool; `None` if a lease must be requested. A lease of more than one request is for all
    /// callers, because it was admitted only while there was room for all.
    pub fn take_permit(&mut self, caller: i64, class: RequestClass, now: Timestamp) -> Option<Permit> {
        if self.unlimited_until.is_some_and(|until| now < until) {
            return Some(Permit { lease: 0 });
        }
        // Reported at once, so that the object need not wait until these requests are settled.
        self.return_leases(|lease| now >= lease.expires_at, now);
        let lease = self.leases.iter_mut().find(|lease| lease.remaining > 0)?;
        lease.remaining = lease.remaining.saturating_sub(1);
        self.sent = self.sent.saturating_add(1);
        let permit = Permit { lease: lease.id };
        match self.senders.iter_mut().find(|sent| sent.caller == caller && sent.class == class) {
            Some(sent) => sent.count = sent.count.saturating_add(1),
            None => self.senders.push(SentCount { caller, class, count: 1 }),
        }
        Some(permit)
    }

    /// The message that asks for a lease: of twice as many requests as were sent since the last one, if that was
    /// recent.
    pub fn request_lease(&mut self, caller: i64, class: RequestClass, now: Timestamp) -> BudgetRequest {
        let is_recent = self.asked_at <= now && now < self.asked_at.saturating_add(RECENT_MS);
        let most = if is_recent { self.sent.saturating_mul(2).clamp(1, LEASE_MAX) } else { 1 };
        // Reset at once: of requests that ask at the same time, only the first asks for many.
        (self.asked_at, self.sent) = (now, 0);
        self.drain_into_request(BudgetAction::Reserve { caller, class, most }, now)
    }

    /// Adds the admitted lease; `asked_at` is when the message was sent. `None` if nothing was admitted, or the lease
    /// has expired on its way.
    pub fn accept_grant(&mut self, admission: &Admission, asked_at: Timestamp, now: Timestamp) -> Option<Permit> {
        let Admission::Admit { lease, count } = *admission else { return None };
        // From when it was asked for: the object has granted it later, so it never outlives the object's own estimate.
        let expires_at = asked_at.saturating_add(LEASE_LIFE);
        if lease == 0 {
            self.unlimited_until = Some(expires_at);
            return Some(Permit { lease });
        }
        if now >= expires_at {
            self.add_report(lease, count, RequestOutcome::Unused, now);
            return None;
        }
        self.leases.push(Lease { id: lease, remaining: count.saturating_sub(1), expires_at });
        self.sent = self.sent.saturating_add(1);
        Some(Permit { lease })
    }

    /// Stores how a request ended. One without a lease is reported only if its response reports a limit.
    pub fn record_outcome(&mut self, permit: &Permit, outcome: RequestOutcome, now: Timestamp) {
        // After a refusal nothing may be sent: what other leases still permit goes back.
        if matches!(outcome, RequestOutcome::Refused(..)) {
            self.return_leases(|_| true, now);
        }
        if permit.lease == 0 {
            match outcome {
                RequestOutcome::Answered(windows) if !windows.iter().flatten().any(QuotaWindow::is_limited) => {
                    if windows != [None; 2] {
                        self.unlimited_until =
                            self.unlimited_until.map(|until| until.max(now.saturating_add(UNLIMITED_MS)));
                    }
                    return;
                }
                RequestOutcome::Lost | RequestOutcome::Unused => return,
                RequestOutcome::Answered(_) | RequestOutcome::Refused(..) => self.unlimited_until = None,
            }
        }
        self.add_report(permit.lease, 1, outcome, now);
    }

    /// The message with all reports of an idle isolate, which returns its leases; `None` if there is nothing to report.
    pub fn flush_idle(&mut self, now: Timestamp) -> Option<BudgetRequest> {
        self.return_leases(|_| true, now);
        self.has_reports().then(|| self.drain_into_request(BudgetAction::ReportOnly, now))
    }

    /// The message with all reports, if there are so many that they are sent without waiting for another message.
    pub fn flush_overflow(&mut self, now: Timestamp) -> Option<BudgetRequest> {
        (self.reports.len() >= REPORTS_FLUSH).then(|| self.drain_into_request(BudgetAction::ReportOnly, now))
    }

    /// True if there is something to report.
    pub fn has_reports(&self) -> bool {
        !self.reports.is_empty()
    }

    /// The message that asks for the state of the budget.
    pub fn request_state(&mut self, now: Timestamp) -> BudgetRequest {
        self.return_leases(|_| true, now);
        self.drain_into_request(BudgetAction::ShowState, now)
    }

    /// A message with all reports.
    fn drain_into_request(&mut self, action: BudgetAction, now: Timestamp) -> BudgetRequest {
        let age = |since: Timestamp| now.0.saturating_sub(since.0).clamp(0, AGE_MAX);
        let reports = self.reports.drain(..).map(|(since, report)| Report { age: age(since), ..report }).collect();
        BudgetRequest { reports, sent: mem::take(&mut self.senders), action }
    }

    /// Stores the reports of a message that failed, as far as they contain windows. The message may have arrived all
    /// the same, so they are repeated without their requests, which count as spent until they are settled.
    pub fn restore_reports(&mut self, request: BudgetRequest, now: Timestamp) {
        for report in request.reports {
            // The others have no windows, and if the message arrived, they must not be applied twice.
            if matches!(report.outcome, RequestOutcome::Answered(_) | RequestOutcome::Refused(..)) {
                self.push_report(Timestamp(now.0.saturating_sub(report.age)), Report { count: 0, age: 0, ..report });
            }
        }
    }

    /// Removes the leases that match, and reports their remaining requests as not sent.
    fn return_leases(&mut self, matches: impl Fn(&Lease) -> bool, now: Timestamp) {
        let returned: Vec<(i64, i64)> =
            self.leases.iter().filter(|lease| matches(lease)).map(|lease| (lease.id, lease.remaining)).collect();
        self.leases.retain(|lease| !matches(lease));
        for (lease, remaining) in returned.into_iter().filter(|(_, remaining)| *remaining > 0) {
            self.add_report(lease, remaining, RequestOutcome::Unused, now);
        }
    }

    fn add_report(&mut self, lease: i64, count: i64, outcome: RequestOutcome, now: Timestamp) {
        self.push_report(now, Report { lease, count, age: 0, outcome });
    }

    /// Adds a report. Responses of one lease that reported nothing share one report.
    fn push_report(&mut self, known_at: Timestamp, report: Report) {
        let is_silent = matches!(report.outcome, RequestOutcome::Answered([None, None]));
        let is_like = |(_, last): &&mut (Timestamp, Report)| {
            is_silent && last.lease == report.lease && last.outcome == report.outcome
        };
        if let Some((since, last)) = self.reports.last_mut().filter(is_like) {
            (*since, last.count) = (known_at, last.count.saturating_add(report.count));
            return;
        }
        if self.reports.len() < REPORTS_MAX {
            self.reports.push((known_at, report));
        }
    }
}
