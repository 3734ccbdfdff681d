//! One request of an export and its answer: same origin, static header, and the caller's signal.
//!
//! gloo-net makes the request and reads the headers. The facade sends it, since its caller may have a `fetch` of
//! its own, and gloo-net's panics on a signal whose reason is no `Error`; so does its reading of a body.

use super::Facade;
use crate::spec::endpoint::Route;
use crate::wire::answer::{Answer, Given};
use crate::wire::arguments::prepare;
use crate::wire::cause::Cause;
use crate::wire::fault::Fault;
use gloo_net::http::{Headers, Request, Response};
use js_sys::{Array, ArrayBuffer, JSON, Uint8Array};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{AbortSignal, RequestCredentials};

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = AbortSignal, js_name = any, catch)]
    fn any_of(signals: &Array) -> Result<AbortSignal, JsValue>;

    #[wasm_bindgen(js_namespace = AbortSignal, js_name = timeout, catch)]
    fn after(milliseconds: f64) -> Result<AbortSignal, JsValue>;
}

/// The header without which the gateway answers no page, and its value.
const HEADER: (&str, &str) = ("X-Canvass", "1");

/// The longest time that a platform's timers know, in milliseconds.
const LONGEST: f64 = 2_147_483_647.0;

/// Why there is no value.
pub(super) enum Failure {
    /// Something that has a cause.
    Fault(Box<Fault>),
    /// The page threw this: it is the reason for which the caller stopped, say.
    Thrown(JsValue),
}

impl From<Box<Fault>> for Failure {
    fn from(fault: Box<Fault>) -> Failure {
        Failure::Fault(fault)
    }
}

impl Failure {
    /// What the promise is rejected with; the route says which scope was needed.
    pub(super) fn rejection(self, facade: &Facade, route: &Route) -> JsValue {
        match self {
            Failure::Thrown(reason) => reason,
            Failure::Fault(fault) => facade.fail(parsed(&fault.facts(Some(route)))),
        }
    }
}

/// Whom an export asks, and for how long.
pub(super) struct Source<'a> {
    pub(super) facade: &'a Facade,
    /// Origin of the gateway; the page's own if it is empty.
    pub(super) gateway: &'a str,
    /// By which the caller stops the export.
    pub(super) signal: Option<&'a AbortSignal>,
    /// Milliseconds for each answer; 0 for any time.
    pub(super) timeout: f64,
}

/// An answer, read to its end.
pub(super) struct Received {
    status: u16,
    headers: Headers,
    body: Vec<u8>,
}

impl Received {
    /// What the answer to an operation gives.
    pub(super) fn given(&self, facade: &Facade, route: &Route, arguments: &str) -> Result<Given<'_>, Failure> {
        let header = |name: &str| self.headers.get(name);
        let answer = Answer { status: self.status, body: &self.body, header: &header };
        if let Some(fault) = answer.fault() {
            return Err(fault.into());
        }
        let given = answer.given(route, arguments)?;
        facade.seen(parsed(&answer.facts()));
        Ok(given)
    }
}

impl Source<'_> {
    /// Calls an operation with arguments in JSON: one that reads, as all do that exports need.
    pub(super) async fn call(&self, route: &Route, arguments: &str) -> Result<Received, Failure> {
        let prepared = prepare(route, arguments).map_err(Fault::argument)?;
        let mut url = String::from(self.gateway);
        url.push_str(&prepared.address());
        let timer = if self.timeout > 0.0 { after(self.timeout.min(LONGEST)).ok() } else { None };
        let both = match (self.signal, &timer) {
            (Some(signal), Some(timer)) => any_of(&Array::of2(signal, timer)).ok().or(Some(signal.clone())),
            (signal, timer) => signal.or(timer.as_ref()).cloned(),
        };
        self.exchange(&url, both.as_ref()).await.map_err(|_| match self.signal {
            Some(signal) if signal.aborted() => Failure::Thrown(signal.reason()),
            _ if timer.is_some_and(|timer| timer.aborted()) => Fault::unanswered(Cause::Timeout).into(),
            _ => Fault::unanswered(Cause::Network).into(),
        })
    }

    async fn exchange(&self, url: &str, signal: Option<&AbortSignal>) -> Result<Received, JsValue> {
        let request = Request::get(url)
            .header("Accept", "application/json")
            .header(HEADER.0, HEADER.1)
            .credentials(RequestCredentials::SameOrigin)
            .abort_signal(signal)
            .build()
            .map_err(|error| JsValue::from(error.to_string()))?;
        let response: web_sys::Response = JsFuture::from(self.facade.send(request.into())?).await?.unchecked_into();
        let buffer: ArrayBuffer = JsFuture::from(response.array_buffer()?).await?.unchecked_into();
        let response = Response::from(response);
        Ok(Received { status: response.status(), headers: response.headers(), body: Uint8Array::new(&buffer).to_vec() })
    }
}

/// Lets the platform build the value of some JSON.
fn parsed(json: &str) -> JsValue {
    JSON::parse(json).unwrap_or(JsValue::UNDEFINED)
}
