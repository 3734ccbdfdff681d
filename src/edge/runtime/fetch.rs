//! Fetches to other servers. Redirects are not followed; each fetch has a timeout.
//!
//! A fetch with a stall timeout ends with its request at the latest. A fetch of a Durable Object, which outlives
//! requests, needs another timeout: an abort signal ends it.

use super::headers::{format_lines, is_single_line, parse_header_lines};
use super::pending_fetch::{self, FetchResult};
use super::timeout_sweep;
use crate::wire::http::Header;
use crate::wire::text::split_on;
use worker::js_sys::Function;
use worker::wasm_bindgen::{self, JsValue, prelude::wasm_bindgen};
use worker::{Context, web_sys};

#[wasm_bindgen(module = "/src/edge/runtime/fetch.js")]
extern "C" {
    #[wasm_bindgen(js_name = fetchWithDeadline)]
    fn fetch_with_deadline(number: f64, settle: &Function, head: &str, body: &JsValue, milliseconds: u32);
    #[wasm_bindgen(js_name = fetchWithStallTimeout)]
    fn fetch_with_stall_timeout(
        number: f64,
        settle: &Function,
        head: &str,
        body: &JsValue,
        milliseconds: u32,
        aborts: bool,
    );
    #[wasm_bindgen(js_name = pipeBody)]
    fn pipe_body(body: &web_sys::ReadableStream, milliseconds: u32, transform: &JsValue) -> web_sys::ReadableStream;
}

/// When a fetch is aborted.
#[derive(Clone, Copy)]
pub(crate) enum FetchTimeout {
    /// Milliseconds until the whole response must be there.
    Deadline(u32),
    /// Milliseconds until the headers must be there, and a small body with them. True for a fetch of a Durable Object.
    Stall(u32, bool),
}

/// A request to another server.
pub(crate) struct FetchRequest<'a> {
    pub(crate) method: &'a str,
    /// The URL in parts, of which the last is the query without its question mark.
    pub(crate) origin: &'a str,
    pub(crate) path: &'a str,
    pub(crate) query: &'a str,
    pub(crate) headers: &'a [Header],
    pub(crate) body: JsValue,
    pub(crate) timeout: FetchTimeout,
}

/// The response of another server.
pub(crate) struct FetchResponse {
    pub(crate) status: u16,
    pub(crate) headers: Vec<Header>,
    /// An `ArrayBuffer` with the whole body, a stream, or null.
    pub(crate) body: JsValue,
}

/// Sends a request.
///
/// # Errors
///
/// If method or URL contain a line break, or no response arrives: then the text is the cause, which is `TimeoutError`
/// after a timeout.
pub(crate) async fn send(execution: &Context, request: FetchRequest<'_>) -> worker::Result<FetchResponse> {
    let FetchRequest { method, origin, path, query, headers, body, timeout } = request;
    // The head crosses as lines: a line break would begin a header of the sender's choice.
    if ![method, path, query].into_iter().all(is_single_line) {
        return Err(worker::Error::RustError("a URL with a line break".to_owned()));
    }
    let question = if query.is_empty() { "" } else { "?" };
    let head = format_lines(&[method, "\n", origin, path, question, query, "\n"], &mut headers.iter());
    let pending = pending_fetch::begin_fetch(|number, settle| match timeout {
        FetchTimeout::Deadline(milliseconds) => fetch_with_deadline(number, settle, &head, &body, milliseconds),
        FetchTimeout::Stall(milliseconds, aborts) => {
            timeout_sweep::ensure_scheduled(execution);
            fetch_with_stall_timeout(number, settle, &head, &body, milliseconds, aborts);
        }
    });
    let FetchResult { status, header_lines, body } = pending.await;
    if status == 0 {
        return Err(worker::Error::RustError(header_lines));
    }
    Ok(FetchResponse { status, headers: parse_header_lines(split_on(&header_lines, b'\n')), body })
}

/// A body as another stream, which ends with an error when no chunk arrives for `milliseconds`, unless that is 0.
/// `transform`, if it is a function, gets each chunk and `undefined` at the end. It returns the chunk's replacement, or
/// `undefined` to leave the chunk as it is. If the body stalls or breaks off, it gets the cause, which is a text.
pub(crate) fn pipe(body: &web_sys::ReadableStream, milliseconds: u32, transform: &JsValue) -> web_sys::ReadableStream {
    pipe_body(body, milliseconds, transform)
}
