//! Fetches by `worker::Fetch`, for measurements only: each timeout is a deadline, so it also ends a body that is still
//! being read.

use crate::wire::http::Header;
use worker::js_sys::Uint8Array;
use worker::wasm_bindgen::JsValue;
use worker::{AbortSignal, Context, Fetch, Headers, Method, Request, RequestInit, RequestRedirect, web_sys};

pub(crate) use crate::edge::runtime::fetch::{FetchRequest, FetchResponse, FetchTimeout, pipe};

/// Bytes of the largest body that is read as a whole, as in `runtime/fetch.js`.
const WHOLE_MAX: u32 = 65_536;

/// Sends a request.
///
/// # Errors
///
/// If the platform refuses the request, or no response arrives in time.
pub(crate) async fn send(_: &Context, request: FetchRequest<'_>) -> worker::Result<FetchResponse> {
    let headers = Headers::new();
    for (name, value) in request.headers {
        headers.append(name, value)?;
    }
    let mut init = RequestInit::new();
    init.with_method(Method::from(request.method.to_owned()));
    init.with_headers(headers).with_redirect(RequestRedirect::Manual);
    init.with_body((!request.body.is_undefined()).then_some(request.body));
    let question = if request.query.is_empty() { "" } else { "?" };
    let url = [request.origin, request.path, question, request.query].concat();
    let (FetchTimeout::Deadline(milliseconds) | FetchTimeout::Stall(milliseconds, _)) = request.timeout;
    let signal = AbortSignal::from(web_sys::AbortSignal::timeout_with_u32(milliseconds));
    let mut response = Fetch::Request(Request::new_with_init(&url, &init)?).send_with_signal(&signal).await?;
    let (status, headers): (u16, Vec<Header>) = (response.status_code(), response.headers().entries().collect());
    let header = |wanted| headers.iter().find(|(name, _)| name == wanted).map(|(_, value)| value);
    let length = header("content-length").and_then(|length| length.parse().ok());
    let body = if length.is_some_and(|length: u32| length <= WHOLE_MAX) && header("content-encoding").is_none() {
        match response.bytes().await? {
            bytes if bytes.is_empty() => JsValue::NULL,
            bytes => Uint8Array::from(bytes.as_slice()).buffer().into(),
        }
    } else {
        web_sys::Response::from(response).body().map_or(JsValue::NULL, JsValue::from)
    };
    Ok(FetchResponse { status, headers, body })
}
