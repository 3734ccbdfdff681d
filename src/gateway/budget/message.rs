//! What isolates and the budget's object say to each other, as whole numbers of eight bytes.

use super::{BudgetPause, PauseCause, RequestClass};
use crate::wire::dates::Timestamp;
use crate::wire::rate::QuotaWindow;

/// How a request ended that was let go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RequestOutcome {
    /// With an answer. What it tells of minute and day.
    Answered([Option<QuotaWindow>; 2]),
    /// With a failure that tells nothing, or with none: it may have been counted.
    Lost,
    /// With the service's refusal, and how many seconds it names.
    Refused([Option<QuotaWindow>; 2], u32),
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
    pub outcome: RequestOutcome,
}

/// Requests that an isolate sent for a caller by leases that it held.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SentCount {
    /// For whom.
    pub caller: i64,
    /// How urgent.
    pub class: RequestClass,
    /// How many.
    pub count: i64,
}

/// What an isolate wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BudgetAction {
    /// Nothing: it reports.
    ReportOnly,
    /// To see the plan.
    ShowPlan,
    /// That everything is forgotten, as a reset of the sandbox does.
    Reset,
    /// To send requests: at least one, at most so many.
    Reserve {
        /// For whom.
        caller: i64,
        /// How urgent.
        class: RequestClass,
        /// How many.
        most: i64,
    },
}

/// A call of an isolate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BudgetRequest {
    /// What became of earlier requests.
    pub reports: Vec<Report>,
    /// Who sent by leases that were held.
    pub sent: Vec<SentCount>,
    /// What is wanted.
    pub action: BudgetAction,
}

/// What it is answered with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Admission {
    /// So many requests may be sent.
    Admit {
        /// The lease that they belong to; 0 where there is no limit at all.
        lease: i64,
        /// How many.
        count: i64,
    },
    /// Not now.
    Wait(BudgetPause),
}

/// Whole numbers as bytes.
pub fn encode_numbers(numbers: &[i64]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_be_bytes()).collect()
}

/// The numbers of these bytes.
pub fn decode_numbers(bytes: &[u8]) -> Vec<i64> {
    bytes.chunks_exact(8).map(|chunk| i64::from_be_bytes(chunk.first_chunk().copied().unwrap_or_default())).collect()
}

/// Numbers of a report: of the lease five, of each window three, of which a limit of -1 stands for none.
const REPORT_NUMBERS: usize = 11;

/// Numbers of what was sent for a caller.
const SENT_NUMBERS: usize = 3;

fn window_numbers(window: Option<QuotaWindow>) -> [i64; 3] {
    window.map_or([-1, 0, 0], |QuotaWindow { limit, remaining, reset }| [limit, remaining, reset].map(i64::from))
}

fn window_from_numbers([limit, remaining, reset]: [i64; 3]) -> Option<QuotaWindow> {
    let number = |number: i64| u32::try_from(number).ok();
    Some(QuotaWindow { limit: number(limit)?, remaining: number(remaining)?, reset: number(reset)? })
}

impl Report {
    fn numbers(&self) -> [i64; REPORT_NUMBERS] {
        let (kind, [minute, day], after) = match self.outcome {
            RequestOutcome::Answered(told) => (0, told, 0),
            RequestOutcome::Lost => (1, [None; 2], 0),
            RequestOutcome::Refused(told, after) => (2, told, after),
            RequestOutcome::Unused => (3, [None; 2], 0),
        };
        let ([a, b, c], [d, e, f]) = (window_numbers(minute), window_numbers(day));
        [self.lease, self.count, self.age, kind, i64::from(after), a, b, c, d, e, f]
    }

    fn from_numbers(numbers: &[i64]) -> Option<Report> {
        let &[lease, count, age, kind, after, a, b, c, d, e, f] = numbers else { return None };
        let told = [window_from_numbers([a, b, c]), window_from_numbers([d, e, f])];
        let outcome = match kind {
            0 => RequestOutcome::Answered(told),
            1 => RequestOutcome::Lost,
            2 => RequestOutcome::Refused(told, u32::try_from(after).ok()?),
            3 => RequestOutcome::Unused,
            _ => return None,
        };
        Some(Report { lease, count, age, outcome })
    }
}

impl BudgetRequest {
    /// The call as bytes.
    pub fn encode(&self) -> Vec<u8> {
        let mut numbers = match self.action {
            BudgetAction::ReportOnly => vec![0, 0, 0],
            BudgetAction::ShowPlan => vec![1, 0, 0],
            BudgetAction::Reset => vec![4, 0, 0],
            BudgetAction::Reserve { caller, class: RequestClass::Interactive, most } => vec![2, caller, most],
            BudgetAction::Reserve { caller, class: RequestClass::Background, most } => vec![3, caller, most],
        };
        numbers.push(i64::try_from(self.sent.len()).unwrap_or(0));
        for SentCount { caller, class, count } in &self.sent {
            numbers.extend([*caller, i64::from(*class == RequestClass::Interactive), *count]);
        }
        self.reports.iter().for_each(|report| numbers.extend(report.numbers()));
        encode_numbers(&numbers)
    }

    /// The call of these bytes.
    pub fn decode(bytes: &[u8]) -> Option<BudgetRequest> {
        let numbers = decode_numbers(bytes);
        let (&[kind, caller, most, length], rest) = numbers.split_first_chunk()?;
        let want = match kind {
            0 => BudgetAction::ReportOnly,
            1 => BudgetAction::ShowPlan,
            4 => BudgetAction::Reset,
            2 => BudgetAction::Reserve { caller, class: RequestClass::Interactive, most },
            3 => BudgetAction::Reserve { caller, class: RequestClass::Background, most },
            _ => return None,
        };
        let (sent, reports) = rest.split_at_checked(usize::try_from(length).ok()?.checked_mul(SENT_NUMBERS)?)?;
        let sent = sent.chunks_exact(SENT_NUMBERS).filter_map(|numbers| {
            let &[caller, interactive, count] = numbers else { return None };
            let class = if interactive == 1 { RequestClass::Interactive } else { RequestClass::Background };
            Some(SentCount { caller, class, count })
        });
        let reports = reports.chunks_exact(REPORT_NUMBERS).filter_map(Report::from_numbers).collect();
        Some(BudgetRequest { reports, sent: sent.collect(), action: want })
    }
}

impl Admission {
    /// The answer as bytes.
    pub fn encode(&self) -> Vec<u8> {
        encode_numbers(&match *self {
            Admission::Admit { lease, count } => [0, lease, count],
            Admission::Wait(pause) => pause.numbers(),
        })
    }

    /// The answer of these bytes.
    pub fn decode(bytes: &[u8]) -> Option<Admission> {
        let &[kind, first, second] = decode_numbers(bytes).as_slice() else { return None };
        if kind == 0 {
            return Some(Admission::Admit { lease: first, count: second });
        }
        BudgetPause::from_numbers([kind, first, second]).map(Admission::Wait)
    }
}

impl BudgetPause {
    /// The pause as numbers.
    pub const fn numbers(&self) -> [i64; 3] {
        [self.cause.to_number(), self.until.0, self.wait]
    }

    /// The pause of these numbers.
    pub fn from_numbers([cause, until, wait]: [i64; 3]) -> Option<BudgetPause> {
        Some(BudgetPause { cause: PauseCause::from_number(cause)?, until: Timestamp(until), wait })
    }
}

impl PauseCause {
    const fn to_number(self) -> i64 {
        match self {
            PauseCause::Minute => 1,
            PauseCause::Day => 2,
            PauseCause::Refused => 3,
            PauseCause::LimitUnknown => 4,
        }
    }

    fn from_number(number: i64) -> Option<PauseCause> {
        [PauseCause::Minute, PauseCause::Day, PauseCause::Refused, PauseCause::LimitUnknown]
            .into_iter()
            .find(|cause| cause.to_number() == number)
    }
}
