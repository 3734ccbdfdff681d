//! Layer 3: the Worker's shell. It converts, calls and carries out; what is right stands in the layers below.

mod accounts;
mod bearer;
mod budget;
mod cache;
pub(crate) mod clock;
pub(crate) mod content;
pub(crate) mod convert;
mod flights;
pub(crate) mod isolate;
mod log;
pub(crate) mod objects;
pub(crate) mod pause;
mod proxy;
mod random;
mod retry;
mod rounds;
mod search;
mod session;
pub(crate) mod sql;
pub(crate) mod stub;
mod task;
mod told;
pub(crate) mod upstream;
mod webhook;

pub(crate) use clock::now;
pub(crate) use isolate::config;
pub(crate) use log::note;
pub(crate) use random::Platform;

use crate::embedded;
use crate::gateway::config::Config;
use crate::gateway::content::to_folder;
use crate::gateway::cors;
use crate::gateway::headers;
use crate::gateway::log::Level;
use crate::gateway::origin::Origin;
use crate::gateway::problem::Problem;
use crate::gateway::proxy::{BODY_MAX, Refusal};
use crate::gateway::surface::{Door, HEALTH_PATH, Surface, surface};
use crate::gateway::trace::Trace;
use crate::local;
use crate::spec::errors::Error;
use crate::wire::dates::Moment;
use crate::wire::http::{Request, Response};
use convert::Arrival;
use std::rc::Rc;
use upstream::Incoming;
use worker::js_sys::Promise;
use worker::wasm_bindgen::{self, prelude::wasm_bindgen};
use worker::{Context, Env, web_sys, worker_sys};

/// What every part of the Worker works with: one request, its time, and what the Worker is bound to.
#[derive(Clone)]
pub(crate) struct Visit {
    pub(crate) env: Env,
    pub(crate) config: Rc<Config>,
    pub(crate) origin: Origin,
    pub(crate) now: Moment,
    pub(crate) arrival: Rc<Arrival>,
    pub(crate) context: Rc<Context>,
    pub(crate) trace: Rc<Trace>,
    /// When it came, by the platform's clock.
    pub(crate) began: Moment,
    /// Name of the part of the Worker that it is for.
    pub(crate) surface: &'static str,
}

/// Answers a request: the Worker's entry.
#[wasm_bindgen]
pub fn fetch(request: web_sys::Request, env: Env, context: worker_sys::Context) -> Promise {
    task::promise(async move { Ok(respond(request, env, Context::new(context)).await?.into()) })
}

async fn respond(request: web_sys::Request, env: Env, context: Context) -> worker::Result<web_sys::Response> {
    let Some(config) = config(&env) else { return convert::response(Problem::NotConfigured.response(), &[]) };
    let arrival = Rc::new(Arrival::of(request));
    if arrival.head.path == HEALTH_PATH {
        let health = match isolate::is_storing() {
            true => Response::json(200, r#"{"status":"ok"}"#),
            false => Problem::NotStored.response(),
        };
        return convert::response(health, &headers::always(&config.origin));
    }
    let Some(door) = Door::at(&config, arrival.host()) else {
        return convert::response(Problem::UnknownHost.response(), &[]);
    };
    let surface = surface(&config, door, &arrival.head.path, embedded::handles);
    let origin = door.origin().clone();
    let (trace, began) = (Rc::new(Trace::of(&arrival.head, Platform.unlike())), clock::platform());
    // A request to the sandbox may be the reset that all others wait for.
    let under_way = match surface {
        Surface::Sandbox => local::ready(&env).await,
        _ => local::enter(&env).await,
    };
    let (name, number, context) = (surface.name(), surface.number(), Rc::new(context));
    let config = Rc::clone(&config);
    let visit = Visit { env, now: now(), origin, arrival, config, context, trace, began, surface: name };
    session::store_again(&visit);
    let answer = match surface {
        Surface::Service => service(&visit).await,
        Surface::Api | Surface::Auth(_) if visit.config.guest.is_some() => shared(&visit, surface).await,
        Surface::Api => proxy::respond(&visit).await,
        Surface::Bearer => bearer::respond(&visit, &visit.context).await,
        Surface::Auth(auth) => accounts::respond(&visit, auth).await,
        Surface::Webhook => webhook::respond(&visit).await,
        Surface::Sandbox => local::respond(&visit).await,
        Surface::Metrics => metrics(&visit).await,
        Surface::File(_) if !visit.config.is_issuer_of(visit.head()) => visit.answer(&Problem::CodeRefused.response()),
        Surface::File(file) => content::respond(&visit, &file).await,
        Surface::Folder(page) => visit.answer(&to_folder(visit.head(), page)),
        Surface::Nowhere => content::missing(&visit).await,
    };
    under_way.over();
    let answer = answer.or_else(|error| {
        visit.note(Level::Error, "request failed", &error);
        visit.answer(&Problem::Internal.response())
    })?;
    isolate::metrics(|metrics| metrics.answered(number, answer.status()));
    Ok(answer)
}

impl Visit {
    pub(crate) fn head(&self) -> &Request {
        &self.arrival.head
    }

    /// The other origin that the request comes from, if it may call.
    fn guest(&self) -> Option<&Origin> {
        cors::guest(&self.config, self.head())
    }

    /// An answer that depends on who asks, so that nobody may keep it.
    pub(crate) fn answer(&self, response: &Response) -> worker::Result<web_sys::Response> {
        let mut extra = headers::always(&self.origin);
        extra.extend(headers::private());
        convert::response(response.clone(), &extra)
    }

    fn refuse(&self, refusal: &Refusal) -> worker::Result<web_sys::Response> {
        self.answer(&refusal.response(self.config.api.first().unwrap_or(&self.origin)))
    }
}

/// What pages of another origin may call too.
async fn shared(visit: &Visit, surface: Surface) -> worker::Result<web_sys::Response> {
    let answer = match surface {
        _ if visit.guest().is_some() && visit.head().method == "OPTIONS" => visit.answer(&cors::preflight()),
        Surface::Auth(auth) => accounts::respond(visit, auth).await,
        _ => proxy::respond(visit).await,
    }?;
    for (name, value) in cors::headers(visit.guest()) {
        answer.headers().append(&name, &value)?;
    }
    Ok(answer)
}

/// What this isolate has counted. To whoever lacks the token there is nothing here.
async fn metrics(visit: &Visit) -> worker::Result<web_sys::Response> {
    let token = visit.config.metrics_token.as_ref();
    match token.and_then(|token| isolate::metrics(|metrics| metrics.answer(visit.head(), token))) {
        Some(answer) => visit.answer(&answer),
        None => content::missing(visit).await,
    }
}

/// The embedded service, for bearer callers and the OAuth pages.
async fn service(visit: &Visit) -> worker::Result<web_sys::Response> {
    let Some(body) = visit.arrival.body(BODY_MAX).await? else {
        return visit.refuse(&Error::TooLarge.into());
    };
    let request = Request { origin: visit.origin.as_str().to_owned(), body, ..visit.head().clone() };
    let Incoming { status, headers, body } = embedded::respond(visit, request).await?;
    body.under(status, headers, &headers::always(&visit.origin))
}
