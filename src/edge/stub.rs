//! Calls to Durable Objects: bytes there, bytes back, over a new stub each time.
//!
//! The platform holds an answer back until what its object wrote is on the disk. So an answer that says that it wrote is a
//! write that succeeded, and a call without an answer may be one that failed: the isolate notes both for `/healthz`.

use super::isolate_state;
use wasm_bindgen_futures::JsFuture;
use worker::js_sys::{Promise, Reflect, Uint8Array};
use worker::wasm_bindgen::{self, JsCast, JsValue, prelude::wasm_bindgen};
use worker::{Env, web_sys};

/// Whether an object wrote for its answer.
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

/// Status of an answer for which an object wrote something.
const WROTE: u16 = 201;

/// Sends bytes to the object of a name, which has a database.
pub(crate) async fn call_object(env: &Env, binding: &str, name: &str, body: &[u8]) -> worker::Result<Vec<u8>> {
    let init = web_sys::RequestInit::new();
    init.set_method("POST");
    init.set_body(&Uint8Array::from(body));
    let asked = fetch_from_object(env, binding, name, "/", &init).await;
    match &asked {
        Ok(answer) if answer.status() != WROTE => {}
        asked => isolate_state::set_storing(asked.is_ok()),
    }
    let answer = asked?;
    if !answer.ok() {
        return Err(worker::Error::RustError(format!("{binding} answered with {}", answer.status())));
    }
    read_buffer(answer.array_buffer()?).await
}

/// Sends a request to the object of a name. One exception makes a stub useless, so none is kept.
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

/// The bytes of a request that reached an object.
pub(crate) async fn read_request(request: &worker::Request) -> worker::Result<Vec<u8>> {
    read_buffer(request.inner().array_buffer()?).await
}

/// The answer of an object, which says whether it wrote anything.
pub(crate) fn respond_bytes(body: &[u8], wrote: WriteStatus) -> worker::Result<worker::Response> {
    let (body, init) = (Uint8Array::from(body), web_sys::ResponseInit::new());
    if wrote == WriteStatus::Something {
        init.set_status(WROTE);
    }
    Ok(web_sys::Response::new_with_opt_js_u8_array_and_init(Some(&body), &init)?.into())
}

async fn read_buffer(promise: Promise) -> worker::Result<Vec<u8>> {
    Ok(Uint8Array::new(&JsFuture::from(promise).await?).to_vec())
}
