//! What a key ring has opened lately. Most requests bring the cookie of the one before, and deriving keys and opening
//! took a tenth of the time of a request that is passed on.
//!
//! Sealed texts are found by their beginnings, which hold a random nonce and nothing secret; the rest is compared in
//! constant time, so that nobody can feel the way to another's cookie.

use super::keys::Purpose;
use super::seal::{Binding, SealedBy};
use super::secret::Secret;
use std::cell::RefCell;

/// Texts remembered at once: our choice.
pub const REMEMBERED_MAX: usize = 256;

/// Characters at the beginning of a sealed text: version, key id and most of the nonce.
const BEGINNING: usize = 32;

/// What was opened, by what it was bound to.
#[derive(Default)]
pub struct Lately(RefCell<Vec<Opened>>);

struct Opened {
    purpose: Purpose,
    name: Vec<u8>,
    origin: String,
    half: Secret,
    sealed: Secret,
    message: Secret,
    by: SealedBy,
}

impl Opened {
    fn is(&self, binding: Binding<'_>, sealed: &str) -> bool {
        let begins = self.sealed.expose().get(..BEGINNING) == sealed.as_bytes().get(..BEGINNING);
        begins
            && self.purpose == binding.purpose
            && self.name == binding.name
            && self.origin == binding.origin
            && self.half.is(binding.half)
            && self.sealed.is(sealed.as_bytes())
    }
}

impl Lately {
    /// What a sealed text held when it was opened for the same binding; none if that is too long ago.
    pub fn recall(&self, binding: Binding<'_>, sealed: &str) -> Option<(Vec<u8>, SealedBy)> {
        let known = self.0.borrow();
        let opened = known.iter().find(|opened| opened.is(binding, sealed))?;
        Some((opened.message.expose().to_vec(), opened.by))
    }

    /// Remembers what was opened just now.
    pub fn remember(&self, binding: Binding<'_>, sealed: &str, (message, by): (&[u8], SealedBy)) {
        let mut known = self.0.borrow_mut();
        if known.len() >= REMEMBERED_MAX {
            known.clear();
        }
        known.push(Opened {
            purpose: binding.purpose,
            name: binding.name.to_vec(),
            origin: binding.origin.to_owned(),
            half: Secret::new(binding.half),
            sealed: Secret::new(sealed),
            message: Secret::new(message),
            by,
        });
    }
}
