//! The documents that tell a client where to get a token (RFC 9728 and RFC 8414), and the challenge that leads to them.

use super::{
    AUTHORIZE_PATH, PATH, REGISTER_PATH, RESOURCE_METADATA_PATHS, REVOKE_PATH, SERVER_METADATA_PATH, TOKEN_PATH,
};
use crate::gateway::agents::value::{ToValue, Value, object};
use crate::gateway::config::Config;
use crate::spec::oauth;
use crate::spec::tools::AgentScope;
use crate::wire::http::Response;

/// The scope by which a client asks for refresh tokens. Every connection has them.
pub const OFFLINE: &str = "offline_access";

/// What a client is granted that names no scope.
pub const DEFAULT_SCOPES: [AgentScope; 2] = [AgentScope::SurveysRead, AgentScope::AnswersRead];

/// The protected resource: what a client names as `resource`.
pub fn resource(config: &Config) -> String {
    [config.origin.as_str(), PATH].concat()
}

/// Whether a client names this resource: in any case, with or without a slash at the end.
pub fn is_named_resource(config: &Config, named: &str) -> bool {
    named.trim_end_matches('/').eq_ignore_ascii_case(&resource(config))
}

/// The document at a path; `None` if none is there.
pub fn document(config: &Config, path: &str) -> Option<Response> {
    let document = match path {
        SERVER_METADATA_PATH => server_document(config),
        _ if RESOURCE_METADATA_PATHS.contains(&path) => resource_document(config),
        _ => return None,
    };
    let response = Response::json(200, document.to_json());
    Some(response.with_header("cache-control", "public, max-age=300").with_header("access-control-allow-origin", "*"))
}

fn documentation(config: &Config) -> String {
    [config.origin.as_str(), "/docs/mcp/"].concat()
}

fn resource_document(config: &Config) -> Value {
    object(vec![
        ("resource", resource(config).to_value()),
        ("authorization_servers", Value::Array(vec![config.origin.as_str().to_value()])),
        ("scopes_supported", DEFAULT_SCOPES.map(AgentScope::as_str).to_value()),
        ("bearer_methods_supported", Value::Array(vec!["header".to_value()])),
        ("resource_name", "Canvass".to_value()),
        ("resource_documentation", documentation(config).to_value()),
    ])
}

fn server_document(config: &Config) -> Value {
    let at = |path: &str| [config.origin.as_str(), path].concat();
    let scopes: Vec<&str> = AgentScope::ALL.iter().map(|scope| scope.as_str()).chain([OFFLINE]).collect();
    let mut document = object(vec![
        ("issuer", config.origin.as_str().to_value()),
        ("authorization_endpoint", at(AUTHORIZE_PATH).to_value()),
        ("token_endpoint", at(TOKEN_PATH).to_value()),
        ("revocation_endpoint", at(REVOKE_PATH).to_value()),
        ("response_types_supported", Value::Array(vec!["code".to_value()])),
        ("response_modes_supported", Value::Array(vec!["query".to_value()])),
        ("grant_types_supported", Value::Array(vec!["authorization_code".to_value(), "refresh_token".to_value()])),
        ("token_endpoint_auth_methods_supported", Value::Array(vec!["none".to_value()])),
        ("revocation_endpoint_auth_methods_supported", Value::Array(vec!["none".to_value()])),
        ("code_challenge_methods_supported", Value::Array(vec![(oauth::CHALLENGE_METHOD).to_value()])),
        ("scopes_supported", scopes.to_value()),
        ("client_id_metadata_document_supported", true.to_value()),
        ("authorization_response_iss_parameter_supported", true.to_value()),
        ("service_documentation", documentation(config).to_value()),
    ]);
    if let (Some(document), true) = (document.as_object_mut(), config.registers_agents) {
        document.insert("registration_endpoint", at(REGISTER_PATH).to_value());
    }
    document
}

/// Why a request at the resource is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenChallenge {
    /// There is no token.
    Missing,
    /// The token is not valid: foreign, expired, or its connection has ended.
    Invalid,
    /// The agent was not granted this scope.
    Scope(AgentScope),
}

impl TokenChallenge {
    /// The response that begins a sign-in, or asks for more.
    pub fn to_response(self, config: &Config, granted: &[AgentScope]) -> Response {
        let metadata = [config.origin.as_str(), RESOURCE_METADATA_PATHS[0]].concat();
        let names = |scopes: &[AgentScope]| scopes.iter().map(|scope| scope.as_str()).collect::<Vec<_>>().join(" ");
        let (status, error, scope) = match self {
            TokenChallenge::Missing => (401, "", names(&DEFAULT_SCOPES)),
            TokenChallenge::Invalid => (401, "error=\"invalid_token\", ", names(&DEFAULT_SCOPES)),
            TokenChallenge::Scope(scope) => {
                // What was granted is named too: a client replaces its token by one with these scopes.
                let mut wanted = granted.to_vec();
                wanted.push(scope);
                (403, "error=\"insufficient_scope\", ", names(&wanted))
            }
        };
        let value = format!("Bearer {error}scope=\"{scope}\", resource_metadata=\"{metadata}\"");
        let title = match self {
            TokenChallenge::Missing => "Connect first: see WWW-Authenticate.".to_owned(),
            TokenChallenge::Invalid => "The token is not valid, or its connection has ended. Connect again.".to_owned(),
            TokenChallenge::Scope(scope) => {
                format!("The user has not granted {}. Connect again with it.", scope.as_str())
            }
        };
        let body = object(vec![
            ("error", (if status == 403 { "insufficient_scope" } else { "invalid_token" }).to_value()),
            ("error_description", title.to_value()),
        ]);
        Response::json(status, body.to_json()).with_header("www-authenticate", &value)
    }
}
