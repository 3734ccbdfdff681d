//! Sealing: XChaCha20-Poly1305 under a key of the ring, bound to one use, so that nothing sealed for one
//! purpose opens for another.
//!
//! Sealed bytes are: version, key id, nonce, ciphertext with tag. All of it is authenticated, and so are
//! the name and the origin that it was sealed for.

use super::keys::{KeyId, KeyRing, Purpose};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};

/// Longest sealed text that is looked at.
pub const SEALED_MAX: usize = 4096;

/// 192 random bits: enough to draw at random for every message.
pub type Nonce = [u8; 24];

/// What sealed bytes are bound to.
#[derive(Clone, Copy)]
pub struct Binding<'a> {
    /// What it is.
    pub purpose: Purpose,
    /// Its name: the cookie's, or the session's.
    pub name: &'a [u8],
    /// The origin that it belongs to.
    pub origin: &'a str,
    /// A second secret that the key depends on; empty for none.
    pub half: &'a [u8],
}

/// Whether what was opened should be sealed anew.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SealedBy {
    /// The key that seals today.
    Newest,
    /// A key that is on its way out.
    Older,
}

/// Seals with the newest key. None only if the message is too long for the cipher.
pub fn seal(ring: &KeyRing, binding: Binding<'_>, message: &[u8], nonce: Nonce) -> Option<String> {
    let id = ring.newest();
    let cipher = XChaCha20Poly1305::new(&ring.key(id, binding.purpose, binding.half)?.into());
    let aad = associated(binding, id);
    let sealed = cipher.encrypt(&XNonce::from(nonce), Payload { msg: message, aad: &aad }).ok()?;
    let mut bytes = vec![binding.purpose.version()];
    for part in [&id[..], &nonce[..], &sealed[..]] {
        bytes.extend_from_slice(part);
    }
    Some(URL_SAFE_NO_PAD.encode(bytes))
}

/// Opens what [`seal`] made for the same binding, with whichever listed key made it. None for anything else.
pub fn open(ring: &KeyRing, binding: Binding<'_>, sealed: &str) -> Option<(Vec<u8>, SealedBy)> {
    if sealed.len() > SEALED_MAX {
        return None;
    }
    if let Some(opened) = ring.lately.recall(binding, sealed) {
        return Some(opened);
    }
    let (message, by) = unseal(ring, binding, sealed)?;
    ring.lately.remember(binding, sealed, (&message, by));
    Some((message, by))
}

fn unseal(ring: &KeyRing, binding: Binding<'_>, sealed: &str) -> Option<(Vec<u8>, SealedBy)> {
    let bytes = URL_SAFE_NO_PAD.decode(sealed).ok()?;
    let (version, rest) = bytes.split_first()?;
    let (id, rest) = rest.split_first_chunk::<4>()?;
    let (nonce, sealed) = rest.split_first_chunk::<24>()?;
    if *version != binding.purpose.version() {
        return None;
    }
    let cipher = XChaCha20Poly1305::new(&ring.key(*id, binding.purpose, binding.half)?.into());
    let aad = associated(binding, *id);
    let message = cipher.decrypt(&XNonce::from(*nonce), Payload { msg: sealed, aad: &aad }).ok()?;
    Some((message, if *id == ring.newest() { SealedBy::Newest } else { SealedBy::Older }))
}

/// The associated data: every part with its length in front, so that no two lists of parts look alike.
fn associated(binding: Binding<'_>, id: KeyId) -> Vec<u8> {
    let mut bytes = vec![binding.purpose.version()];
    for part in [binding.name, &id, binding.origin.as_bytes()] {
        bytes.extend_from_slice(&u32::try_from(part.len()).unwrap_or(u32::MAX).to_be_bytes());
        bytes.extend_from_slice(part);
    }
    bytes
}
