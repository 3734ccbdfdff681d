//! What the calls of a client share. All clients of one gateway share the same, as they share its session.

use super::quota::{Quota, Scopes};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What the clients of the gateways share, by the gateway's origin.
static GATEWAYS: Mutex<BTreeMap<String, Arc<State>>> = Mutex::new(BTreeMap::new());

/// What the calls of a client share.
#[derive(Debug, Default)]
pub(super) struct State(Mutex<StateInner>);

/// What a client knows between two calls.
#[derive(Debug, Default)]
pub(super) struct StateInner {
    pub quota: Option<Quota>,
    pub scopes: Option<Scopes>,
    pub session: CallSession,
    pub in_flight: u32,
}

/// The session that a call is made for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct CallSession {
    /// The account that the app takes for the current one; `None` while it has not asked.
    pub account: Option<String>,
    /// How often the session may have been changed.
    pub changes: u32,
}

impl State {
    /// What the clients of the gateway at this origin share.
    pub fn of_gateway(origin: &str) -> Arc<State> {
        let mut gateways = GATEWAYS.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(gateways.entry(origin.to_owned()).or_default())
    }

    /// Locks the state. The guard must be dropped before anything is awaited.
    pub fn lock(&self) -> MutexGuard<'_, StateInner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Counts a request in flight, until it is dropped.
#[derive(Debug)]
pub(super) struct InFlight<'a>(&'a State);

impl<'a> InFlight<'a> {
    pub fn count(state: &'a State) -> InFlight<'a> {
        let mut inner = state.lock();
        inner.in_flight = inner.in_flight.saturating_add(1);
        InFlight(state)
    }
}

impl Drop for InFlight<'_> {
    fn drop(&mut self) {
        let mut inner = self.0.lock();
        inner.in_flight = inner.in_flight.saturating_sub(1);
    }
}
