//! The code exchange: the one request that carries the app's secret, and which response to it is accepted.
//!
//! Heading "Step 3: token exchange".

use super::config::Config;
use super::headers::to_header;
use super::json;
use super::keys;
use super::pkce;
use super::problem::Problem;
use super::profile::Profile;
use super::proxy::media_type;
use super::region::Region;
use crate::crypto::secret::Secret;
use crate::spec::oauth;
use crate::wire::dates::Timestamp;
use crate::wire::http::Header;
use crate::wire::media_type::is_json;
use crate::wire::query;

/// Timeout of an exchange in milliseconds: our choice.
pub const TIMEOUT_MS: u32 = 10_000;

/// Bytes that a token response may have: our choice.
pub const ANSWER_MAX: u64 = 16_384;

/// Bytes that a code may have: our choice.
const CODE_MAX: usize = 2048;

/// Bytes that a token may have: our choice.
const TOKEN_MAX: usize = 2048;

/// A request to the token endpoint.
pub struct TokenRequest {
    /// The body, form-encoded.
    pub body: String,
    /// `Content-Type` and `Accept`.
    pub headers: Vec<Header>,
}

/// What a successful exchange grants the gateway: the token of an account.
pub struct TokenGrant {
    /// The access token.
    pub token: Secret,
    /// The region in which the account lives.
    pub region: Region,
    /// The user, once the service has reported it.
    pub profile: Option<Profile>,
}

impl TokenGrant {
    /// The name of the user, once the service has reported it.
    pub fn user_name(&self, client_id: &str) -> Option<[u8; 16]> {
        let profile = self.profile.as_ref()?;
        Some(keys::derive_user_name(client_id, self.region.as_str(), &profile.user_id))
    }
}

/// Why an exchange failed, for the log. The page only gets [`ExchangeFailure::to_problem`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExchangeFailure {
    /// The service refused the code, with this status.
    Refused(u16),
    /// The service failed or redirected, with this status.
    Status(u16),
    /// The response is not JSON of the documented shape.
    Malformed,
    /// The token has characters that tokens do not have.
    BadToken,
    /// `access_url` is not a configured origin. The URL is not even logged, because it is not trusted.
    UnknownRegion,
}

impl ExchangeFailure {
    /// The problem that the page gets.
    pub const fn to_problem(self) -> Problem {
        match self {
            ExchangeFailure::Refused(_) => Problem::CodeRefused,
            _ => Problem::UpstreamFailed,
        }
    }
}

/// Parses the code from the page's JSON body.
///
/// # Errors
///
/// [`Problem::BadRequest`] if there is none, or it is too long or has other characters than printable ASCII.
pub fn parse_code(body: &[u8]) -> Result<String, Problem> {
    match json::get_member(body, "code").and_then(json::decode_text) {
        Some(code) if (1..=CODE_MAX).contains(&code.len()) && code.bytes().all(|byte| byte.is_ascii_graphic()) => {
            Ok(code)
        }
        _ => Err(Problem::BadRequest),
    }
}

/// Parses the code verifier from the page's JSON body, which is sealed there. `None` without PKCE. A sign-in that began
/// with PKCE ends with it, even if the configuration has changed meanwhile.
///
/// # Errors
///
/// [`Problem::BadRequest`] if the verifier is missing or malformed, [`Problem::CodeRefused`] if it cannot be opened or
/// is too old.
pub fn parse_verifier(config: &Config, body: &[u8], now: Timestamp) -> Result<Option<String>, Problem> {
    match json::try_get_member(body, "pkce") {
        Ok(None) if !config.uses_pkce => Ok(None),
        Ok(Some(value)) => {
            let sealed = json::decode_text(value).ok_or(Problem::BadRequest)?;
            pkce::open_verifier(&config.sealer, &config.origin, &sealed, now).ok_or(Problem::CodeRefused).map(Some)
        }
        _ => Err(Problem::BadRequest),
    }
}

/// Builds the request to the token endpoint. `None` only if the app's secret is not text.
pub fn build_token_request(config: &Config, code: &str, verifier: Option<&str>) -> Option<TokenRequest> {
    let mut form = vec![
        ("client_id", config.client_id.as_str()),
        ("client_secret", config.client_secret.text()?),
        ("code", code),
        ("redirect_uri", &config.redirect_uri),
        ("grant_type", oauth::GRANT_TYPE),
    ];
    form.extend(verifier.map(|verifier| ("code_verifier", verifier)));
    let headers = [("content-type", oauth::FORM_TYPE), ("accept", "application/json")].map(to_header).to_vec();
    Some(TokenRequest { body: query::encode_query(&form), headers })
}

/// Parses the token response.
///
/// # Errors
///
/// An [`ExchangeFailure`] unless the status is 200, the body has the documented shape and the region is configured.
pub fn parse_token_response(
    config: &Config,
    status: u16,
    headers: &[Header],
    body: &[u8],
) -> Result<TokenGrant, ExchangeFailure> {
    match status {
        200 => {}
        400..=499 => return Err(ExchangeFailure::Refused(status)),
        // A redirect too: following it would send the app's secret elsewhere.
        _ => return Err(ExchangeFailure::Status(status)),
    }
    let is_small = u64::try_from(body.len()).is_ok_and(|length| length <= ANSWER_MAX);
    if !is_small || !media_type(headers).is_some_and(is_json) {
        return Err(ExchangeFailure::Malformed);
    }
    let text = |name: &str| json::get_member(body, name).and_then(json::decode_text).ok_or(ExchangeFailure::Malformed);
    let (token, access_url) = (text("access_token")?, text("access_url")?);
    // Other bytes could add a header to each later request.
    if !(1..=TOKEN_MAX).contains(&token.len()) || !token.bytes().all(is_token_byte) {
        return Err(ExchangeFailure::BadToken);
    }
    let region = config.api.region_of(&access_url).ok_or(ExchangeFailure::UnknownRegion)?;
    Ok(TokenGrant { token: Secret::new(token), region, profile: None })
}

/// The characters of a bearer token: RFC 6750.
fn is_token_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~' | b'+' | b'/' | b'=')
}
