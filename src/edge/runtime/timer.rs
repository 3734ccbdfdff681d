//! Sleeping, and waiting for another request, both through a JavaScript promise.

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

/// A function for another request to call, and a future that ends when it is called or after milliseconds.
///
/// This is the only safe way for one request to wake another. The platform forgets which request a promise of
/// `new Promise` belongs to once that constructor call is compiled to fast code, and the waiting future would resume in
/// the wrong request.
pub(crate) fn waiter(milliseconds: u32) -> (Function, impl Future<Output = ()>) {
    let resolvers = with_resolvers();
    let wake = resolvers.resolve();
    let timer = set_timer(milliseconds.into(), &wake);
    let woken = JsFuture::from(resolvers.promise());
    let waits = async move {
        let _ = woken.await;
        // A running timer would keep the request's memory until it fires.
        global_scope().clear_timeout_with_handle(timer);
    };
    (wake, waits)
}

/// Calls a function after milliseconds. Returns the timer's number.
fn set_timer(milliseconds: u64, call: &Function) -> i32 {
    let milliseconds = i32::try_from(milliseconds).unwrap_or(i32::MAX);
    global_scope().set_timeout_with_callback_and_timeout_and_arguments_0(call, milliseconds).unwrap_or_default()
}

fn global_scope() -> WorkerGlobalScope {
    global().unchecked_into()
}
