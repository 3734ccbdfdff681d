//! Configuration: the Worker's variables, checked once. A bad one stops the Worker, because no default would be safe.

pub mod secrets;
mod variable;

pub use variable::BadVariable;
use variable::{API_URLS, OF_REMOTE, THREE_ORIGINS, bad_number, bad_variable, parse_mail_url, parse_safe_origin};

use super::allowed_origins::AllowedOrigins;
use super::budget::{BudgetRules, RESERVE_MAX, TOLERANCE_MAX};
use super::json::JsonValue;
use super::origin::Origin;
use super::region::RegionOrigins;
use super::seal::Sealer;
use super::{config_lists, keys};
use crate::crypto::secret::Secret;
use crate::spec::gateway::{CALLBACK_PATH, KEEP_RESULTS};
use crate::spec::limits::Quota;
use crate::spec::oauth;
use crate::wire::text;
use secrets::Secrets;
use std::ops::RangeInclusive;

/// Bindings to the gateway's own classes of Durable Objects, which every build needs.
const BINDINGS: &[&str] = &["SESSION", "BUDGET", "CACHE", "RECORDS"];

/// Bindings to those of the embedded service.
const SERVICE_BINDINGS: &[&str] = &["TEAM", "APP", "DIRECTORY"];

/// Binding to the platform's mail service, which is optional.
pub const EMAIL_BINDING: &str = "EMAIL";

/// Default timeout of a remote service, in seconds: our choice.
const UPSTREAM_TIMEOUT: u32 = 30;

/// The largest timeout that can be configured, in seconds.
const UPSTREAM_TIMEOUT_MAX: u32 = 300;

/// Where the API is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Upstream {
    /// The survey service in this Worker.
    Embedded,
    /// A service elsewhere.
    Remote,
}

/// The parts of the Worker that were built.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Build {
    /// The gateway alone.
    Gateway,
    /// The gateway and the service.
    WithService,
}

/// The checked variables.
pub struct Config {
    /// The gateway's public origin.
    pub origin: Origin,
    /// The API's origins, one per region.
    pub api: RegionOrigins,
    /// The origin of a remote service's legacy operation, if it differs from that of the API.
    pub legacy_api: Option<Origin>,
    /// The origin of the OAuth endpoints.
    pub auth_origin: Origin,
    /// Whether the API is in this Worker.
    pub upstream: Upstream,
    /// The app's id.
    pub client_id: String,
    /// The app's secret.
    pub client_secret: Secret,
    /// URL to which a sign-in returns.
    pub redirect_uri: String,
    /// Whether servers may call with their own tokens.
    pub serves_servers: bool,
    /// Whether programs may register themselves as clients of agents.
    pub registers_agents: bool,
    /// Whether sign-ins use PKCE, which proves that they end in the browser where they began.
    pub uses_pkce: bool,
    /// The other origins whose pages may call.
    pub allowed_origins: AllowedOrigins,
    /// Whether pages may keep responses of surveys in the browser, if its user agrees.
    pub keeps_results: bool,
    /// Milliseconds to wait for a remote service's headers, and for each further part of a body.
    pub upstream_timeout: u32,
    /// The token that allows reading the metrics; without one there are none.
    pub metrics_token: Option<Secret>,
    /// How the app's quota is spent.
    pub budget: BudgetRules,
    /// The keys that seal sessions.
    pub sealer: Sealer,
    /// The embedded service's key for signing tokens; empty without that service.
    pub service_key: Secret,
    /// URL to which the embedded service delivers mail; without one, mail stays in the outbox.
    pub mail_url: Option<String>,
    /// The bearer token for [`Config::mail_url`]; empty if there is none.
    pub mail_token: Secret,
    /// Who reviews public apps of the embedded service: e-mail addresses in lower case.
    pub reviewers: Vec<String>,
    /// Quotas of the embedded service that replace those of an app's state, by client id.
    pub quotas: Vec<(String, Quota)>,
    /// The header that holds the client's IP address, in lower case; `None` if no proxy sets one.
    pub client_ip_header: Option<String>,
    /// Whether the platform sends the embedded service's mail, which [`Config::mail_url`] takes precedence over.
    pub platform_mails: bool,
}

/// What is wrong with a variable that is neither.
const ON_OR_OFF: &str = "must be on, off or unset";

impl Config {
    /// Reads the variables. With `AUTH_URL` the API is remote, and its regions and the app are required. Without it the
    /// API is the embedded service, at the gateway's own origin and two regional ones, and the app is the service's
    /// own. `REGIONS` names the regions of a remote API with their URLs; `API_URL`, `API_URL_EU` and `API_URL_CA` are
    /// those of the three regions in the specification.
    ///
    /// # Errors
    ///
    /// The first [`BadVariable`]: one that is missing, malformed, weak, or contradicts another.
    pub fn from_variables(build: Build, variable: impl Fn(&str) -> Option<String>) -> Result<Config, BadVariable> {
        let value_of = |name: &str| variable(name).filter(|value| !value.is_empty());
        let required = |name: &'static str| value_of(name).ok_or(bad_variable(name, "is not set"));
        // A build without the service links nothing that reads its variables.
        let of_service = |name: &str| if build == Build::WithService { value_of(name) } else { None };
        let url = |name: &'static str| value_of(name).map(|value| parse_safe_origin(name, &value)).transpose();

        secrets::check_characters(&value_of, &["CLIENT_ID", "METRICS_TOKEN"], "CLIENT_SECRET")?;
        // By `build`, and not by `of_service`, whose address would keep the linker from dropping what is read by it.
        if build == Build::WithService {
            secrets::check_characters(&value_of, &["MAIL_TOKEN"], "SERVICE_KEY")?;
        }
        let origin = parse_safe_origin("ORIGIN", &required("ORIGIN")?)?;
        // With the service built in, an `AUTH_URL` that equals `ORIGIN` means the embedded service.
        let auth = url("AUTH_URL")?.filter(|auth| build == Build::Gateway || *auth != origin);
        let upstream = if auth.is_some() { Upstream::Remote } else { Upstream::Embedded };
        if upstream == Upstream::Embedded && build == Build::Gateway {
            return Err(bad_variable("AUTH_URL", "is not set, and this build has no embedded service"));
        }
        if upstream == Upstream::Embedded
            && let Some(name) = API_URLS.iter().chain(&OF_REMOTE).find(|name| value_of(name).is_some())
        {
            return Err(bad_variable(name, "needs a remote service: set AUTH_URL, or remove it"));
        }
        let api = match (upstream, value_of("REGIONS")) {
            (Upstream::Embedded, _) => {
                let own = |name, label, step| match url(name)? {
                    Some(url) => Ok(url),
                    None => origin.derive_neighbour(label, step).ok_or(bad_variable(name, "is not set")),
                };
                RegionOrigins::from_documented([origin.clone(), own("ORIGIN_EU", "eu", 1)?, own("ORIGIN_CA", "ca", 2)?])
                    .ok_or(bad_variable("ORIGIN, ORIGIN_EU and ORIGIN_CA", THREE_ORIGINS))?
            }
            (Upstream::Remote, None) => {
                let remote = |name| url(name)?.ok_or(bad_variable(name, "is not set"));
                RegionOrigins::from_documented([remote("API_URL")?, remote("API_URL_EU")?, remote("API_URL_CA")?])
                    .ok_or(bad_variable("API_URL, API_URL_EU and API_URL_CA", THREE_ORIGINS))?
            }
            (Upstream::Remote, Some(list)) => {
                if let Some(name) = API_URLS.iter().find(|name| value_of(name).is_some()) {
                    return Err(bad_variable(name, "and REGIONS are both set: remove one of them"));
                }
                RegionOrigins::parse_list(&list, |url| parse_safe_origin("REGIONS", url).ok()).ok_or(bad_variable(
                    "REGIONS",
                    "must be a list such as us=https://api.example.com,eu=https://eu.example.com",
                ))?
            }
        };
        let (metrics_token, mail_token) = (value_of("METRICS_TOKEN"), of_service("MAIL_TOKEN"));
        let secrets = Secrets::from_variables(
            upstream,
            value_of("CLIENT_SECRET"),
            required("SESSION_KEYS")?,
            value_of("SERVICE_KEY"),
            [metrics_token.as_deref(), mail_token.as_deref()],
        )?;
        let client_id = value_of("CLIENT_ID").or(secrets.own_id).ok_or(bad_variable("CLIENT_ID", "is not set"))?;
        let redirect_uri = value_of("REDIRECT_URI").unwrap_or_else(|| format!("{}{CALLBACK_PATH}", origin.as_str()));
        // Below the own origin, because the callback page must be able to call the gateway with its cookie.
        let at_origin = redirect_uri.strip_prefix(origin.as_str()).is_some_and(|path| path.starts_with('/'));
        if !at_origin || !redirect_uri.bytes().all(|byte| byte.is_ascii_graphic() && !matches!(byte, b'#' | b'?')) {
            return Err(bad_variable("REDIRECT_URI", "must be a URL below ORIGIN, without a query"));
        }
        // True for `on`, false for `off`, which may be empty and then is no value.
        let choice = |name: &'static str, on: &str, off: &str, reason| match value_of(name) {
            None => Ok(None),
            Some(value) if value == on || value == off => Ok(Some(value == on)),
            Some(_) => Err(bad_variable(name, reason)),
        };
        // The embedded service supports PKCE; a remote one may not.
        let uses_pkce = choice("PKCE", oauth::CHALLENGE_METHOD, "", "must be S256 or unset")?;
        let serves_servers = choice("BEARER_CALLS", "on", "", "must be on or unset")?;
        let registers_agents = choice("AGENT_REGISTRATION", "on", "off", ON_OR_OFF)?;
        let keeps_results = choice("KEEP_RESULTS", "on", "off", ON_OR_OFF)?;
        let number = |name: &'static str, range: RangeInclusive<u32>| {
            let parse = |value: String| text::parse_number(&value).and_then(|number| u32::try_from(number).ok());
            let in_range = |value| {
                parse(value).filter(|number| range.contains(number)).ok_or(bad_number(
                    name,
                    *range.start(),
                    *range.end(),
                ))
            };
            value_of(name).map(in_range).transpose()
        };
        let defaults = BudgetRules::default();
        let budget = BudgetRules {
            fallback: [number("BUDGET_PER_MINUTE", 1..=u32::MAX)?, number("BUDGET_PER_DAY", 1..=u32::MAX)?],
            reserve: number("BUDGET_RESERVE", 0..=RESERVE_MAX)?.unwrap_or(defaults.reserve),
            tolerance: number("BUDGET_TOLERANCE", 0..=TOLERANCE_MAX)?.unwrap_or(defaults.tolerance),
        };
        if let Some(Err(weakness)) = metrics_token.as_ref().map(|token| keys::check_strength(token.as_bytes())) {
            return Err(bad_variable("METRICS_TOKEN", weakness.as_str()));
        }
        let seconds = number("UPSTREAM_TIMEOUT", 1..=UPSTREAM_TIMEOUT_MAX)?.unwrap_or(UPSTREAM_TIMEOUT);
        let quotas = of_service("APP_QUOTAS")
            .map_or(Some(Vec::new()), |list| config_lists::parse_quotas(&list, &client_id))
            .ok_or(bad_variable(
                "APP_QUOTAS",
                "must be a list such as CLIENT_ID=120/500,CLIENT_ID=720/- with requests per minute and day",
            ))?;
        Ok(Config {
            budget,
            upstream_timeout: seconds.saturating_mul(1000),
            metrics_token: metrics_token.map(Secret::new),
            serves_servers: serves_servers.unwrap_or(false),
            // A local service is for trying things out.
            registers_agents: registers_agents.unwrap_or(crate::SANDBOX),
            uses_pkce: uses_pkce.unwrap_or(upstream == Upstream::Embedded),
            keeps_results: keeps_results.unwrap_or(true),
            allowed_origins: value_of("ALLOWED_ORIGIN").map_or(Ok(AllowedOrigins::default()), |list| {
                AllowedOrigins::parse_list(&list, &origin, |url| parse_safe_origin("ALLOWED_ORIGIN", url).ok())
                    .map_err(|reason| bad_variable("ALLOWED_ORIGIN", reason))
            })?,
            legacy_api: url("LEGACY_API_URL")?,
            auth_origin: auth.unwrap_or_else(|| origin.clone()),
            origin,
            api,
            upstream,
            client_id,
            client_secret: secrets.client,
            redirect_uri,
            sealer: secrets.sealer,
            service_key: secrets.service,
            mail_url: of_service("MAIL_URL").map(|url| parse_mail_url("MAIL_URL", url)).transpose()?,
            mail_token: Secret::new(mail_token.unwrap_or_default()),
            reviewers: of_service("REVIEWERS")
                .map_or(Some(Vec::new()), |list| config_lists::parse_reviewers(&list))
                .ok_or(bad_variable("REVIEWERS", "must be e-mail addresses separated by commas"))?,
            quotas,
            client_ip_header: value_of("CLIENT_ADDRESS_HEADER")
                .map(|name| {
                    config_lists::parse_header_name(&name)
                        .ok_or(bad_variable("CLIENT_ADDRESS_HEADER", "must be the name of a header"))
                })
                .transpose()?,
            platform_mails: false,
        })
    }

    /// Checks that the Worker's bindings exist; `is_bound` says whether one does.
    ///
    /// # Errors
    ///
    /// The first [`BadVariable`] whose binding is missing.
    pub fn check_bindings(mut self, is_bound: impl Fn(&str) -> bool) -> Result<Config, BadVariable> {
        self.platform_mails = is_bound(EMAIL_BINDING);
        let more = if self.upstream == Upstream::Embedded { SERVICE_BINDINGS } else { &[] };
        BINDINGS
            .iter()
            .chain(more)
            .find(|name| !is_bound(name))
            .map_or(Ok(self), |name| Err(bad_variable(name, "is not bound")))
    }

    /// The settings that a page gets with its session.
    pub fn page_settings(&self) -> [(&'static str, JsonValue<'static>); 1] {
        [(KEEP_RESULTS, JsonValue::Bool(self.keeps_results))]
    }

    /// The name of an origin that requests are sent to, for the log.
    pub fn service_name(&self, origin: &Origin) -> &str {
        let other = if self.legacy_api.as_ref() == Some(origin) { "legacy" } else { "auth" };
        self.api.name_of(origin).unwrap_or(other)
    }

    /// URL of the page that asks the user for access.
    pub fn authorize_url(&self) -> String {
        format!("{}{}", self.auth_origin.as_str(), oauth::AUTHORIZE_PATH)
    }

    /// URL of the endpoint that exchanges codes.
    pub fn token_url(&self) -> String {
        format!("{}{}", self.auth_origin.as_str(), oauth::TOKEN_PATH)
    }
}
