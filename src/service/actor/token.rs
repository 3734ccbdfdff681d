//! Access tokens: opaque to callers; they contain region, team and app, so that routing needs no lookup.
//!
//! A token carries a MAC, so that an invented one cannot spend an app's quota or open a team's database. Its
//! permissions are in the team's grant, which is found by the token's hash. The token itself is never stored.
//!
//! An account has one token per app in all browsers: authorizing again must return the same text. So the token's secret
//! is derived from the service's key and a nonce in the grant's row. Both are needed to compute it again; the database
//! alone is not enough.

use crate::service::environment::config::Config;
use crate::service::environment::mac;
use crate::spec::regions::Region;
use base64ct::{Base64UrlUnpadded, Encoding as _};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

const VERSION: u8 = 1;
const CLAIMS_LENGTH: usize = 50;
const TAG_LENGTH: usize = 16;
const PURPOSE: &str = "access token";

/// The claims of a verified token.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AccessToken {
    /// The region of the account.
    pub region: Region,
    /// The team, or the account without one.
    pub team: String,
    /// Client id of the app.
    pub app: String,
    /// The hash under which the grant is stored.
    pub hash: String,
}

/// Builds a token. `secret` distinguishes it from other tokens of the account and app.
///
/// `None` if the team's id is not a number, or the client id is not 16 bytes in base64.
pub fn mint_token(config: &Config, region: Region, team: &str, app: &str, secret: [u8; 24]) -> Option<String> {
    let position = Region::ALL.iter().position(|known| *known == region)?;
    let mut bytes = vec![VERSION, u8::try_from(position).ok()?];
    bytes.extend(team.parse::<u64>().ok()?.to_be_bytes());
    bytes.extend(Base64UrlUnpadded::decode_vec(app).ok().filter(|app| app.len() == 16)?);
    bytes.extend(secret);
    bytes.extend(mac::compute_tag::<TAG_LENGTH>(config, PURPOSE, &bytes)?);
    Some(Base64UrlUnpadded::encode_string(&bytes))
}

/// Builds the token of a user's grant. The same nonce gives the same text.
pub fn mint_for_grant(
    config: &Config,
    (region, team): (Region, &str),
    user_id: &str,
    app: &str,
    nonce: &str,
) -> Option<String> {
    let secret = config.derive_key(&format!("token secret {nonce} of {app} for {user_id} in {team}"));
    mint_token(config, region, team, app, *secret.first_chunk()?)
}

/// Verifies a token and reads its claims; `None` if the service did not issue it.
pub fn verify_token(config: &Config, text: &str) -> Option<AccessToken> {
    let bytes = Base64UrlUnpadded::decode_vec(text).ok()?;
    let (claims, tag) = bytes.split_at_checked(CLAIMS_LENGTH)?;
    if !mac::verify_tag::<TAG_LENGTH>(config, PURPOSE, claims, tag) {
        return None;
    }
    let (version, rest) = claims.split_first()?;
    let (region, rest) = rest.split_first()?;
    let (team, rest) = rest.split_first_chunk::<8>()?;
    let app = rest.get(..16)?;
    (*version == VERSION).then_some(AccessToken {
        region: *Region::ALL.get(usize::from(*region))?,
        team: u64::from_be_bytes(*team).to_string(),
        app: Base64UrlUnpadded::encode_string(app),
        hash: hash_secret(text),
    })
}

/// The hash under which a secret is stored: SHA-256 in base64.
pub fn hash_secret(secret: &str) -> String {
    Base64UrlUnpadded::encode_string(&Sha256::digest(secret.as_bytes()))
}
