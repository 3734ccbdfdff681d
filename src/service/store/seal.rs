//! Sealing: what the service gives to a browser and must get back unread and unchanged.
//!
//! Every purpose has a key of its own, so that what was sealed for one can never be opened for another.

use super::bytes;
use super::config::Config;
use super::random::Random;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chacha20poly1305::aead::{Aead as _, KeyInit as _};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Bytes of a nonce.
const NONCE: usize = 24;

/// Seals a value for a purpose.
pub fn seal(config: &Config, purpose: &str, value: &impl Serialize, random: &dyn Random) -> Option<String> {
    seal_bytes(config, purpose, &bytes::write(value)?, random.bytes())
}

/// Opens what was sealed for the purpose; none if the service did not seal it.
pub fn open<T: DeserializeOwned>(config: &Config, purpose: &str, text: &str) -> Option<T> {
    bytes::read(&open_bytes(config, purpose, text)?)
}

fn seal_bytes(config: &Config, purpose: &str, bytes: &[u8], nonce: [u8; NONCE]) -> Option<String> {
    let sealed = cipher(config, purpose).encrypt(&XNonce::from(nonce), bytes).ok()?;
    Some(URL_SAFE_NO_PAD.encode([nonce.as_slice(), &sealed].concat()))
}

fn open_bytes(config: &Config, purpose: &str, text: &str) -> Option<Vec<u8>> {
    let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
    let (nonce, sealed) = bytes.split_first_chunk::<NONCE>()?;
    cipher(config, purpose).decrypt(&XNonce::from(*nonce), sealed).ok()
}

fn cipher(config: &Config, purpose: &str) -> XChaCha20Poly1305 {
    XChaCha20Poly1305::new(&config.key_for(purpose).into())
}

#[cfg(test)]
#[path = "../../../tests/support/shape.rs"]
mod shape;

#[cfg(test)]
mod tests {
    use super::shape::shape;
    use crate::service::identity::account::{session, verification};
    use crate::service::identity::oauth;
    use crate::service::respond;

    #[test]
    fn what_is_sealed_for_a_purpose_keeps_its_shape() {
        let sealed = [
            (oauth::ticket::PURPOSE, shape::<oauth::ticket::Ticket>()),
            (respond::ticket::PURPOSE, shape::<respond::ticket::Ticket>()),
            (session::PURPOSE, shape::<session::Sealed>()),
            (verification::PURPOSE, shape::<verification::Link>()),
        ];
        let known = [
            (
                "consent ticket 2",
                "Asked[client_id redirect_uri state challenge] {text, text, ?text, ?text}\n\
                 Ticket[id asked user_id team required optional expires] {text, Asked[client_id redirect_uri state \
                 challenge], text, text, text, text, i64}",
            ),
            (
                "survey ticket 2",
                "Link[team collector recipient preview] {text, text, ?text, ?text}\n\
                 Ticket[link taking page begun custom_value variables word address language] \
                 {Link[team collector recipient preview], text, ?text, i64, text, map text: text, text, text, text}",
            ),
            ("account session", "Sealed[user_id team began] {text, text, i64}"),
            ("e-mail verification", "Link[team user_id email expires] {text, text, text, i64}"),
        ];
        for ((purpose, shape), known) in sealed.iter().zip(known) {
            let (_, shape) = shape.trim_end().split_once('\n').unwrap();
            let why = "browsers and mails hold what was sealed for this purpose: another shape wants another purpose";
            assert_eq!((*purpose, shape), known, "{why}");
        }
    }
}
