//! Reads whose answers are not kept: those that come at once share one call of the API.
//!
//! Each waits on a promise of its own, which whoever fetched the answer resolves: nothing of one request may be
//! awaited by another but that. Streams cannot be shared so; the body is read for the others while it passes.

use super::budget::Caller;
use super::clock::platform_time;
use super::timer::waiter;
use super::upstream::UpstreamRequest;
use super::{RequestContext, log_error, retry};
use crate::edge::response::{ResponseBody, UpstreamResponse};
use crate::gateway::account::Account;
use crate::gateway::cache::{BYPASS, COLLAPSED, CacheKey};
use crate::gateway::problem::Problem;
use crate::gateway::proxy::Refusal;
use crate::gateway::single_flight::{BODY_MAX, JOIN_WINDOW_MS, SingleFlight, WAIT_MAX_MS};
use crate::wire::http::Header;
use std::cell::RefCell;
use std::rc::Rc;
use worker::js_sys::Function;
use worker::wasm_bindgen::JsValue;

/// What those who wait are told.
enum FlightResult {
    /// Not a word until their patience has run out.
    Pending,
    /// That it is over, and no answer.
    Abandoned,
    Response(u16, Vec<Header>, Vec<u8>),
    Refused(Refusal),
    /// The answer is too large to be shared.
    NotShared,
}

/// One who waits: where it is told, and what wakes it.
type Waiter = (Rc<RefCell<Rc<FlightResult>>>, Function);

thread_local! {
    static FLIGHTS: RefCell<SingleFlight<Waiter>> = RefCell::default();
}

/// A write of the account has passed.
pub(crate) fn close_for_account(account: &Account) {
    FLIGHTS.with_borrow_mut(|flights| flights.close_for_account(account));
}

/// The answer to a read, and its `Cache-Status`.
pub(crate) async fn send_shared(
    visit: &RequestContext,
    key: CacheKey,
    caller: Caller,
    outgoing: UpstreamRequest<'_>,
) -> (Result<UpstreamResponse, Refusal>, String) {
    while let Some(told) = join_flight(&key, JOIN_WINDOW_MS, WAIT_MAX_MS).await {
        match &*told {
            FlightResult::Pending | FlightResult::Abandoned => {}
            FlightResult::Response(status, headers, body) => {
                let body = ResponseBody::Bytes(body.clone());
                let incoming = UpstreamResponse { status: *status, headers: headers.clone(), body };
                return (Ok(incoming), [BYPASS, COLLAPSED].concat());
            }
            FlightResult::Refused(refusal) => return (Err(refusal.clone()), [BYPASS, COLLAPSED].concat()),
            FlightResult::NotShared => {
                return (retry::send_with_retries(visit, caller, outgoing).await, BYPASS.to_owned());
            }
        }
    }
    let number = FLIGHTS.with_borrow_mut(|flights| flights.begin_flight(key, platform_time()));
    let sent = retry::send_with_retries(visit, caller, outgoing).await;
    let waiting = FLIGHTS.with_borrow_mut(|flights| flights.end_flight(number));
    let sent = if waiting.is_empty() { sent } else { share_response(visit, waiting, sent) };
    (sent, BYPASS.to_owned())
}

/// A turn at what is done once at a time. Whoever waits for it goes on when it is dropped.
pub(crate) struct FlightTurn(u64);

impl FlightTurn {
    /// Begins one, whoever else has one.
    pub(crate) fn begin_turn(key: CacheKey) -> FlightTurn {
        FlightTurn(FLIGHTS.with_borrow_mut(|flights| flights.begin_flight(key, platform_time())))
    }
}

impl Drop for FlightTurn {
    fn drop(&mut self) {
        let waiting = FLIGHTS.with_borrow_mut(|flights| flights.end_flight(self.0));
        notify_waiters(&waiting, FlightResult::Abandoned);
    }
}

/// Takes a turn; none after waiting for the end of another's. A turn whose request went away may never end: after so many
/// milliseconds it is not waited for any longer.
pub(crate) async fn wait_for_turn(key: CacheKey, patience: u32) -> Option<FlightTurn> {
    match join_flight(&key, patience, patience).await.as_deref() {
        None | Some(FlightResult::Pending) => Some(FlightTurn::begin_turn(key)),
        Some(_) => None,
    }
}

/// Waits for a like read; none if there is none to wait for.
async fn join_flight(key: &CacheKey, joined: u32, patience: u32) -> Option<Rc<FlightResult>> {
    let told = Rc::new(RefCell::new(Rc::new(FlightResult::Pending)));
    let place = Rc::clone(&told);
    let woken = FLIGHTS.with_borrow_mut(|flights| {
        let waiting = flights.join_flight(key, platform_time(), joined)?;
        let (wake, woken) = waiter(patience);
        waiting.push((place, wake));
        Some(woken)
    })?;
    woken.await;
    Some(told.borrow().clone())
}

fn share_response(
    visit: &RequestContext,
    waiting: Vec<Waiter>,
    sent: Result<UpstreamResponse, Refusal>,
) -> Result<UpstreamResponse, Refusal> {
    let UpstreamResponse { status, headers, body } = sent.inspect_err(|refusal| {
        // What became of a request whose page has left is no answer to the others.
        let told =
            if visit.arrival.is_aborted() { FlightResult::Abandoned } else { FlightResult::Refused(refusal.clone()) };
        notify_waiters(&waiting, told);
    })?;
    let [mine, others] = body.split_in_two().map_err(|error| {
        log_error("an answer was not shared", &error);
        Problem::Internal
    })?;
    let shared = headers.clone();
    visit.context.wait_until(async move {
        notify_waiters(
            &waiting,
            match others.read_bytes(BODY_MAX).await {
                Ok(Some(body)) => FlightResult::Response(status, shared, body),
                _ => FlightResult::NotShared,
            },
        );
    });
    Ok(UpstreamResponse { status, headers, body: mine })
}

fn notify_waiters(waiting: &[Waiter], told: FlightResult) {
    let told = Rc::new(told);
    for (place, wake) in waiting {
        place.replace(Rc::clone(&told));
        let _ = wake.call0(&JsValue::UNDEFINED);
    }
}
