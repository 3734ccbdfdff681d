//! Randomness is an argument: the shell hands in the platform's, tests a counted one.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

/// A source of random bytes.
pub trait Random {
    /// Fills the slice.
    fn fill_bytes(&self, bytes: &mut [u8]);
}

impl dyn Random + '_ {
    /// A number of random bytes.
    pub fn bytes<const N: usize>(&self) -> [u8; N] {
        let mut bytes = [0; N];
        self.fill_bytes(&mut bytes);
        bytes
    }

    /// The id of a workgroup, share or role: 32 hexadecimal characters.
    pub fn hex_id(&self) -> String {
        format!("{:032x}", u128::from_be_bytes(self.bytes()))
    }

    /// 22 characters that stand for 16 random bytes.
    pub fn base64_id(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.bytes::<16>())
    }
}
