//! Where the API is: in this Worker, or at another origin. Redirects are never followed. The addresses in an answer lead
//! back to the gateway before anything else sees it.

use super::response::{ResponseBody, UpstreamResponse};
use super::service;
use super::told::{self, Told};
use super::{RequestContext, convert, isolate, rounds};
use crate::gateway::config::{Config, Upstream};
use crate::gateway::headers::of_client;
use crate::gateway::links::{Scan, Way, led_back};
use crate::gateway::log::Level;
use crate::gateway::metrics::Counter;
use crate::gateway::origin::Origin;
use crate::gateway::problem::Problem;
use crate::wire::http::{Header, Request};
use crate::wire::text::pieces;
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

fn way<'a>(config: &'a Config, prefix: &'static str) -> Way<'a> {
    Way { api: &config.api, gateway: &config.origin, prefix }
}

/// What changes a stream: it is given each piece, and nothing at the end, and gives what takes its place, if anything does.
fn change(config: Rc<Config>, prefix: &'static str) -> JsValue {
    let mut scan = Some(Scan::default());
    let change = move |piece: Option<Uint8Array>| {
        let led = match piece {
            Some(piece) => scan.as_mut()?.piece(&piece.to_vec(), way(&config, prefix)),
            None => scan.take().map(Scan::end),
        };
        led.map(|led| Uint8Array::from(led.as_slice()))
    };
    Closure::<dyn FnMut(Option<Uint8Array>) -> Option<Uint8Array>>::new(change).into_js_value()
}

/// The body with its addresses led back, if they lead anywhere: see [`UpstreamRequest`]. A stream of a remote service that
/// no timeout ends is given up when it stalls.
fn passing(
    body: ResponseBody,
    config: &Rc<Config>,
    prefix: Option<&'static str>,
    timeout: Option<u32>,
) -> ResponseBody {
    let stalls = config.upstream == Upstream::Remote && timeout.is_none();
    match (body, prefix) {
        (ResponseBody::Bytes(bytes), Some(prefix)) => {
            let led = led_back(&bytes, way(config, prefix));
            ResponseBody::Bytes(led.unwrap_or(bytes))
        }
        (ResponseBody::Whole(buffer), Some(prefix)) => {
            let led = led_back(&Uint8Array::new(&buffer).to_vec(), way(config, prefix));
            led.map_or(ResponseBody::Whole(buffer), ResponseBody::Bytes)
        }
        (ResponseBody::Stream(Some(stream)), prefix) if stalls || prefix.is_some() => {
            let milliseconds = if stalls { config.upstream_timeout } else { 0 };
            let change = prefix.map_or(JsValue::UNDEFINED, |prefix| change(Rc::clone(config), prefix));
            ResponseBody::Stream(Some(passed(&stream, milliseconds, &change)))
        }
        (body, _) => body,
    }
}

/// Sends a request to the API. One without a body can be sent again.
pub(crate) async fn send(
    visit: &RequestContext,
    outgoing: &mut UpstreamRequest<'_>,
) -> Result<UpstreamResponse, Problem> {
    visit.trace.attach(&mut outgoing.headers);
    let sent = match visit.config.upstream {
        Upstream::Embedded => embedded(visit, outgoing).await,
        Upstream::Remote => remote(visit, outgoing).await,
    };
    let UpstreamResponse { status, headers, body } = sent.map_err(|error| {
        visit.note(Level::Error, "upstream failed", &error);
        isolate::count(Counter::UpstreamFailures);
        if error.to_string().contains("TimeoutError") { Problem::UpstreamTimeout } else { Problem::UpstreamFailed }
    })?;
    // An error is the service's own to the last byte.
    let prefix = outgoing.prefix.filter(|_| (200..300).contains(&status));
    Ok(UpstreamResponse { status, headers, body: passing(body, &visit.config, prefix, outgoing.timeout) })
}

async fn embedded(visit: &RequestContext, outgoing: &mut UpstreamRequest<'_>) -> worker::Result<UpstreamResponse> {
    let body = match mem::take(&mut outgoing.body) {
        RequestBody::None => Vec::new(),
        RequestBody::Bytes(bytes) => bytes,
        RequestBody::Stream(stream) => convert::read(Some(stream), u64::MAX).await?.unwrap_or_default(),
    };
    outgoing.headers.extend(of_client(&visit.head().headers, visit.config.client_header.as_deref()));
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

async fn remote(visit: &RequestContext, outgoing: &mut UpstreamRequest<'_>) -> worker::Result<UpstreamResponse> {
    let body = match mem::take(&mut outgoing.body) {
        RequestBody::None => JsValue::UNDEFINED,
        RequestBody::Bytes(bytes) => Uint8Array::from(bytes.as_slice()).into(),
        RequestBody::Stream(stream) => stream.into(),
    };
    let question = if outgoing.query.is_empty() { "" } else { "?" };
    let UpstreamRequest { method, path, query, .. } = *outgoing;
    if ![method, path, query].into_iter().all(convert::is_one) {
        return Err(worker::Error::RustError("an address of two lines".to_owned()));
    }
    let start = [method, "\n", outgoing.origin.as_str(), path, question, query, "\n"];
    let call = convert::lines(&start, &mut outgoing.headers.iter());
    let under_way = told::call(|number, tell| match outgoing.timeout {
        Some(milliseconds) => prompt(number, tell, &call, &body, milliseconds),
        None => {
            rounds::see_to_it(&visit.context);
            patient(number, tell, &call, &body, visit.config.upstream_timeout);
        }
    });
    let Told { status, lines, body } = under_way.await;
    if status == 0 {
        return Err(worker::Error::RustError(lines));
    }
    let body = match body.dyn_into() {
        Ok(whole) => ResponseBody::Whole(whole),
        Err(stream) => ResponseBody::Stream(stream.dyn_into().ok()),
    };
    Ok(UpstreamResponse { status, headers: convert::pairs(pieces(&lines, b'\n')), body })
}
