//! Texts that were opened recently. Most requests have the same cookie as the one before; deriving its key and opening
//! it again would take a tenth of the time of a proxied request.
//!
//! Sealed texts are found by their beginnings, which hold a random nonce and nothing secret. The rest is compared in
//! constant time, so that response times reveal nothing about another user's cookie.

use super::binding::{Binding, SealedBy};
use super::keys::Purpose;
use crate::crypto::secret::Secret;
use std::cell::RefCell;

/// Texts that are cached at once: our choice.
pub const ENTRIES_MAX: usize = 256;

/// Characters at the beginning of a sealed text: version, key id and most of the nonce.
const BEGINNING: usize = 32;

/// The opened texts with their bindings.
#[derive(Default)]
pub struct UnsealCache(RefCell<Vec<UnsealedText>>);

struct UnsealedText {
    purpose: Purpose,
    name: Vec<u8>,
    origin: String,
    key_share: Secret,
    sealed: Secret,
    message: Secret,
    by: SealedBy,
}

impl UnsealedText {
    fn matches(&self, binding: Binding<'_>, sealed: &str) -> bool {
        let has_beginning = self.sealed.expose().get(..BEGINNING) == sealed.as_bytes().get(..BEGINNING);
        has_beginning
            && self.purpose == binding.purpose
            && self.name == binding.name
            && self.origin == binding.origin
            && self.key_share.is(binding.key_share)
            && self.sealed.is(sealed.as_bytes())
    }
}

impl UnsealCache {
    /// The message of a sealed text that was opened for the same binding; `None` if it is not cached.
    pub fn get(&self, binding: Binding<'_>, sealed: &str) -> Option<(Vec<u8>, SealedBy)> {
        let texts = self.0.borrow();
        let text = texts.iter().find(|text| text.matches(binding, sealed))?;
        Some((text.message.expose().to_vec(), text.by))
    }

    /// Adds a text that was just opened.
    pub fn insert(&self, binding: Binding<'_>, sealed: &str, (message, by): (&[u8], SealedBy)) {
        let mut texts = self.0.borrow_mut();
        // Emptied as a whole: 256 sessions per isolate are rare, and order would have to be maintained on each request.
        if texts.len() >= ENTRIES_MAX {
            texts.clear();
        }
        texts.push(UnsealedText {
            purpose: binding.purpose,
            name: binding.name.to_vec(),
            origin: binding.origin.to_owned(),
            key_share: Secret::new(binding.key_share),
            sealed: Secret::new(sealed),
            message: Secret::new(message),
            by,
        });
    }
}
