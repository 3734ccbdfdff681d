//! Pending fetches: requests to a remote API that have not ended yet. Each has a number, under which its end is
//! reported through one function for all; the crate's own way makes two functions for each promise, which the platform
//! must track.
//!
//! A fetch that is given up ends with its request at the latest. A fetch of a Durable Object, which outlives requests,
//! is ended by a signal. `fetch.js` watches the bodies for a stall while they pass, through one piece of memory each.

use super::{clock, task::WAIT_MAX_MS};
use crate::wire::dates::Timestamp;
use std::cell::{Cell, RefCell};
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll, Waker};
use worker::js_sys::Function;
use worker::wasm_bindgen::{JsCast, JsValue, closure::Closure};

/// How a call ended.
pub(crate) struct FetchResult {
    /// Status of the answer; 0 if there is none.
    pub(crate) status: u16,
    /// The answer's headers, a line for each name and each value; without an answer the name of what went wrong.
    pub(crate) header_lines: String,
    /// The body: a stream, all of it, or nothing.
    pub(crate) body: JsValue,
}

struct PendingCall {
    /// Of 53 bits, so that the next one is larger for as long as an isolate may live.
    number: f64,
    began: Timestamp,
    result: Option<FetchResult>,
    waker: Option<Waker>,
}

thread_local! {
    /// The calls under way, in the order of their numbers.
    static PENDING: RefCell<Vec<PendingCall>> = const { RefCell::new(Vec::new()) };
    static COUNT: Cell<f64> = const { Cell::new(0.0) };
    static SETTLE: Function = Closure::<dyn Fn(f64, u16, String, JsValue)>::new(settle_fetch).into_js_value().unchecked_into();
}

/// A call under way. Once it is dropped, nobody hears how it ended.
pub(crate) struct PendingFetch(f64);

/// Makes a call: `begin` is given its number, and the function to tell its end by.
pub(crate) fn begin_fetch(begin: impl FnOnce(f64, &Function)) -> PendingFetch {
    let number = COUNT.get() + 1.0;
    COUNT.set(number);
    let began = clock::platform_time();
    let left = PENDING.with_borrow_mut(|calls| {
        calls.push(PendingCall { number, began, result: None, waker: None });
        // What waits for a call may have gone away without a word, and be held by its waker alone.
        let old = calls.first().is_some_and(|call| call.began.saturating_add(WAIT_MAX_MS) < began);
        old.then(|| calls.remove(0))
    });
    drop(left);
    SETTLE.with(|tell| begin(number, tell));
    PendingFetch(number)
}

fn position_of(calls: &[PendingCall], number: f64) -> Option<usize> {
    calls.binary_search_by(|call| call.number.total_cmp(&number)).ok()
}

fn settle_fetch(number: f64, status: u16, lines: String, body: JsValue) {
    let waker = PENDING.with_borrow_mut(|calls| {
        let at = position_of(calls, number)?;
        let call = calls.get_mut(at)?;
        call.result = Some(FetchResult { status, header_lines: lines, body });
        call.waker.take()
    });
    if let Some(waker) = waker {
        waker.wake();
    }
}

impl Future for PendingFetch {
    type Output = FetchResult;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<FetchResult> {
        let (told, _waker) = PENDING
            .with_borrow_mut(|calls| {
                let call = position_of(calls, self.0).and_then(|at| calls.get_mut(at))?;
                let told = call.result.take();
                Some((told, call.waker.replace(context.waker().clone())))
            })
            .unwrap_or_default();
        told.map_or(Poll::Pending, Poll::Ready)
    }
}

impl Drop for PendingFetch {
    fn drop(&mut self) {
        // Its waker may be the last thing that holds what it wakes.
        let call = PENDING.with_borrow_mut(|calls| position_of(calls, self.0).map(|at| calls.remove(at)));
        drop(call);
    }
}
