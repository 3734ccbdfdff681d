//! The plan as its object keeps it: whole numbers.

use super::{Caller, Lease, Plan};
use crate::gateway::budget::ledger::{Ledger, NUMBERS, SKEW};
use crate::gateway::budget::message::{read, take, write};

impl Plan {
    /// The plan as bytes.
    pub fn encode(&self) -> Vec<u8> {
        let Plan { ledgers: [minute, day], last, clock, shut, pace, mark, .. } = self;
        let mut numbers = vec![*last, *clock, *shut, *pace, *mark];
        numbers.extend(minute.numbers());
        numbers.extend(day.numbers());
        numbers.push(i64::try_from(self.leases.len()).unwrap_or(0));
        for Lease { id, granted, open, left: [minute, day] } in &self.leases {
            numbers.extend([id, granted, open, minute, day]);
        }
        for Caller { id, score, waits, interactive } in &self.callers {
            numbers.extend([id, score, waits, interactive]);
        }
        write(&numbers)
    }

    /// The plan of these bytes, with which perhaps another machine goes on.
    pub fn decode(bytes: &[u8]) -> Option<Plan> {
        let mut numbers = read(bytes);
        let [last, clock, shut, pace, mark] = take(&mut numbers)?;
        let mut ledgers = [take::<NUMBERS>(&mut numbers)?, take::<NUMBERS>(&mut numbers)?].map(Ledger::of);
        ledgers.iter_mut().for_each(Ledger::reopen);
        let [count] = take(&mut numbers)?;
        let mut leases = Vec::new();
        for _ in 0..count {
            let [id, granted, open, minute, day] = take(&mut numbers)?;
            leases.push(Lease { id, granted: granted.saturating_add(SKEW), open, left: [minute, day] });
        }
        let mut callers = Vec::new();
        while let Some([id, score, waits, interactive]) = take(&mut numbers) {
            callers.push(Caller { id, score, waits, interactive });
        }
        Some(Plan { ledgers, leases, callers, last, clock, shut, pace, mark })
    }
}
