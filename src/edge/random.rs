//! Randomness: the platform's, drawn here and nowhere else.

/// The platform's source of random bytes.
pub(crate) struct Platform;

impl Platform {
    /// Fills the bytes. Without randomness nothing is safe, so a platform that has none stops the Worker.
    pub(crate) fn fill(&self, bytes: &mut [u8]) {
        if getrandom::fill(bytes).is_err() {
            std::process::abort();
        }
    }

    /// A number of random bytes.
    pub(crate) fn bytes<const N: usize>(&self) -> [u8; N] {
        let mut bytes = [0; N];
        self.fill(&mut bytes);
        bytes
    }
}
