//! The service's own values as bytes: messages between places, and what is sealed for a browser.
//!
//! Postcard and not JSON: nobody else reads them, and reading a type by the names of its fields is three times the code.
//! The bytes tell neither names nor types: a change to a sealed type wants a new purpose to seal it for.

use serde::Serialize;
use serde::de::DeserializeOwned;

/// The bytes of a value.
pub fn write(value: &impl Serialize) -> Option<Vec<u8>> {
    postcard::to_allocvec(value).ok()
}

/// The value of these bytes.
pub fn read<T: DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    postcard::from_bytes(bytes).ok()
}
