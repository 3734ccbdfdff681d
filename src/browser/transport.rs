//! One request to the gateway and its answer: same origin, static header, and the caller's signal.

use super::hooks::{Hooks, Limits};
use crate::spec::endpoint::{Method, Route};
use crate::wire::cause::Cause;
use crate::wire::fault::Fault;
use crate::wire::rate::{self, Quota};
use gloo_net::http::{Headers, Request, Response};
use js_sys::{ArrayBuffer, JSON, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::RequestCredentials;

/// The header without which the gateway answers no page, and its value.
const HEADER: (&str, &str) = ("X-Canvass", "1");

/// A request to be sent.
pub(super) struct Outgoing<'a> {
    pub(super) method: Method,
    pub(super) url: &'a str,
    pub(super) body: Option<String>,
}

/// An answer, read to its end.
pub(super) struct Incoming {
    pub(super) status: u16,
    pub(super) body: Vec<u8>,
    headers: Headers,
}

impl Incoming {
    pub(super) fn quota(&self) -> Option<Quota> {
        rate::read(|name| self.headers.get(name))
    }

    pub(super) fn header(&self, name: &str) -> Option<String> {
        self.headers.get(name)
    }

    /// The failure that the answer stands for, if it stands for one.
    pub(super) fn fault(&self) -> Option<Fault> {
        let mut fault = Fault::read(self.status, &self.body)?;
        let retry_after = || self.header("retry-after").and_then(|seconds| seconds.parse().ok());
        fault.wait = self.quota().map(|quota| quota.wait()).or_else(retry_after);
        Some(fault)
    }
}

/// Why a call does not give a value.
pub(super) enum Failure {
    /// Something that has a cause.
    Fault(Fault),
    /// The caller stopped it, for this reason.
    Stopped(JsValue),
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Failure {
        Failure::Fault(fault)
    }
}

impl Failure {
    /// What the promise is rejected with.
    pub(super) fn thrown(self, hooks: &Hooks, route: Option<&Route>) -> JsValue {
        match self {
            Failure::Stopped(reason) => reason,
            Failure::Fault(fault) => hooks.fail(parsed(&fault.facts(route)).unwrap_or(JsValue::UNDEFINED)),
        }
    }
}

/// Sends a request and reads its answer to the end.
pub(super) async fn send(hooks: &Hooks, limits: &Limits, outgoing: Outgoing<'_>) -> Result<Incoming, Failure> {
    match exchange(hooks, limits, outgoing).await {
        Ok(incoming) => Ok(incoming),
        Err(_) => Err(match limits.stopped() {
            Some(reason) => Failure::Stopped(reason),
            None if limits.is_over() => Fault::local(Cause::Timeout, "No answer came in time.").into(),
            None => Fault::local(Cause::Network, "The gateway could not be reached.").into(),
        }),
    }
}

/// gloo-net makes the request and reads the headers; the promises are awaited here, since its own `send` panics
/// on a signal whose reason is no `Error`.
async fn exchange(hooks: &Hooks, limits: &Limits, outgoing: Outgoing<'_>) -> Result<Incoming, JsValue> {
    let builder = match outgoing.method {
        Method::GET => Request::get(outgoing.url),
        Method::POST => Request::post(outgoing.url),
        Method::PATCH => Request::patch(outgoing.url),
        Method::PUT => Request::put(outgoing.url),
        Method::DELETE => Request::delete(outgoing.url),
    };
    let builder = builder
        .credentials(RequestCredentials::SameOrigin)
        .abort_signal(limits.signal())
        .header("Accept", "application/json")
        .header(HEADER.0, HEADER.1);
    let request = match outgoing.body {
        Some(body) => builder.header("Content-Type", "application/json").body(body),
        None => builder.build(),
    };
    let request = web_sys::Request::from(request.map_err(|_| JsValue::NULL)?);
    let response: web_sys::Response = JsFuture::from(hooks.fetch(&request)?).await?.unchecked_into();
    let buffer: ArrayBuffer = JsFuture::from(response.array_buffer()?).await?.unchecked_into();
    let body = Uint8Array::new(&buffer).to_vec();
    let response = Response::from(response);
    Ok(Incoming { status: response.status(), body, headers: response.headers() })
}

/// Lets the platform build the value of some JSON.
pub(super) fn parsed(json: &str) -> Option<JsValue> {
    JSON::parse(json).ok()
}
