//! Message authentication codes of the service: whatever carries one was made here. Each purpose has a key of its own.
//!
//! A request that names a team or an app without a session carries one: in an access token, in the key of a survey's
//! link, in an authorization code, or as one half of a client id. So an invented name wakes no database and spends no
//! quota.

use super::config::Config;
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

/// The first bytes of the code of a message.
pub fn compute_tag<const N: usize>(config: &Config, purpose: &str, message: &[u8]) -> Option<[u8; N]> {
    keyed_mac(config, purpose, message)?.finalize().into_bytes().first_chunk().copied()
}

/// Whether a tag of `N` bytes is that of the message; compared in constant time.
pub fn verify_tag<const N: usize>(config: &Config, purpose: &str, message: &[u8], tag: &[u8]) -> bool {
    let computed = keyed_mac(config, purpose, message);
    tag.len() == N && computed.is_some_and(|computed| computed.verify_truncated_left(tag).is_ok())
}

fn keyed_mac(config: &Config, purpose: &str, message: &[u8]) -> Option<Hmac<Sha256>> {
    let mut computed = Hmac::<Sha256>::new_from_slice(&config.derive_key(purpose)).ok()?;
    computed.update(message);
    Some(computed)
}
