//! The tokens of agents: opaque, sealed, and bound to this server, a client and a connection.
//!
//! A connection is a session of the account, so that it ends as every session does: by its times, when it is ended, and
//! when the account signs out everywhere. The token has one share of the key of the session's record; the other is the
//! server's.

use super::metadata::resource;
use crate::crypto::aead::Nonce;
use crate::gateway::agents::value::{ToValue, object};
use crate::gateway::binding::Binding;
use crate::gateway::config::Config;
use crate::gateway::keys::Purpose;
use crate::gateway::session::{SESSION_TOKEN_BYTES, SessionToken};
use crate::spec::tools::AgentScope;
use crate::wire::dates::{MINUTE, SECOND, Timestamp};
use crate::wire::http::Response;
use base64ct::{Base64UrlUnpadded, Encoding as _};
use sha2::{Digest, Sha256};

/// Milliseconds for which an access token is valid: our choice.
pub const ACCESS_LIFETIME: i64 = 60 * MINUTE;

/// Milliseconds for which a code is valid: our choice.
const CODE_LIFETIME: i64 = MINUTE;

/// Characters of a code verifier: RFC 7636.
const VERIFIER_LENGTHS: core::ops::RangeInclusive<usize> = 43..=128;

/// What a token contains.
#[derive(Clone)]
pub struct AgentToken {
    /// The session of the connection. Its id is that of the connection.
    pub session: SessionToken,
    /// What the agent may do.
    pub scopes: Vec<AgentScope>,
    /// Which of the connection's refresh tokens it is, or belongs to.
    pub generation: u32,
    client: [u8; 16],
    expires: Timestamp,
}

/// A code, with what its redemption must repeat.
pub struct Code {
    /// The token that it becomes.
    pub token: AgentToken,
    challenge: String,
    redirect_uri: String,
}

/// A hash by which a client is compared.
fn client_hash(id: &str) -> [u8; 16] {
    let hash: [u8; 32] = Sha256::digest(id.as_bytes()).into();
    hash.first_chunk().copied().unwrap_or_default()
}

impl AgentToken {
    /// The token of a new connection.
    pub fn new(session: SessionToken, scopes: Vec<AgentScope>, client_id: &str) -> AgentToken {
        AgentToken { session, scopes, generation: 0, client: client_hash(client_id), expires: Timestamp(0) }
    }

    /// Whether it was given to a client.
    pub fn is_of(&self, client_id: &str) -> bool {
        self.client == client_hash(client_id)
    }

    /// The access token, from now on. `None` only if it cannot be sealed.
    pub fn seal_access(&self, config: &Config, now: Timestamp, nonce: Nonce) -> Option<String> {
        let session = self.session.used_at(now);
        let token = AgentToken { session, expires: now.saturating_add(ACCESS_LIFETIME), ..self.clone() };
        seal(config, Purpose::AgentAccess, &token.encode(), nonce)
    }

    /// The refresh token of a generation, used now. `None` only if it cannot be sealed.
    pub fn seal_refresh(&self, config: &Config, generation: u32, now: Timestamp, nonce: Nonce) -> Option<String> {
        let session = self.session.used_at(now);
        let token = AgentToken { session, generation, expires: Timestamp(i64::MAX), ..self.clone() };
        seal(config, Purpose::AgentRefresh, &token.encode(), nonce)
    }

    /// Opens an access token; `None` if it is none of this server, or has expired.
    pub fn open_access(config: &Config, sealed: &str, now: Timestamp) -> Option<AgentToken> {
        AgentToken::open(config, Purpose::AgentAccess, sealed, now)
    }

    /// Opens a refresh token.
    pub fn open_refresh(config: &Config, sealed: &str, now: Timestamp) -> Option<AgentToken> {
        AgentToken::open(config, Purpose::AgentRefresh, sealed, now)
    }

    fn open(config: &Config, purpose: Purpose, sealed: &str, now: Timestamp) -> Option<AgentToken> {
        let token = AgentToken::decode(&unseal(config, purpose, sealed)?)?;
        let is_valid = now < token.expires && token.session.end_reason(now).is_none();
        is_valid.then_some(token)
    }

    fn encode(&self) -> Vec<u8> {
        let scopes = AgentScope::ALL.iter().enumerate().filter(|(_, scope)| self.scopes.contains(scope));
        let scopes = scopes.fold(0_u8, |bits, (place, _)| bits | 1_u8.unbounded_shl(u32::try_from(place).unwrap_or(8)));
        let mut bytes = self.session.encode();
        bytes.extend_from_slice(&self.client);
        bytes.extend_from_slice(&self.generation.to_be_bytes());
        bytes.extend_from_slice(&self.expires.0.to_be_bytes());
        bytes.push(scopes);
        bytes
    }

    fn decode(bytes: &[u8]) -> Option<AgentToken> {
        let (session, rest) = bytes.split_first_chunk::<SESSION_TOKEN_BYTES>()?;
        let (client, rest) = rest.split_first_chunk::<16>()?;
        let (generation, rest) = rest.split_first_chunk::<4>()?;
        let (expires, rest) = rest.split_first_chunk::<8>()?;
        let [bits] = rest else { return None };
        let has = |place: usize| bits.unbounded_shr(u32::try_from(place).unwrap_or(8)) & 1 == 1;
        Some(AgentToken {
            session: SessionToken::decode(session)?,
            scopes: AgentScope::ALL
                .iter()
                .enumerate()
                .filter(|(place, _)| has(*place))
                .map(|(_, scope)| *scope)
                .collect(),
            generation: u32::from_be_bytes(*generation),
            client: *client,
            expires: Timestamp(i64::from_be_bytes(*expires)),
        })
    }
}

impl Code {
    /// The code of a new connection, for a verifier's hash and a redirect URL. `None` only if it cannot be sealed.
    pub fn seal(
        token: &AgentToken,
        challenge: &str,
        redirect_uri: &str,
        config: &Config,
        now: Timestamp,
        nonce: Nonce,
    ) -> Option<String> {
        let token = AgentToken { expires: now.saturating_add(CODE_LIFETIME), ..token.clone() };
        let bytes = [&token.encode(), challenge.as_bytes(), b" ", redirect_uri.as_bytes()].concat();
        seal(config, Purpose::AgentCode, &bytes, nonce)
    }

    /// Opens a code, whatever its age: one that is used a second time ends its connection even then.
    pub fn open(config: &Config, sealed: &str) -> Option<Code> {
        let bytes = unseal(config, Purpose::AgentCode, sealed)?;
        let (token, rest) = bytes.split_at_checked(SESSION_TOKEN_BYTES.saturating_add(29))?;
        let (challenge, redirect_uri) = std::str::from_utf8(rest).ok()?.split_once(' ')?;
        let (challenge, redirect_uri) = (challenge.to_owned(), redirect_uri.to_owned());
        Some(Code { token: AgentToken::decode(token)?, challenge, redirect_uri })
    }

    /// Whether its time is over.
    pub fn is_late(&self, now: Timestamp) -> bool {
        now >= self.token.expires
    }

    /// Whether it is presented by its client, with its verifier and for its redirect URL.
    pub fn is_proven(&self, client_id: &str, verifier: &str, redirect_uri: &str) -> bool {
        let hash = Base64UrlUnpadded::encode_string(&Sha256::digest(verifier.as_bytes()));
        self.token.is_of(client_id)
            && VERIFIER_LENGTHS.contains(&verifier.len())
            && hash == self.challenge
            && redirect_uri == self.redirect_uri
    }
}

/// Why no token is given: RFC 6749, section 5.2.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenRefusal {
    /// A parameter is missing or unreadable.
    BadRequest,
    /// The grant type is not one of the two.
    UnknownGrantType,
    /// Code or refresh token are foreign, used, too old, or of another client.
    BadGrant,
    /// The resource is another one.
    WrongResource,
    /// The gateway has failed.
    Failed,
}

impl TokenRefusal {
    /// The response.
    pub fn to_response(self) -> Response {
        let (status, error, description) = match self {
            TokenRefusal::BadRequest => (400, "invalid_request", "Send a form with grant_type and its parameters."),
            TokenRefusal::UnknownGrantType => {
                (400, "unsupported_grant_type", "grant_type must be authorization_code or refresh_token.")
            }
            TokenRefusal::BadGrant => (400, "invalid_grant", "The code or token is not valid any more. Connect again."),
            TokenRefusal::WrongResource => (400, "invalid_target", "resource must be this server's /mcp."),
            TokenRefusal::Failed => (500, "server_error", "The gateway failed. Try again."),
        };
        Response::json(
            status,
            object(vec![("error", error.to_value()), ("error_description", description.to_value())]).to_json(),
        )
    }
}

/// The response with new tokens. `None` only if they cannot be sealed.
pub fn token_response(
    config: &Config,
    token: &AgentToken,
    generation: u32,
    now: Timestamp,
    nonces: [Nonce; 2],
) -> Option<Response> {
    let scopes: Vec<&str> = token.scopes.iter().map(|scope| scope.as_str()).collect();
    let body = object(vec![
        ("access_token", (token.seal_access(config, now, nonces[0])?).to_value()),
        ("token_type", "Bearer".to_value()),
        ("expires_in", ACCESS_LIFETIME.checked_div(SECOND).to_value()),
        ("refresh_token", (token.seal_refresh(config, generation, now, nonces[1])?).to_value()),
        ("scope", scopes.join(" ").to_value()),
    ]);
    Some(Response::json(200, body.to_json()).with_header("cache-control", "no-store"))
}

fn seal(config: &Config, purpose: Purpose, bytes: &[u8], nonce: Nonce) -> Option<String> {
    let audience = resource(config);
    config.sealer.seal(
        Binding { purpose, name: audience.as_bytes(), origin: config.origin.as_str(), key_share: &[] },
        bytes,
        nonce,
    )
}

fn unseal(config: &Config, purpose: Purpose, sealed: &str) -> Option<Vec<u8>> {
    let audience = resource(config);
    let binding = Binding { purpose, name: audience.as_bytes(), origin: config.origin.as_str(), key_share: &[] };
    config.sealer.open(binding, sealed).map(|(bytes, _)| bytes)
}
