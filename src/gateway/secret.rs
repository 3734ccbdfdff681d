//! Secrets: values that are never printed, serialised or compared by accident.

use subtle::ConstantTimeEq;

/// Bytes that must not leave by accident: no `Debug`, no `Display`, no `Serialize`, no `==`.
///
/// ```compile_fail
/// println!("{:?}", canvass::gateway::secret::Secret::new("hush"));
/// ```
/// ```compile_fail
/// println!("{}", canvass::gateway::secret::Secret::new("hush"));
/// ```
/// ```compile_fail
/// let _ = serde_json::to_string(&canvass::gateway::secret::Secret::new("hush"));
/// ```
/// ```compile_fail
/// use canvass::gateway::secret::Secret;
/// let _ = Secret::new("hush") == Secret::new("hush");
/// ```
#[derive(Clone)]
pub struct Secret(Vec<u8>);

impl Secret {
    /// The bytes as a secret.
    pub fn new(bytes: impl Into<Vec<u8>>) -> Secret {
        Secret(bytes.into())
    }

    /// The bytes, for the one place that needs them.
    pub fn expose(&self) -> &[u8] {
        &self.0
    }

    /// The secret as text, if it is UTF-8.
    pub fn text(&self) -> Option<&str> {
        std::str::from_utf8(&self.0).ok()
    }

    /// True if the bytes are the secret's; takes the same time wherever they differ.
    pub fn is(&self, bytes: &[u8]) -> bool {
        self.0.ct_eq(bytes).into()
    }
}
