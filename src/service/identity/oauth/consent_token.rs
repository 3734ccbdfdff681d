//! The ticket of a consent page: sealed, so that the form that comes back proves who signed in and what was shown.
//!
//! It stands in a hidden field, takes the place of a cookie, and is the page's anti-forgery token: no
//! other site can know one. It is good for ten minutes and for one decision; both are our choice.

use super::authorize_request::AuthorizeRequest;
use crate::service::store::config::Config;
use crate::service::store::random::Random;
use crate::service::store::seal;
use crate::wire::dates::{MINUTE, Timestamp};
use serde::{Deserialize, Serialize};

/// What its key is for.
pub const PURPOSE: &str = "consent ticket 2";

/// How long the page can be left open.
const TOKEN_LIFETIME: i64 = 10 * MINUTE;

/// What the consent page was about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConsentToken {
    /// Sets it apart from every other ticket.
    pub id: String,
    /// What the app asked for.
    pub asked: AuthorizeRequest,
    /// The user who signed in.
    pub user_id: String,
    /// The user's team.
    pub team: String,
    /// The scopes that the page showed as required, as a stored list.
    pub required: String,
    /// The scopes that the page showed as optional, as a stored list.
    pub optional: String,
    /// When it ends.
    pub expires: Timestamp,
}

/// When a ticket that is made now ends.
pub fn expiry_from(now: Timestamp) -> Timestamp {
    now.saturating_add(TOKEN_LIFETIME)
}

/// Seals a ticket.
pub fn seal_token(config: &Config, ticket: &ConsentToken, random: &dyn Random) -> Option<String> {
    seal::seal(config, PURPOSE, ticket, random)
}

/// Opens a ticket; none if the service did not seal it or its time is over.
pub fn open_token(config: &Config, text: &str, now: Timestamp) -> Option<ConsentToken> {
    seal::open::<ConsentToken>(config, PURPOSE, text).filter(|ticket| now < ticket.expires)
}
