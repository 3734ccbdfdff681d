//! The Worker's entry: finds the part of the Worker that a request is for, and answers it.

use super::convert::{self, Arrival};
use super::response::UpstreamResponse;
use super::{Platform, RequestContext};
use super::{accounts, bearer, clock, config, content, isolate, now, proxy, sandbox, service, session, task, webhook};
use crate::gateway::content::to_folder;
use crate::gateway::cors;
use crate::gateway::headers;
use crate::gateway::log::Level;
use crate::gateway::problem::Problem;
use crate::gateway::proxy::BODY_MAX;
use crate::gateway::surface::{Door, HEALTH_PATH, Surface, surface};
use crate::gateway::trace::Trace;
use crate::spec::errors::Error;
use crate::wire::http::{Request, Response};
use std::rc::Rc;
use worker::js_sys::Promise;
use worker::wasm_bindgen::{self, prelude::wasm_bindgen};
use worker::{Context, Env, web_sys, worker_sys};

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
    let surface = surface(&config, door, &arrival.head.path, service::handles);
    let origin = door.origin().clone();
    let (trace, began) = (Rc::new(Trace::of(&arrival.head, Platform.unlike())), clock::platform());
    // A request to the sandbox may be the reset that all others wait for.
    let under_way = match surface {
        Surface::Sandbox => sandbox::under_way::ready(&env).await,
        _ => sandbox::under_way::enter(&env).await,
    };
    let (name, number, context) = (surface.name(), surface.number(), Rc::new(context));
    let config = Rc::clone(&config);
    let visit = RequestContext { env, now: now(), origin, arrival, config, context, trace, began, surface: name };
    session::store_again(&visit);
    let answer = match surface {
        Surface::Service => embedded(&visit).await,
        Surface::Api | Surface::Auth(_) if visit.config.guest.is_some() => shared(&visit, surface).await,
        Surface::Api => proxy::respond(&visit).await,
        Surface::Bearer => bearer::respond(&visit, &visit.context).await,
        Surface::Auth(auth) => accounts::respond(&visit, auth).await,
        Surface::Webhook => webhook::respond(&visit).await,
        Surface::Sandbox => sandbox::respond::respond(&visit).await,
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

/// What pages of another origin may call too.
async fn shared(visit: &RequestContext, surface: Surface) -> worker::Result<web_sys::Response> {
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
async fn metrics(visit: &RequestContext) -> worker::Result<web_sys::Response> {
    let token = visit.config.metrics_token.as_ref();
    match token.and_then(|token| isolate::metrics(|metrics| metrics.answer(visit.head(), token))) {
        Some(answer) => visit.answer(&answer),
        None => content::missing(visit).await,
    }
}

/// The embedded service, for bearer callers and the OAuth pages.
async fn embedded(visit: &RequestContext) -> worker::Result<web_sys::Response> {
    let Some(body) = visit.arrival.body(BODY_MAX).await? else {
        return visit.refuse(&Error::TooLarge.into());
    };
    let request = Request { origin: visit.origin.as_str().to_owned(), body, ..visit.head().clone() };
    let UpstreamResponse { status, headers, body } = service::respond(visit, request).await?;
    body.under(status, headers, &headers::always(&visit.origin))
}
