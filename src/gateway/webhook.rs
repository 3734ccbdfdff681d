//! The gateway's own webhook: where an app may have the service tell what has changed, and what is forgotten then.
//!
//! Each account has an address of its own that nobody can guess, and a delivery there counts only with the signature
//! of the app. An address is good for as long as the key that was the newest when it was told is listed.

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

/// Path that tells a session the address, and below which the address is.
pub const PATH: &str = "/gateway/webhook";

/// Bytes that a delivery may have: our choice.
pub const BODY_MAX: u64 = 16_384;

/// The path of an account's address. None only if it cannot be sealed.
pub fn subscription_path(config: &Config, account: &Account) -> Option<String> {
    let name = account.object_name();
    let key = config.sealer.ring.derive_key(config.sealer.ring.newest_id(), Purpose::Webhook, name.as_bytes())?;
    let sealed = config.sealer.seal(webhook_binding(config), name.as_bytes(), *key.first_chunk()?)?;
    Some([PATH, "/", &sealed].concat())
}

/// The account of an address.
pub fn account_of_path(config: &Config, path: &str) -> Option<Account> {
    let sealed = path.strip_prefix(PATH)?.strip_prefix('/')?;
    let (name, _) = config.sealer.open(webhook_binding(config), sealed)?;
    Account::from_name(&String::from_utf8(name).ok()?)
}

fn webhook_binding(config: &Config) -> Binding<'_> {
    Binding { purpose: Purpose::Webhook, name: b"webhook", origin: config.origin.as_str(), key_share: &[] }
}

/// True for a delivery that the app's service has signed.
pub fn is_signed(config: &Config, head: &Request, body: &[u8]) -> bool {
    let expected = config.client_secret.text().and_then(|secret| sign_delivery(&config.client_id, secret, body));
    let given = head.header(SIGNATURE_HEADER).zip(expected);
    head.header(API_KEY_HEADER) == Some(&config.client_id)
        && given.is_some_and(|(given, expected)| same(expected, given))
}

/// The path of what a delivery says has changed: the survey that it names, or `/` for everything.
pub fn changed_path(body: &[u8]) -> String {
    let survey = json::get_member(body, "resources").and_then(|resources| json::get_member(resources, "survey_id"));
    match survey.and_then(json::decode_text).filter(|id| is_id(id)) {
        Some(id) => ["/v3/surveys/", &id].concat(),
        None => "/".to_owned(),
    }
}
