//! The code exchange: the one request that carries the app's secret, and what is accepted as its answer.
//!
//! Heading "Step 3: token exchange".

use super::config::Config;
use super::headers::to_header;
use super::json;
use super::pkce;
use super::problem::Problem;
use super::proxy::{is_json, media_type};
use super::region::Region;
use crate::crypto::secret::Secret;
use crate::spec::oauth;
use crate::wire::dates::Timestamp;
use crate::wire::http::Header;
use crate::wire::query;

/// Milliseconds until an exchange is given up: our choice.
pub const TIMEOUT_MS: u32 = 10_000;

/// Bytes that a token answer may have: our choice.
pub const ANSWER_MAX: u64 = 16_384;

/// Bytes that a code may have: our choice.
const CODE_MAX: usize = 2048;

/// Bytes that a token may have: our choice.
const TOKEN_MAX: usize = 2048;

/// A request to the token endpoint: its form body and headers.
pub struct TokenRequest {
    /// The form.
    pub body: String,
    /// Content type and accepted type.
    pub headers: Vec<Header>,
}

/// What a code was exchanged for.
pub struct Grant {
    /// The token.
    pub token: Secret,
    /// Where the account lives.
    pub region: Region,
}

/// Why an exchange failed, for the log; the page learns only [`ExchangeFailure::to_problem`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExchangeFailure {
    /// The service refused the code.
    Refused(u16),
    /// The service failed, or redirected.
    Status(u16),
    /// The answer is no JSON of the documented shape.
    Malformed,
    /// The token has characters that no token has.
    BadToken,
    /// The access address is none of the configured ones. It is not told, not even to the log.
    UnknownRegion,
}

impl ExchangeFailure {
    /// What the page is told.
    pub const fn to_problem(self) -> Problem {
        match self {
            ExchangeFailure::Refused(_) => Problem::CodeRefused,
            _ => Problem::UpstreamFailed,
        }
    }
}

/// Reads the code out of the page's JSON body.
pub fn parse_code(body: &[u8]) -> Result<String, Problem> {
    match json::get_member(body, "code").and_then(json::decode_text) {
        Some(code) if (1..=CODE_MAX).contains(&code.len()) && code.bytes().all(|byte| byte.is_ascii_graphic()) => {
            Ok(code)
        }
        _ => Err(Problem::BadRequest),
    }
}

/// Reads the code's verifier out of the page's JSON body. There is none unless sign-ins have a challenge; one that was
/// begun with a challenge ends with its verifier, whatever the configuration is by then.
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

/// The request to the token endpoint. None only if the app's secret is not text.
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

/// Reads the answer; anything but the documented shape fails closed.
pub fn parse_grant(config: &Config, status: u16, headers: &[Header], body: &[u8]) -> Result<Grant, ExchangeFailure> {
    match status {
        200 => {}
        400..=499 => return Err(ExchangeFailure::Refused(status)),
        _ => return Err(ExchangeFailure::Status(status)),
    }
    let small = u64::try_from(body.len()).is_ok_and(|length| length <= ANSWER_MAX);
    if !small || !media_type(headers).is_some_and(is_json) {
        return Err(ExchangeFailure::Malformed);
    }
    let text = |name: &str| json::get_member(body, name).and_then(json::decode_text).ok_or(ExchangeFailure::Malformed);
    let (token, access_url) = (text("access_token")?, text("access_url")?);
    if !(1..=TOKEN_MAX).contains(&token.len()) || !token.bytes().all(is_token_byte) {
        return Err(ExchangeFailure::BadToken);
    }
    let region = config.api.region_of(&access_url).ok_or(ExchangeFailure::UnknownRegion)?;
    Ok(Grant { token: Secret::new(token), region })
}

/// The characters of a bearer token: RFC 6750.
fn is_token_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~' | b'+' | b'/' | b'=')
}
