//! Clients: the programs that connect agents. A client is identified by the URL of a document about it (Client ID
//! Metadata Document), or has registered itself (RFC 7591), where that is allowed. Nothing of a client is stored: the
//! id of a registered one is its sealed registration, so that registrations fill nothing up.

use super::untrusted_text::clean;
use crate::crypto::aead::Nonce;
use crate::gateway::agents::value::{ToValue, Value, object};
use crate::gateway::binding::Binding;
use crate::gateway::config::Config;
use crate::gateway::keys::Purpose;
use crate::gateway::origin::Origin;
use crate::wire::dates::{MINUTE, Timestamp};
use crate::wire::public_host::is_public;
use crate::wire::url::{Scheme, WebUrl};

/// Bytes of a document that are read.
pub const DOCUMENT_MAX: u64 = 5_120;

/// Bytes of the body of a registration.
pub const REGISTRATION_MAX: u64 = 16_384;

/// Milliseconds for which a document is awaited.
pub const TIMEOUT_MS: u32 = 5_000;

/// Bytes of an id that is a URL, and of a redirect URL.
const URL_MAX: usize = 500;

/// Redirect URLs that a client may have.
const REDIRECTS_MAX: usize = 10;

/// Characters of a name as it is shown.
const NAME_MAX: usize = 64;

/// How the id of a registered client begins. No URL does.
const REGISTERED: &str = "reg_";

/// Redirect URLs of programs without a web server that are accepted as they are.
const KNOWN_SCHEMES: [&str; 1] = ["cursor://anysphere.cursor-mcp/oauth/callback"];

/// A client whose document or registration is valid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Client {
    /// Its id.
    pub id: String,
    /// The name that it gives itself.
    pub name: String,
    /// The host of its id; `None` if it has registered itself.
    pub host: Option<String>,
    redirects: Vec<String>,
}

/// What an id of a client is.
#[derive(Debug, PartialEq, Eq)]
pub enum ClientId {
    /// The URL of its document, in parts: origin and path with query.
    Document(String, String),
    /// The client itself.
    Registered(Client),
}

/// Why a client cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClientProblem {
    /// The id is no permitted URL, and no registration of this gateway.
    BadId,
    /// The document could not be fetched.
    Unreachable,
    /// The document does not say what it must.
    BadDocument,
}

impl ClientProblem {
    /// Its code, for which the page has words.
    pub const fn as_str(self) -> &'static str {
        match self {
            ClientProblem::BadId => "bad_id",
            ClientProblem::Unreachable => "unreachable",
            ClientProblem::BadDocument => "bad_document",
        }
    }
}

/// What an id of a client is. The raw text of a URL is judged, because parsers fold segments of dots away. In the
/// sandbox it may be a URL of this machine.
///
/// # Errors
///
/// [`ClientProblem::BadId`].
pub fn parse_id(config: &Config, id: &str, is_sandbox: bool) -> Result<ClientId, ClientProblem> {
    if let Some(sealed) = id.strip_prefix(REGISTERED) {
        let binding = registration_binding(config);
        let registration = config.sealer.open(binding, sealed).filter(|_| config.registers_agents);
        let document = registration.and_then(|(bytes, _)| Value::parse(&bytes).ok());
        return document
            .and_then(|document| read_client(id, None, &document))
            .map(ClientId::Registered)
            .ok_or(ClientProblem::BadId);
    }
    let url = WebUrl::parse(id).filter(|url| id.len() <= URL_MAX && url.is_plain()).ok_or(ClientProblem::BadId)?;
    let has_dots = url
        .path
        .split('/')
        .any(|segment| matches!(segment.to_ascii_lowercase().replace("%2e", ".").as_str(), "." | ".."));
    // The gateway fetches nothing of itself and of the service in a program's name.
    let is_at = |origin: &Origin| origin.host().eq_ignore_ascii_case(url.host);
    let is_own = is_at(&config.origin)
        || is_at(&config.auth_origin)
        || config.legacy_api.as_ref().is_some_and(is_at)
        || config.api.all_origins().any(is_at);
    // A local service takes documents of its own machine, because developers test there.
    let is_local = is_sandbox && is_loopback(&url);
    let is_remote =
        url.scheme == Scheme::Https && is_public(&url) && url.ip().is_none() && url.port.is_none() && !is_own;
    if has_dots || matches!(url.path, "" | "/") || url.fragment.is_some() || !(is_local || is_remote) {
        return Err(ClientProblem::BadId);
    }
    Ok(ClientId::Document(url.origin.to_owned(), id.get(url.origin.len()..).unwrap_or_default().to_owned()))
}

/// The client of a document, which was fetched from the URL that is its id.
///
/// # Errors
///
/// [`ClientProblem::BadDocument`].
pub fn parse_document(id: &str, body: &[u8]) -> Result<Client, ClientProblem> {
    let document = Value::parse(body).map_err(|_| ClientProblem::BadDocument)?;
    let is_about = document.get("client_id").and_then(Value::as_str) == Some(id);
    let host = WebUrl::parse(id).map(|url| url.host.to_owned());
    let is_usable = is_about && !has_secret(&document) && needs_no_secret(&document);
    read_client(id, host, &document).filter(|_| is_usable).ok_or(ClientProblem::BadDocument)
}

/// Whether a document has a secret or a private key, which everybody can read there.
fn has_secret(document: &Value) -> bool {
    let is_private = |key: &Value| key.get("d").or(key.get("k")).is_some();
    let keys = document.get("jwks").and_then(|set| set.get("keys")).and_then(Value::as_array).unwrap_or_default();
    keys.iter().any(is_private)
        || document.as_object().is_none_or(|members| members.iter().any(|(name, _)| name.starts_with("client_secret")))
}

/// Whether a client may get tokens as all do here: it proves nothing but that it began the request. One that signs must
/// say that it does not always.
fn needs_no_secret(document: &Value) -> bool {
    let is_none = |method: &Value| method.as_str() == Some("none");
    let listed = document.get("token_endpoint_auth_methods_supported").and_then(Value::as_array).unwrap_or_default();
    document.get("token_endpoint_auth_method").is_none_or(|method| {
        is_none(method) || method.as_str() == Some("private_key_jwt") && listed.iter().any(is_none)
    })
}

/// Bytes of the id of a registered client. A request for access, whose query is limited too, has room for it, a URL and
/// a state.
const REGISTERED_ID_MAX: usize = 2_000;

/// Registers a client: the response to it.
///
/// # Errors
///
/// The code and the sentence of the refusal.
pub fn register(config: &Config, body: &[u8], now: i64, nonce: Nonce) -> Result<Value, (&'static str, &'static str)> {
    const BAD: &str = "invalid_client_metadata";
    let document = Value::parse(body).map_err(|_| (BAD, "The body must be a JSON object."))?;
    let redirects = redirects_of(&document);
    if redirects.is_empty() {
        return Err(("invalid_redirect_uri", "redirect_uris needs an https URL, or a URL on a loopback address."));
    }
    let name = clean(document.get("client_name").and_then(Value::as_str).unwrap_or_default(), NAME_MAX);
    let name = if name.is_empty() { "A program without a name".to_owned() } else { name };
    let kept = object(vec![("client_name", name.to_value()), ("redirect_uris", redirects.to_value())]);
    let sealed = config.sealer.seal(registration_binding(config), kept.to_json().as_bytes(), nonce);
    let id = sealed.map(|sealed| [REGISTERED, &sealed].concat()).filter(|id| id.len() <= REGISTERED_ID_MAX);
    let id = id.ok_or((BAD, "The registration is too long."))?;
    Ok(object(vec![
        ("client_id", id.to_value()),
        ("client_id_issued_at", now.checked_div(1_000).to_value()),
        ("client_name", name.to_value()),
        ("redirect_uris", redirects.to_value()),
        ("grant_types", Value::Array(vec!["authorization_code".to_value(), "refresh_token".to_value()])),
        ("response_types", Value::Array(vec!["code".to_value()])),
        ("token_endpoint_auth_method", "none".to_value()),
    ]))
}

fn registration_binding(config: &Config) -> Binding<'_> {
    Binding { purpose: Purpose::AgentClient, name: b"client", origin: config.origin.as_str(), key_share: &[] }
}

fn read_client(id: &str, host: Option<String>, document: &Value) -> Option<Client> {
    let name = clean(document.get("client_name")?.as_str()?, NAME_MAX);
    let redirects = redirects_of(document);
    let is_usable = !name.is_empty() && !redirects.is_empty();
    is_usable.then(|| Client { id: id.to_owned(), name, host, redirects })
}

/// The redirect URLs of a document that are permitted. Others are left out: a client may list one for each platform.
fn redirects_of(document: &Value) -> Vec<String> {
    let listed = document.get("redirect_uris").and_then(Value::as_array).unwrap_or_default();
    let texts = listed.iter().filter_map(Value::as_str).filter(|url| is_redirect(url));
    texts.take(REDIRECTS_MAX).map(str::to_owned).collect()
}

fn is_redirect(text: &str) -> bool {
    let url = WebUrl::parse(text).filter(|url| text.len() <= URL_MAX && url.is_plain() && url.fragment.is_none());
    KNOWN_SCHEMES.contains(&text) || url.is_some_and(|url| url.scheme == Scheme::Https || is_loopback(&url))
}

fn is_loopback(url: &WebUrl<'_>) -> bool {
    matches!(url.host, "127.0.0.1" | "localhost" | "[::1]")
}

impl Client {
    /// Whether a user may be sent to a URL: one of the client's own as text, or one on a loopback address with any
    /// port, because a program takes a free one (RFC 8252).
    pub fn permits(&self, redirect: &str) -> bool {
        let parts = |text| {
            let url = WebUrl::parse(text).filter(|url| url.scheme == Scheme::Http && is_loopback(url))?;
            Some((url.host, url.path, url.query, url.fragment))
        };
        is_redirect(redirect)
            && self
                .redirects
                .iter()
                .any(|known| known == redirect || parts(known).is_some_and(|known| parts(redirect) == Some(known)))
    }
}

/// The host of a redirect URL as people see it, and whether it is this computer.
pub fn shown_host(redirect: &str) -> (String, bool) {
    match WebUrl::parse(redirect) {
        Some(url) => (url.host.to_owned(), is_loopback(&url)),
        None => (redirect.split("://").next().unwrap_or_default().to_owned(), true),
    }
}

/// Clients whose documents an isolate keeps.
const KEPT_MAX: usize = 20;

/// Milliseconds for which it keeps them: our choice.
const KEPT_FOR: i64 = 5 * MINUTE;

/// The clients whose documents were fetched a moment ago.
#[derive(Default)]
pub struct ClientCache {
    kept: Vec<(Client, Timestamp)>,
}

impl ClientCache {
    /// The client with an id.
    pub fn find(&self, id: &str, now: Timestamp) -> Option<&Client> {
        let fresh = self.kept.iter().find(|(client, until)| client.id == id && now < *until);
        fresh.map(|(client, _)| client)
    }

    /// Keeps a client.
    pub fn insert(&mut self, client: Client, now: Timestamp) {
        self.kept.retain(|(known, until)| known.id != client.id && now < *until);
        if self.kept.len() >= KEPT_MAX {
            self.kept.remove(0);
        }
        self.kept.push((client, now.saturating_add(KEPT_FOR)));
    }
}
