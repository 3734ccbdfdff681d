//! The ticket of a survey's page: sealed, so that the form that comes back proves that the page was ours.
//!
//! It stands in a hidden field, so that a survey can be taken without cookies, and is the page's
//! anti-forgery token: no other site can make one. It says who the respondent is and which page was shown.

use crate::service::config::Config;
use crate::service::link::Link;
use crate::service::random::Random;
use crate::wire::dates::{DAY, Moment};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chacha20poly1305::aead::{Aead as _, KeyInit as _};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How long a page can be left open: our choice.
const LIFETIME: i64 = 14 * DAY;

/// What a page was about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ticket {
    /// The address of the survey.
    pub link: Link,
    /// The respondent's way through the survey.
    pub taking: String,
    /// The page that was shown; none if the password was asked for.
    pub page: Option<String>,
    /// When the survey was opened.
    pub begun: Moment,
    /// The value that the link carried.
    pub custom_value: String,
    /// The survey's variables that the link carried.
    pub variables: BTreeMap<String, String>,
    /// The word of the respondent's cookie; empty for a recipient, who needs none.
    pub word: String,
}

/// Seals a ticket.
pub fn seal(config: &Config, ticket: &Ticket, random: &dyn Random) -> Option<String> {
    let nonce: [u8; 24] = random.bytes();
    let sealed = cipher(config).encrypt(&XNonce::from(nonce), serde_json::to_vec(ticket).ok()?.as_slice()).ok()?;
    Some(URL_SAFE_NO_PAD.encode([nonce.as_slice(), &sealed].concat()))
}

/// Opens a ticket; none if the service did not seal it or its time is over.
pub fn open(config: &Config, text: &str, now: Moment) -> Option<Ticket> {
    let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
    let (nonce, sealed) = bytes.split_first_chunk::<24>()?;
    let ticket = cipher(config).decrypt(&XNonce::from(*nonce), sealed).ok()?;
    serde_json::from_slice::<Ticket>(&ticket).ok().filter(|ticket| now < ticket.begun.plus(LIFETIME))
}

fn cipher(config: &Config) -> XChaCha20Poly1305 {
    XChaCha20Poly1305::new(&config.key_for("survey ticket").into())
}
