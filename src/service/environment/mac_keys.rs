//! MAC keys that were derived from the service's key: deriving a key takes longer than the MAC of a token.

use hmac::{Hmac, KeyInit as _};
use sha2::Sha256;
use std::cell::RefCell;

/// The keys of the purposes so far, ready for a message.
#[derive(Clone, Default)]
pub struct MacKeys(RefCell<Vec<(&'static str, Hmac<Sha256>)>>);

impl MacKeys {
    /// The key of a purpose, which `derive` computes the first time.
    pub(super) fn key_of(&self, purpose: &'static str, derive: impl FnOnce() -> [u8; 32]) -> Option<Hmac<Sha256>> {
        let mut keys = self.0.borrow_mut();
        if let Some((_, key)) = keys.iter().find(|(known, _)| *known == purpose) {
            return Some(key.clone());
        }
        let key = Hmac::<Sha256>::new_from_slice(&derive()).ok()?;
        keys.push((purpose, key.clone()));
        Some(key)
    }
}
