//! What a sealed text is bound to. It cannot be opened with another binding.

use super::keys::Purpose;

/// The binding of sealed bytes.
#[derive(Clone, Copy)]
pub struct Binding<'a> {
    /// What the bytes are for.
    pub purpose: Purpose,
    /// A name within the purpose, such as that of the cookie or the id of the session.
    pub name: &'a [u8],
    /// The gateway's origin.
    pub origin: &'a str,
    /// A second secret that the key depends on; empty if there is none.
    pub key_share: &'a [u8],
}

/// Which key sealed a text. A text of another key than the first should be sealed again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SealedBy {
    /// The first configured key, which is the one that seals.
    First,
    /// Another key, which only opens.
    Other,
}
