//! The leases that a team holds, in the memory of its object: one of each app whose calls it handles.
//!
//! What is lost with that memory costs the app the unused calls of the lease ([`super::lease_ledger`]).

use crate::service::environment::permit::{Counting, IDLE_MS, Lease, Permit, ReturnedLease};
use crate::wire::dates::{MINUTE, Timestamp};

/// Milliseconds after which the last lease of an app is forgotten. That is longer than a lease lasts, because an
/// earlier one that is still on its way is valid again if the clock is set back.
const FORGOTTEN_AFTER: i64 = MINUTE;

/// The leases of a team.
#[derive(Debug, Default)]
pub struct LeaseBook {
    held: Vec<HeldLease>,
}

#[derive(Debug)]
struct HeldLease {
    client_id: String,
    /// `None` after it was returned.
    lease: Option<Lease>,
    used: u32,
    last_used: Timestamp,
    /// The number of the newest lease so far. A lease that arrives after a later one is not taken.
    newest: i64,
    /// The number up to which the app has recalled its leases. A recall may arrive before its lease.
    recalled: i64,
}

impl LeaseBook {
    /// The permit of a call of an app. `None` if the team must ask for a lease first.
    pub fn take_permit(&mut self, client_id: &str, now: Timestamp) -> Option<Permit> {
        let held = self.held.iter_mut().find(|held| held.client_id == client_id)?;
        let lease = held.lease.filter(|lease| lease.is_valid(now) && held.used < lease.calls)?;
        if lease.counting != Counting::Unlimited {
            held.used = held.used.saturating_add(1);
        }
        held.last_used = now;
        Some(lease.permit(held.used, now))
    }

    /// Takes a lease of an app, unless the app has recalled it already or granted a later one.
    pub fn hold(&mut self, client_id: &str, lease: Lease, now: Timestamp) {
        self.with_entry(client_id, |held| {
            if lease.number > held.recalled && lease.number >= held.newest {
                held.newest = lease.number;
                (held.lease, held.used, held.last_used) = (Some(lease), 0, now);
            }
        });
    }

    /// Gives up the lease of an app, valid or not. `None` if there is none, or nothing is counted for the app.
    pub fn give_up(&mut self, client_id: &str) -> Option<ReturnedLease> {
        self.held.iter_mut().find(|held| held.client_id == client_id)?.give_up()
    }

    /// Gives up the lease of an app that recalls its leases up to a number.
    pub fn recall(&mut self, client_id: &str, number: i64, now: Timestamp) -> Option<ReturnedLease> {
        self.with_entry(client_id, |held| {
            (held.recalled, held.last_used) = (held.recalled.max(number), now);
            held.give_up()
        })
    }

    /// Gives up the leases that were not used for a second. Returns them with the client ids of their apps.
    pub fn give_up_idle(&mut self, now: Timestamp) -> Vec<(String, ReturnedLease)> {
        let is_idle = |held: &HeldLease| held.last_used.saturating_add(IDLE_MS) <= now || now < held.last_used;
        let idle = self.held.iter_mut().filter(|held| is_idle(held));
        let returned = idle.filter_map(|held| Some((held.client_id.clone(), held.give_up()?))).collect();
        // An earlier lease may still arrive, and must not be taken: the app has forgotten it.
        self.held.retain(|held| held.lease.is_some() || now < held.last_used.saturating_add(FORGOTTEN_AFTER));
        returned
    }

    /// Whether there is a lease.
    pub fn is_empty(&self) -> bool {
        self.held.iter().all(|held| held.lease.is_none())
    }

    fn with_entry<T>(&mut self, client_id: &str, work: impl FnOnce(&mut HeldLease) -> T) -> T {
        if let Some(held) = self.held.iter_mut().find(|held| held.client_id == client_id) {
            return work(held);
        }
        let (client_id, last_used) = (client_id.to_owned(), Timestamp(0));
        let (newest, recalled) = (i64::MIN, i64::MIN);
        let mut held = HeldLease { client_id, lease: None, used: 0, last_used, newest, recalled };
        let result = work(&mut held);
        self.held.push(held);
        result
    }
}

impl HeldLease {
    fn give_up(&mut self) -> Option<ReturnedLease> {
        let lease = self.lease.take().filter(|lease| lease.counting != Counting::Unlimited)?;
        Some(ReturnedLease { number: lease.number, used: self.used })
    }
}
