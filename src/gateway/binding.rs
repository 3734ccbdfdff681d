//! What a sealed text is bound to: opened for anything else, it does not open.

use super::keys::Purpose;

/// What sealed bytes are bound to.
#[derive(Clone, Copy)]
pub struct Binding<'a> {
    /// What it is.
    pub purpose: Purpose,
    /// Its name: the cookie's, or the session's.
    pub name: &'a [u8],
    /// The origin that it belongs to.
    pub origin: &'a str,
    /// A second secret that the key depends on; empty for none.
    pub key_share: &'a [u8],
}

/// Which key had sealed a text: one of an older key should be sealed again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SealedBy {
    /// The key that seals now.
    Newest,
    /// A key that only opens.
    Older,
}
