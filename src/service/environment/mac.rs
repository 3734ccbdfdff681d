//! Message authentication codes (MACs) that prove that the service issued a value. Each purpose has its own key.
//!
//! Access tokens, keys of survey links, authorization codes and client ids carry one, because they name a team or an
//! app without a session. So a request with an invented one is refused before it opens a database or spends a quota.

use super::config::Config;
use hmac::{Hmac, Mac as _};
use sha2::Sha256;

/// The first `N` bytes of a message's MAC; `None` if `N` is more than the MAC has.
pub fn compute_tag<const N: usize>(config: &Config, purpose: &'static str, message: &[u8]) -> Option<[u8; N]> {
    keyed_mac(config, purpose, message)?.finalize().into_bytes().first_chunk().copied()
}

/// Verifies a tag of `N` bytes in constant time.
pub fn verify_tag<const N: usize>(config: &Config, purpose: &'static str, message: &[u8], tag: &[u8]) -> bool {
    let computed = keyed_mac(config, purpose, message);
    tag.len() == N && computed.is_some_and(|computed| computed.verify_truncated_left(tag).is_ok())
}

fn keyed_mac(config: &Config, purpose: &'static str, message: &[u8]) -> Option<Hmac<Sha256>> {
    let (_, mut computed) = config.cached_key(purpose)?;
    computed.update(message);
    Some(computed)
}
