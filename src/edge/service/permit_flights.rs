//! Requests of a team's object for leases: one at a time for each app. Calls that need the same lease wait for it.

use crate::edge::timer::waiter;
use crate::service::environment::external::ExternalResult;
use crate::service::environment::permit::{LEASE_MS, PermitReply};
use std::cell::RefCell;
use std::rc::Rc;
use worker::js_sys::Function;
use worker::wasm_bindgen::JsValue;

/// Milliseconds after which a waiting call looks for a lease itself: the one that requested it may have been dropped.
const WAIT_MAX_MS: u32 = LEASE_MS as u32;

type Outcome = Rc<RefCell<Option<ExternalResult>>>;

/// The requests under way, and how many calls waited for the last one.
#[derive(Default)]
pub(super) struct PermitFlights {
    flights: RefCell<Vec<PermitFlight>>,
    waited: RefCell<Vec<(String, u32)>>,
}

struct PermitFlight {
    client_id: String,
    waiting: Vec<Function>,
    outcome: Outcome,
}

/// A flight that ends with its request, or when the request is dropped.
pub(super) struct FlightGuard<'a> {
    flights: &'a PermitFlights,
    client_id: String,
}

impl PermitFlights {
    /// Begins a flight. Returns it with the number of calls that wait for its lease. `None` if there is one already.
    pub(super) fn begin(&self, client_id: &str) -> Option<(FlightGuard<'_>, u32)> {
        let mut flights = self.flights.borrow_mut();
        if flights.iter().any(|flight| flight.client_id == client_id) {
            return None;
        }
        let client_id = client_id.to_owned();
        flights.push(PermitFlight { client_id: client_id.clone(), waiting: Vec::new(), outcome: Outcome::default() });
        let mut waited = self.waited.borrow_mut();
        let count = waited.iter().position(|(app, _)| *app == client_id).map_or(1, |at| waited.swap_remove(at).1);
        Some((FlightGuard { flights: self, client_id }, count.max(1)))
    }

    /// Waits for the flight of an app. Returns its outcome if that is the same for all calls: a refusal.
    pub(super) async fn join(&self, client_id: &str) -> Option<ExternalResult> {
        let (wake, woken) = waiter(WAIT_MAX_MS);
        let outcome = {
            let mut flights = self.flights.borrow_mut();
            let flight = flights.iter_mut().find(|flight| flight.client_id == client_id)?;
            flight.waiting.push(wake);
            Rc::clone(&flight.outcome)
        };
        woken.await;
        outcome.borrow().clone()
    }
}

impl FlightGuard<'_> {
    /// Ends the flight with the app's reply.
    pub(super) fn finish(self, reply: &ExternalResult) {
        if matches!(reply, ExternalResult::Permitted(Some(PermitReply::Granted(_)))) {
            return;
        }
        if let Some(flight) = self.flights.flights.borrow().iter().find(|flight| flight.client_id == self.client_id) {
            *flight.outcome.borrow_mut() = Some(reply.clone());
        }
    }
}

impl Drop for FlightGuard<'_> {
    fn drop(&mut self) {
        let mut flights = self.flights.flights.borrow_mut();
        let Some(at) = flights.iter().position(|flight| flight.client_id == self.client_id) else { return };
        let flight = flights.swap_remove(at);
        drop(flights);
        let count = u32::try_from(flight.waiting.len()).unwrap_or(u32::MAX);
        if count > 0 && flight.outcome.borrow().is_none() {
            self.flights.waited.borrow_mut().push((flight.client_id, count));
        }
        for wake in flight.waiting {
            let _ = wake.call0(&JsValue::UNDEFINED);
        }
    }
}
