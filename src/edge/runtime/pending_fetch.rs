//! Pending fetches: requests to other servers that have not ended yet. Each has a number, under which one JavaScript
//! function for all reports its end. A `JsFuture` makes two functions for each promise, which the garbage collector
//! must track.

use super::{clock, task::WAIT_MAX_MS};
use std::cell::{Cell, RefCell};
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll, Waker};
use worker::js_sys::Function;
use worker::wasm_bindgen::{JsCast, JsValue, closure::Closure};

/// What `fetch.js` reports at the end of a fetch.
pub(super) struct FetchResult {
    /// Status of the response; 0 if there is none.
    pub(super) status: u16,
    /// The response's headers, a line for each name and each value. Without a response, the name of the exception.
    pub(super) header_lines: String,
    /// An `ArrayBuffer` with the whole body, a stream, or null.
    pub(super) body: JsValue,
}

struct PendingEntry {
    /// An integer of up to 53 bits, so that numbers only grow during the life of an isolate.
    number: f64,
    /// The age of the isolate at the beginning.
    began: i64,
    result: Option<FetchResult>,
    waker: Option<Waker>,
}

thread_local! {
    /// The pending fetches, in the order of their numbers.
    static PENDING: RefCell<Vec<PendingEntry>> = const { RefCell::new(Vec::new()) };
    static COUNT: Cell<f64> = const { Cell::new(0.0) };
    static SETTLE: Function = Closure::<dyn Fn(f64, u16, String, JsValue)>::new(settle_fetch).into_js_value().unchecked_into();
}

/// A pending fetch. Once it is dropped, its result is ignored.
pub(super) struct PendingFetch(f64);

/// Starts a fetch. `begin` gets its number and the function that reports its end.
pub(super) fn begin_fetch(begin: impl FnOnce(f64, &Function)) -> PendingFetch {
    let number = COUNT.get() + 1.0;
    COUNT.set(number);
    let began = clock::advance_age();
    let abandoned = PENDING.with_borrow_mut(|entries| {
        entries.push(PendingEntry { number, began, result: None, waker: None });
        // If the platform dropped the waiting task without a signal, only this entry's waker still holds it.
        let is_old = entries.first().is_some_and(|entry| entry.began.saturating_add(WAIT_MAX_MS) < began);
        is_old.then(|| entries.remove(0))
    });
    // The waker may drop a task that holds another `PendingFetch`, which borrows the list again.
    drop(abandoned);
    SETTLE.with(|settle| begin(number, settle));
    PendingFetch(number)
}

fn position_of(entries: &[PendingEntry], number: f64) -> Option<usize> {
    entries.binary_search_by(|entry| entry.number.total_cmp(&number)).ok()
}

fn settle_fetch(number: f64, status: u16, header_lines: String, body: JsValue) {
    let waker = PENDING.with_borrow_mut(|entries| {
        let index = position_of(entries, number)?;
        let entry = entries.get_mut(index)?;
        entry.result = Some(FetchResult { status, header_lines, body });
        entry.waker.take()
    });
    // The wake polls the task at once, and the poll borrows the list again.
    if let Some(waker) = waker {
        waker.wake();
    }
}

impl Future for PendingFetch {
    type Output = FetchResult;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<FetchResult> {
        let (result, _former_waker) = PENDING
            .with_borrow_mut(|entries| {
                let entry = position_of(entries, self.0).and_then(|index| entries.get_mut(index))?;
                let result = entry.result.take();
                Some((result, entry.waker.replace(context.waker().clone())))
            })
            .unwrap_or_default();
        result.map_or(Poll::Pending, Poll::Ready)
    }
}

impl Drop for PendingFetch {
    fn drop(&mut self) {
        let entry = PENDING.with_borrow_mut(|entries| position_of(entries, self.0).map(|index| entries.remove(index)));
        // Its waker may be the last reference to the task: it is dropped after the borrow has ended.
        drop(entry);
    }
}
