//! Keys that were derived from the service's key: deriving one takes longer than a MAC, or than opening a small value.

use crate::crypto::aead::Key;
use hmac::{Hmac, KeyInit as _};
use sha2::Sha256;
use std::cell::RefCell;

/// A key: as it is, and ready for the MAC of a message.
pub(super) type DerivedKey = (Key, Hmac<Sha256>);

/// The keys of the purposes so far.
#[derive(Clone, Default)]
pub struct KeyCache(RefCell<Vec<(&'static str, DerivedKey)>>);

impl KeyCache {
    /// The key of a purpose, which `derive` computes the first time.
    pub(super) fn key_of(&self, purpose: &'static str, derive: impl FnOnce() -> Key) -> Option<DerivedKey> {
        let mut keys = self.0.borrow_mut();
        if let Some((_, key)) = keys.iter().find(|(known, _)| *known == purpose) {
            return Some(key.clone());
        }
        let key = derive();
        let key = (key, Hmac::<Sha256>::new_from_slice(&key).ok()?);
        keys.push((purpose, key.clone()));
        Some(key)
    }
}
