//! Agents: programs that work for a user by the Model Context Protocol, at `POST /mcp`.
//!
//! The gateway is the protected resource and its authorization server. A user connects an agent on a page of the
//! gateway, which begins a session of the account for it ([`connections`]). The agent gets tokens of the gateway
//! ([`tokens`]), and never the token of the service. It calls the tools of `src/spec/tools.rs`; each is a state machine
//! that asks for requests to the API and ends with a result ([`tools`]). Their requests are background work, so that
//! people come first.
//!
//! What cannot be undone takes two calls: the first stores a plan, the second carries it out once. Mail is sent only
//! after the user has agreed on a page of the gateway, because an agent can answer in the place of its user everywhere
//! else.

pub mod authorization;
pub mod clients;
pub mod codec;
pub mod connections;
pub mod elicitation;
pub mod envelope;
pub mod failure;
pub mod message;
pub mod metadata;
pub mod plans;
pub mod requests;
pub mod schema;
pub mod tokens;
pub mod tools;
pub mod untrusted_text;
pub mod user_pages;
pub mod value;
mod version;

/// Path of the protocol.
pub const PATH: &str = "/mcp";

/// Path of the page on which a user connects an agent.
pub const AUTHORIZE_PATH: &str = "/mcp/authorize/";

/// Path of the page on which a user carries out what an agent has planned.
pub const PLAN_PATH: &str = "/mcp/plan/";

/// Where a program exchanges codes and refresh tokens.
pub const TOKEN_PATH: &str = "/mcp/token";

/// Where a program registers itself.
pub const REGISTER_PATH: &str = "/mcp/register";

/// Where a program ends its own connection.
pub const REVOKE_PATH: &str = "/mcp/revoke";

/// Path of the description of the protected resource, with the path of the resource and without it.
pub const RESOURCE_METADATA_PATHS: [&str; 2] =
    ["/.well-known/oauth-protected-resource/mcp", "/.well-known/oauth-protected-resource"];

/// Path of the description of the authorization server.
pub const SERVER_METADATA_PATH: &str = "/.well-known/oauth-authorization-server";

/// Whether programs, and not pages, use a path below that of the protocol.
pub fn is_access_path(path: &str) -> bool {
    path.strip_prefix(PATH).is_some_and(|rest| rest.starts_with('/'))
        && ![AUTHORIZE_PATH, PLAN_PATH].iter().any(|page| page.trim_end_matches('/') == path.trim_end_matches('/'))
}

/// Path of the connections of an account, for the pages of its user.
pub const CONNECTIONS_PATH: &str = "/auth/session/agents";
