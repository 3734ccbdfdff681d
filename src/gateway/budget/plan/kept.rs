//! The plan as its object keeps it: whole numbers.

use super::callers::{Caller, Callers};
use super::{Lease, Plan};
use crate::gateway::budget::ledger::{Ledger, NUMBERS, SKEW};
use crate::gateway::budget::message::{read, write};

/// Numbers of a lease.
const LEASE: usize = 6;

/// Numbers of a caller.
const CALLER: usize = 7;

/// What a plan begins with. It stands for what follows: a plan of another program is none.
const FORMAT: i64 = -2;

impl Plan {
    /// The plan as bytes.
    pub fn encode(&self) -> Vec<u8> {
        let Plan { ledgers: [minute, day], last, clock, shut, pace, mark, .. } = self;
        let mut numbers = vec![FORMAT, *last, *clock, *shut, *pace, *mark];
        numbers.extend(minute.numbers());
        numbers.extend(day.numbers());
        numbers.push(i64::try_from(self.leases.len()).unwrap_or(0));
        for Lease { id, granted, settled, open, left: [minute, day] } in &self.leases {
            numbers.extend([id, granted, settled, open, minute, day]);
        }
        for Caller { id, interactive, spent: [minute, day], last, seen, waits } in &self.callers.0 {
            numbers.extend([id, interactive, minute, day, last, seen, waits]);
        }
        write(&numbers)
    }

    /// The plan of these bytes, with which perhaps another machine goes on.
    pub fn decode(bytes: &[u8]) -> Option<Plan> {
        let numbers = read(bytes);
        let (&[FORMAT, last, clock, shut, pace, mark], rest) = numbers.split_first_chunk()? else { return None };
        let (minute, rest) = rest.split_first_chunk::<NUMBERS>()?;
        let (day, rest) = rest.split_first_chunk::<NUMBERS>()?;
        let mut ledgers = [Ledger::of(*minute), Ledger::of(*day)];
        ledgers.iter_mut().for_each(Ledger::reopen);
        let (count, rest) = rest.split_first()?;
        let (kept, rest) = rest.split_at_checked(usize::try_from(*count).ok()?.checked_mul(LEASE)?)?;
        let mut leases = Vec::new();
        for numbers in kept.chunks_exact(LEASE) {
            let &[id, granted, settled, open, minute, day] = numbers else { continue };
            let (granted, settled) = (granted.saturating_sub(SKEW), settled.saturating_add(SKEW));
            leases.push(Lease { id, granted, settled, open, left: [minute, day] });
        }
        let mut callers = Callers::default();
        for numbers in rest.chunks_exact(CALLER) {
            let &[id, interactive, minute, day, last, seen, waits] = numbers else { continue };
            callers.0.push(Caller { id, interactive, spent: [minute, day], last, seen, waits });
        }
        Some(Plan { ledgers, leases, callers, last, clock, shut, pace, mark })
    }
}
