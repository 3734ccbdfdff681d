//! Configuration: the Worker's variables, checked once. A bad one stops everything, since no default is safe.

pub mod secrets;

use super::budget::{BudgetRules, RESERVE_MAX, TOLERANCE_MAX};
use super::origin::Origin;
use super::region::RegionOrigins;
use super::seal::Sealer;
use super::{config_lists, keys};
use crate::crypto::secret::Secret;
use crate::spec::limits::Quota;
use crate::spec::oauth;
use crate::wire::http::Request;
use crate::wire::{query, text};
use secrets::Secrets;
use std::fmt;

/// Bindings to the gateway's own classes of objects, which every build needs.
const BINDINGS: &[&str] = &["SESSION", "BUDGET", "CACHE"];

/// Bindings to the embedded service's.
const SERVICE_BINDINGS: &[&str] = &["TEAM", "APP", "DIRECTORY"];

/// Binding to the platform's service for sending mail, which no build needs.
pub const EMAIL_BINDING: &str = "EMAIL";

/// Path of the page that a sign-in comes back to.
pub const CALLBACK_PATH: &str = "/callback/";

/// Seconds that a remote service may let wait if nothing else is configured: our choice.
const UPSTREAM_TIMEOUT: u32 = 30;

/// The most that can be configured.
const UPSTREAM_TIMEOUT_MAX: u32 = 300;

/// Where the API is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Upstream {
    /// In this Worker.
    Embedded,
    /// Somewhere else.
    Remote,
}

/// What the Worker was built with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Build {
    /// The gateway alone.
    Gateway,
    /// The gateway and the service.
    WithService,
}

/// The variables, checked.
pub struct Config {
    /// The gateway's public origin.
    pub origin: Origin,
    /// The API's origins.
    pub api: RegionOrigins,
    /// The origin of a remote service's legacy operation, if it is not that of the API.
    pub legacy_api: Option<Origin>,
    /// The origin of the OAuth endpoints.
    pub auth_origin: Origin,
    /// Where the API is.
    pub upstream: Upstream,
    /// The app's id.
    pub client_id: String,
    /// The app's secret.
    pub client_secret: Secret,
    /// Where a sign-in comes back to.
    pub redirect_uri: String,
    /// Whether servers may call with tokens of their own.
    pub serves_servers: bool,
    /// Whether sign-ins prove by a challenge that they end where they began.
    pub uses_pkce: bool,
    /// The one other origin whose pages may call.
    pub allowed_origin: Option<Origin>,
    /// Milliseconds that a remote service may let wait for headers, or for more of a body.
    pub upstream_timeout: u32,
    /// Who may read what is counted; nobody, if there is none.
    pub metrics_token: Option<Secret>,
    /// How the app's quota is spent.
    pub budget: BudgetRules,
    /// What seals sessions.
    pub sealer: Sealer,
    /// What the embedded service signs tokens with; empty without one.
    pub service_key: Secret,
    /// Where the embedded service hands its mail over; none where it stays in the outbox.
    pub mail_url: Option<String>,
    /// The bearer token for that; empty for none.
    pub mail_token: Secret,
    /// Who decides about public apps of the embedded service: e-mail addresses in lower case.
    pub reviewers: Vec<String>,
    /// The quotas that the embedded service grants to apps beside those of their states, by client id.
    pub quotas: Vec<(String, Quota)>,
    /// The header with the address of the embedded service's client, in lower case; none where nothing says it.
    pub client_header: Option<String>,
    /// Whether the platform sends the embedded service's mail, unless there is an address for it.
    pub platform_mails: bool,
}

/// A variable that cannot be used. It prints as one sentence, without the value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BadVariable {
    /// Its name.
    pub name: &'static str,
    reason: &'static str,
}

impl fmt::Display for BadVariable {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} {}.", self.name, self.reason)
    }
}

const fn bad_variable(name: &'static str, reason: &'static str) -> BadVariable {
    BadVariable { name, reason }
}

impl Config {
    /// Reads the variables. With `AUTH_URL` the API is remote, and its regions and the app must be given; without it
    /// the embedded service is the API, at the gateway's own origin and two regional ones, and the app is the
    /// service's own unless another is given. `REGIONS` names the regions of a remote API with their addresses;
    /// `API_URL`, `API_URL_EU` and `API_URL_CA` are those of the specification's three.
    pub fn from_variables(build: Build, variable: impl Fn(&str) -> Option<String>) -> Result<Config, BadVariable> {
        let given = |name: &str| variable(name).filter(|value| !value.is_empty());
        let must = |name: &'static str| given(name).ok_or(bad_variable(name, "is not set"));
        // Without a service nothing is linked that reads what is its own.
        let of_service = |name: &str| if build == Build::WithService { given(name) } else { None };
        let address = |name: &'static str| given(name).map(|value| parse_safe_origin(name, &value)).transpose();

        let origin = parse_safe_origin("ORIGIN", &must("ORIGIN")?)?;
        let auth = address("AUTH_URL")?.filter(|auth| build == Build::Gateway || *auth != origin);
        let upstream = if auth.is_some() { Upstream::Remote } else { Upstream::Embedded };
        if upstream == Upstream::Embedded && build == Build::Gateway {
            return Err(bad_variable("AUTH_URL", "is not set, and this build has no service of its own"));
        }
        let api = match (upstream, given("REGIONS")) {
            (Upstream::Embedded, None) => {
                let own = |name, label, step| match address(name)? {
                    Some(address) => Ok(address),
                    None => origin.derive_neighbour(label, step).ok_or(bad_variable(name, "is not set")),
                };
                RegionOrigins::from_documented([origin.clone(), own("ORIGIN_EU", "eu", 1)?, own("ORIGIN_CA", "ca", 2)?])
                    .ok_or(bad_variable("ORIGIN", "ORIGIN_EU and ORIGIN_CA must be three different origins"))?
            }
            (Upstream::Remote, None) => {
                let remote = |name| address(name)?.ok_or(bad_variable(name, "is not set"));
                RegionOrigins::from_documented([remote("API_URL")?, remote("API_URL_EU")?, remote("API_URL_CA")?])
                    .ok_or(bad_variable("API_URL", "API_URL_EU and API_URL_CA must be three different origins"))?
            }
            (Upstream::Embedded, Some(_)) => {
                return Err(bad_variable("REGIONS", "is for a remote service: AUTH_URL is not set"));
            }
            (Upstream::Remote, Some(_)) if given("API_URL").is_some() => {
                return Err(bad_variable("REGIONS", "and API_URL are both set"));
            }
            (Upstream::Remote, Some(list)) => {
                RegionOrigins::parse_list(&list, |address| parse_safe_origin("REGIONS", address).ok()).ok_or(
                    bad_variable("REGIONS", "is no list such as us=https://api.example.com,eu=https://eu.example.com"),
                )?
            }
        };
        let secrets =
            Secrets::from_variables(upstream, given("CLIENT_SECRET"), must("SESSION_KEYS")?, given("SERVICE_KEY"))?;
        let client_id = given("CLIENT_ID").or(secrets.own_id).ok_or(bad_variable("CLIENT_ID", "is not set"))?;
        if !client_id.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(bad_variable("CLIENT_ID", "has characters that no client id has"));
        }
        let redirect_uri = given("REDIRECT_URI").unwrap_or_else(|| format!("{}{CALLBACK_PATH}", origin.as_str()));
        let at_origin = redirect_uri.strip_prefix(origin.as_str()).is_some_and(|path| path.starts_with('/'));
        if !at_origin || !redirect_uri.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'#') {
            return Err(bad_variable("REDIRECT_URI", "must be an address below ORIGIN"));
        }
        let challenge = match given("PKCE").as_deref() {
            None => upstream == Upstream::Embedded, // which is known to take one
            Some(oauth::CHALLENGE_METHOD) => true,
            Some(_) => return Err(bad_variable("PKCE", "can be S256 only")),
        };
        let serves_servers = match (given("BEARER_CALLS").as_deref(), upstream) {
            (None, _) => false,
            (Some("on"), Upstream::Remote) => true,
            (Some("on"), Upstream::Embedded) => {
                return Err(bad_variable("BEARER_CALLS", "is for a remote service: AUTH_URL is not set"));
            }
            (Some(_), _) => return Err(bad_variable("BEARER_CALLS", "can be on only")),
        };
        let number = |name: &'static str, most: u32| {
            let read = |value: String| text::parse_number(&value).and_then(|number| u32::try_from(number).ok());
            let fits = |value: String| read(value).filter(|number| *number <= most);
            given(name)
                .map(|value| fits(value).ok_or(bad_variable(name, "is no whole number that it can be")))
                .transpose()
        };
        let usual = BudgetRules::default();
        let budget = BudgetRules {
            fallback: [number("BUDGET_PER_MINUTE", u32::MAX)?, number("BUDGET_PER_DAY", u32::MAX)?],
            reserve: number("BUDGET_RESERVE", RESERVE_MAX)?.unwrap_or(usual.reserve),
            tolerance: number("BUDGET_TOLERANCE", TOLERANCE_MAX)?.unwrap_or(usual.tolerance),
        };
        let metrics_token = given("METRICS_TOKEN");
        if let Some(Err(weakness)) = metrics_token.as_ref().map(|token| keys::check_strength(token.as_bytes())) {
            return Err(bad_variable("METRICS_TOKEN", weakness.as_str()));
        }
        let seconds = number("UPSTREAM_TIMEOUT", UPSTREAM_TIMEOUT_MAX)?.unwrap_or(UPSTREAM_TIMEOUT);
        if seconds == 0 {
            return Err(bad_variable("UPSTREAM_TIMEOUT", "is no whole number that it can be"));
        }
        let quotas = of_service("APP_QUOTAS")
            .map_or(Some(Vec::new()), |list| config_lists::parse_quotas(&list, &client_id))
            .ok_or(bad_variable(
                "APP_QUOTAS",
                "is no list such as CLIENT_ID=120/500,CLIENT_ID=720/- with requests a minute and a day",
            ))?;
        Ok(Config {
            budget,
            upstream_timeout: seconds.saturating_mul(1000),
            metrics_token: metrics_token.map(Secret::new),
            serves_servers,
            uses_pkce: challenge,
            allowed_origin: address("ALLOWED_ORIGIN")?,
            legacy_api: address("LEGACY_API_URL")?.filter(|_| upstream == Upstream::Remote),
            auth_origin: auth.unwrap_or_else(|| origin.clone()),
            origin,
            api,
            upstream,
            client_id,
            client_secret: secrets.client,
            redirect_uri,
            sealer: secrets.sealer,
            service_key: secrets.service,
            mail_url: of_service("MAIL_URL"),
            mail_token: Secret::new(of_service("MAIL_TOKEN").unwrap_or_default()),
            reviewers: of_service("REVIEWERS")
                .map_or(Some(Vec::new()), |list| config_lists::parse_reviewers(&list))
                .ok_or(bad_variable("REVIEWERS", "must be e-mail addresses with commas between"))?,
            quotas,
            client_header: of_service("CLIENT_ADDRESS_HEADER")
                .map(|name| {
                    config_lists::parse_header_name(&name)
                        .ok_or(bad_variable("CLIENT_ADDRESS_HEADER", "is no name of a header"))
                })
                .transpose()?,
            platform_mails: false,
        })
    }

    /// Looks for the bindings that the Worker works with. `is_bound` knows those that are there.
    pub fn check_bindings(mut self, is_bound: impl Fn(&str) -> bool) -> Result<Config, BadVariable> {
        self.platform_mails = is_bound(EMAIL_BINDING);
        let more = if self.upstream == Upstream::Embedded { SERVICE_BINDINGS } else { &[] };
        BINDINGS
            .iter()
            .chain(more)
            .find(|name| !is_bound(name))
            .map_or(Ok(self), |name| Err(bad_variable(name, "is not bound")))
    }

    /// True unless the request is a callback that names another issuer (RFC 9207). That a callback names one is
    /// not documented, so that one without is as good.
    pub fn accepts_issuer(&self, request: &Request) -> bool {
        let is_other = |name: &str, value: &str| name == oauth::ISSUER && value != self.auth_origin.as_str();
        self.redirect_uri.strip_prefix(self.origin.as_str()) != Some(&request.path)
            || !query::decode_pairs(&request.query).flatten().any(|(name, value)| is_other(&name, &value))
    }

    /// Address of the page that asks the user for access.
    pub fn authorize_url(&self) -> String {
        format!("{}{}", self.auth_origin.as_str(), oauth::AUTHORIZE_PATH)
    }

    /// Address where codes are exchanged.
    pub fn token_url(&self) -> String {
        format!("{}{}", self.auth_origin.as_str(), oauth::TOKEN_PATH)
    }
}

/// An origin that may carry credentials: https, or this machine.
fn parse_safe_origin(name: &'static str, value: &str) -> Result<Origin, BadVariable> {
    let origin = Origin::parse(value).ok_or(bad_variable(name, "is no origin, such as https://surveys.example.com"))?;
    if origin.is_secure() || origin.is_loopback() {
        Ok(origin)
    } else {
        Err(bad_variable(name, "must be https, unless it is a loopback address"))
    }
}
