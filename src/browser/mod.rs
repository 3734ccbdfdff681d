//! Layer 3: the SDK's shell. One class that turns a task into a request and its answer into a value.
//!
//! It neither sends nor waits: `async` costs a third of the binary's size, and the platform does both in a few
//! lines, `pkg/src/exchange.js`. It keeps nothing between the two steps, which get the same task and input, so that
//! any number of calls can be under way at once.

mod hooks;
mod sign_in;

pub use hooks::{Headers, Hooks};

use crate::spec::endpoint::{Method, Route};
use crate::wire::answer::Answer;
use crate::wire::arguments::prepare;
use crate::wire::cause::Cause;
use crate::wire::check::{Expected, Mismatch};
use crate::wire::fault::Fault;
use crate::wire::packed::unpack;
use hooks::parsed;
use wasm_bindgen::prelude::*;

/// What a call is for.
#[wasm_bindgen]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Task {
    /// Calls an operation with arguments in JSON; gives the value.
    Call,
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
            Task::Call => self.prepared(operation, input),
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
        let answer = Answer { status, body, header: &|name| headers.get(name) };
        let given = match (answer.fault(), task) {
            (Some(fault), task) => Err(sign_in::seen(task, fault)),
            (None, Task::Call) => self.given(operation, input, &answer),
            (None, _) => sign_in::answer(task, input, &answer),
        };
        given.map_err(|fault| self.thrown(&fault, operation))
    }

    /// The error of a call that was not answered; `late` if its time was up.
    pub fn unanswered(&self, late: bool) -> JsValue {
        let cause = if late { Cause::Timeout } else { Cause::Network };
        self.thrown(&Fault::unanswered(cause), usize::MAX)
    }
}

impl Engine {
    fn prepared(&self, operation: usize, arguments: &str) -> Result<Outgoing, Box<Fault>> {
        let route = self.route(operation)?;
        let prepared = prepare(route, arguments).map_err(Fault::argument)?;
        Ok(Outgoing { method: route.method, path: prepared.address(), body: prepared.body })
    }

    /// Checks an operation's answer and hands it over.
    fn given(&self, operation: usize, arguments: &str, answer: &Answer) -> Result<JsValue, Box<Fault>> {
        let given = answer.given(self.route(operation)?, arguments)?;
        let value = value(&Answer { body: given.value, ..*answer })?;
        let facts = parsed(&answer.facts()).unwrap_or(JsValue::UNDEFINED);
        Ok(self.hooks.answer(value, facts, given.next.as_deref()))
    }

    fn route(&self, operation: usize) -> Result<&Route, Box<Fault>> {
        let unknown = || Fault::local(Cause::InvalidArgument, "There is no such operation.");
        self.routes.get(operation).ok_or_else(unknown)
    }

    fn thrown(&self, fault: &Fault, operation: usize) -> JsValue {
        let facts = fault.facts(self.routes.get(operation));
        self.hooks.fail(parsed(&facts).unwrap_or(JsValue::UNDEFINED))
    }
}

/// A body as the platform builds it; undefined where there is none.
fn value(answer: &Answer) -> Result<JsValue, Box<Fault>> {
    if answer.body.is_empty() {
        return Ok(JsValue::UNDEFINED);
    }
    let value = std::str::from_utf8(answer.body).ok().and_then(parsed);
    value.ok_or_else(|| answer.refused(Mismatch::here(Expected::Json)))
}
