//! Layer 3: the SDK's shell. One class with one call, which converts between the page and the layers below.
//!
//! The call takes `&self`, so that any number of calls can be under way at once. It is one, not one per
//! operation: every exported `async` function costs kilobytes.

mod hooks;
mod sign_in;
mod transport;

pub use hooks::Hooks;

use crate::spec::endpoint::Route;
use crate::spec::limits::{SCOPES_AVAILABLE_HEADER, SCOPES_GRANTED_HEADER};
use crate::spec::shape::Shape;
use crate::wire::arguments::prepare;
use crate::wire::cause::Cause;
use crate::wire::check::{Envelope, Expected, Mismatch, Side, check_page};
use crate::wire::facts::describe;
use crate::wire::fault::Fault;
use crate::wire::packed::unpack;
use crate::wire::paging;
use hooks::Limits;
use js_sys::Uint8Array;
use transport::{Failure, Incoming, Outgoing, parsed, send};
use wasm_bindgen::prelude::*;
use web_sys::AbortSignal;

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

#[wasm_bindgen]
impl Engine {
    /// An engine that talks to the gateway at an origin; an empty one is the page's own.
    #[wasm_bindgen(constructor)]
    pub fn new(hooks: Hooks, gateway: String) -> Engine {
        Engine { hooks, gateway, routes: unpack() }
    }

    /// Does a task. `operation` is the number of the operation, where the task has one.
    pub async fn call(
        &self,
        task: Task,
        operation: usize,
        input: String,
        signal: Option<AbortSignal>,
        timeout: f64,
    ) -> Result<JsValue, JsValue> {
        let limits = Limits::new(signal, timeout);
        let done = match task {
            Task::Value | Task::Bytes => self.perform(task, operation, &input, &limits).await,
            _ => self.attend(task, &input, &limits).await,
        };
        done.map_err(|failure| failure.thrown(&self.hooks, self.routes.get(operation)))
    }
}

impl Engine {
    /// Prepares an operation's request, sends it, checks the answer and hands it over.
    async fn perform(
        &self,
        task: Task,
        operation: usize,
        arguments: &str,
        limits: &Limits,
    ) -> Result<JsValue, Failure> {
        let unknown = || Fault::local(Cause::InvalidArgument, "There is no such operation.");
        let route = self.routes.get(operation).ok_or_else(unknown)?;
        let prepared = prepare(route, arguments).map_err(|mismatch| Fault::argument(*mismatch))?;
        let mut url = String::from(&self.gateway);
        url.push_str(API);
        url.push_str(&prepared.path);
        if !prepared.query.is_empty() {
            url.push('?');
            url.push_str(&prepared.query);
        }
        let outgoing = Outgoing { method: route.method, url: &url, body: prepared.body };
        let mut incoming = send(&self.hooks, limits, outgoing).await?;
        let mut next = None;
        if incoming.status == 204 || matches!(route.response, Shape::Nothing) {
            incoming.body.clear();
        } else {
            let envelope = incoming.check(&route.response)?;
            if matches!(route.response, Shape::List(_)) {
                next = paging::next(route, arguments, envelope)
                    .map_err(|mismatch| Fault::answer(incoming.status, *mismatch))?;
            }
        }
        let value =
            if task == Task::Bytes { Uint8Array::from(incoming.body.as_slice()).into() } else { incoming.value()? };
        let scopes = [SCOPES_GRANTED_HEADER, SCOPES_AVAILABLE_HEADER].map(|name| incoming.header(name));
        let facts = describe(incoming.status, incoming.quota().as_ref(), scopes);
        Ok(self.hooks.answer(value, parsed(&facts).unwrap_or(JsValue::UNDEFINED), next))
    }
}

impl Incoming {
    /// Checks the body.
    fn check(&self, shape: &Shape) -> Result<Envelope<'_>, Failure> {
        check_page(&self.body, shape, Side::Answer).map_err(|mismatch| Fault::answer(self.status, *mismatch).into())
    }

    /// The body as the platform builds it; undefined where there is none.
    fn value(&self) -> Result<JsValue, Failure> {
        if self.body.is_empty() {
            return Ok(JsValue::UNDEFINED);
        }
        let value = std::str::from_utf8(&self.body).ok().and_then(parsed);
        value.ok_or_else(|| Fault::answer(self.status, *Mismatch::here(Expected::Json)).into())
    }
}
