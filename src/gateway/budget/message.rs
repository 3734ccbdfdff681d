//! The messages between isolates and the budget object, encoded as whole numbers of eight bytes.
//!
//! While a deployment replaces another, isolates of one version call objects of the other. A change of a layout is
//! therefore a message of another kind, with a first number of at least 5: a version refuses the kinds that it does not
//! know.

use super::{BudgetPause, PauseCause, RequestClass};
use crate::wire::dates::Timestamp;
use crate::wire::rate::QuotaWindow;

/// How an admitted request ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RequestOutcome {
    /// With a response, and the windows of minute and day that it reports.
    Answered([Option<QuotaWindow>; 2]),
    /// With a failure that reports nothing, or without a response: the service may have counted it.
    Lost,
    /// With a refusal by the service, the windows that it reports, and the seconds of its `Retry-After`.
    Refused([Option<QuotaWindow>; 2], u32),
    /// It was not sent.
    Unused,
}

/// A report on requests of a lease.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Report {
    /// The lease's id; 0 if no lease was needed.
    pub lease: i64,
    /// Number of requests; 0 if the report is repeated, so that only what responses reported counts.
    pub count: i64,
    /// Milliseconds since the result was known.
    pub age: i64,
    /// How the requests ended.
    pub outcome: RequestOutcome,
}

/// Requests that an isolate sent for a caller from leases that it held.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SentCount {
    /// The caller: a hash of its account.
    pub caller: i64,
    /// The caller's class.
    pub class: RequestClass,
    /// Number of requests.
    pub count: i64,
}

/// What an isolate asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BudgetAction {
    /// Nothing: it only reports.
    ReportOnly,
    /// The state of the budget, for `GET /gateway/budget`.
    ShowState,
    /// A reset of the state, when the sandbox is reset.
    Reset,
    /// A lease.
    Reserve {
        /// The caller.
        caller: i64,
        /// The caller's class.
        class: RequestClass,
        /// Number of requests at most; at least one is needed.
        most: i64,
    },
}

/// A message of an isolate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BudgetRequest {
    /// How earlier requests ended.
    pub reports: Vec<Report>,
    /// Who sent requests from leases that the isolate held.
    pub sent: Vec<SentCount>,
    /// What the isolate asks for.
    pub action: BudgetAction,
}

/// The budget object's response to a [`BudgetAction::Reserve`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Admission {
    /// Requests may be sent.
    Admit {
        /// The id of their lease; 0 if there is no limit.
        lease: i64,
        /// Number of requests.
        count: i64,
    },
    /// None may be sent now.
    Wait(BudgetPause),
}

/// Encodes numbers in eight bytes each, big endian.
pub fn encode_numbers(numbers: &[i64]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_be_bytes()).collect()
}

/// Decodes numbers of eight bytes each. Bytes at the end that are fewer are ignored.
pub fn decode_numbers(bytes: &[u8]) -> Vec<i64> {
    bytes.chunks_exact(8).map(|chunk| i64::from_be_bytes(chunk.first_chunk().copied().unwrap_or_default())).collect()
}

/// Numbers of a report: five of the lease, three of each window. A limit of -1 means that the window is absent.
const REPORT_NUMBERS: usize = 11;

/// Numbers of a [`SentCount`].
const SENT_NUMBERS: usize = 3;

fn encode_window(window: Option<QuotaWindow>) -> [i64; 3] {
    window.map_or([-1, 0, 0], |QuotaWindow { limit, remaining, reset }| [limit, remaining, reset].map(i64::from))
}

fn decode_window([limit, remaining, reset]: [i64; 3]) -> Option<QuotaWindow> {
    let number = |number: i64| u32::try_from(number).ok();
    Some(QuotaWindow { limit: number(limit)?, remaining: number(remaining)?, reset: number(reset)? })
}

impl Report {
    fn encode(&self) -> [i64; REPORT_NUMBERS] {
        let (kind, [minute, day], retry_after) = match self.outcome {
            RequestOutcome::Answered(windows) => (0, windows, 0),
            RequestOutcome::Lost => (1, [None; 2], 0),
            RequestOutcome::Refused(windows, retry_after) => (2, windows, retry_after),
            RequestOutcome::Unused => (3, [None; 2], 0),
        };
        let ([a, b, c], [d, e, f]) = (encode_window(minute), encode_window(day));
        [self.lease, self.count, self.age, kind, i64::from(retry_after), a, b, c, d, e, f]
    }

    fn decode(numbers: &[i64]) -> Option<Report> {
        let &[lease, count, age, kind, retry_after, a, b, c, d, e, f] = numbers else { return None };
        let windows = [decode_window([a, b, c]), decode_window([d, e, f])];
        let outcome = match kind {
            0 => RequestOutcome::Answered(windows),
            1 => RequestOutcome::Lost,
            2 => RequestOutcome::Refused(windows, u32::try_from(retry_after).ok()?),
            3 => RequestOutcome::Unused,
            _ => return None,
        };
        Some(Report { lease, count, age, outcome })
    }
}

impl BudgetRequest {
    /// Encodes the message.
    pub fn encode(&self) -> Vec<u8> {
        let mut numbers = match self.action {
            BudgetAction::ReportOnly => vec![0, 0, 0],
            BudgetAction::ShowState => vec![1, 0, 0],
            BudgetAction::Reset => vec![4, 0, 0],
            BudgetAction::Reserve { caller, class: RequestClass::Interactive, most } => vec![2, caller, most],
            BudgetAction::Reserve { caller, class: RequestClass::Background, most } => vec![3, caller, most],
        };
        numbers.push(i64::try_from(self.sent.len()).unwrap_or(0));
        for SentCount { caller, class, count } in &self.sent {
            numbers.extend([*caller, i64::from(*class == RequestClass::Interactive), *count]);
        }
        self.reports.iter().for_each(|report| numbers.extend(report.encode()));
        encode_numbers(&numbers)
    }

    /// Decodes a message; `None` if it is malformed.
    pub fn decode(bytes: &[u8]) -> Option<BudgetRequest> {
        let numbers = decode_numbers(bytes);
        let (&[kind, caller, most, length], rest) = numbers.split_first_chunk()?;
        let action = match kind {
            0 => BudgetAction::ReportOnly,
            1 => BudgetAction::ShowState,
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
        let reports = reports.chunks_exact(REPORT_NUMBERS).filter_map(Report::decode).collect();
        Some(BudgetRequest { reports, sent: sent.collect(), action })
    }
}

impl Admission {
    /// Encodes the response.
    pub fn encode(&self) -> Vec<u8> {
        encode_numbers(&match *self {
            Admission::Admit { lease, count } => [0, lease, count],
            Admission::Wait(pause) => pause.encode(),
        })
    }

    /// Decodes a response; `None` if it is malformed.
    pub fn decode(bytes: &[u8]) -> Option<Admission> {
        let &[kind, first, second] = decode_numbers(bytes).as_slice() else { return None };
        if kind == 0 {
            return Some(Admission::Admit { lease: first, count: second });
        }
        BudgetPause::decode([kind, first, second]).map(Admission::Wait)
    }
}

impl BudgetPause {
    /// Encodes the pause. The first number is never 0, which stands for [`Admission::Admit`].
    pub const fn encode(&self) -> [i64; 3] {
        [self.cause.to_number(), self.until.0, self.wait]
    }

    /// Decodes a pause; `None` if there is no such cause.
    pub fn decode([cause, until, wait]: [i64; 3]) -> Option<BudgetPause> {
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
