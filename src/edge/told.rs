//! Waiting for what another server answers. Each call has a number, under which its end is told through one function for
//! all: the usual way makes two functions for each promise, and the platform's memory keeps book of both.

use super::{clock, task::WAITS_MAX};
use crate::wire::dates::Moment;
use std::cell::{Cell, RefCell};
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll, Waker};
use worker::js_sys::Function;
use worker::wasm_bindgen::{JsCast, JsValue, closure::Closure};

/// How a call ended.
pub(crate) struct Told {
    /// Status of the answer; 0 if there is none.
    pub(crate) status: u16,
    /// The answer's headers, a line for each name and each value; without an answer the name of what went wrong.
    pub(crate) lines: String,
    /// The body: a stream, all of it, or nothing.
    pub(crate) body: JsValue,
}

struct Call {
    /// Of 53 bits, so that the next one is larger for as long as an isolate may live.
    number: f64,
    began: Moment,
    told: Option<Told>,
    waker: Option<Waker>,
}

thread_local! {
    /// The calls under way, in the order of their numbers.
    static CALLS: RefCell<Vec<Call>> = const { RefCell::new(Vec::new()) };
    static COUNT: Cell<f64> = const { Cell::new(0.0) };
    static TELL: Function = Closure::<dyn Fn(f64, u16, String, JsValue)>::new(tell).into_js_value().unchecked_into();
}

/// A call under way. Once it is dropped, nobody hears how it ended.
pub(crate) struct UnderWay(f64);

/// Makes a call: `begin` is given its number, and the function to tell its end by.
pub(crate) fn call(begin: impl FnOnce(f64, &Function)) -> UnderWay {
    let number = COUNT.get() + 1.0;
    COUNT.set(number);
    let began = clock::platform();
    let left = CALLS.with_borrow_mut(|calls| {
        calls.push(Call { number, began, told: None, waker: None });
        // What waits for a call may have gone away without a word, and be held by its waker alone.
        let old = calls.first().is_some_and(|call| call.began.plus(WAITS_MAX) < began);
        old.then(|| calls.remove(0))
    });
    drop(left);
    TELL.with(|tell| begin(number, tell));
    UnderWay(number)
}

fn place(calls: &[Call], number: f64) -> Option<usize> {
    calls.binary_search_by(|call| call.number.total_cmp(&number)).ok()
}

fn tell(number: f64, status: u16, lines: String, body: JsValue) {
    let waker = CALLS.with_borrow_mut(|calls| {
        let at = place(calls, number)?;
        let call = calls.get_mut(at)?;
        call.told = Some(Told { status, lines, body });
        call.waker.take()
    });
    if let Some(waker) = waker {
        waker.wake();
    }
}

impl Future for UnderWay {
    type Output = Told;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Told> {
        let (told, _waker) = CALLS
            .with_borrow_mut(|calls| {
                let call = place(calls, self.0).and_then(|at| calls.get_mut(at))?;
                let told = call.told.take();
                Some((told, call.waker.replace(context.waker().clone())))
            })
            .unwrap_or_default();
        told.map_or(Poll::Pending, Poll::Ready)
    }
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        // Its waker may be the last thing that holds what it wakes.
        let call = CALLS.with_borrow_mut(|calls| place(calls, self.0).map(|at| calls.remove(at)));
        drop(call);
    }
}
