//! Requests to other servers: with a time limit, redirects not followed, answers not read.

use crate::edge::{convert, log_error};
use crate::service::store::egress::{OutboundRequest, OutboundStatus};
use wasm_bindgen_futures::JsFuture;
use worker::js_sys::{Reflect, Uint8Array};
use worker::wasm_bindgen::{JsCast, JsValue};
use worker::web_sys;

/// Milliseconds for which a caller is kept waiting for a question's answer.
pub(super) const QUESTION_TIMEOUT_MS: u32 = 5_000;

/// Milliseconds after which an errand has failed.
pub(super) const TASK_TIMEOUT_MS: u32 = 10_000;

/// Sends a request, if it may be sent, and says how it was answered.
pub(super) async fn send_request(outgoing: &OutboundRequest, timeout: u32) -> OutboundStatus {
    if !outgoing.is_permitted() {
        return None;
    }
    fetch_status(outgoing, timeout).await.inspect_err(|error| log_error("another server was not reached", error)).ok()
}

async fn fetch_status(outgoing: &OutboundRequest, timeout: u32) -> worker::Result<u16> {
    let init = web_sys::RequestInit::new();
    init.set_method(&outgoing.method);
    init.set_headers(&convert::to_platform_headers(&outgoing.headers).into());
    init.set_redirect(web_sys::RequestRedirect::Manual);
    init.set_signal(Some(&web_sys::AbortSignal::timeout_with_u32(timeout)));
    if !outgoing.body.is_empty() {
        init.set_body(&Uint8Array::from(outgoing.body.as_bytes()));
    }
    let scope: web_sys::WorkerGlobalScope = worker::js_sys::global().unchecked_into();
    let answer =
        JsFuture::from(scope.fetch_with_str_and_init(&outgoing.url, &init)).await.map_err(name_of_exception)?;
    let answer: web_sys::Response = answer.dyn_into()?;
    if let Some(body) = answer.body() {
        let _ = JsFuture::from(body.cancel()).await;
    }
    Ok(answer.status())
}

/// An exception by its name alone: its message may quote what was sent.
fn name_of_exception(exception: JsValue) -> worker::Error {
    let name = Reflect::get(&exception, &JsValue::from_str("name")).ok().and_then(|name| name.as_string());
    worker::Error::RustError(name.unwrap_or_else(|| "fetch failed".to_owned()))
}
