//! Whether an address in JSON begins with an origin of the API, however its characters are written.

use crate::gateway::region::Origins;
use crate::gateway::surface::API_PATH;
use crate::wire::text::{behind, hexadecimal};

/// What an address begins with.
pub(super) enum Begins<'a> {
    /// An origin of the API; what follows it.
    AtApi(&'a [u8]),
    /// Something else.
    Elsewhere,
    /// Too little of it has come.
    Unknown,
}

/// What the address begins with that these bytes are the beginning of, without its first quote.
pub(super) fn begins<'a>(text: &'a [u8], api: &Origins) -> Begins<'a> {
    for origin in api.all() {
        if let Some(path) = behind(text, origin.as_str())
            && let Some([b'"' | b'/' | b'?' | b'#', ..]) = behind(path, API_PATH)
        {
            return Begins::AtApi(path);
        }
    }
    let mut begins = Begins::Elsewhere;
    for origin in api.all() {
        match spelled(text, origin.as_str()) {
            Spelled::Yes(path) => match spelled(path, API_PATH) {
                Spelled::Yes(behind) => match character(behind) {
                    Some((END | SLASH | QUESTION | HASH, _)) => return Begins::AtApi(path),
                    Some(_) => {}
                    None => begins = Begins::Unknown,
                },
                Spelled::Short => begins = Begins::Unknown,
                Spelled::No => {}
            },
            Spelled::Short => begins = Begins::Unknown,
            Spelled::No => {}
        }
    }
    begins
}

/// Whether a string begins with ASCII characters, however they are written.
enum Spelled<'a> {
    /// It does; the rest.
    Yes(&'a [u8]),
    No,
    /// So far it does.
    Short,
}

fn spelled<'a>(mut text: &'a [u8], expected: &str) -> Spelled<'a> {
    for wanted in expected.bytes() {
        match character(text) {
            Some((found, rest)) if found == u32::from(wanted) => text = rest,
            Some(_) => return Spelled::No,
            None => return Spelled::Short,
        }
    }
    Spelled::Yes(text)
}

const SLASH: u32 = b'/' as u32;
const QUESTION: u32 = b'?' as u32;
const HASH: u32 = b'#' as u32;
/// The quote that ends a string.
const END: u32 = u32::MAX;
/// A character of no address.
const OTHER: u32 = u32::MAX - 1;

/// The next character of a string and what follows it; none if too little has come.
fn character(text: &[u8]) -> Option<(u32, &[u8])> {
    let (byte, rest) = text.split_first()?;
    match byte {
        b'"' => Some((END, rest)),
        b'\\' => match rest.split_first()? {
            (b'/', rest) => Some((SLASH, rest)),
            (b'u', rest) => {
                let (digits, rest) = rest.split_first_chunk::<4>()?;
                let code = digits.iter().try_fold(0, |code, digit| Some((code << 4) | u32::from(hexadecimal(*digit)?)));
                Some((code.unwrap_or(OTHER), rest))
            }
            (_, rest) => Some((OTHER, rest)),
        },
        byte => Some((u32::from(*byte), rest)),
    }
}
