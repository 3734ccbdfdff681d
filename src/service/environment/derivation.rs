//! The cost of a password hash, and password derivations, which the platform or this program computes.

use crate::service::environment::secret::CarriedSecret;
use base64ct::{Base64UrlUnpadded, Encoding as _};
use pbkdf2::pbkdf2_hmac;
use serde::{Deserialize, Serialize};
use sha2::Sha256;

/// The scheme of a stored password that was hashed in a chain of calls.
pub(super) const CHAIN: &str = "pbkdf2-chain";

/// The cost of a password hash.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct HashCost {
    /// PBKDF2 calls in the chain.
    pub calls: u32,
    /// Rounds of each call.
    pub rounds: u32,
}

/// The 600,000 rounds that OWASP recommends for PBKDF2-HMAC-SHA256, in calls that no platform refuses.
pub const RECOMMENDED_COST: HashCost = HashCost { calls: 6, rounds: 100_000 };

/// A password to hash.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PasswordDerivation {
    /// The password.
    pub password: CarriedSecret,
    /// The salt.
    pub salt: Vec<u8>,
    /// The cost of the hash.
    pub cost: HashCost,
    /// Whether the hash is to be stored, in contrast to compared.
    pub(super) is_new: bool,
}

impl PasswordDerivation {
    /// Computes the hash in this program: where the platform cannot, and for demo passwords.
    pub fn compute_hash(&self) -> [u8; 32] {
        let mut hash = [0; 32];
        pbkdf2_hmac::<Sha256>(self.password.expose().as_bytes(), &self.salt, self.cost.rounds, &mut hash);
        for _ in 1..self.cost.calls {
            let mut next = [0; 32];
            pbkdf2_hmac::<Sha256>(&hash, &self.salt, self.cost.rounds, &mut next);
            hash = next;
        }
        hash
    }

    /// A hash as an external result carries it: in base64.
    pub fn encode_hash(hash: &[u8]) -> CarriedSecret {
        CarriedSecret::new(Base64UrlUnpadded::encode_string(hash))
    }

    pub(super) fn to_stored_text(&self, hash: &CarriedSecret) -> String {
        let HashCost { calls, rounds } = self.cost;
        format!("{CHAIN}${calls}x{rounds}${}${}", Base64UrlUnpadded::encode_string(&self.salt), hash.expose())
    }
}
