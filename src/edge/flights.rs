//! Reads whose answers are not kept: those that come at once share one call of the API.
//!
//! Each waits on a promise of its own, which whoever fetched the answer resolves: nothing of one request may be
//! awaited by another but that. Streams cannot be shared so; the body is read for the others while it passes.

use super::budget::Caller;
use super::clock::platform;
use super::pause::woken;
use super::upstream::UpstreamRequest;
use super::{RequestContext, note, retry};
use crate::edge::response::{ResponseBody, UpstreamResponse};
use crate::gateway::account::Account;
use crate::gateway::cache::{BYPASS, COLLAPSED, Key};
use crate::gateway::flights::{BODY_MAX, Flights, JOINED, PATIENCE};
use crate::gateway::problem::Problem;
use crate::gateway::proxy::Refusal;
use crate::wire::http::Header;
use std::cell::RefCell;
use std::rc::Rc;
use worker::js_sys::Function;
use worker::wasm_bindgen::JsValue;

/// What those who wait are told.
enum Told {
    /// Not a word until their patience has run out.
    Silence,
    /// That it is over, and no answer.
    Nothing,
    ResponseBody(u16, Vec<Header>, Vec<u8>),
    Failure(Refusal),
    /// The answer is too large to be shared.
    Alone,
}

/// One who waits: where it is told, and what wakes it.
type Waiter = (Rc<RefCell<Rc<Told>>>, Function);

thread_local! {
    static FLIGHTS: RefCell<Flights<Waiter>> = RefCell::default();
}

/// A write of the account has passed.
pub(crate) fn close(account: &Account) {
    FLIGHTS.with_borrow_mut(|flights| flights.close(account));
}

/// The answer to a read, and its `Cache-Status`.
pub(crate) async fn send(
    visit: &RequestContext,
    key: Key,
    caller: Caller,
    outgoing: UpstreamRequest<'_>,
) -> (Result<UpstreamResponse, Refusal>, String) {
    while let Some(told) = wait(&key, JOINED, PATIENCE).await {
        match &*told {
            Told::Silence | Told::Nothing => {}
            Told::ResponseBody(status, headers, body) => {
                let body = ResponseBody::Bytes(body.clone());
                let incoming = UpstreamResponse { status: *status, headers: headers.clone(), body };
                return (Ok(incoming), [BYPASS, COLLAPSED].concat());
            }
            Told::Failure(refusal) => return (Err(refusal.clone()), [BYPASS, COLLAPSED].concat()),
            Told::Alone => return (retry::send(visit, caller, outgoing).await, BYPASS.to_owned()),
        }
    }
    let number = FLIGHTS.with_borrow_mut(|flights| flights.begin(key, platform()));
    let sent = retry::send(visit, caller, outgoing).await;
    let waiting = FLIGHTS.with_borrow_mut(|flights| flights.end(number));
    let sent = if waiting.is_empty() { sent } else { share(visit, waiting, sent) };
    (sent, BYPASS.to_owned())
}

/// A turn at what is done once at a time. Whoever waits for it goes on when it is dropped.
pub(crate) struct Turn(u64);

impl Turn {
    /// Begins one, whoever else has one.
    pub(crate) fn begin(key: Key) -> Turn {
        Turn(FLIGHTS.with_borrow_mut(|flights| flights.begin(key, platform())))
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let waiting = FLIGHTS.with_borrow_mut(|flights| flights.end(self.0));
        tell(&waiting, Told::Nothing);
    }
}

/// Takes a turn; none after waiting for the end of another's. A turn whose request went away may never end: after so many
/// milliseconds it is not waited for any longer.
pub(crate) async fn turn(key: Key, patience: u32) -> Option<Turn> {
    match wait(&key, patience, patience).await.as_deref() {
        None | Some(Told::Silence) => Some(Turn::begin(key)),
        Some(_) => None,
    }
}

/// Waits for a like read; none if there is none to wait for.
async fn wait(key: &Key, joined: u32, patience: u32) -> Option<Rc<Told>> {
    let told = Rc::new(RefCell::new(Rc::new(Told::Silence)));
    let place = Rc::clone(&told);
    let woken = FLIGHTS.with_borrow_mut(|flights| {
        let waiting = flights.join(key, platform(), joined)?;
        let (wake, woken) = woken(patience);
        waiting.push((place, wake));
        Some(woken)
    })?;
    woken.await;
    Some(told.borrow().clone())
}

fn share(
    visit: &RequestContext,
    waiting: Vec<Waiter>,
    sent: Result<UpstreamResponse, Refusal>,
) -> Result<UpstreamResponse, Refusal> {
    let UpstreamResponse { status, headers, body } = sent.inspect_err(|refusal| {
        // What became of a request whose page has left is no answer to the others.
        let told = if visit.arrival.is_gone() { Told::Nothing } else { Told::Failure(refusal.clone()) };
        tell(&waiting, told);
    })?;
    let [mine, others] = body.split().map_err(|error| {
        note("an answer was not shared", &error);
        Problem::Internal
    })?;
    let shared = headers.clone();
    visit.context.wait_until(async move {
        tell(
            &waiting,
            match others.bytes(BODY_MAX).await {
                Ok(Some(body)) => Told::ResponseBody(status, shared, body),
                _ => Told::Alone,
            },
        );
    });
    Ok(UpstreamResponse { status, headers, body: mine })
}

fn tell(waiting: &[Waiter], told: Told) {
    let told = Rc::new(told);
    for (place, wake) in waiting {
        place.replace(Rc::clone(&told));
        let _ = wake.call0(&JsValue::UNDEFINED);
    }
}
