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
    number: u32,
    told: Option<Told>,
    waker: Option<Waker>,
}

thread_local! {
    static CALLS: RefCell<Vec<Call>> = const { RefCell::new(Vec::new()) };
    static COUNT: Cell<u32> = const { Cell::new(0) };
    static TELL: Function = Closure::<dyn Fn(u32, u16, String, JsValue)>::new(tell).into_js_value().unchecked_into();
}

/// A call under way. Once it is dropped, nobody hears how it ended.
pub(crate) struct UnderWay(u32);

/// Makes a call: `begin` is given its number, and the function to tell its end by.
pub(crate) fn call(begin: impl FnOnce(u32, &Function)) -> UnderWay {
    let number = COUNT.get().wrapping_add(1);
    COUNT.set(number);
    CALLS.with_borrow_mut(|calls| calls.push(Call { number, told: None, waker: None }));
    TELL.with(|tell| begin(number, tell));
    UnderWay(number)
}

fn tell(number: u32, status: u16, lines: String, body: JsValue) {
    let waker = CALLS.with_borrow_mut(|calls| {
        let call = calls.iter_mut().find(|call| call.number == number)?;
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
            let Some(call) = calls.iter_mut().find(|call| call.number == self.0) else { return Poll::Pending };
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
        CALLS.with_borrow_mut(|calls| calls.retain(|call| call.number != self.0));
    }
}
