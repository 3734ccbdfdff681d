//! Layer 3: the SDK's shell. One class that turns a task into a request and its answer into a value.
//!
//! It neither sends nor waits: `async` costs a third of the binary's size, and the platform does both in a few
//! lines, `pkg/src/exchange.js`. It keeps nothing between the two steps, which get the same task and input, so that
//! any number of calls can be under way at once.

mod hooks;
mod sign_in;

pub use hooks::{Headers, Hooks};

use crate::spec::endpoint::{Method, Route};
use crate::spec::limits::{SCOPES_AVAILABLE_HEADER, SCOPES_GRANTED_HEADER};
use crate::spec::shape::Shape;
use crate::wire::arguments::prepare;
use crate::wire::cause::Cause;
use crate::wire::check::{Envelope, Expected, Mismatch, Side, check_page};
use crate::wire::facts::describe;
use crate::wire::fault::Fault;
use crate::wire::packed::unpack;
use crate::wire::text::number;
use crate::wire::{paging, rate};
use hooks::{copied, parsed};
use wasm_bindgen::prelude::*;

/// Where the gateway serves the API to sessions.
const API: &str = "/api";

/// What a call is for.
#[wasm_bindgen]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Task {
    /// Calls an operation with arguments in JSON; gives the value.
    Value,
    /// Calls an operation with arguments in JSON; gives the bytes of the value, checked.
    Bytes,
    /// Begins a sign-in that comes back to a path; gives the address to send the browser to.
    BeginSignIn,
    /// Finishes the sign-in that a callback's query string belongs to; gives the path to return to.
    FinishSignIn,
    /// Asks who is signed in.
    Session,
    /// Ends the session.
    SignOut,
}

/// The SDK's engine.
#[wasm_bindgen]
pub struct Engine {
    hooks: Hooks,
    gateway: String,
    routes: Vec<Route>,
}

/// A request before it is sent.
struct Outgoing {
    method: Method,
    /// Address from the gateway's origin on.
    path: String,
    body: Option<String>,
}

/// An answer, read to its end.
struct Incoming<'a> {
    status: u16,
    headers: &'a Headers,
    body: &'a [u8],
}

#[wasm_bindgen]
impl Engine {
    /// An engine that talks to the gateway at an origin; an empty one is the page's own.
    #[wasm_bindgen(constructor)]
    pub fn new(hooks: Hooks, gateway: String) -> Engine {
        Engine { hooks, gateway, routes: unpack() }
    }

    /// The request of a task, as the hook makes it; it throws what is wrong with the input. `operation` is the
    /// number of the operation, where the task has one.
    pub fn request(&self, task: Task, operation: usize, input: &str) -> Result<JsValue, JsValue> {
        let outgoing = match task {
            Task::Value | Task::Bytes => self.prepared(operation, input),
            _ => sign_in::request(task, input),
        };
        let Outgoing { method, path, body } = outgoing.map_err(|fault| self.thrown(&fault, operation))?;
        let mut url = String::from(&self.gateway);
        url.push_str(&path);
        Ok(self.hooks.request(method.as_str(), &url, body.as_deref()))
    }

    /// What the answer gives, for the task and the input that the request was made of; it throws what is wrong.
    pub fn answer(
        &self,
        task: Task,
        operation: usize,
        input: &str,
        status: u16,
        headers: &Headers,
        body: &[u8],
    ) -> Result<JsValue, JsValue> {
        let incoming = Incoming { status, headers, body };
        let given = match (incoming.fault(), task) {
            (Some(fault), task) => Err(sign_in::seen(task, fault)),
            (None, Task::Value | Task::Bytes) => self.given(task, operation, input, &incoming),
            (None, _) => sign_in::answer(task, input, &incoming),
        };
        given.map_err(|fault| self.thrown(&fault, operation))
    }

    /// The error of a call that was not answered; `late` if its time was up.
    pub fn unanswered(&self, late: bool) -> JsValue {
        let fault = if late {
            Fault::local(Cause::Timeout, "No answer came in time.")
        } else {
            Fault::local(Cause::Network, "The gateway could not be reached.")
        };
        self.thrown(&fault, usize::MAX)
    }
}

impl Engine {
    fn prepared(&self, operation: usize, arguments: &str) -> Result<Outgoing, Box<Fault>> {
        let unknown = || Fault::local(Cause::InvalidArgument, "There is no such operation.");
        let route = self.routes.get(operation).ok_or_else(unknown)?;
        let prepared = prepare(route, arguments).map_err(Fault::argument)?;
        let mut path = String::from(API);
        path.push_str(&prepared.path);
        if !prepared.query.is_empty() {
            path.push('?');
            path.push_str(&prepared.query);
        }
        Ok(Outgoing { method: route.method, path, body: prepared.body })
    }

    /// Checks an operation's answer and hands it over.
    fn given(&self, task: Task, operation: usize, arguments: &str, incoming: &Incoming) -> Result<JsValue, Box<Fault>> {
        let (mut body, mut next) = (incoming.body, None);
        match self.routes.get(operation).filter(|route| !matches!(route.response, Shape::Nothing)) {
            Some(route) if incoming.status != 204 => {
                let page = incoming.check(&route.response)?;
                if matches!(route.response, Shape::List(_)) {
                    next = paging::next(route, arguments, page).map_err(|mismatch| incoming.refused(mismatch))?;
                }
            }
            _ => body = &[],
        }
        let value = if task == Task::Bytes { copied(body) } else { Incoming { body, ..*incoming }.value()? };
        let scopes = [SCOPES_GRANTED_HEADER, SCOPES_AVAILABLE_HEADER].map(|name| incoming.headers.get(name));
        let quota = rate::read(|name| incoming.headers.get(name));
        let facts = describe(incoming.status, quota.as_ref(), scopes);
        Ok(self.hooks.answer(value, parsed(&facts).unwrap_or(JsValue::UNDEFINED), next.as_deref()))
    }

    fn thrown(&self, fault: &Fault, operation: usize) -> JsValue {
        let facts = fault.facts(self.routes.get(operation));
        self.hooks.fail(parsed(&facts).unwrap_or(JsValue::UNDEFINED))
    }
}

impl<'a> Incoming<'a> {
    /// The failure that the answer stands for, if it stands for one.
    fn fault(&self) -> Option<Box<Fault>> {
        let mut fault = Fault::read(self.status, self.body)?;
        let retry_after = || self.headers.get("retry-after").and_then(|seconds| number(&seconds)?.try_into().ok());
        fault.wait = rate::read(|name| self.headers.get(name)).map(|quota| quota.wait()).or_else(retry_after);
        Some(fault)
    }

    /// Checks the body.
    fn check(&self, shape: &Shape) -> Result<Envelope<'a>, Box<Fault>> {
        check_page(self.body, shape, Side::Answer).map_err(|mismatch| self.refused(mismatch))
    }

    fn refused(&self, mismatch: Box<Mismatch>) -> Box<Fault> {
        Fault::answer(self.status, mismatch)
    }

    /// The body as the platform builds it; undefined where there is none.
    fn value(&self) -> Result<JsValue, Box<Fault>> {
        if self.body.is_empty() {
            return Ok(JsValue::UNDEFINED);
        }
        let value = std::str::from_utf8(self.body).ok().and_then(parsed);
        value.ok_or_else(|| self.refused(Mismatch::here(Expected::Json)))
    }
}
