//! Which part of the Worker a request is for: told by the host it came to, and its path.

use super::config::{Config, Upstream};
use super::content::{File, SERVICE_FILES, SERVICE_PICTURES};
use super::origin::Origin;
use super::{proxy, webhook};

/// A host that the Worker answers at.
#[derive(Clone, Copy)]
pub enum Door<'a> {
    /// The gateway's own origin.
    Main(&'a Origin),
    /// A regional origin of the embedded service, which is all that is found there, beside what its pages load.
    Regional(&'a Origin),
}

impl<'a> Door<'a> {
    /// The door of a `Host`. None for a host that is not configured: an unknown one is never echoed.
    pub fn at(config: &'a Config, host: &str) -> Option<Door<'a>> {
        if config.origin.authority().eq_ignore_ascii_case(host) {
            return Some(Door::Main(&config.origin));
        }
        let embedded = config.upstream == Upstream::Embedded;
        config.api.at_host(host).filter(|_| embedded).map(Door::Regional)
    }

    /// The origin as configured.
    pub fn origin(self) -> &'a Origin {
        match self {
            Door::Main(origin) | Door::Regional(origin) => origin,
        }
    }
}

/// A part of the Worker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Surface {
    /// The embedded service, for bearer callers and the OAuth pages.
    Service,
    /// The API for sessions.
    Api,
    /// The API for servers with a token of their own.
    Bearer,
    /// Sessions themselves.
    Auth(Auth),
    /// The gateway's own webhook.
    Webhook,
    /// What only a local service offers.
    Sandbox,
    /// What is counted, for whoever has the token.
    Metrics,
    /// A static file.
    File(File),
    /// The page of this path, asked for without the slash at its end.
    Folder(&'static str),
    /// Nothing.
    Nowhere,
}

impl Surface {
    /// What the parts are called in metrics and in the log, by number.
    pub const NAMES: [&'static str; 9] =
        ["service", "api", "bearer", "auth", "webhook", "sandbox", "metrics", "file", "nowhere"];

    /// The part's number among the names.
    pub const fn number(&self) -> usize {
        match self {
            Surface::Service => 0,
            Surface::Api => 1,
            Surface::Bearer => 2,
            Surface::Auth(_) => 3,
            Surface::Webhook => 4,
            Surface::Sandbox => 5,
            Surface::Metrics => 6,
            Surface::File(_) | Surface::Folder(_) => 7,
            Surface::Nowhere => 8,
        }
    }

    /// The part's name.
    pub fn name(&self) -> &'static str {
        Surface::NAMES.get(self.number()).copied().unwrap_or_default()
    }
}

/// What can be done with a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Auth {
    /// GET: what the page needs to begin a sign-in.
    Configuration,
    /// POST: exchanges a code for a session.
    Token,
    /// GET: whether there is a session.
    Session,
    /// POST: makes another of the accounts current.
    Switch,
    /// POST: ends a session of this browser, or all of them.
    SignOut,
    /// POST: ends every session of the current account, in every browser.
    SignOutEverywhere,
    /// GET: how the app's quota is planned.
    Budget,
}

impl Auth {
    /// The only method.
    pub const fn method(self) -> &'static str {
        match self {
            Auth::Configuration | Auth::Session | Auth::Budget => "GET",
            Auth::Token | Auth::Switch | Auth::SignOut | Auth::SignOutEverywhere => "POST",
        }
    }
}

/// Where the API itself begins.
pub const API_PATH: &str = "/v3";

/// Path that answers whether the Worker is up, at every host.
pub const HEALTH_PATH: &str = "/healthz";

/// Path of the metrics.
const METRICS_PATH: &str = "/metrics";

/// Path of the demo world, and of all else that only a local service offers below it.
pub const SANDBOX_PATH: &str = "/sandbox";

/// Path of the clock, which is the Worker's own wherever the service is.
const CLOCK_PATH: &str = "/sandbox/clock";

/// The part that a path leads to. `is_service` knows the embedded service's paths.
pub fn surface(config: &Config, door: Door<'_>, path: &str, is_service: fn(&str) -> bool) -> Surface {
    if config.upstream == Upstream::Embedded && is_service(path) {
        return Surface::Service;
    }
    if matches!(door, Door::Regional(_)) {
        let file = File::at(path).filter(|_| SERVICE_FILES.contains(&path) || path.starts_with(SERVICE_PICTURES));
        return file.map_or(Surface::Nowhere, Surface::File);
    }
    match path {
        "/auth/configuration" => Surface::Auth(Auth::Configuration),
        "/auth/token" => Surface::Auth(Auth::Token),
        "/auth/session" => Surface::Auth(Auth::Session),
        "/auth/switch" => Surface::Auth(Auth::Switch),
        "/auth/sign-out" => Surface::Auth(Auth::SignOut),
        "/auth/sign-out-everywhere" => Surface::Auth(Auth::SignOutEverywhere),
        "/gateway/budget" => Surface::Auth(Auth::Budget),
        CLOCK_PATH if crate::SANDBOX => Surface::Sandbox,
        _ if is_below(path, webhook::PATH) => Surface::Webhook,
        _ if is_below(path, SANDBOX_PATH) && config.upstream == Upstream::Embedded => Surface::Sandbox,
        METRICS_PATH if config.metrics_token.is_some() => Surface::Metrics,
        _ if is_below(path, proxy::PREFIX) => Surface::Api,
        _ if config.serves_servers && is_below(path, API_PATH) => Surface::Bearer,
        _ => match File::folder(path) {
            Some(page) => Surface::Folder(page),
            None => File::at(path).map_or(Surface::Nowhere, Surface::File),
        },
    }
}

fn is_below(path: &str, prefix: &str) -> bool {
    path.strip_prefix(prefix).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}
