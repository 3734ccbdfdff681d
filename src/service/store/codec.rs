//! The service's own values as bytes: messages between places, and what is sealed for a browser.
//!
//! Postcard and not JSON: nobody else reads them, and reading a type by the names of its fields is three times the code.
//! The bytes tell neither names nor types. Messages therefore begin with the number of their format, and a change to a
//! sealed type wants a new purpose to seal it for, which a test of `seal` asks for. A database holds no such bytes.

use serde::Serialize;
use serde::de::DeserializeOwned;

/// The bytes of a value.
pub fn encode(value: &impl Serialize) -> Option<Vec<u8>> {
    postcard::to_allocvec(value).ok()
}

/// The value of these bytes; none if anything is left over.
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
