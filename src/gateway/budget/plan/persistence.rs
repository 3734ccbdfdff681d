//! The plan as its object keeps it: whole numbers.

use super::callers::{Caller, Callers};
use super::{BudgetPlan, GrantedLease};
use crate::gateway::budget::ledger::{FIELD_COUNT, Ledger, SKEW};
use crate::gateway::budget::message::{decode_numbers, encode_numbers};

/// Numbers of a lease.
const LEASE_NUMBERS: usize = 6;

/// Numbers of a caller.
const CALLER_NUMBERS: usize = 7;

/// What a plan begins with. It stands for what follows: a plan of another program is none.
const FORMAT_VERSION: i64 = -2;

impl BudgetPlan {
    /// The plan as bytes.
    pub fn encode(&self) -> Vec<u8> {
        let BudgetPlan {
            ledgers: [minute, day],
            last_lease: last,
            clock,
            stopped_until: shut,
            pace,
            day_spent_mark: mark,
            ..
        } = self;
        let mut numbers = vec![FORMAT_VERSION, *last, *clock, *shut, *pace, *mark];
        numbers.extend(minute.to_numbers());
        numbers.extend(day.to_numbers());
        numbers.push(i64::try_from(self.leases.len()).unwrap_or(0));
        for GrantedLease { id, granted, settled, unreported: open, uncounted: [minute, day] } in &self.leases {
            numbers.extend([id, granted, settled, open, minute, day]);
        }
        for Caller {
            id,
            interactive,
            spent: [minute, day],
            spent_last_minute: last,
            last_seen: seen,
            waits_until: waits,
        } in &self.callers.0
        {
            numbers.extend([id, interactive, minute, day, last, seen, waits]);
        }
        encode_numbers(&numbers)
    }

    /// The plan of these bytes, with which perhaps another machine goes on.
    pub fn decode(bytes: &[u8]) -> Option<BudgetPlan> {
        let numbers = decode_numbers(bytes);
        let (&[FORMAT_VERSION, last, clock, shut, pace, mark], rest) = numbers.split_first_chunk()? else {
            return None;
        };
        let (minute, rest) = rest.split_first_chunk::<FIELD_COUNT>()?;
        let (day, rest) = rest.split_first_chunk::<FIELD_COUNT>()?;
        let mut ledgers = [Ledger::from_numbers(*minute), Ledger::from_numbers(*day)];
        ledgers.iter_mut().for_each(Ledger::widen_after_restart);
        let (count, rest) = rest.split_first()?;
        let (kept, rest) = rest.split_at_checked(usize::try_from(*count).ok()?.checked_mul(LEASE_NUMBERS)?)?;
        let mut leases = Vec::new();
        for numbers in kept.chunks_exact(LEASE_NUMBERS) {
            let &[id, granted, settled, open, minute, day] = numbers else { continue };
            let (granted, settled) = (granted.saturating_sub(SKEW), settled.saturating_add(SKEW));
            leases.push(GrantedLease { id, granted, settled, unreported: open, uncounted: [minute, day] });
        }
        let mut callers = Callers::default();
        for numbers in rest.chunks_exact(CALLER_NUMBERS) {
            let &[id, interactive, minute, day, last, seen, waits] = numbers else { continue };
            callers.0.push(Caller {
                id,
                interactive,
                spent: [minute, day],
                spent_last_minute: last,
                last_seen: seen,
                waits_until: waits,
            });
        }
        Some(BudgetPlan {
            ledgers,
            leases,
            callers,
            last_lease: last,
            clock,
            stopped_until: shut,
            pace,
            day_spent_mark: mark,
        })
    }
}
