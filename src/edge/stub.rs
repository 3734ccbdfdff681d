//! Calls of Durable Objects: bytes in, bytes out, by a new stub each time.
//!
//! A call is an RPC of the platform, which takes less time than a request with a body. `edge/runtime/entry.js` makes
//! the classes callable. The platform delays a reply until the object's writes are on disk. So a reply that says that
//! the object wrote means that the write succeeded, and a call without a reply that it may have failed. `/healthz`
//! shows the last of these.

use super::isolate_state;
use super::task;
use std::future::Future;
use wasm_bindgen_futures::JsFuture;
use worker::js_sys::{Array, Promise, Reflect, Uint8Array};
use worker::wasm_bindgen::{self, JsCast, JsValue, prelude::wasm_bindgen};
use worker::{Env, web_sys};

/// Whether an object wrote to its database.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum WriteStatus {
    Nothing,
    Something,
}

#[wasm_bindgen]
extern "C" {
    type Namespace;
    #[wasm_bindgen(structural, method, catch, js_name = getByName)]
    fn get_by_name(this: &Namespace, name: &str) -> Result<Stub, JsValue>;

    pub(crate) type Stub;
    #[wasm_bindgen(structural, method, catch)]
    fn fetch(this: &Stub, url: &str, init: &web_sys::RequestInit) -> Result<Promise, JsValue>;
    #[wasm_bindgen(structural, method, catch, js_name = handleMessage)]
    fn handle_message(this: &Stub, message: &Uint8Array, body: &Uint8Array) -> Result<Promise, JsValue>;
}

/// Sends a message with a body to the object with this name, which has a database. Returns the head of its reply, and
/// the body, which stays in the platform's memory.
///
/// # Errors
///
/// If the binding is missing, or the object throws.
pub(crate) async fn call_object_with_body(
    env: &Env,
    binding: &str,
    name: &str,
    message: &[u8],
    body: &[u8],
) -> worker::Result<(Vec<u8>, Uint8Array)> {
    let parts =
        reply_parts(stub_of(env, binding, name)?.handle_message(&Uint8Array::from(message), &Uint8Array::from(body)))
            .await;
    match &parts {
        // A read says nothing about the disk.
        Ok(parts) if !parts.get(2).is_truthy() => {}
        parts => isolate_state::set_storing(parts.is_ok()),
    }
    read_parts(&parts?)
}

/// The parts of a reply: head, body, and whether the object wrote.
///
/// # Errors
///
/// If the object throws.
pub(crate) async fn reply_parts(sent: Result<Promise, JsValue>) -> Result<Array, JsValue> {
    Ok(Array::from(&JsFuture::from(sent?).await?))
}

/// The head and the body of a reply.
///
/// # Errors
///
/// If the body is not bytes.
pub(crate) fn read_parts(parts: &Array) -> worker::Result<(Vec<u8>, Uint8Array)> {
    Ok((Uint8Array::new(&parts.get(0)).to_vec(), parts.get(1).dyn_into()?))
}

/// Sends a message without a body to the object with this name, which has a database. Returns the head of its reply.
///
/// # Errors
///
/// If the binding is missing, or the object throws.
pub(crate) async fn call_object(env: &Env, binding: &str, name: &str, message: &[u8]) -> worker::Result<Vec<u8>> {
    Ok(call_object_with_body(env, binding, name, message, &[]).await?.0)
}

/// Runs the method of an object that handles a message, as a promise.
pub(crate) fn run_method<F: Future<Output = worker::Result<JsValue>> + 'static>(method: F) -> Promise {
    task::run_as_promise(async move { Ok(method.await?) })
}

/// A new stub of the object with this name.
///
/// # Errors
///
/// If the binding is missing.
pub(crate) fn stub_of(env: &Env, binding: &str, name: &str) -> worker::Result<Stub> {
    let namespace = Reflect::get(env, &JsValue::from_str(binding))?;
    if !namespace.is_object() {
        return Err(worker::Error::RustError(format!("there is no binding {binding}")));
    }
    Ok(namespace.unchecked_ref::<Namespace>().get_by_name(name)?)
}

/// Sends a request to the object with this name. A stub is unusable after one exception, so each call gets a new one.
///
/// # Errors
///
/// If the binding is missing, or the object throws.
pub(crate) async fn fetch_from_object(
    env: &Env,
    binding: &str,
    name: &str,
    target: &str,
    init: &web_sys::RequestInit,
) -> worker::Result<web_sys::Response> {
    let stub = stub_of(env, binding, name)?;
    Ok(JsFuture::from(stub.fetch(&format!("http://object{target}"), init)?).await?.dyn_into()?)
}

/// The reply of an object: its head, its body, and whether it wrote anything.
pub(crate) fn reply_with_body(head: &[u8], body: &[u8], writes: WriteStatus) -> JsValue {
    let has_written = JsValue::from_bool(writes == WriteStatus::Something);
    Array::of3(&Uint8Array::from(head), &Uint8Array::from(body), &has_written).into()
}

/// The reply of an object without a body.
pub(crate) fn reply_bytes(head: &[u8], writes: WriteStatus) -> JsValue {
    reply_with_body(head, &[], writes)
}
