//! The Worker's entry: finds the route of a request, and responds.

use super::convert::{self, IncomingRequest};
use super::forward::complete_write;
use super::log::print_line;
use super::response::UpstreamResponse;
use super::{OneShot, RequestContext};
use super::{
    accounts, agents, bearer, changes, isolate_state, load_config, notes, now, proxy, sandbox, service, session_ends,
    shares, static_files, task, webhook,
};
use crate::gateway::callback;
use crate::gateway::config::Config;
use crate::gateway::cors;
use crate::gateway::headers;
use crate::gateway::log::{Level, UpstreamStatus};
use crate::gateway::metrics::Counter;
use crate::gateway::problem::Problem;
use crate::gateway::route::{HEALTH_PATH, Host, Route, find_route};
use crate::gateway::static_files::redirect_to_page;
use crate::wire::dates::MINUTE;
use crate::wire::http::Response;
use std::rc::Rc;
use worker::js_sys::Promise;
use worker::wasm_bindgen::{self, prelude::wasm_bindgen};
use worker::{Context, Env, web_sys, worker_sys};

thread_local! {
    /// The line of the log for requests at unknown hosts.
    static UNKNOWN_HOST_LOGGED: OneShot = const { OneShot::never() };
}

/// Responds to a request: the Worker's entry.
#[wasm_bindgen]
pub fn fetch(request: web_sys::Request, env: Env, context: worker_sys::Context) -> Promise {
    task::run_as_promise(async move { Ok(handle_fetch(request, env, Context::new(context)).await?.into()) })
}

async fn handle_fetch(request: web_sys::Request, env: Env, execution: Context) -> worker::Result<web_sys::Response> {
    let Some(config) = load_config(&env) else {
        return convert::to_platform_response(Problem::NotConfigured.to_response(), &[]);
    };
    let incoming = Rc::new(IncomingRequest::from_platform(request));
    // Before the host is checked: a load balancer asks by an IP address.
    if incoming.head.path == HEALTH_PATH {
        return respond_health(env, config, incoming, execution);
    }
    let Some(host) = Host::from_authority(&config, incoming.host()) else {
        isolate_state::count_event(Counter::UnknownHosts);
        if UNKNOWN_HOST_LOGGED.with(|logged| logged.try_begin(MINUTE)) {
            print_line(Level::Warn, "unknown host", None, &UpstreamStatus(Problem::UnknownHost.status()));
        }
        return convert::to_platform_response(Problem::UnknownHost.to_response(), &[]);
    };
    let route = find_route(&config, host, &incoming.head.path, service::handles_path);
    let (origin, metrics_index) = (host.origin().clone(), route.metrics_index());
    let config = Rc::clone(&config);
    let mut context = RequestContext::new(env, config, incoming, execution, origin, route.name());
    let active = match route {
        // A reset waits for the active requests: it must not be one itself.
        Route::Sandbox => sandbox::active_requests::sync_state(&context.env).await,
        _ => sandbox::active_requests::begin_request(&context.env).await,
    };
    // The sandbox may have set the clock.
    context.now = now();
    session_ends::retry_unstored_ends(&context);
    let is_read = matches!(context.head().method.as_str(), "GET" | "HEAD");
    let response = match route {
        // These hold a write themselves, once it is sent.
        Route::Api | Route::Bearer => respond(&context, route).await,
        route if is_read || is_one_step(&context, &route) => respond(&context, route).await,
        route => complete_write(&context, respond(&context, route)).await,
    };
    active.finish();
    let response = response.or_else(|error| {
        let problem = context.log_failure("request failed", &error);
        context.respond_with(&problem.to_response())
    })?;
    if let Some(id) = headers::request_id_of_failure(response.status(), context.trace.id()) {
        let _ = response.headers().append(headers::REQUEST_ID, id);
    }
    isolate_state::with_metrics(|metrics| metrics.count_response(metrics_index, response.status()));
    Ok(response)
}

/// Whether a write is one message to one object, which carries it out whether or not the client is there.
fn is_one_step(context: &RequestContext, route: &Route) -> bool {
    *route == Route::Service && ["/v3/", "/r/"].iter().any(|start| context.head().path.starts_with(start))
}

/// Responds at a route.
async fn respond(context: &RequestContext, route: Route) -> worker::Result<web_sys::Response> {
    match route {
        Route::Service => respond_embedded(context).await,
        Route::Api | Route::Auth(_) | Route::Changes | Route::Notes | Route::Shares
            if !context.config.allowed_origins.is_empty() =>
        {
            respond_cross_origin(context, route).await
        }
        Route::Api => proxy::respond(context).await,
        Route::Bearer => bearer::respond(context).await,
        Route::Auth(action) => accounts::respond(context, action).await,
        Route::Webhook => webhook::respond(context).await,
        // Boxed, so that the future of every request stays small.
        Route::Changes => Box::pin(changes::respond(context)).await,
        Route::Notes => Box::pin(notes::respond(context)).await,
        Route::Shares => Box::pin(shares::respond(context)).await,
        Route::Shared => Box::pin(shares::respond_public(context)).await,
        Route::Mcp => Box::pin(agents::respond_mcp(context)).await,
        Route::AgentAccess => Box::pin(agents::respond_access(context)).await,
        Route::Agents => Box::pin(agents::respond_pages(context)).await,
        Route::Sandbox => sandbox::respond::respond(context).await,
        Route::Metrics => respond_metrics(context).await,
        Route::File(_) | Route::NotFound if let Some(response) = callback::respond(&context.config, context.head()) => {
            context.respond_with(&response)
        }
        Route::File(file) => static_files::respond(context, &file).await,
        Route::Redirect(page) => context.respond_with(&redirect_to_page(context.head(), &page)),
        Route::NotFound => static_files::respond_not_found(context).await,
    }
}

/// The health check. While nothing can be stored, it has that tried: a load balancer may send no other request then.
#[inline(never)]
fn respond_health(
    env: Env,
    config: Rc<Config>,
    incoming: Rc<IncomingRequest>,
    execution: Context,
) -> worker::Result<web_sys::Response> {
    let security = headers::security_headers(&config.origin);
    if isolate_state::is_storing() {
        return convert::to_platform_response(Response::json(200, r#"{"status":"ok"}"#), &security);
    }
    let origin = config.origin.clone();
    session_ends::retry_unstored_ends(&RequestContext::new(env, config, incoming, execution, origin, "health"));
    convert::to_platform_response(Problem::NotStored.to_response(), &security)
}

/// Responds at the routes that pages of another origin may call.
async fn respond_cross_origin(context: &RequestContext, route: Route) -> worker::Result<web_sys::Response> {
    let response = match route {
        _ if context.allowed_origin().is_some() && context.head().method == "OPTIONS" => {
            context.respond_with(&cors::preflight_response())
        }
        Route::Auth(action) => accounts::respond(context, action).await,
        Route::Changes => Box::pin(changes::respond(context)).await,
        Route::Notes => Box::pin(notes::respond(context)).await,
        Route::Shares => Box::pin(shares::respond(context)).await,
        _ => proxy::respond(context).await,
    }?;
    for (name, value) in cors::cors_headers(context.allowed_origin()) {
        response.headers().append(&name, &value)?;
    }
    Ok(response)
}

/// The metrics of this isolate. Without the right token the path does not seem to exist.
async fn respond_metrics(context: &RequestContext) -> worker::Result<web_sys::Response> {
    let token = context.config.metrics_token.as_ref();
    match token.and_then(|token| isolate_state::with_metrics(|metrics| metrics.respond_to(context.head(), token))) {
        Some(response) => context.respond_with(&response),
        None => static_files::respond_not_found(context).await,
    }
}

/// The embedded service's response, for servers with a token and the OAuth pages.
async fn respond_embedded(context: &RequestContext) -> worker::Result<web_sys::Response> {
    let UpstreamResponse { status, headers, body } = service::respond_to_client(context).await?;
    body.into_response(status, headers, &headers::security_headers(&context.origin))
}
