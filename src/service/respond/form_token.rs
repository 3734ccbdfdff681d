//! The token of a survey page: sealed, so that the submitted form proves that the page was ours.
//!
//! It is a hidden field, so that a survey works without cookies, and also the page's CSRF token, because no other site
//! can make one. It contains the respondent and the page that was shown.

use super::respondent::Respondent;
use crate::service::environment::config::Config;
use crate::service::environment::random::Random;
use crate::service::environment::seal;
use crate::service::store::expiry::DRAFT_LIFETIME;
use crate::service::surveys::link::RespondentLink;
use crate::wire::dates::Timestamp;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How long a page can be left open: our choice.
pub const TOKEN_LIFETIME: i64 = DRAFT_LIFETIME;

/// Contents of the token. Its bytes have no names, so another order or another field needs another [`PURPOSE`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FormToken {
    /// The contents of the survey's URL.
    pub link: RespondentLink,
    /// Id of the respondent's progress.
    pub progress_id: String,
    /// The page that was shown; `None` for the form that asks for the password or the address.
    pub page: Option<String>,
    /// When the survey was opened.
    pub started: Timestamp,
    /// The custom value in the URL.
    pub custom_value: String,
    /// The custom variables in the URL.
    pub variables: BTreeMap<String, String>,
    /// The secret of the device cookie; empty for a recipient who needs no cookie.
    pub device_secret: String,
    /// The e-mail address that the respondent has proven; empty without a proof.
    pub address: String,
    /// Code of the survey's language.
    pub language: String,
}

impl FormToken {
    /// Whether the page was left open for too long.
    pub fn is_expired(&self, now: Timestamp) -> bool {
        now >= self.started.saturating_add(TOKEN_LIFETIME)
    }

    /// The respondent of the form.
    pub fn respondent(&self) -> Respondent {
        let (progress_id, device_secret, address) =
            (self.progress_id.clone(), self.device_secret.clone(), self.address.clone());
        Respondent { progress_id, device_secret, address }
    }
}

/// The purpose that tokens are sealed for. A token of a former purpose does not open: what was typed on its page is not
/// stored.
pub const PURPOSE: &str = "survey ticket 2";

/// Seals a token. `None` if encryption fails.
pub fn seal_token(config: &Config, token: &FormToken, random: &dyn Random) -> Option<String> {
    seal::seal(config, PURPOSE, token, random)
}

/// Opens a token, which may have expired. `None` if the service did not seal it.
pub fn open_token(config: &Config, text: &str) -> Option<FormToken> {
    seal::open(config, PURPOSE, text)
}
