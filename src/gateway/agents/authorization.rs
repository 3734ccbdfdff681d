//! A client's request for access: what the page of the gateway gets in its URL, and the URLs that lead back.

use super::clients::Client;
use super::metadata::{DEFAULT_SCOPES, OFFLINE, is_named_resource};
use crate::gateway::config::Config;
use crate::spec::oauth;
use crate::spec::tools::AgentScope;
use crate::wire::form::Form;
use crate::wire::query;

/// Bytes of the query of a request.
const QUERY_MAX: usize = 4_000;

/// A request whose client and redirect URL are proven.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccessRequest {
    /// Where the answer goes.
    pub redirect_uri: String,
    /// The hash of the code verifier.
    pub challenge: String,
    /// What the client asks for.
    pub scopes: Vec<AgentScope>,
    state: Option<String>,
}

/// Why a request leads nowhere, or back to the client with an error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RequestProblem {
    /// Client or redirect URL are not proven: only the page says so, in its words for this code.
    Shown(&'static str),
    /// The URL to which the user goes back.
    SentBack(String),
}

/// The id of the client that a request names.
pub fn client_id(query: &str) -> Option<String> {
    // `parse_request` refuses an id that is repeated.
    let form = read_query(query)?;
    form.first("client_id").map(str::to_owned)
}

fn read_query(query: &str) -> Option<Form> {
    let pairs = query::decode_pairs(query).collect::<Result<Vec<_>, _>>().ok().filter(|_| query.len() <= QUERY_MAX)?;
    Some(Form::from_pairs(pairs))
}

/// Reads a request.
///
/// # Errors
///
/// A [`RequestProblem`].
pub fn parse_request(config: &Config, client: &Client, query: &str) -> Result<AccessRequest, RequestProblem> {
    let shown = RequestProblem::Shown;
    let is_repeated = |form: &Form| {
        ["client_id", "redirect_uri", "state", "code_challenge"].iter().any(|name| form.all(name).count() > 1)
    };
    // Another parser might read the other of two.
    let form = read_query(query).filter(|form| !is_repeated(form));
    let form = form.ok_or(shown("unreadable"))?;
    let redirect_uri = form.text("redirect_uri").to_owned();
    if !client.permits(&redirect_uri) {
        return Err(shown("unlisted_address"));
    }
    let state = form.first("state").map(str::to_owned);
    let request =
        AccessRequest { redirect_uri, challenge: form.text("code_challenge").to_owned(), scopes: Vec::new(), state };
    let failed =
        |error: &str, description: &str| Err(RequestProblem::SentBack(request.error_url(config, error, description)));
    if form.text("response_type") != oauth::RESPONSE_TYPE {
        return failed("unsupported_response_type", "response_type must be code.");
    }
    let is_hash = request.challenge.len() == oauth::CHALLENGE_LENGTH
        && request.challenge.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
    if !is_hash || form.text("code_challenge_method") != oauth::CHALLENGE_METHOD {
        return failed("invalid_request", "code_challenge must be the S256 hash of a verifier.");
    }
    if !form.all("resource").all(|named| is_named_resource(config, named)) {
        return failed("invalid_target", "resource must be this server's /mcp.");
    }
    match parse_scopes(form.text("scope")) {
        Some(scopes) => Ok(AccessRequest { scopes, ..request }),
        None => failed("invalid_scope", "scope names none of this server's scopes."),
    }
}

/// The scopes of a list. Unknown ones are left out; `None` if it names unknown ones only.
pub fn parse_scopes(list: &str) -> Option<Vec<AgentScope>> {
    let names: Vec<&str> = list.split(' ').filter(|name| !name.is_empty() && *name != OFFLINE).collect();
    if names.is_empty() {
        return Some(DEFAULT_SCOPES.to_vec());
    }
    let known: Vec<AgentScope> =
        AgentScope::ALL.iter().copied().filter(|scope| names.contains(&scope.as_str())).collect();
    (!known.is_empty()).then_some(known)
}

impl AccessRequest {
    /// Where the user goes with a code.
    pub fn code_url(&self, config: &Config, code: &str) -> String {
        self.redirect_url(config, &[(oauth::CODE, code)])
    }

    /// Where the user goes who has refused.
    pub fn denied_url(&self, config: &Config) -> String {
        self.error_url(config, "access_denied", "The user has refused.")
    }

    fn error_url(&self, config: &Config, error: &str, description: &str) -> String {
        self.redirect_url(config, &[(oauth::ERROR, error), (oauth::ERROR_DESCRIPTION, description)])
    }

    fn redirect_url(&self, config: &Config, members: &[(&str, &str)]) -> String {
        let mut pairs = members.to_vec();
        pairs.extend(self.state.as_deref().map(|state| (oauth::STATE, state)));
        pairs.push((oauth::ISSUER, config.origin.as_str()));
        let mark = if self.redirect_uri.contains('?') { "&" } else { "?" };
        [&self.redirect_uri, mark, &query::encode_query(&pairs)].concat()
    }
}
