//! The source of randomness: the platform's in production, a counter in tests.

use base64ct::{Base64UrlUnpadded, Encoding as _};

/// A source of random bytes.
pub trait Random {
    /// Fills the slice with random bytes.
    fn fill_bytes(&self, bytes: &mut [u8]);
}

impl dyn Random + '_ {
    /// Random bytes.
    pub fn bytes<const N: usize>(&self) -> [u8; N] {
        let mut bytes = [0; N];
        self.fill_bytes(&mut bytes);
        bytes
    }

    /// A random id of a workgroup, share or role: 32 hexadecimal characters.
    pub fn hex_id(&self) -> String {
        format!("{:032x}", u128::from_be_bytes(self.bytes()))
    }

    /// A random id of 16 bytes: 22 characters of base64.
    pub fn base64_id(&self) -> String {
        Base64UrlUnpadded::encode_string(&self.bytes::<16>())
    }
}
