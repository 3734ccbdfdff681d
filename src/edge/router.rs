//! The Worker's entry: finds the part of the Worker that a request is for, and answers it.

use super::convert::{self, IncomingRequest};
use super::response::UpstreamResponse;
use super::{PlatformRandom, RequestContext};
use super::{
    accounts, bearer, clock, isolate_state, load_config, now, proxy, sandbox, service, session, static_files, task,
    webhook,
};
use crate::gateway::cors;
use crate::gateway::headers;
use crate::gateway::log::Level;
use crate::gateway::problem::Problem;
use crate::gateway::proxy::BODY_MAX;
use crate::gateway::route::{HEALTH_PATH, Host, Route, find_route};
use crate::gateway::static_files::redirect_to_folder;
use crate::gateway::trace::TraceContext;
use crate::spec::errors::Error;
use crate::wire::http::{Request, Response};
use std::rc::Rc;
use worker::js_sys::Promise;
use worker::wasm_bindgen::{self, prelude::wasm_bindgen};
use worker::{Context, Env, web_sys, worker_sys};

/// Answers a request: the Worker's entry.
#[wasm_bindgen]
pub fn fetch(request: web_sys::Request, env: Env, context: worker_sys::Context) -> Promise {
    task::run_as_promise(async move { Ok(handle_fetch(request, env, Context::new(context)).await?.into()) })
}

async fn handle_fetch(request: web_sys::Request, env: Env, context: Context) -> worker::Result<web_sys::Response> {
    let Some(config) = load_config(&env) else {
        return convert::to_platform_response(Problem::NotConfigured.to_response(), &[]);
    };
    let arrival = Rc::new(IncomingRequest::from_platform(request));
    if arrival.head.path == HEALTH_PATH {
        let health = match isolate_state::is_storing() {
            true => Response::json(200, r#"{"status":"ok"}"#),
            false => Problem::NotStored.to_response(),
        };
        return convert::to_platform_response(health, &headers::security_headers(&config.origin));
    }
    let Some(door) = Host::from_authority(&config, arrival.host()) else {
        return convert::to_platform_response(Problem::UnknownHost.to_response(), &[]);
    };
    let surface = find_route(&config, door, &arrival.head.path, service::handles_path);
    let origin = door.origin().clone();
    let (trace, began) =
        (Rc::new(TraceContext::from_request(&arrival.head, PlatformRandom.unique_bytes())), clock::platform_time());
    // A request to the sandbox may be the reset that all others wait for.
    let under_way = match surface {
        Route::Sandbox => sandbox::active_requests::sync_state(&env).await,
        _ => sandbox::active_requests::begin_request(&env).await,
    };
    let (name, number, context) = (surface.name(), surface.metrics_index(), Rc::new(context));
    let config = Rc::clone(&config);
    let visit = RequestContext { env, now: now(), origin, arrival, config, context, trace, began, route: name };
    session::retry_unstored_ends(&visit);
    let answer = match surface {
        Route::Service => respond_embedded(&visit).await,
        Route::Api | Route::Auth(_) if visit.config.allowed_origin.is_some() => {
            respond_cross_origin(&visit, surface).await
        }
        Route::Api => proxy::respond(&visit).await,
        Route::Bearer => bearer::respond(&visit, &visit.context).await,
        Route::Auth(auth) => accounts::respond(&visit, auth).await,
        Route::Webhook => webhook::respond(&visit).await,
        Route::Sandbox => sandbox::respond::respond(&visit).await,
        Route::Metrics => respond_metrics(&visit).await,
        Route::File(_) if !visit.config.accepts_issuer(visit.head()) => {
            visit.respond_with(&Problem::CodeRefused.to_response())
        }
        Route::File(file) => static_files::respond(&visit, &file).await,
        Route::FolderRedirect(page) => visit.respond_with(&redirect_to_folder(visit.head(), page)),
        Route::NotFound => static_files::respond_not_found(&visit).await,
    };
    under_way.finish();
    let answer = answer.or_else(|error| {
        visit.log_event(Level::Error, "request failed", &error);
        visit.respond_with(&Problem::Internal.to_response())
    })?;
    isolate_state::with_metrics(|metrics| metrics.count_response(number, answer.status()));
    Ok(answer)
}

/// What pages of another origin may call too.
async fn respond_cross_origin(visit: &RequestContext, surface: Route) -> worker::Result<web_sys::Response> {
    let answer = match surface {
        _ if visit.allowed_origin().is_some() && visit.head().method == "OPTIONS" => {
            visit.respond_with(&cors::preflight_response())
        }
        Route::Auth(auth) => accounts::respond(visit, auth).await,
        _ => proxy::respond(visit).await,
    }?;
    for (name, value) in cors::cors_headers(visit.allowed_origin()) {
        answer.headers().append(&name, &value)?;
    }
    Ok(answer)
}

/// What this isolate has counted. To whoever lacks the token there is nothing here.
async fn respond_metrics(visit: &RequestContext) -> worker::Result<web_sys::Response> {
    let token = visit.config.metrics_token.as_ref();
    match token.and_then(|token| isolate_state::with_metrics(|metrics| metrics.respond_to(visit.head(), token))) {
        Some(answer) => visit.respond_with(&answer),
        None => static_files::respond_not_found(visit).await,
    }
}

/// The embedded service, for bearer callers and the OAuth pages.
async fn respond_embedded(visit: &RequestContext) -> worker::Result<web_sys::Response> {
    let Some(body) = visit.arrival.read_body(BODY_MAX).await? else {
        return visit.respond_refusal(&Error::TooLarge.into());
    };
    let request = Request { origin: visit.origin.as_str().to_owned(), body, ..visit.head().clone() };
    let UpstreamResponse { status, headers, body } = service::respond(visit, request).await?;
    body.into_response(status, headers, &headers::security_headers(&visit.origin))
}
