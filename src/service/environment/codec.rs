//! The binary encoding of the service's own values: messages between actors, and values that are sealed for a browser.
//!
//! Postcard and not JSON: no other program reads these bytes, and decoding by field names takes three times the code.
//! The bytes contain neither names nor types. Therefore a message begins with the protocol version, and a change to a
//! sealed type requires a new purpose, which a test of `seal` enforces. No database stores such bytes.

use serde::Serialize;
use serde::de::DeserializeOwned;

/// Encodes a value; `None` if its type cannot be encoded.
pub fn encode(value: &impl Serialize) -> Option<Vec<u8>> {
    postcard::to_allocvec(value).ok()
}

/// Decodes a value; `None` if the bytes do not match its type or are too many.
pub fn decode<T: DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    let (value, rest) = postcard::take_from_bytes(bytes).ok()?;
    rest.is_empty().then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_read_to_their_end_or_not_at_all() {
        let mut bytes = encode(&("a", 5_u16)).unwrap();
        assert_eq!(decode(&bytes), Some(("a".to_owned(), 5_u16)));
        bytes.push(0);
        assert_eq!(decode::<(String, u16)>(&bytes), None);
    }
}
