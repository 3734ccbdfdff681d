//! The lease pool of an isolate: leases that it may spend without asking, and reports that it has yet to make.
//!
//! An isolate that asks again within ten seconds asks for twice as many requests as it sent since the last call, any
//! other for one. It gets at least one. It gets at most a sixteenth of what background work has room for, and a
//! sixty-fourth once half of the window's requests are gone, because any later request may use the lease, whoever sends
//! it. All that is admitted within a second is one lease, so that a plan is as long on a busy day as on a quiet one.
//! Isolates report who sent requests by a lease, so that no account is charged for the requests of another.

use super::message::{Admission, BudgetAction, BudgetRequest, Report, RequestOutcome, SentCount};
use super::plan::LEASE_MAX;
use super::{LEASE_LIFE, RequestClass};
use crate::wire::dates::{MINUTE, SECOND, Timestamp};
use crate::wire::rate::QuotaWindow;
use std::mem;

/// An isolate that asks again within this time knows how many requests it needs.
const RECENT_MS: i64 = 2 * LEASE_LIFE;

/// For how long an isolate does not ask after an answer that says that there is no limit: the next answer says so too.
const UNLIMITED_MS: i64 = MINUTE;

/// The age at most that a report may have.
const AGE_MAX: i64 = 2 * SECOND;

/// Reports that wait for a call that takes them along.
const REPORTS_FLUSH: usize = 128;

/// Reports that wait at most; those past that count as spent.
const REPORTS_MAX: usize = 512;

/// A request that may be sent.
#[derive(Debug, PartialEq, Eq)]
pub struct Permit {
    lease: i64,
}

struct Lease {
    lease: i64,
    left: i64,
    until: Timestamp,
}

/// What an isolate holds.
#[derive(Default)]
pub struct LeasePool {
    leases: Vec<Lease>,
    /// Reports, and since when each is known.
    reports: Vec<(Timestamp, Report)>,
    /// Until when nobody limits anything.
    unlimited_until: Option<Timestamp>,
    /// When it last asked.
    asked_at: Timestamp,
    /// Requests that were sent since then.
    sent: i64,
    /// Who sent them, as far as nobody was asked for them.
    senders: Vec<SentCount>,
}

impl LeasePool {
    /// A request that may be sent without asking. A lease of more than one is for everybody: there was room for everybody.
    pub fn take_permit(&mut self, caller: i64, class: RequestClass, now: Timestamp) -> Option<Permit> {
        if self.unlimited_until.is_some_and(|until| now < until) {
            return Some(Permit { lease: 0 });
        }
        self.return_leases(|held| now >= held.until, now);
        let held = self.leases.iter_mut().find(|held| held.left > 0)?;
        held.left = held.left.saturating_sub(1);
        self.sent = self.sent.saturating_add(1);
        let ticket = Permit { lease: held.lease };
        match self.senders.iter_mut().find(|sent| sent.caller == caller && sent.class == class) {
            Some(sent) => sent.count = sent.count.saturating_add(1),
            None => self.senders.push(SentCount { caller, class, count: 1 }),
        }
        Some(ticket)
    }

    /// The call to make for a request that must ask: for twice as many as were sent since the last call, if that was
    /// lately. Of requests that ask at once only the first asks for many.
    pub fn request_lease(&mut self, caller: i64, class: RequestClass, now: Timestamp) -> BudgetRequest {
        let lately = self.asked_at <= now && now < self.asked_at.saturating_add(RECENT_MS);
        let most = if lately { self.sent.saturating_mul(2).clamp(1, LEASE_MAX) } else { 1 };
        (self.asked_at, self.sent) = (now, 0);
        self.drain_into_request(BudgetAction::Reserve { caller, class, most }, now)
    }

    /// Takes what the call was answered with; `asked` is when it was made. None if the lease has run out on its way.
    pub fn accept_grant(&mut self, verdict: &Admission, asked: Timestamp, now: Timestamp) -> Option<Permit> {
        let Admission::Admit { lease, count } = *verdict else { return None };
        let until = asked.saturating_add(LEASE_LIFE);
        if lease == 0 {
            self.unlimited_until = Some(until);
            return Some(Permit { lease });
        }
        if now >= until {
            self.add_report(lease, count, RequestOutcome::Unused, now);
            return None;
        }
        self.leases.push(Lease { lease, left: count.saturating_sub(1), until });
        self.sent = self.sent.saturating_add(1);
        Some(Permit { lease })
    }

    /// Notes how a request ended. One that was sent without a lease is reported only if its answer tells a limit.
    pub fn record_outcome(&mut self, ticket: &Permit, outcome: RequestOutcome, now: Timestamp) {
        let refused = matches!(outcome, RequestOutcome::Refused(..));
        if refused {
            self.return_leases(|_| true, now);
        }
        if ticket.lease == 0 {
            match outcome {
                RequestOutcome::Answered(told) if !told.iter().flatten().any(QuotaWindow::is_limited) => {
                    if told != [None; 2] {
                        self.unlimited_until =
                            self.unlimited_until.map(|until| until.max(now.saturating_add(UNLIMITED_MS)));
                    }
                    return;
                }
                RequestOutcome::Lost | RequestOutcome::Unused => return,
                RequestOutcome::Answered(_) | RequestOutcome::Refused(..) => self.unlimited_until = None,
            }
        }
        self.add_report(ticket.lease, 1, outcome, now);
    }

    /// What there is to report; nothing may be held any more that nobody wanted for a while.
    pub fn flush_idle(&mut self, now: Timestamp) -> Option<BudgetRequest> {
        self.return_leases(|_| true, now);
        self.has_reports().then(|| self.drain_into_request(BudgetAction::ReportOnly, now))
    }

    /// What there is to report, if it is so much that it goes by itself.
    pub fn flush_overflow(&mut self, now: Timestamp) -> Option<BudgetRequest> {
        (self.reports.len() >= REPORTS_FLUSH).then(|| self.drain_into_request(BudgetAction::ReportOnly, now))
    }

    /// True if there is something to report.
    pub fn has_reports(&self) -> bool {
        !self.reports.is_empty()
    }

    /// The call to make for a look at the plan.
    pub fn request_plan(&mut self, now: Timestamp) -> BudgetRequest {
        self.return_leases(|_| true, now);
        self.drain_into_request(BudgetAction::ShowPlan, now)
    }

    /// A call with all that is to be reported.
    fn drain_into_request(&mut self, want: BudgetAction, now: Timestamp) -> BudgetRequest {
        let age = |since: Timestamp| now.0.saturating_sub(since.0).clamp(0, AGE_MAX);
        let reports = self.reports.drain(..).map(|(since, report)| Report { age: age(since), ..report }).collect();
        BudgetRequest { reports, sent: mem::take(&mut self.senders), action: want }
    }

    /// Keeps what answers told of which a call failed. It may have arrived all the same: reported again, it is of no
    /// request, and those count as spent until they are settled.
    pub fn restore_reports(&mut self, ask: BudgetRequest, now: Timestamp) {
        for report in ask.reports {
            if matches!(report.outcome, RequestOutcome::Answered(_) | RequestOutcome::Refused(..)) {
                self.push_report(Timestamp(now.0.saturating_sub(report.age)), Report { count: 0, age: 0, ..report });
            }
        }
    }

    fn return_leases(&mut self, which: impl Fn(&Lease) -> bool, now: Timestamp) {
        let gone: Vec<(i64, i64)> =
            self.leases.iter().filter(|held| which(held)).map(|held| (held.lease, held.left)).collect();
        self.leases.retain(|held| !which(held));
        for (lease, left) in gone.into_iter().filter(|(_, left)| *left > 0) {
            self.add_report(lease, left, RequestOutcome::Unused, now);
        }
    }

    fn add_report(&mut self, lease: i64, count: i64, outcome: RequestOutcome, now: Timestamp) {
        self.push_report(now, Report { lease, count, age: 0, outcome });
    }

    /// Notes what became of requests; those of a lease that nothing tells apart, once.
    fn push_report(&mut self, known: Timestamp, report: Report) {
        let silent = matches!(report.outcome, RequestOutcome::Answered([None, None]));
        let same = |(_, last): &&mut (Timestamp, Report)| {
            silent && last.lease == report.lease && last.outcome == report.outcome
        };
        if let Some((since, last)) = self.reports.last_mut().filter(same) {
            (*since, last.count) = (known, last.count.saturating_add(report.count));
            return;
        }
        if self.reports.len() < REPORTS_MAX {
            self.reports.push((known, report));
        }
    }
}
