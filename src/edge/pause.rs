//! Waiting for a while, by a promise: the crate's own way ends its callback while that still runs, which a future that
//! is polled at once does not survive.

use wasm_bindgen_futures::JsFuture;
use worker::js_sys::{Function, Promise, global};
use worker::wasm_bindgen::JsCast;
use worker::web_sys::WorkerGlobalScope;

/// Waits for milliseconds.
pub(crate) async fn pause(milliseconds: u64) {
    let _ = JsFuture::from(Promise::new(&mut |resolve, _| after(milliseconds, &resolve))).await;
}

/// Calls a function after milliseconds.
pub(crate) fn after(milliseconds: u64, call: &Function) {
    let scope: WorkerGlobalScope = global().unchecked_into();
    let milliseconds = i32::try_from(milliseconds).unwrap_or(i32::MAX);
    let _ = scope.set_timeout_with_callback_and_timeout_and_arguments_0(call, milliseconds);
}
