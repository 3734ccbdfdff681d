//! Waiting for what another server answers. Each call has a number, under which its end is told through one function for
//! all: the usual way makes two functions for each promise, and the platform's memory keeps book of both.

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
    number: f64,
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
    CALLS.with_borrow_mut(|calls| calls.push(Call { number, told: None, waker: None }));
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
        CALLS.with_borrow_mut(|calls| {
            let Some(call) = place(calls, self.0).and_then(|at| calls.get_mut(at)) else { return Poll::Pending };
            match call.told.take() {
                Some(told) => Poll::Ready(told),
                None => {
                    call.waker = Some(context.waker().clone());
                    Poll::Pending
                }
            }
        })
    }
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        // Its waker may be the last thing that holds what it wakes.
        let call = CALLS.with_borrow_mut(|calls| place(calls, self.0).map(|at| calls.remove(at)));
        drop(call);
    }
}
