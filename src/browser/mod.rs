//! Layer 3: the SDK's shell. One class, whose methods convert between the page and the layers below.
//!
//! Every method takes `&self`, so that any number of calls can be under way at once.

mod export;
mod hooks;
mod sign_in;
mod transport;

pub use hooks::Hooks;

use crate::results::Table;
use crate::spec::endpoint::Route;
use crate::spec::limits::{SCOPES_AVAILABLE_HEADER, SCOPES_GRANTED_HEADER};
use crate::spec::shape::Shape;
use crate::wire::arguments::prepare;
use crate::wire::cause::Cause;
use crate::wire::check::{Expected, Mismatch, Side, check};
use crate::wire::facts::describe;
use crate::wire::fault::Fault;
use crate::wire::packed::unpack;
use crate::wire::paging;
use hooks::Limits;
use std::cell::RefCell;
use transport::{Failure, Incoming, Outgoing, parsed, send};
use wasm_bindgen::prelude::*;
use web_sys::AbortSignal;

/// Where the gateway serves the API to sessions.
const API: &str = "/api";

/// The SDK's engine.
#[wasm_bindgen]
pub struct Engine {
    hooks: Hooks,
    gateway: String,
    routes: Vec<Route>,
    tables: RefCell<Vec<Option<Table>>>,
}

/// An answer that was found good, and the arguments of the page after it.
struct Answered {
    incoming: Incoming,
    next: Option<String>,
}

#[wasm_bindgen]
impl Engine {
    /// An engine that talks to the gateway at an origin; an empty one is the page's own.
    #[wasm_bindgen(constructor)]
    pub fn new(hooks: Hooks, gateway: String) -> Engine {
        Engine { hooks, gateway, routes: unpack(), tables: RefCell::default() }
    }

    /// Calls an operation by its number with arguments in JSON.
    pub async fn call(
        &self,
        operation: usize,
        arguments: String,
        signal: Option<AbortSignal>,
        timeout: f64,
    ) -> Result<JsValue, JsValue> {
        let route = self.routes.get(operation);
        let limits = Limits::new(signal, timeout);
        let answered = self.perform(route, &arguments, &limits).await;
        let built = answered.and_then(|answered| self.built(answered));
        built.map_err(|failure| failure.thrown(&self.hooks, route))
    }
}

impl Engine {
    /// Prepares, sends and checks.
    async fn perform(&self, route: Option<&Route>, arguments: &str, limits: &Limits) -> Result<Answered, Failure> {
        let unknown = || Fault::local(Cause::InvalidArgument, "There is no such operation.");
        let route = route.ok_or_else(unknown)?;
        let prepared = prepare(route, arguments).map_err(Fault::argument)?;
        let mut url = String::from(&self.gateway);
        url.push_str(API);
        url.push_str(&prepared.path);
        if !prepared.query.is_empty() {
            url.push('?');
            url.push_str(&prepared.query);
        }
        let outgoing = Outgoing { method: route.method, url: &url, body: prepared.body };
        let mut incoming = send(&self.hooks, limits, outgoing).await?;
        if let Some(fault) = incoming.fault() {
            return Err(fault.into());
        }
        if incoming.status == 204 || matches!(route.response, Shape::Nothing) {
            incoming.body.clear();
            return Ok(Answered { incoming, next: None });
        }
        let odd = |mismatch| Fault::answer(incoming.status, mismatch);
        check(&incoming.body, &route.response, Side::Answer).map_err(odd)?;
        let next = match route.response {
            Shape::List(_) => paging::next(route, arguments, &incoming.body).map_err(odd)?,
            _ => None,
        };
        Ok(Answered { incoming, next })
    }

    fn built(&self, answered: Answered) -> Result<JsValue, Failure> {
        let Answered { incoming, next } = answered;
        let value = value_of(&incoming)?;
        let scopes = [SCOPES_GRANTED_HEADER, SCOPES_AVAILABLE_HEADER].map(|name| incoming.header(name));
        let facts = describe(incoming.status, incoming.quota().as_ref(), scopes);
        Ok(self.hooks.answer(value, parsed(&facts).unwrap_or(JsValue::UNDEFINED), next))
    }
}

/// The body as the platform builds it; undefined where there is none.
fn value_of(incoming: &Incoming) -> Result<JsValue, Failure> {
    if incoming.body.is_empty() {
        return Ok(JsValue::UNDEFINED);
    }
    let text = std::str::from_utf8(&incoming.body).ok();
    let value = text.and_then(parsed);
    value.ok_or_else(|| Fault::answer(incoming.status, Mismatch::here(Expected::Json)).into())
}
