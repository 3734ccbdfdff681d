//! Waiting for a while, by a promise: the crate's own way ends its callback while that still runs, which a future that
//! is polled at once does not survive.

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
pub(crate) async fn pause(milliseconds: u64) {
    let _ = JsFuture::from(Promise::new(&mut |resolve, _| after(milliseconds, &resolve))).await;
}

/// Waits until another request calls the function that is kept for it, or for milliseconds. What one request waits for,
/// another may settle only so: of a promise that a constructor made, the platform forgets to whom it belongs as soon as
/// the constructor's call is compiled to fast code, and what waits goes on in the wrong request.
pub(crate) fn woken(milliseconds: u32, keep: impl FnOnce(Function)) -> JsFuture {
    let resolvers = with_resolvers();
    after(milliseconds.into(), &resolvers.resolve());
    keep(resolvers.resolve());
    JsFuture::from(resolvers.promise())
}

/// Calls a function after milliseconds.
fn after(milliseconds: u64, call: &Function) {
    let scope: WorkerGlobalScope = global().unchecked_into();
    let milliseconds = i32::try_from(milliseconds).unwrap_or(i32::MAX);
    let _ = scope.set_timeout_with_callback_and_timeout_and_arguments_0(call, milliseconds);
}
