//! Which part of the Worker a request is for, by its host and its path.

use super::config::{Config, Upstream};
use super::origin::Origin;
use super::static_files::{SERVICE_FILES, SERVICE_PICTURES, StaticFile};
use super::{agents, changes, notes, proxy, shares, webhook};
use crate::spec::content::SIGN_UP_PATH;

/// A host at which the Worker is reached.
#[derive(Clone, Copy)]
pub enum Host<'a> {
    /// The gateway's own origin.
    Main(&'a Origin),
    /// A regional origin of the embedded service, which serves only that service and the files of its pages.
    Regional(&'a Origin),
}

impl<'a> Host<'a> {
    /// The host of a `Host` header; `None` for one that is not configured, which is never echoed.
    pub fn from_authority(config: &'a Config, host: &str) -> Option<Host<'a>> {
        // A proxy may name the default port, with which the host is the same.
        let host = host.strip_suffix(":443").filter(|_| config.origin.is_secure()).unwrap_or(host);
        if config.origin.authority().eq_ignore_ascii_case(host) {
            return Some(Host::Main(&config.origin));
        }
        let embedded = config.upstream == Upstream::Embedded;
        config.api.find_by_host(host).filter(|_| embedded).map(Host::Regional)
    }

    /// The origin as configured.
    pub fn origin(self) -> &'a Origin {
        match self {
            Host::Main(origin) | Host::Regional(origin) => origin,
        }
    }
}

/// A part of the Worker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Route {
    /// The embedded service, for bearer callers and the OAuth pages.
    Service,
    /// The API for sessions.
    Api,
    /// The API for servers with a token of their own.
    Bearer,
    /// Session operations: sign-in, sign-out, accounts, the budget.
    Auth(AuthAction),
    /// The gateway's own webhook.
    Webhook,
    /// The changes that the webhook has reported.
    Changes,
    /// The notes of a survey.
    Notes,
    /// The shared links of an account.
    Shares,
    /// A shared link, for anyone who has it.
    Shared,
    /// The controls of a local service.
    Sandbox,
    /// The counters, for callers with the metrics token.
    Metrics,
    /// The Model Context Protocol, for agents.
    Mcp,
    /// What agents need to be connected: the documents about it, codes, tokens and registrations.
    AgentAccess,
    /// The agents of an account, for the pages of its user.
    Agents,
    /// A static file.
    File(StaticFile),
    /// A page that is at this URL: a path without its trailing slash, or the sign-up at a remote service.
    Redirect(String),
    /// No part.
    NotFound,
}

impl Route {
    /// The names of the routes in metrics and in the log, by number.
    pub const NAMES: [&'static str; 16] = [
        "service",
        "api",
        "bearer",
        "auth",
        "webhook",
        "sandbox",
        "metrics",
        "file",
        "nowhere",
        "changes",
        "notes",
        "shares",
        "shared",
        "mcp",
        "agent-access",
        "agents",
    ];

    /// The route's index in [`Route::NAMES`].
    pub const fn metrics_index(&self) -> usize {
        match self {
            Route::Service => 0,
            Route::Api => 1,
            Route::Bearer => 2,
            Route::Auth(_) => 3,
            Route::Webhook => 4,
            Route::Sandbox => 5,
            Route::Metrics => 6,
            Route::File(_) | Route::Redirect(_) => 7,
            Route::NotFound => 8,
            Route::Changes => 9,
            Route::Notes => 10,
            Route::Shares => 11,
            Route::Shared => 12,
            Route::Mcp => 13,
            Route::AgentAccess => 14,
            Route::Agents => 15,
        }
    }

    /// The route's name.
    pub fn name(&self) -> &'static str {
        Route::NAMES.get(self.metrics_index()).copied().unwrap_or_default()
    }
}

/// An operation on sessions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AuthAction {
    /// GET: what the page needs to begin a sign-in.
    Configuration,
    /// POST: exchanges a code for a session.
    Token,
    /// GET: whether there is a session.
    Session,
    /// POST: makes another of the accounts current.
    Switch,
    /// POST: ends one session of this browser, or all of them.
    SignOut,
    /// POST: ends every session of the current account, in every browser.
    SignOutEverywhere,
    /// GET: the state of the app's budget.
    Budget,
}

impl AuthAction {
    /// The only method that it accepts.
    pub const fn method(self) -> &'static str {
        match self {
            AuthAction::Configuration | AuthAction::Session | AuthAction::Budget => "GET",
            AuthAction::Token | AuthAction::Switch | AuthAction::SignOut | AuthAction::SignOutEverywhere => "POST",
        }
    }
}

/// Path prefix of the API itself.
pub const API_PATH: &str = "/v3";

/// Path of the health check, at every host.
pub const HEALTH_PATH: &str = "/healthz";

/// Path of the metrics.
const METRICS_PATH: &str = "/metrics";

/// Path prefix of the sandbox, which only a local service has.
const SANDBOX_PATH: &str = "/sandbox";

/// Path of the clock. The Worker serves it itself, even if the service is remote.
const CLOCK_PATH: &str = "/sandbox/clock";

/// Finds the route of a path. `is_service` says which paths the embedded service has.
pub fn find_route(config: &Config, host: Host<'_>, path: &str, is_service: fn(&str) -> bool) -> Route {
    // The service comes first: its OAuth pages and `/v3` are at the same paths as at a remote service.
    if config.upstream == Upstream::Embedded && is_service(path) {
        return Route::Service;
    }
    // A regional host has no session, so nothing of the gateway is there.
    if matches!(host, Host::Regional(_)) {
        let file =
            StaticFile::from_path(path).filter(|_| SERVICE_FILES.contains(&path) || path.starts_with(SERVICE_PICTURES));
        return file.map_or(Route::NotFound, Route::File);
    }
    match path {
        "/auth/configuration" => Route::Auth(AuthAction::Configuration),
        "/auth/token" => Route::Auth(AuthAction::Token),
        "/auth/session" => Route::Auth(AuthAction::Session),
        "/auth/switch" => Route::Auth(AuthAction::Switch),
        "/auth/sign-out" => Route::Auth(AuthAction::SignOut),
        "/auth/sign-out-everywhere" => Route::Auth(AuthAction::SignOutEverywhere),
        "/gateway/budget" => Route::Auth(AuthAction::Budget),
        agents::PATH => Route::Mcp,
        _ if is_below(path, agents::CONNECTIONS_PATH) => Route::Agents,
        // Programs look for documents in other places too: they get a plain 404.
        _ if path.starts_with("/.well-known/") || agents::is_access_path(path) => Route::AgentAccess,
        changes::PATH => Route::Changes,
        CLOCK_PATH if crate::SANDBOX => Route::Sandbox,
        _ if is_below(path, webhook::PATH) => Route::Webhook,
        _ if is_below(path, notes::PATH) => Route::Notes,
        _ if is_below(path, shares::PATH) => Route::Shares,
        _ if shares::parse_public_path(path).is_some() => Route::Shared,
        _ if is_below(path, SANDBOX_PATH) && config.upstream == Upstream::Embedded => Route::Sandbox,
        METRICS_PATH if config.metrics_token.is_some() => Route::Metrics,
        _ if is_below(path, proxy::PREFIX) => Route::Api,
        _ if config.serves_servers && is_below(path, API_PATH) => Route::Bearer,
        // Its form posts to the service, whose sign-up is elsewhere.
        SIGN_UP_PATH if config.upstream == Upstream::Remote => {
            Route::Redirect([config.auth_origin.as_str(), "/"].concat())
        }
        _ => match StaticFile::page_of_folder(path) {
            Some(page) => Route::Redirect(page),
            None => StaticFile::from_path(path).map_or(Route::NotFound, Route::File),
        },
    }
}

fn is_below(path: &str, prefix: &str) -> bool {
    path.strip_prefix(prefix).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}
