//! Secrets in commands between actors: the only secrets that can be serialised.

use crate::crypto::secret::Secret;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// A password, client secret, code or token in a message between actors. It is compared in constant time, and its
/// `Debug` hides it.
#[derive(Clone)]
pub struct CarriedSecret(Secret<String>);

impl CarriedSecret {
    /// Wraps a text.
    pub fn new(text: impl Into<String>) -> CarriedSecret {
        CarriedSecret(Secret::new(text))
    }

    /// The secret text.
    pub fn expose(&self) -> &str {
        self.0.expose()
    }
}

impl PartialEq for CarriedSecret {
    fn eq(&self, other: &CarriedSecret) -> bool {
        self.0.is(other.expose().as_bytes())
    }
}

impl fmt::Debug for CarriedSecret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("CarriedSecret")
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
