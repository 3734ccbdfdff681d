//! Calls of Durable Objects: bytes in, bytes out, by a new stub each time.
//!
//! The platform delays a response until the object's writes are on disk. So a response with the status of a write means
//! that the write succeeded, and a call without a response that it may have failed. `/healthz` shows the last of these.

use super::isolate_state;
use wasm_bindgen_futures::JsFuture;
use worker::js_sys::{Promise, Reflect, Uint8Array};
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

    type Stub;
    #[wasm_bindgen(structural, method, catch)]
    fn fetch(this: &Stub, url: &str, init: &web_sys::RequestInit) -> Result<Promise, JsValue>;
}

/// Status of a response after a write.
const WROTE: u16 = 201;

/// Sends bytes to the object with this name, which has a database. Returns the bytes of its response.
///
/// # Errors
///
/// If the binding is missing, the object throws, or its response is no success.
pub(crate) async fn call_object(env: &Env, binding: &str, name: &str, body: &[u8]) -> worker::Result<Vec<u8>> {
    let init = web_sys::RequestInit::new();
    init.set_method("POST");
    init.set_body(&Uint8Array::from(body));
    let sent = fetch_from_object(env, binding, name, "/", &init).await;
    match &sent {
        // A read says nothing about the disk.
        Ok(response) if response.status() != WROTE => {}
        sent => isolate_state::set_storing(sent.is_ok()),
    }
    let response = sent?;
    if !response.ok() {
        return Err(worker::Error::RustError(format!("{binding} answered with {}", response.status())));
    }
    read_buffer(response.array_buffer()?).await
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
    let namespace = Reflect::get(env, &JsValue::from_str(binding))?;
    if !namespace.is_object() {
        return Err(worker::Error::RustError(format!("there is no binding {binding}")));
    }
    let stub = namespace.unchecked_ref::<Namespace>().get_by_name(name)?;
    Ok(JsFuture::from(stub.fetch(&format!("http://object{target}"), init)?).await?.dyn_into()?)
}

/// The body of a request to an object.
///
/// # Errors
///
/// If the caller has gone away.
pub(crate) async fn read_request(request: &worker::Request) -> worker::Result<Vec<u8>> {
    read_buffer(request.inner().array_buffer()?).await
}

/// The response of an object, whose status says whether it wrote anything.
///
/// # Errors
///
/// If the platform cannot build the response.
pub(crate) fn respond_bytes(body: &[u8], writes: WriteStatus) -> worker::Result<worker::Response> {
    let (body, init) = (Uint8Array::from(body), web_sys::ResponseInit::new());
    if writes == WriteStatus::Something {
        init.set_status(WROTE);
    }
    Ok(web_sys::Response::new_with_opt_js_u8_array_and_init(Some(&body), &init)?.into())
}

async fn read_buffer(promise: Promise) -> worker::Result<Vec<u8>> {
    Ok(Uint8Array::new(&JsFuture::from(promise).await?).to_vec())
}
