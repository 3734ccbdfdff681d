//! What an isolate holds: leases that it may spend without asking, and reports that it has yet to make.

use super::message::{Ask, Outcome, Report, Sent, Verdict, Want};
use super::plan::LEASE_MAX;
use super::{Class, LIFE};
use crate::wire::dates::{MINUTE, Moment, SECOND};
use crate::wire::rate::Window;
use std::mem;

/// An isolate that asks again within this time knows how many requests it needs.
const LATELY: i64 = 2 * LIFE;

/// For how long an isolate does not ask after an answer that says that there is no limit: the next answer says so too.
const FREE: i64 = MINUTE;

/// The age at most that a report may have.
const AGE_MAX: i64 = 2 * SECOND;

/// Reports that wait for a call that takes them along.
const REPORTS_MANY: usize = 128;

/// Reports that wait at most; those past that count as spent.
const REPORTS_MAX: usize = 512;

/// A request that may be sent.
#[derive(Debug, PartialEq, Eq)]
pub struct Ticket {
    lease: i64,
}

struct Held {
    lease: i64,
    left: i64,
    until: Moment,
}

/// What an isolate holds.
#[derive(Default)]
pub struct Stock {
    held: Vec<Held>,
    /// Reports, and since when each is known.
    reports: Vec<(Moment, Report)>,
    /// Until when nobody limits anything.
    free: Option<Moment>,
    /// When it last asked.
    asked: Moment,
    /// Requests that were sent since then.
    sent: i64,
    /// Who sent them, as far as nobody was asked for them.
    senders: Vec<Sent>,
}

impl Stock {
    /// A request that may be sent without asking. A lease of more than one is for everybody: there was room for everybody.
    pub fn take(&mut self, caller: i64, class: Class, now: Moment) -> Option<Ticket> {
        if self.free.is_some_and(|until| now < until) {
            return Some(Ticket { lease: 0 });
        }
        self.give_back(|held| now >= held.until, now);
        let held = self.held.iter_mut().find(|held| held.left > 0)?;
        held.left = held.left.saturating_sub(1);
        self.sent = self.sent.saturating_add(1);
        let ticket = Ticket { lease: held.lease };
        match self.senders.iter_mut().find(|sent| sent.caller == caller && sent.class == class) {
            Some(sent) => sent.count = sent.count.saturating_add(1),
            None => self.senders.push(Sent { caller, class, count: 1 }),
        }
        Some(ticket)
    }

    /// The call to make for a request that must ask: for twice as many as were sent since the last call, if that was
    /// lately. Of requests that ask at once only the first asks for many.
    pub fn ask(&mut self, caller: i64, class: Class, now: Moment) -> Ask {
        let lately = self.asked <= now && now < self.asked.plus(LATELY);
        let most = if lately { self.sent.saturating_mul(2).clamp(1, LEASE_MAX) } else { 1 };
        (self.asked, self.sent) = (now, 0);
        self.call(Want::Requests { caller, class, most }, now)
    }

    /// Takes what the call was answered with; `asked` is when it was made. None if the lease has run out on its way.
    pub fn granted(&mut self, verdict: &Verdict, asked: Moment, now: Moment) -> Option<Ticket> {
        let Verdict::Go { lease, count } = *verdict else { return None };
        let until = asked.plus(LIFE);
        if lease == 0 {
            self.free = Some(until);
            return Some(Ticket { lease });
        }
        if now >= until {
            self.report(lease, count, Outcome::Unused, now);
            return None;
        }
        self.held.push(Held { lease, left: count.saturating_sub(1), until });
        self.sent = self.sent.saturating_add(1);
        Some(Ticket { lease })
    }

    /// Notes how a request ended. One that was sent without a lease is reported only if its answer tells a limit.
    pub fn ended(&mut self, ticket: &Ticket, outcome: Outcome, now: Moment) {
        let refused = matches!(outcome, Outcome::Refused(..));
        if refused {
            self.give_back(|_| true, now);
        }
        if ticket.lease == 0 {
            match outcome {
                Outcome::Answered(told) if !told.iter().flatten().any(Window::is_limited) => {
                    if told != [None; 2] {
                        self.free = self.free.map(|until| until.max(now.plus(FREE)));
                    }
                    return;
                }
                Outcome::Lost | Outcome::Unused => return,
                Outcome::Answered(_) | Outcome::Refused(..) => self.free = None,
            }
        }
        self.report(ticket.lease, 1, outcome, now);
    }

    /// What there is to report; nothing may be held any more that nobody wanted for a while.
    pub fn idle(&mut self, now: Moment) -> Option<Ask> {
        self.give_back(|_| true, now);
        self.owes().then(|| self.call(Want::Nothing, now))
    }

    /// What there is to report, if it is so much that it goes by itself.
    pub fn overflow(&mut self, now: Moment) -> Option<Ask> {
        (self.reports.len() >= REPORTS_MANY).then(|| self.call(Want::Nothing, now))
    }

    /// True if there is something to report.
    pub fn owes(&self) -> bool {
        !self.reports.is_empty()
    }

    /// The call to make for a look at the plan.
    pub fn plan(&mut self, now: Moment) -> Ask {
        self.give_back(|_| true, now);
        self.call(Want::Plan, now)
    }

    /// A call with all that is to be reported.
    fn call(&mut self, want: Want, now: Moment) -> Ask {
        let age = |since: Moment| now.0.saturating_sub(since.0).clamp(0, AGE_MAX);
        let reports = self.reports.drain(..).map(|(since, report)| Report { age: age(since), ..report }).collect();
        Ask { reports, sent: mem::take(&mut self.senders), want }
    }

    /// Keeps what answers told of which a call failed. It may have arrived all the same: reported again, it is of no
    /// request, and those count as spent until they are settled.
    pub fn failed(&mut self, ask: Ask, now: Moment) {
        for report in ask.reports {
            if matches!(report.outcome, Outcome::Answered(_) | Outcome::Refused(..)) {
                self.note(Moment(now.0.saturating_sub(report.age)), Report { count: 0, age: 0, ..report });
            }
        }
    }

    fn give_back(&mut self, which: impl Fn(&Held) -> bool, now: Moment) {
        let gone: Vec<(i64, i64)> =
            self.held.iter().filter(|held| which(held)).map(|held| (held.lease, held.left)).collect();
        self.held.retain(|held| !which(held));
        for (lease, left) in gone.into_iter().filter(|(_, left)| *left > 0) {
            self.report(lease, left, Outcome::Unused, now);
        }
    }

    fn report(&mut self, lease: i64, count: i64, outcome: Outcome, now: Moment) {
        self.note(now, Report { lease, count, age: 0, outcome });
    }

    /// Notes what became of requests; those of a lease that nothing tells apart, once.
    fn note(&mut self, known: Moment, report: Report) {
        let silent = matches!(report.outcome, Outcome::Answered([None, None]));
        let same =
            |(_, last): &&mut (Moment, Report)| silent && last.lease == report.lease && last.outcome == report.outcome;
        if let Some((since, last)) = self.reports.last_mut().filter(same) {
            (*since, last.count) = (known, last.count.saturating_add(report.count));
            return;
        }
        if self.reports.len() < REPORTS_MAX {
            self.reports.push((known, report));
        }
    }
}
