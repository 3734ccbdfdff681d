//! The platform's randomness: drawn here and nowhere else.

use std::cell::RefCell;

/// Bytes that are drawn at once for values that are not secret: a call of the platform takes longer than their use.
const POOL_BYTES: usize = 1_536;

thread_local! {
    static POOL: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// The platform's source of random bytes.
pub(crate) struct PlatformRandom;

impl PlatformRandom {
    /// Fills the bytes.
    pub(crate) fn fill(&self, bytes: &mut [u8]) {
        // Keys and tokens without randomness could be guessed: no request may go on.
        if getrandom::fill(bytes).is_err() {
            std::process::abort();
        }
    }

    /// Random bytes, also for secrets.
    pub(crate) fn random_bytes<const N: usize>(&self) -> [u8; N] {
        let mut bytes = [0; N];
        self.fill(&mut bytes);
        bytes
    }

    /// Random bytes for unique values that are not secret. They may have been drawn earlier.
    pub(crate) fn unique_bytes<const N: usize>(&self) -> [u8; N] {
        const { assert!(N <= POOL_BYTES) };
        POOL.with_borrow_mut(|pool| {
            if pool.len() < N {
                pool.resize(POOL_BYTES, 0);
                self.fill(pool);
            }
            let bytes = pool.last_chunk().copied().unwrap_or([0; N]);
            pool.truncate(pool.len().saturating_sub(N));
            bytes
        })
    }
}
