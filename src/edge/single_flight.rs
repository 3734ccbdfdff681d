//! Single flight in an isolate: like reads of uncached routes that are under way at once share one call of the API.
//!
//! Each waits for a promise of its own, which the request that makes the call resolves: one request may await nothing
//! else of another. Streams cannot be shared that way; the body is read for the others while it is passed on.

use super::RequestContext;
use super::clock::platform_time;
use super::request::{Caller, UpstreamRequest};
use super::response::{CacheReply, ResponseBody, UpstreamResponse};
use super::timer::waiter;
use crate::gateway::account::Account;
use crate::gateway::budget::{Fallback, RequestClass};
use crate::gateway::cache::{BYPASS, COLLAPSED, CacheKey};
use crate::gateway::headers::CacheScope;
use crate::gateway::proxy::{AdmittedRequest, Refusal};
use crate::gateway::session::SessionToken;
use crate::gateway::single_flight::{BODY_MAX, JOIN_WINDOW_MS, SingleFlight, WAIT_MAX_MS};
use crate::wire::http::Header;
use std::cell::RefCell;
use std::rc::Rc;
use worker::js_sys::Function;
use worker::wasm_bindgen::JsValue;

/// The result of a flight, as its waiters get it.
enum FlightResult {
    /// No result within the time limit.
    Pending,
    /// The flight has ended without a result.
    Abandoned,
    Response(u16, Vec<Header>, Vec<u8>),
    /// And the class of the read that was refused.
    Refused(Refusal, RequestClass),
    /// The response is too large to be shared.
    NotShared,
}

/// A waiting request: where its result goes, and the function that wakes it.
type Waiter = (Rc<RefCell<Rc<FlightResult>>>, Function);

thread_local! {
    static FLIGHTS: RefCell<SingleFlight<Waiter>> = RefCell::default();
}

/// Sends a request. A read joins a like read of its session that is under way; after a write, reads under way are not
/// joined any more.
///
/// # Errors
///
/// If the next stage fails, here or in the read that was joined.
pub(crate) async fn send_or_join<Next>(
    context: &RequestContext,
    token: &SessionToken,
    admitted: &AdmittedRequest,
    request: UpstreamRequest<'_>,
    next: Next,
) -> Result<CacheReply, Refusal>
where
    Next: AsyncFn(&RequestContext, Caller, UpstreamRequest<'_>) -> Result<UpstreamResponse, Refusal>,
{
    let (id, class) = (Account::of_session(token).id(), RequestClass::from_request(context.head()));
    let caller = Caller { id, class, fallback: Fallback::None };
    // By session, not by account: a session gets only what was fetched with its own token.
    let private = Account::of_session_alone(token);
    let (sent, cache_status) = if admitted.method.is_read() {
        let header = |name| request.headers.iter().find(|(key, _)| key == name).map_or("", |(_, value)| value);
        let varying = ["accept", "accept-language", "if-none-match"].map(header).join("\n");
        let key = CacheKey::new(&private, "", request.path, request.query, &varying);
        let (sent, cache_status) = send_shared(context, key, caller, request, next).await;
        (sent, Some(cache_status))
    } else {
        let sent = next(context, caller, request).await;
        close_for_account(&private);
        (sent, None)
    };
    Ok(CacheReply { response: sent?, cache_status, scope: CacheScope::Nobody })
}

/// Closes an account's flights, which began before a write: later reads must see the write.
fn close_for_account(account: &Account) {
    FLIGHTS.with_borrow_mut(|flights| flights.close_for_account(account));
}

/// The response to a read, and its `Cache-Status`.
async fn send_shared<Next>(
    context: &RequestContext,
    key: CacheKey,
    caller: Caller,
    request: UpstreamRequest<'_>,
    next: Next,
) -> (Result<UpstreamResponse, Refusal>, String)
where
    Next: AsyncFn(&RequestContext, Caller, UpstreamRequest<'_>) -> Result<UpstreamResponse, Refusal>,
{
    while let Some(result) = join_flight(&key, JOIN_WINDOW_MS, WAIT_MAX_MS).await {
        match &*result {
            // The other request may have gone away: this one joins the next flight, or begins it.
            FlightResult::Pending | FlightResult::Abandoned => {}
            FlightResult::Response(status, headers, body) => {
                let body = ResponseBody::Bytes(body.clone());
                let response = UpstreamResponse { status: *status, headers: headers.clone(), body };
                return (Ok(response), [BYPASS, COLLAPSED].concat());
            }
            // The budget may have a permit for a person where it has none for background work.
            FlightResult::Refused(Refusal::Budget(_), RequestClass::Background)
                if caller.class == RequestClass::Interactive => {}
            FlightResult::Refused(refusal, _) => return (Err(refusal.clone()), [BYPASS, COLLAPSED].concat()),
            FlightResult::NotShared => return (next(context, caller, request).await, BYPASS.to_owned()),
        }
    }
    let turn = FlightTurn::begin_turn(key);
    let sent = next(context, caller, request).await;
    let waiters = turn.end();
    let sent = if waiters.0.is_empty() { sent } else { share_response(context, waiters, sent, caller.class) };
    (sent, BYPASS.to_owned())
}

/// The right to do work that is done once at a time. Dropping it wakes the waiting requests.
pub(crate) struct FlightTurn(u64);

impl FlightTurn {
    /// Begins a turn, even if another request has one.
    pub(crate) fn begin_turn(key: CacheKey) -> FlightTurn {
        FlightTurn(FLIGHTS.with_borrow_mut(|flights| flights.begin_flight(key, platform_time())))
    }

    fn end(&self) -> Waiters {
        Waiters(FLIGHTS.with_borrow_mut(|flights| flights.end_flight(self.0)))
    }
}

impl Drop for FlightTurn {
    fn drop(&mut self) {
        self.end();
    }
}

/// The requests that wait for a flight that has ended. Dropping them without a result wakes them too.
struct Waiters(Vec<Waiter>);

impl Waiters {
    fn notify(&mut self, result: FlightResult) {
        let result = Rc::new(result);
        for (slot, wake) in self.0.drain(..) {
            slot.replace(Rc::clone(&result));
            let _ = wake.call0(&JsValue::UNDEFINED);
        }
    }
}

impl Drop for Waiters {
    fn drop(&mut self) {
        self.notify(FlightResult::Abandoned);
    }
}

/// A turn, or `None` after waiting for the end of another request's turn. A turn whose request went away may never end:
/// after `timeout` milliseconds it is disregarded.
pub(crate) async fn wait_for_turn(key: CacheKey, timeout: u32) -> Option<FlightTurn> {
    match join_flight(&key, timeout, timeout).await.as_deref() {
        None | Some(FlightResult::Pending) => Some(FlightTurn::begin_turn(key)),
        Some(_) => None,
    }
}

/// Waits for a flight with the same key that is younger than `join_window` milliseconds. `None` if there is none.
async fn join_flight(key: &CacheKey, join_window: u32, timeout: u32) -> Option<Rc<FlightResult>> {
    let result = Rc::new(RefCell::new(Rc::new(FlightResult::Pending)));
    let slot = Rc::clone(&result);
    let woken = FLIGHTS.with_borrow_mut(|flights| {
        let waiters = flights.join_flight(key, platform_time(), join_window)?;
        let (wake, woken) = waiter(timeout);
        waiters.push((slot, wake));
        Some(woken)
    })?;
    woken.await;
    Some(result.borrow().clone())
}

fn share_response(
    context: &RequestContext,
    mut waiters: Waiters,
    sent: Result<UpstreamResponse, Refusal>,
    class: RequestClass,
) -> Result<UpstreamResponse, Refusal> {
    let UpstreamResponse { status, headers, body } = sent.inspect_err(|refusal| {
        // A request may fail only because its own client disconnected; the others then try for themselves.
        let is_aborted = context.incoming.is_aborted();
        let result = if is_aborted { FlightResult::Abandoned } else { FlightResult::Refused(refusal.clone(), class) };
        waiters.notify(result);
    })?;
    let [own_body, shared_body] =
        body.split_in_two().map_err(|error| context.log_failure("a response was not shared", &error))?;
    let shared_headers = headers.clone();
    // In the background, so that this request's response does not wait for its whole body.
    context.execution.wait_until(async move {
        waiters.notify(match shared_body.read_bytes(BODY_MAX).await {
            Ok(Some(body)) => FlightResult::Response(status, shared_headers, body),
            _ => FlightResult::NotShared,
        });
    });
    Ok(UpstreamResponse { status, headers, body: own_body })
}
