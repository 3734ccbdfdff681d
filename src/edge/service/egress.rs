//! Requests of the service to other servers: with a timeout; redirects are not followed, and bodies not read.

use crate::edge::convert;
use crate::edge::log::print_line;
use crate::gateway::log::Level;
use crate::service::environment::egress::{OutboundRequest, OutboundStatus};
use wasm_bindgen_futures::JsFuture;
use worker::js_sys::{Reflect, Uint8Array};
use worker::wasm_bindgen::{JsCast, JsValue};
use worker::web_sys;

/// Milliseconds until a request fails for which a client waits.
pub(super) const EXTERNAL_CALL_TIMEOUT_MS: u32 = 5_000;

/// Milliseconds until an outbound task fails.
pub(super) const TASK_TIMEOUT_MS: u32 = 10_000;

/// Sends a request, if it is permitted. Returns the status of the response.
pub(super) async fn send_request(request: &OutboundRequest, timeout: u32) -> OutboundStatus {
    // The URL comes from a user: it must not lead into a private network.
    if !request.is_permitted() {
        return None;
    }
    fetch_status(request, timeout)
        .await
        .inspect_err(|error| print_line(Level::Warn, "another server was not reached", None, error))
        .ok()
}

async fn fetch_status(request: &OutboundRequest, timeout: u32) -> worker::Result<u16> {
    let init = web_sys::RequestInit::new();
    init.set_method(&request.method);
    init.set_headers(&convert::to_platform_headers(&request.headers).into());
    init.set_redirect(web_sys::RequestRedirect::Manual);
    init.set_signal(Some(&web_sys::AbortSignal::timeout_with_u32(timeout)));
    if !request.body.is_empty() {
        init.set_body(&Uint8Array::from(request.body.as_bytes()));
    }
    let scope: web_sys::WorkerGlobalScope = worker::js_sys::global().unchecked_into();
    let response =
        JsFuture::from(scope.fetch_with_str_and_init(&request.url, &init)).await.map_err(name_of_exception)?;
    let response: web_sys::Response = response.dyn_into()?;
    // An unread body would occupy its connection.
    if let Some(body) = response.body() {
        let _ = JsFuture::from(body.cancel()).await;
    }
    Ok(response.status())
}

/// The name of an exception. Its message is not logged, since it may quote the request.
fn name_of_exception(exception: JsValue) -> worker::Error {
    let name = Reflect::get(&exception, &JsValue::from_str("name")).ok().and_then(|name| name.as_string());
    worker::Error::RustError(name.unwrap_or_else(|| "fetch failed".to_owned()))
}
