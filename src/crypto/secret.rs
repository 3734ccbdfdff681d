//! Secrets: values that are never printed, serialised or compared by accident.

use subtle::ConstantTimeEq;

/// Bytes or a text that must not leave by accident: no `Debug`, no `Display`, no `Serialize`, no `==`.
///
/// ```compile_fail
/// println!("{:?}", canvass::crypto::secret::Secret::<String>::new("hush"));
/// ```
/// ```compile_fail
/// println!("{}", canvass::crypto::secret::Secret::<String>::new("hush"));
/// ```
/// ```compile_fail
/// let _ = serde_json::to_string(&canvass::crypto::secret::Secret::<String>::new("hush"));
/// ```
/// ```compile_fail
/// use canvass::crypto::secret::Secret;
/// let _ = Secret::<String>::new("hush") == Secret::<String>::new("hush");
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

    /// True if the bytes equal the secret, compared in constant time.
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

/// Whether two values have the same bytes, compared in constant time.
pub fn same(one: impl AsRef<[u8]>, other: impl AsRef<[u8]>) -> bool {
    one.as_ref().ct_eq(other.as_ref()).into()
}
