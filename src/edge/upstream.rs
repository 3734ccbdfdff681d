//! Where the API is: in this Worker, or at another origin. Redirects are never followed. The addresses in an answer lead
//! back to the gateway before anything else sees it.

use super::pending_fetch::{self, FetchResult};
use super::response::{ResponseBody, UpstreamResponse};
use super::service;
use super::{RequestContext, convert, isolate_state, timeout_sweep};
use crate::gateway::config::{Config, Upstream};
use crate::gateway::headers::client_address_header;
use crate::gateway::links::{LinkRewrite, LinkRewriter, rewrite_links};
use crate::gateway::log::Level;
use crate::gateway::metrics::Counter;
use crate::gateway::origin::Origin;
use crate::gateway::problem::Problem;
use crate::wire::http::{Header, Request};
use crate::wire::text::split_on;
use std::mem;
use std::rc::Rc;
use worker::js_sys::{Function, Uint8Array};
use worker::wasm_bindgen::{self, JsCast, JsValue, closure::Closure, prelude::wasm_bindgen};
use worker::web_sys;

#[wasm_bindgen(module = "/src/edge/fetch.js")]
extern "C" {
    fn prompt(number: f64, tell: &Function, call: &str, body: &JsValue, milliseconds: u32);
    fn patient(number: f64, tell: &Function, call: &str, body: &JsValue, milliseconds: u32);
    fn passed(body: &web_sys::ReadableStream, milliseconds: u32, change: &JsValue) -> web_sys::ReadableStream;
}

/// A request to the API.
pub(crate) struct UpstreamRequest<'a> {
    pub(crate) method: &'a str,
    pub(crate) origin: &'a Origin,
    pub(crate) path: &'a str,
    pub(crate) query: &'a str,
    pub(crate) headers: Vec<Header>,
    pub(crate) body: RequestBody,
    /// Milliseconds after which a remote call is given up, whatever has come; without it, one that stalls is.
    pub(crate) timeout: Option<u32>,
    /// Where the API begins at the gateway, if the addresses in the answer lead there.
    pub(crate) prefix: Option<&'static str>,
}

/// The body of a request to the API.
#[derive(Default)]
pub(crate) enum RequestBody {
    #[default]
    None,
    Bytes(Vec<u8>),
    Stream(web_sys::ReadableStream),
}

fn link_rewrite<'a>(config: &'a Config, prefix: &'static str) -> LinkRewrite<'a> {
    LinkRewrite { api: &config.api, gateway: &config.origin, prefix }
}

/// What changes a stream: it is given each piece, and nothing at the end, and gives what takes its place, if anything does.
fn rewrite_callback(config: Rc<Config>, prefix: &'static str) -> JsValue {
    let mut scan = Some(LinkRewriter::default());
    let change = move |piece: Option<Uint8Array>| {
        let led = match piece {
            Some(piece) => scan.as_mut()?.rewrite_piece(&piece.to_vec(), link_rewrite(&config, prefix)),
            None => scan.take().map(LinkRewriter::finish),
        };
        led.map(|led| Uint8Array::from(led.as_slice()))
    };
    Closure::<dyn FnMut(Option<Uint8Array>) -> Option<Uint8Array>>::new(change).into_js_value()
}

/// The body with its addresses led back, if they lead anywhere: see [`UpstreamRequest`]. A stream of a remote service that
/// no timeout ends is given up when it stalls.
fn rewrite_body(
    body: ResponseBody,
    config: &Rc<Config>,
    prefix: Option<&'static str>,
    timeout: Option<u32>,
) -> ResponseBody {
    let stalls = config.upstream == Upstream::Remote && timeout.is_none();
    match (body, prefix) {
        (ResponseBody::Bytes(bytes), Some(prefix)) => {
            let led = rewrite_links(&bytes, link_rewrite(config, prefix));
            ResponseBody::Bytes(led.unwrap_or(bytes))
        }
        (ResponseBody::Whole(buffer), Some(prefix)) => {
            let led = rewrite_links(&Uint8Array::new(&buffer).to_vec(), link_rewrite(config, prefix));
            led.map_or(ResponseBody::Whole(buffer), ResponseBody::Bytes)
        }
        (ResponseBody::Stream(Some(stream)), prefix) if stalls || prefix.is_some() => {
            let milliseconds = if stalls { config.upstream_timeout } else { 0 };
            let change = prefix.map_or(JsValue::UNDEFINED, |prefix| rewrite_callback(Rc::clone(config), prefix));
            ResponseBody::Stream(Some(passed(&stream, milliseconds, &change)))
        }
        (body, _) => body,
    }
}

/// Sends a request to the API. One without a body can be sent again.
pub(crate) async fn send_upstream(
    visit: &RequestContext,
    outgoing: &mut UpstreamRequest<'_>,
) -> Result<UpstreamResponse, Problem> {
    visit.trace.attach_to(&mut outgoing.headers);
    let sent = match visit.config.upstream {
        Upstream::Embedded => send_embedded(visit, outgoing).await,
        Upstream::Remote => send_remote(visit, outgoing).await,
    };
    let UpstreamResponse { status, headers, body } = sent.map_err(|error| {
        visit.log_event(Level::Error, "upstream failed", &error);
        isolate_state::count_event(Counter::UpstreamFailures);
        if error.to_string().contains("TimeoutError") { Problem::UpstreamTimeout } else { Problem::UpstreamFailed }
    })?;
    // An error is the service's own to the last byte.
    let prefix = outgoing.prefix.filter(|_| (200..300).contains(&status));
    Ok(UpstreamResponse { status, headers, body: rewrite_body(body, &visit.config, prefix, outgoing.timeout) })
}

async fn send_embedded(visit: &RequestContext, outgoing: &mut UpstreamRequest<'_>) -> worker::Result<UpstreamResponse> {
    let body = match mem::take(&mut outgoing.body) {
        RequestBody::None => Vec::new(),
        RequestBody::Bytes(bytes) => bytes,
        RequestBody::Stream(stream) => convert::read_stream(Some(stream), u64::MAX).await?.unwrap_or_default(),
    };
    outgoing.headers.extend(client_address_header(&visit.head().headers, visit.config.client_header.as_deref()));
    let request = Request {
        method: outgoing.method.to_owned(),
        origin: outgoing.origin.as_str().to_owned(),
        path: outgoing.path.to_owned(),
        query: outgoing.query.to_owned(),
        headers: mem::take(&mut outgoing.headers),
        body,
    };
    service::respond(visit, request).await
}

async fn send_remote(visit: &RequestContext, outgoing: &mut UpstreamRequest<'_>) -> worker::Result<UpstreamResponse> {
    let body = match mem::take(&mut outgoing.body) {
        RequestBody::None => JsValue::UNDEFINED,
        RequestBody::Bytes(bytes) => Uint8Array::from(bytes.as_slice()).into(),
        RequestBody::Stream(stream) => stream.into(),
    };
    let question = if outgoing.query.is_empty() { "" } else { "?" };
    let UpstreamRequest { method, path, query, .. } = *outgoing;
    if ![method, path, query].into_iter().all(convert::is_single_line) {
        return Err(worker::Error::RustError("an address of two lines".to_owned()));
    }
    let start = [method, "\n", outgoing.origin.as_str(), path, question, query, "\n"];
    let call = convert::format_lines(&start, &mut outgoing.headers.iter());
    let under_way = pending_fetch::begin_fetch(|number, tell| match outgoing.timeout {
        Some(milliseconds) => prompt(number, tell, &call, &body, milliseconds),
        None => {
            timeout_sweep::ensure_scheduled(&visit.context);
            patient(number, tell, &call, &body, visit.config.upstream_timeout);
        }
    });
    let FetchResult { status, header_lines: lines, body } = under_way.await;
    if status == 0 {
        return Err(worker::Error::RustError(lines));
    }
    let body = match body.dyn_into() {
        Ok(whole) => ResponseBody::Whole(whole),
        Err(stream) => ResponseBody::Stream(stream.dyn_into().ok()),
    };
    Ok(UpstreamResponse { status, headers: convert::parse_header_lines(split_on(&lines, b'\n')), body })
}
