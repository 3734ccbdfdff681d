//! Sealing: XChaCha20-Poly1305 under a key of the ring, bound to one use, so that nothing that was sealed for one
//! purpose opens for another.
//!
//! Sealed bytes are version, key id, nonce, ciphertext with tag. All of them are authenticated, and so are the name and
//! the origin of the binding.

use super::binding::{Binding, SealedBy};
use super::keys::{KeyId, KeyRing, Purpose, Weakness};
use super::unseal_cache::UnsealCache;
use crate::crypto::aead::{self, Nonce};

/// Bytes of the longest sealed text of a client that is opened.
pub const SEALED_MAX: usize = 4096;

/// The configured secrets and the texts that they have opened recently.
pub struct Sealer {
    /// The configured secrets.
    pub ring: KeyRing,
    /// What was opened recently.
    pub cache: UnsealCache,
}

impl Sealer {
    /// Parses secrets separated by commas; the first seals.
    ///
    /// # Errors
    ///
    /// The [`Weakness`] of a secret that is too weak, or is listed twice.
    pub fn from_secrets(list: &str) -> Result<Sealer, Weakness> {
        KeyRing::parse_list(list).map(|ring| Sealer { ring, cache: UnsealCache::default() })
    }

    /// Seals with the first key. `None` only if the message is too long for the cipher.
    pub fn seal(&self, binding: Binding<'_>, message: &[u8], nonce: Nonce) -> Option<String> {
        let id = self.ring.first_id();
        let key = self.ring.derive_key(id, binding.purpose, binding.key_share)?;
        // The id goes first, so that the key of a text is found without trying all of them.
        let prefix = [&[binding.purpose.version()], id.as_slice()].concat();
        aead::seal(&key, nonce, &prefix, &associated_data(binding, id), message)
    }

    /// Opens the result of [`Sealer::seal`] for the same binding, with whichever listed key it has; `None` for anything
    /// else.
    pub fn open(&self, binding: Binding<'_>, sealed: &str) -> Option<(Vec<u8>, SealedBy)> {
        // A stored token comes from the gateway's own storage, and has the user's profile with it.
        if sealed.len() > SEALED_MAX && binding.purpose != Purpose::Token {
            return None;
        }
        if let Some(cached) = self.cache.get(binding, sealed) {
            return Some(cached);
        }
        let (message, by) = unseal(&self.ring, binding, sealed)?;
        self.cache.insert(binding, sealed, (&message, by));
        Some((message, by))
    }
}

fn unseal(ring: &KeyRing, binding: Binding<'_>, sealed: &str) -> Option<(Vec<u8>, SealedBy)> {
    let bytes = aead::decode(sealed)?;
    let (version, rest) = bytes.split_first()?;
    let (id, rest) = rest.split_first_chunk::<4>()?;
    // The associated data has the expected version, so the byte itself must be compared here.
    if *version != binding.purpose.version() {
        return None;
    }
    let message =
        aead::open(&ring.derive_key(*id, binding.purpose, binding.key_share)?, &associated_data(binding, *id), rest)?;
    Some((message, if *id == ring.first_id() { SealedBy::First } else { SealedBy::Other }))
}

/// The associated data: each part with its length first, so that no two lists of parts have the same bytes.
fn associated_data(binding: Binding<'_>, id: KeyId) -> Vec<u8> {
    let mut bytes = vec![binding.purpose.version()];
    for part in [binding.name, &id, binding.origin.as_bytes()] {
        bytes.extend_from_slice(&u32::try_from(part.len()).unwrap_or(u32::MAX).to_be_bytes());
        bytes.extend_from_slice(part);
    }
    bytes
}
