//! Waiting for a while, or for another request, by a promise: the crate's own way ends its callback while that still
//! runs, which a future that is polled at once does not survive.

use std::future::Future;
use wasm_bindgen_futures::JsFuture;
use worker::js_sys::{Function, Promise, global};
use worker::wasm_bindgen::{self, JsCast, prelude::wasm_bindgen};
use worker::web_sys::WorkerGlobalScope;

#[wasm_bindgen]
extern "C" {
    type Resolvers;
    #[wasm_bindgen(js_namespace = Promise, js_name = withResolvers)]
    fn with_resolvers() -> Resolvers;
    #[wasm_bindgen(method, getter)]
    fn promise(this: &Resolvers) -> Promise;
    #[wasm_bindgen(method, getter)]
    fn resolve(this: &Resolvers) -> Function;
}

/// Waits for milliseconds.
pub(crate) async fn sleep(milliseconds: u64) {
    let _ = JsFuture::from(Promise::new(&mut |resolve, _| _ = set_timer(milliseconds, &resolve))).await;
}

/// What another request calls, and what waits until it does so, or for milliseconds. Only so may one request settle what
/// another of the Worker waits for: of a promise that a constructor made, the platform forgets to whom it belongs as soon
/// as the constructor's call is compiled to fast code, and what waits goes on in the wrong request.
pub(crate) fn waiter(milliseconds: u32) -> (Function, impl Future<Output = ()>) {
    let resolvers = with_resolvers();
    let wake = resolvers.resolve();
    let timer = set_timer(milliseconds.into(), &wake);
    let woken = JsFuture::from(resolvers.promise());
    let waits = async move {
        let _ = woken.await;
        // One that is left alone keeps the request's memory for as long as it runs.
        global_scope().clear_timeout_with_handle(timer);
    };
    (wake, waits)
}

/// Calls a function after milliseconds; the timer's number.
fn set_timer(milliseconds: u64, call: &Function) -> i32 {
    let milliseconds = i32::try_from(milliseconds).unwrap_or(i32::MAX);
    global_scope().set_timeout_with_callback_and_timeout_and_arguments_0(call, milliseconds).unwrap_or_default()
}

fn global_scope() -> WorkerGlobalScope {
    global().unchecked_into()
}
