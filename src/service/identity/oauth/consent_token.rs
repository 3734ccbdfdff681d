//! The token of a consent page: sealed, so that the submitted form proves who signed in and what was shown.
//!
//! It is a hidden field in place of a cookie, and also the page's CSRF token, because no other site can know it. It is
//! valid for ten minutes and for one decision; both are our choice.

use super::authorize_request::AuthorizeRequest;
use crate::service::environment::config::Config;
use crate::service::environment::random::Random;
use crate::service::environment::seal;
use crate::wire::dates::{MINUTE, Timestamp};
use serde::{Deserialize, Serialize};

/// The purpose that tokens are sealed for.
pub const PURPOSE: &str = "consent ticket 3";

/// How long the page can be left open, in seconds.
const TOKEN_LIFETIME: i64 = 10 * MINUTE;

/// Contents of the token. Its bytes have no names, so another order or another field needs another [`PURPOSE`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConsentToken {
    /// Random id, by which a second use is recognised.
    pub id: String,
    /// The app's request.
    pub auth_request: AuthorizeRequest,
    /// Id of the user who signed in.
    pub user_id: String,
    /// Id of the user's team.
    pub team: String,
    /// The scopes that the page showed as required, as a stored list.
    pub required: String,
    /// The scopes that the page showed as optional, as a stored list.
    pub optional: String,
    /// When it expires.
    pub expires: Timestamp,
}

/// When a token that is issued now expires.
pub fn expiry_from(now: Timestamp) -> Timestamp {
    now.saturating_add(TOKEN_LIFETIME)
}

/// Seals a token. `None` if encryption fails.
pub fn seal_token(config: &Config, token: &ConsentToken, random: &dyn Random) -> Option<String> {
    seal::seal(config, PURPOSE, token, random)
}

/// Opens a token. `None` if the service did not seal it or it has expired.
pub fn open_token(config: &Config, text: &str, now: Timestamp) -> Option<ConsentToken> {
    seal::open::<ConsentToken>(config, PURPOSE, text).filter(|token| now < token.expires)
}
