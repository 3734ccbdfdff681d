//! Randomness: the platform's, drawn here and nowhere else.

use std::cell::RefCell;

/// Bytes that are drawn at once for what is no secret: a draw takes longer than all else that is done with its bytes.
const POOL_BYTES: usize = 1_536;

thread_local! {
    static POOL: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// The platform's source of random bytes.
pub(crate) struct PlatformRandom;

impl PlatformRandom {
    /// Fills the bytes. Without randomness nothing is safe, so a platform that has none stops the Worker.
    pub(crate) fn fill(&self, bytes: &mut [u8]) {
        if getrandom::fill(bytes).is_err() {
            std::process::abort();
        }
    }

    /// A number of random bytes.
    pub(crate) fn random_bytes<const N: usize>(&self) -> [u8; N] {
        let mut bytes = [0; N];
        self.fill(&mut bytes);
        bytes
    }

    /// A number of random bytes for what must be unlike all others and is no secret: they may have lain ready for a while.
    pub(crate) fn unique_bytes<const N: usize>(&self) -> [u8; N] {
        const { assert!(N <= POOL_BYTES) };
        POOL.with_borrow_mut(|stocked| {
            if stocked.len() < N {
                stocked.resize(POOL_BYTES, 0);
                self.fill(stocked);
            }
            let bytes = stocked.last_chunk().copied().unwrap_or([0; N]);
            stocked.truncate(stocked.len().saturating_sub(N));
            bytes
        })
    }
}
