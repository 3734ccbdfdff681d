//! Secrets on their way through the service: never printed, compared in constant time.

use serde::{Deserialize, Serialize};
use std::fmt;
use subtle::ConstantTimeEq as _;

/// A password, a client secret, a code or a token while a walk carries it from one place to the next.
#[derive(Clone, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Secret(String);

impl Secret {
    /// The text as a secret.
    pub fn new(text: impl Into<String>) -> Secret {
        Secret(text.into())
    }

    /// The text, for the one place that needs it.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

/// Whether two texts are the same; takes as long wherever they differ.
pub fn same(one: &str, other: &str) -> bool {
    one.as_bytes().ct_eq(other.as_bytes()).into()
}

impl PartialEq for Secret {
    fn eq(&self, other: &Secret) -> bool {
        same(&self.0, &other.0)
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Secret")
    }
}
