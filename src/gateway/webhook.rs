//! The gateway's own webhook: an app may subscribe it at the service, to invalidate cached data when other clients
//! change it, and to tell pages of new responses (`changes`).
//!
//! Each account has a URL of its own that cannot be guessed, and a delivery counts only with the app's signature. A URL
//! is valid for as long as the key is listed that was the first when the URL was returned.

use super::account::Account;
use super::config::Config;
use super::json;
use super::keys::Purpose;
use crate::crypto::secret::same;
use crate::gateway::binding::Binding;
use crate::spec::events::{API_KEY_HEADER, SIGNATURE_HEADER};
use crate::wire::http::Request;
use crate::wire::path::is_id;
use crate::wire::signature::sign_delivery;

/// Path that returns a session's webhook URL, and prefix of that URL's path.
pub const PATH: &str = "/gateway/webhook";

/// Bytes that a delivery may have: our choice.
pub const BODY_MAX: u64 = 16_384;

/// The path of an account's webhook URL. `None` only if it cannot be sealed.
pub fn subscription_path(config: &Config, account: &Account) -> Option<String> {
    // The nonce is derived, not random, so that an account always gets the same URL.
    let name = account.object_name();
    let key = config.sealer.ring.derive_key(config.sealer.ring.first_id(), Purpose::Webhook, name.as_bytes())?;
    let sealed = config.sealer.seal(webhook_binding(config), name.as_bytes(), *key.first_chunk()?)?;
    Some([PATH, "/", &sealed].concat())
}

/// The account of a webhook URL's path.
pub fn account_of_path(config: &Config, path: &str) -> Option<Account> {
    let sealed = path.strip_prefix(PATH)?.strip_prefix('/')?;
    let (name, _) = config.sealer.open(webhook_binding(config), sealed)?;
    Account::from_name(&String::from_utf8(name).ok()?)
}

fn webhook_binding(config: &Config) -> Binding<'_> {
    Binding { purpose: Purpose::Webhook, name: b"webhook", origin: config.origin.as_str(), key_share: &[] }
}

/// True for a delivery with the app's signature.
pub fn is_signed(config: &Config, head: &Request, body: &[u8]) -> bool {
    let expected = config.client_secret.text().and_then(|secret| sign_delivery(&config.client_id, secret, body));
    let signature = head.header(SIGNATURE_HEADER).zip(expected);
    head.header(API_KEY_HEADER) == Some(&config.client_id)
        && signature.is_some_and(|(signature, expected)| same(expected, signature))
}

/// The path of the changed resource in a delivery: the survey that it names, or `/` for everything.
pub fn changed_path(body: &[u8]) -> String {
    let survey = json::get_member(body, "resources").and_then(|resources| json::get_member(resources, "survey_id"));
    match survey.and_then(json::decode_text).filter(|id| is_id(id)) {
        Some(id) => ["/v3/surveys/", &id].concat(),
        None => "/".to_owned(),
    }
}
