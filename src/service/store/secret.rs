//! Secrets that a command carries from one actor to the next: the only ones that are serialised.

use crate::crypto::secret::Secret;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A password, a client secret, a code or a token on its way between actors of this Worker.
#[derive(Debug, Clone, PartialEq)]
pub struct CarriedSecret(Secret<String>);

impl CarriedSecret {
    /// The text as a secret.
    pub fn new(text: impl Into<String>) -> CarriedSecret {
        CarriedSecret(Secret::new(text))
    }

    /// The text, for the one place that needs it.
    pub fn expose(&self) -> &str {
        self.0.expose()
    }
}

impl Serialize for CarriedSecret {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.expose().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for CarriedSecret {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<CarriedSecret, D::Error> {
        String::deserialize(deserializer).map(CarriedSecret::new)
    }
}
