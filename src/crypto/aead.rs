//! Authenticated encryption: XChaCha20-Poly1305, as text.
//!
//! Policies are with the users of this module: which key, what it is bound to, and where the nonce comes from.

use base64ct::{Base64UrlUnpadded, Encoding as _};
use chacha20poly1305::aead::{Aead as _, KeyInit as _, Payload};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};

/// A key of 256 bits.
pub type Key = [u8; 32];

/// A nonce of 192 bits: enough to be drawn at random for every message.
pub type Nonce = [u8; 24];

/// Encrypts a message. The result is the prefix, the nonce, and the ciphertext with its tag, in base64 for URLs. `None`
/// only if the message is too long for the cipher.
pub fn seal(key: &Key, nonce: Nonce, prefix: &[u8], aad: &[u8], message: &[u8]) -> Option<String> {
    let payload = Payload { msg: message, aad };
    let sealed = XChaCha20Poly1305::new(&(*key).into()).encrypt(&XNonce::from(nonce), payload).ok()?;
    Some(Base64UrlUnpadded::encode_string(&[prefix, &nonce, &sealed].concat()))
}

/// The bytes of a sealed text, prefix first. `None` if the text is not base64.
pub fn decode(text: &str) -> Option<Vec<u8>> {
    Base64UrlUnpadded::decode_vec(text).ok()
}

/// Decrypts the bytes behind the prefix: nonce and ciphertext. `None` if the key or the associated data differ.
pub fn open(key: &Key, aad: &[u8], bytes: &[u8]) -> Option<Vec<u8>> {
    let (nonce, sealed) = bytes.split_first_chunk::<24>()?;
    let payload = Payload { msg: sealed, aad };
    XChaCha20Poly1305::new(&(*key).into()).decrypt(&XNonce::from(*nonce), payload).ok()
}
