//! Secrets: values that are never printed or serialised, and compared in constant time.

use std::fmt;
use subtle::ConstantTimeEq;

/// Bytes or a text that must not leave by accident: no `Display`, no `Serialize`, and a `Debug` that shows nothing.
///
/// ```compile_fail
/// println!("{}", canvass::crypto::secret::Secret::<String>::new("hush"));
/// ```
/// ```compile_fail
/// let _ = serde_json::to_string(&canvass::crypto::secret::Secret::<String>::new("hush"));
/// ```
#[derive(Clone)]
pub struct Secret<T = Vec<u8>>(T);

impl<T: AsRef<[u8]>> Secret<T> {
    /// The value as a secret.
    pub fn new(value: impl Into<T>) -> Secret<T> {
        Secret(value.into())
    }

    /// The value, for the one place that needs it.
    pub fn expose(&self) -> &T {
        &self.0
    }

    /// True if the bytes are the secret's; takes the same time wherever they differ.
    pub fn is(&self, bytes: &[u8]) -> bool {
        same(self.0.as_ref(), bytes)
    }
}

impl Secret {
    /// The secret as text, if it is UTF-8.
    pub fn text(&self) -> Option<&str> {
        std::str::from_utf8(&self.0).ok()
    }
}

/// Whether two values have the same bytes; takes as long wherever they differ.
pub fn same(one: impl AsRef<[u8]>, other: impl AsRef<[u8]>) -> bool {
    one.as_ref().ct_eq(other.as_ref()).into()
}

impl<T: AsRef<[u8]>> PartialEq for Secret<T> {
    fn eq(&self, other: &Secret<T>) -> bool {
        same(&self.0, &other.0)
    }
}

impl<T> fmt::Debug for Secret<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Secret")
    }
}
