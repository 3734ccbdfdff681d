//! One request to the gateway and its answer: same origin, static header, and the caller's signal.

use super::hooks::{Hooks, Limits};
use crate::spec::endpoint::{Method, Route};
use crate::wire::cause::Cause;
use crate::wire::fault::Fault;
use crate::wire::rate::{self, Quota};
use gloo_net::http::{Headers, Response};
use js_sys::{ArrayBuffer, JSON, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{RequestCredentials, RequestInit};

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
    fn fault(&self) -> Option<Fault> {
        let mut fault = Fault::read(self.status, &self.body)?;
        let retry_after = || self.header("retry-after").and_then(|seconds| seconds.parse().ok());
        fault.wait = self.quota().map(|quota| quota.wait()).or_else(retry_after);
        Some(fault)
    }
}

/// Why a call does not give a value.
pub(super) enum Failure {
    /// Something that has a cause.
    Fault(Box<Fault>),
    /// The caller stopped it, for this reason.
    Stopped(JsValue),
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Failure {
        Failure::Fault(Box::new(fault))
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

/// Sends a request and reads its answer to the end; an answer that stands for a failure is one.
pub(super) async fn send(hooks: &Hooks, limits: &Limits, outgoing: Outgoing<'_>) -> Result<Incoming, Failure> {
    match exchange(hooks, limits, outgoing).await {
        Ok(incoming) => match incoming.fault() {
            Some(fault) => Err(fault.into()),
            None => Ok(incoming),
        },
        Err(_) => Err(match limits.stopped() {
            Some(reason) => Failure::Stopped(reason),
            None if limits.is_over() => Fault::local(Cause::Timeout, "No answer came in time.").into(),
            None => Fault::local(Cause::Network, "The gateway could not be reached.").into(),
        }),
    }
}

/// gloo-net gives headers and answers their shape; the request is sent here, since its own `send` panics on a
/// signal whose reason is no `Error`.
async fn exchange(hooks: &Hooks, limits: &Limits, outgoing: Outgoing<'_>) -> Result<Incoming, JsValue> {
    let headers = Headers::new();
    headers.set("Accept", "application/json");
    headers.set(HEADER.0, HEADER.1);
    let init = RequestInit::new();
    init.set_method(outgoing.method.as_str());
    init.set_credentials(RequestCredentials::SameOrigin);
    init.set_signal(limits.signal());
    if let Some(body) = outgoing.body {
        headers.set("Content-Type", "application/json");
        init.set_body(&body.into());
    }
    init.set_headers(&headers.into_raw());
    let request = web_sys::Request::new_with_str_and_init(outgoing.url, &init)?;
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
