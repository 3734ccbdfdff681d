//! The stored form of a budget's state: whole numbers.

use super::callers::{Caller, Callers};
use super::{BudgetState, GrantedLease};
use crate::gateway::budget::ledger::{FIELD_COUNT, Ledger, SKEW};
use crate::gateway::budget::message::{decode_numbers, encode_numbers};

/// Numbers of a lease.
const LEASE_NUMBERS: usize = 6;

/// Numbers of a caller.
const CALLER_NUMBERS: usize = 7;

/// The first number of a stored state: the version of its format. A state of another version is discarded.
const FORMAT_VERSION: i64 = -2;

impl BudgetState {
    /// Encodes the state.
    pub fn encode(&self) -> Vec<u8> {
        let BudgetState { ledgers: [minute, day], last_lease, clock, stopped_until, mean_rate, day_spent_mark, .. } =
            self;
        let mut numbers = vec![FORMAT_VERSION, *last_lease, *clock, *stopped_until, *mean_rate, *day_spent_mark];
        numbers.extend(minute.encode());
        numbers.extend(day.encode());
        numbers.push(i64::try_from(self.leases.len()).unwrap_or(0));
        for GrantedLease { id, granted, settled, unreported, uncounted: [minute, day] } in &self.leases {
            numbers.extend([id, granted, settled, unreported, minute, day]);
        }
        for Caller { id, interactive, spent: [minute, day], spent_last_minute, last_seen, waits_until } in
            &self.callers.0
        {
            numbers.extend([id, interactive, minute, day, spent_last_minute, last_seen, waits_until]);
        }
        encode_numbers(&numbers)
    }

    /// Decodes a state, which may continue on another machine; `None` if it is malformed or of another version.
    pub fn decode(bytes: &[u8]) -> Option<BudgetState> {
        let numbers = decode_numbers(bytes);
        let (&[FORMAT_VERSION, last_lease, clock, stopped_until, mean_rate, day_spent_mark], rest) =
            numbers.split_first_chunk()?
        else {
            return None;
        };
        let (minute, rest) = rest.split_first_chunk::<FIELD_COUNT>()?;
        let (day, rest) = rest.split_first_chunk::<FIELD_COUNT>()?;
        let mut ledgers = [Ledger::decode(*minute), Ledger::decode(*day)];
        // The clock of this machine may differ from that of the machine that stored the state.
        ledgers.iter_mut().for_each(Ledger::widen_after_restart);
        let (count, rest) = rest.split_first()?;
        let (lease_numbers, rest) = rest.split_at_checked(usize::try_from(*count).ok()?.checked_mul(LEASE_NUMBERS)?)?;
        let mut leases = Vec::new();
        for numbers in lease_numbers.chunks_exact(LEASE_NUMBERS) {
            let &[id, granted, settled, unreported, minute, day] = numbers else { continue };
            let (granted, settled) = (granted.saturating_sub(SKEW), settled.saturating_add(SKEW));
            leases.push(GrantedLease { id, granted, settled, unreported, uncounted: [minute, day] });
        }
        let mut callers = Callers::default();
        for numbers in rest.chunks_exact(CALLER_NUMBERS) {
            let &[id, interactive, minute, day, spent_last_minute, last_seen, waits_until] = numbers else { continue };
            let spent = [minute, day];
            callers.0.push(Caller { id, interactive, spent, spent_last_minute, last_seen, waits_until });
        }
        Some(BudgetState { ledgers, leases, callers, last_lease, clock, stopped_until, mean_rate, day_spent_mark })
    }
}
