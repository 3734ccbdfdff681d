//! The plan of a client id: what is told, what is let go, who asks, and whether one more request may go.

mod callers;
mod grant;
mod kept;

pub(super) use grant::{LEASE_MAX, Rank};

use super::ledger::{Ledger, Seen};
use super::message::{Ask, Outcome, Report, Verdict, Want};
use super::{LIFE, Rules};
use crate::wire::dates::{DAY, MINUTE, Moment, SECOND};
use crate::wire::rate::Window;
use callers::Callers;

/// Milliseconds by which at most a pause after a refusal is longer than it need be, so that not all go on at once.
const JITTER: u32 = 2_000;

/// How far a clock may go back before all is forgotten that was counted by it.
const BACK_MAX: i64 = 2 * MINUTE;

/// How finely the pace is counted.
const PACE: i64 = 16;

/// Requests that were let go, or answered, within this time are taken together: a plan is as long on a busy day as on a
/// quiet one.
const TOGETHER: i64 = SECOND;

/// Requests that were let go at about the same time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Lease {
    /// Its id; 0 for those that were answered with nothing about the quota.
    id: i64,
    /// When they were let go, at the earliest.
    granted: i64,
    /// From when on none of them will be counted any more, at the latest.
    settled: i64,
    /// How many have no report yet.
    open: i64,
    /// How many may be counted beside what is told, by window.
    left: [i64; 2],
}

/// The plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// Minute and day.
    ledgers: [Ledger; 2],
    leases: Vec<Lease>,
    callers: Callers,
    /// The last lease's id.
    last: i64,
    /// The time of the last call.
    clock: i64,
    /// Until when nothing is sent, since the service has refused a request.
    shut: i64,
    /// Requests of a minute, in the mean, finely counted.
    pace: i64,
    /// What was told of the day when the minute began.
    mark: i64,
}

impl Plan {
    /// A plan of which nothing is known.
    pub fn new(now: Moment) -> Plan {
        let ledgers = [Ledger::new(MINUTE, now.0), Ledger::new(DAY, now.0)];
        let (leases, callers) = (Vec::new(), Callers::default());
        Plan { ledgers, leases, callers, last: 0, clock: now.0, shut: 0, pace: 0, mark: 0 }
    }

    /// Takes an isolate's reports, and answers what it wants. None where nothing is wanted.
    pub fn answer(&mut self, rules: &Rules, ask: &Ask, now: Moment, random: u32) -> Option<Verdict> {
        let now = self.pass(now.0);
        for report in &ask.reports {
            self.report(report, now, random);
        }
        for sent in &ask.sent {
            self.callers.sent(sent.caller, sent.class, sent.count, now);
        }
        let Want::Requests { caller, class, most } = ask.want else { return None };
        let verdict = self.reserve(rules, caller, class, most, now);
        match verdict {
            Verdict::Go { lease: 0, .. } => {}
            Verdict::Go { .. } => self.callers.sent(caller, class, 1, now),
            Verdict::Wait(_) => self.callers.waits(caller, class, now),
        }
        Some(verdict)
    }

    /// Begins the windows that have begun by now. Returns the time, which never goes back by a little.
    pub fn pass(&mut self, now: i64) -> i64 {
        if now < self.clock.saturating_sub(BACK_MAX) {
            let limits = self.ledgers.map(|ledger| ledger.limit);
            *self = Plan { last: self.last, ..Plan::new(Moment(now)) };
            for (ledger, limit) in self.ledgers.iter_mut().zip(limits) {
                ledger.limit = limit;
            }
        }
        self.clock = self.clock.max(now);
        let [minute, day] = &mut self.ledgers;
        let (minute, day) = (minute.pass(self.clock), day.pass(self.clock));
        if let Some((windows, ended)) = minute {
            self.turn(0, windows, ended);
        }
        if let Some((windows, ended)) = day {
            self.turn(1, windows, ended);
        }
        let Plan { leases, clock, .. } = self;
        leases.retain(|lease| lease.left != [0, 0] || (lease.open > 0 && *clock < lease.settled));
        self.clock
    }

    /// A window has begun. What was settled before the last one ended is not counted in this one.
    fn turn(&mut self, which: usize, windows: i64, ended: i64) {
        for lease in &mut self.leases {
            let settled = lease.settled <= ended;
            if let Some(left) = lease.left.get_mut(which).filter(|_| settled) {
                *left = 0;
            }
        }
        self.callers.turn(which, self.clock);
        let [minute, day] = &mut self.ledgers;
        if which == 1 {
            self.mark = 0;
            return;
        }
        minute.drift(windows);
        day.drift(windows);
        let told = day.told;
        let spent = told.saturating_sub(self.mark).max(0).saturating_mul(PACE).checked_div(windows).unwrap_or(0);
        (self.mark, self.pace) = (told, self.pace.saturating_add(spent) / 2);
    }

    fn report(&mut self, report: &Report, now: i64, random: u32) {
        let at = self.leases.iter().position(|lease| lease.id == report.lease);
        let lease = at.and_then(|at| self.leases.get_mut(at));
        let granted = match (&lease, report.lease) {
            (Some(lease), _) => lease.granted,
            // Let go where there was no limit, a moment ago.
            (None, 0) => now.saturating_sub(LIFE),
            // Nothing is left of the lease: what this answer tells, a later one has told.
            (None, _) => return,
        };
        let mut counted = [0, 0];
        if let Some(lease) = lease {
            lease.open = lease.open.saturating_sub(report.count).max(0);
        }
        let received = now.saturating_sub(report.age.clamp(0, now.saturating_sub(granted).max(0)));
        match report.outcome {
            Outcome::Answered(told) => {
                counted = self.tell(&told, granted, received, Told::Answer);
                // What is reported again was counted when it first arrived, or counts as spent.
                if report.count == 0 {
                    return;
                }
                let silent = counted.map(|counted| report.count.saturating_sub(counted));
                if report.lease != 0 && silent != [0, 0] {
                    self.answered(silent, received);
                    counted = [report.count; 2];
                }
            }
            Outcome::Refused(told, after) => {
                counted = self.tell(&told, granted, received, Told::Refusal).map(|counted| counted.min(report.count));
                let [minute, day] = &self.ledgers;
                let [_, of_day] = told;
                let until = match (told, after) {
                    _ if of_day.is_some_and(|window| window.remaining == 0) => day.latest,
                    ([None, None], 1..) => now.saturating_add(i64::from(after).saturating_mul(SECOND)),
                    _ => minute.latest,
                };
                let jitter = i64::from(random.checked_rem(JITTER).unwrap_or(0));
                self.shut = self.shut.max(until.saturating_add(jitter));
            }
            Outcome::Unused => counted = [report.count; 2],
            Outcome::Lost => {}
        }
        if let Some(lease) = at.and_then(|at| self.leases.get_mut(at)) {
            for (left, counted) in lease.left.iter_mut().zip(counted) {
                *left = left.saturating_sub(counted).max(0);
            }
        }
    }

    /// Keeps requests that were answered, and so are counted by now, until a later answer tells the sum.
    fn answered(&mut self, left: [i64; 2], received: i64) {
        let near = |lease: &&mut Lease| lease.id == 0 && received.saturating_sub(lease.granted) < TOGETHER;
        match self.leases.iter_mut().rfind(near) {
            Some(lease) => {
                lease.settled = lease.settled.max(received);
                for (all, more) in lease.left.iter_mut().zip(left) {
                    *all = all.saturating_add(more);
                }
            }
            None => self.lease(Lease { id: 0, granted: received, settled: received, open: 0, left }),
        }
    }

    /// Enters what an answer tells. Returns in which windows its request needs no place any more.
    fn tell(&mut self, told: &[Option<Window>; 2], granted: i64, received: i64, kind: Told) -> [i64; 2] {
        let mut counted = [0, 0];
        for (which, (told, counted)) in told.iter().zip(&mut counted).enumerate() {
            let Some(ledger) = self.ledgers.get_mut(which) else { continue };
            let Some(told) = told else {
                if kind == Told::Answer {
                    ledger.silence();
                }
                continue;
            };
            let seen = ledger.observe(told, granted, received);
            if seen == Seen::Unclear {
                continue;
            }
            *counted = 1;
            if let Seen::Next(ended) = seen {
                self.turn(which, 1, ended);
            }
            // Whatever was counted before this request was let go is in the sum that its answer tells.
            if seen != Seen::Earlier {
                for lease in self.leases.iter_mut().filter(|lease| lease.settled <= granted) {
                    if let Some(left) = lease.left.get_mut(which) {
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
    pub(super) fn shut(&self, now: i64) -> Option<Moment> {
        (now < self.shut).then_some(Moment(self.shut))
    }

    /// When the day's requests are spent, if it goes on as it goes; none if they last.
    pub(super) fn forecast(&self, rules: &Rules, now: i64) -> Option<Moment> {
        let limit = self.limit(rules, 1)?;
        let left = limit.saturating_sub(self.used(1)).max(0);
        let lasts = left.saturating_mul(PACE).saturating_mul(MINUTE).checked_div(self.pace)?;
        let ends = now.saturating_add(lasts);
        let [_, day] = &self.ledgers;
        (ends < day.earliest).then_some(Moment(ends))
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Told {
    Answer,
    Refusal,
}
