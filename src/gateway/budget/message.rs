//! What isolates and the budget's object say to each other, as whole numbers of eight bytes.

use super::{Cause, Class, Pause};
use crate::wire::dates::Moment;
use crate::wire::rate::Window;

/// How a request ended that was let go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// With an answer. What it tells of minute and day.
    Answered([Option<Window>; 2]),
    /// With a failure that tells nothing, or with none: it may have been counted.
    Lost,
    /// With the service's refusal, and how many seconds it names.
    Refused([Option<Window>; 2], u32),
    /// It was never sent.
    Unused,
}

/// A report on requests that a lease let go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Report {
    /// The lease; 0 where none was needed.
    pub lease: i64,
    /// How many requests; 0 for what their answers told, reported again.
    pub count: i64,
    /// Milliseconds since it was known.
    pub age: i64,
    /// What became of them.
    pub outcome: Outcome,
}

/// Requests that an isolate sent for a caller by leases that it held.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sent {
    /// For whom.
    pub caller: i64,
    /// How urgent.
    pub class: Class,
    /// How many.
    pub count: i64,
}

/// What an isolate wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Want {
    /// Nothing: it reports.
    Nothing,
    /// To see the plan.
    Plan,
    /// That everything is forgotten, as a reset of the sandbox does.
    Forget,
    /// To send requests: at least one, at most so many.
    Requests {
        /// For whom.
        caller: i64,
        /// How urgent.
        class: Class,
        /// How many.
        most: i64,
    },
}

/// A call of an isolate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ask {
    /// What became of earlier requests.
    pub reports: Vec<Report>,
    /// Who sent by leases that were held.
    pub sent: Vec<Sent>,
    /// What is wanted.
    pub want: Want,
}

/// What it is answered with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// So many requests may be sent.
    Go {
        /// The lease that they belong to; 0 where there is no limit at all.
        lease: i64,
        /// How many.
        count: i64,
    },
    /// Not now.
    Wait(Pause),
}

/// Whole numbers as bytes.
pub fn write(numbers: &[i64]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_be_bytes()).collect()
}

/// The numbers of these bytes.
pub fn read(bytes: &[u8]) -> Vec<i64> {
    bytes.chunks_exact(8).map(|chunk| i64::from_be_bytes(chunk.first_chunk().copied().unwrap_or_default())).collect()
}

/// Numbers of a report: of the lease five, of each window three, of which a limit of -1 stands for none.
const REPORT: usize = 11;

/// Numbers of what was sent for a caller.
const SENT: usize = 3;

fn window(window: Option<Window>) -> [i64; 3] {
    window.map_or([-1, 0, 0], |Window { limit, remaining, reset }| [limit, remaining, reset].map(i64::from))
}

fn window_of([limit, remaining, reset]: [i64; 3]) -> Option<Window> {
    let number = |number: i64| u32::try_from(number).ok();
    Some(Window { limit: number(limit)?, remaining: number(remaining)?, reset: number(reset)? })
}

impl Report {
    fn numbers(&self) -> [i64; REPORT] {
        let (kind, [minute, day], after) = match self.outcome {
            Outcome::Answered(told) => (0, told, 0),
            Outcome::Lost => (1, [None; 2], 0),
            Outcome::Refused(told, after) => (2, told, after),
            Outcome::Unused => (3, [None; 2], 0),
        };
        let ([a, b, c], [d, e, f]) = (window(minute), window(day));
        [self.lease, self.count, self.age, kind, i64::from(after), a, b, c, d, e, f]
    }

    fn of(numbers: &[i64]) -> Option<Report> {
        let &[lease, count, age, kind, after, a, b, c, d, e, f] = numbers else { return None };
        let told = [window_of([a, b, c]), window_of([d, e, f])];
        let outcome = match kind {
            0 => Outcome::Answered(told),
            1 => Outcome::Lost,
            2 => Outcome::Refused(told, u32::try_from(after).ok()?),
            3 => Outcome::Unused,
            _ => return None,
        };
        Some(Report { lease, count, age, outcome })
    }
}

impl Ask {
    /// The call as bytes.
    pub fn encode(&self) -> Vec<u8> {
        let mut numbers = match self.want {
            Want::Nothing => vec![0, 0, 0],
            Want::Plan => vec![1, 0, 0],
            Want::Forget => vec![4, 0, 0],
            Want::Requests { caller, class: Class::Interactive, most } => vec![2, caller, most],
            Want::Requests { caller, class: Class::Background, most } => vec![3, caller, most],
        };
        numbers.push(i64::try_from(self.sent.len()).unwrap_or(0));
        for Sent { caller, class, count } in &self.sent {
            numbers.extend([*caller, i64::from(*class == Class::Interactive), *count]);
        }
        self.reports.iter().for_each(|report| numbers.extend(report.numbers()));
        write(&numbers)
    }

    /// The call of these bytes.
    pub fn decode(bytes: &[u8]) -> Option<Ask> {
        let numbers = read(bytes);
        let (&[kind, caller, most, length], rest) = numbers.split_first_chunk()?;
        let want = match kind {
            0 => Want::Nothing,
            1 => Want::Plan,
            4 => Want::Forget,
            2 => Want::Requests { caller, class: Class::Interactive, most },
            3 => Want::Requests { caller, class: Class::Background, most },
            _ => return None,
        };
        let (sent, reports) = rest.split_at_checked(usize::try_from(length).ok()?.checked_mul(SENT)?)?;
        let sent = sent.chunks_exact(SENT).filter_map(|numbers| {
            let &[caller, interactive, count] = numbers else { return None };
            let class = if interactive == 1 { Class::Interactive } else { Class::Background };
            Some(Sent { caller, class, count })
        });
        let reports = reports.chunks_exact(REPORT).filter_map(Report::of).collect();
        Some(Ask { reports, sent: sent.collect(), want })
    }
}

impl Verdict {
    /// The answer as bytes.
    pub fn encode(&self) -> Vec<u8> {
        write(&match *self {
            Verdict::Go { lease, count } => [0, lease, count],
            Verdict::Wait(pause) => pause.numbers(),
        })
    }

    /// The answer of these bytes.
    pub fn decode(bytes: &[u8]) -> Option<Verdict> {
        let &[kind, first, second] = read(bytes).as_slice() else { return None };
        if kind == 0 {
            return Some(Verdict::Go { lease: first, count: second });
        }
        Pause::of([kind, first, second]).map(Verdict::Wait)
    }
}

impl Pause {
    /// The pause as numbers.
    pub const fn numbers(&self) -> [i64; 3] {
        [self.cause.number(), self.until.0, self.wait]
    }

    /// The pause of these numbers.
    pub fn of([cause, until, wait]: [i64; 3]) -> Option<Pause> {
        Some(Pause { cause: Cause::of(cause)?, until: Moment(until), wait })
    }
}

impl Cause {
    const fn number(self) -> i64 {
        match self {
            Cause::Minute => 1,
            Cause::Day => 2,
            Cause::Refused => 3,
            Cause::Unsure => 4,
        }
    }

    fn of(number: i64) -> Option<Cause> {
        [Cause::Minute, Cause::Day, Cause::Refused, Cause::Unsure].into_iter().find(|cause| cause.number() == number)
    }
}
