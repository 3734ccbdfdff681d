//! Whether an address in JSON begins with an origin of the API, however its characters are written.

use crate::gateway::region::RegionOrigins;
use crate::gateway::route::API_PATH;
use crate::wire::text::{hex_digit_value, strip_name};

/// What an address begins with.
pub(super) enum OriginMatch<'a> {
    /// An origin of the API; what follows it.
    AtApi(&'a [u8]),
    /// Something else.
    Elsewhere,
    /// Too little of it has come.
    NeedMore,
}

/// What the address begins with that these bytes are the beginning of, without its first quote.
pub(super) fn match_origin<'a>(text: &'a [u8], api: &RegionOrigins) -> OriginMatch<'a> {
    for origin in api.all_origins() {
        if let Some(path) = strip_name(text, origin.as_str())
            && let Some([b'"' | b'/' | b'?' | b'#', ..]) = strip_name(path, API_PATH)
        {
            return OriginMatch::AtApi(path);
        }
    }
    let mut begins = OriginMatch::Elsewhere;
    for origin in api.all_origins() {
        match match_spelling(text, origin.as_str()) {
            SpellingMatch::Yes(path) => match match_spelling(path, API_PATH) {
                SpellingMatch::Yes(behind) => match next_character(behind) {
                    Some((END | SLASH | QUESTION | HASH, _)) => return OriginMatch::AtApi(path),
                    Some(_) => {}
                    None => begins = OriginMatch::NeedMore,
                },
                SpellingMatch::NeedMore => begins = OriginMatch::NeedMore,
                SpellingMatch::No => {}
            },
            SpellingMatch::NeedMore => begins = OriginMatch::NeedMore,
            SpellingMatch::No => {}
        }
    }
    begins
}

/// Whether a string begins with ASCII characters, however they are written.
enum SpellingMatch<'a> {
    /// It does; the rest.
    Yes(&'a [u8]),
    No,
    /// So far it does.
    NeedMore,
}

fn match_spelling<'a>(mut text: &'a [u8], expected: &str) -> SpellingMatch<'a> {
    for wanted in expected.bytes() {
        match next_character(text) {
            Some((found, rest)) if found == u32::from(wanted) => text = rest,
            Some(_) => return SpellingMatch::No,
            None => return SpellingMatch::NeedMore,
        }
    }
    SpellingMatch::Yes(text)
}

const SLASH: u32 = b'/' as u32;
const QUESTION: u32 = b'?' as u32;
const HASH: u32 = b'#' as u32;
/// The quote that ends a string.
const END: u32 = u32::MAX;
/// A character of no address.
const OTHER: u32 = u32::MAX - 1;

/// The next character of a string and what follows it; none if too little has come.
fn next_character(text: &[u8]) -> Option<(u32, &[u8])> {
    let (byte, rest) = text.split_first()?;
    match byte {
        b'"' => Some((END, rest)),
        b'\\' => match rest.split_first()? {
            (b'/', rest) => Some((SLASH, rest)),
            (b'u', rest) => {
                let (digits, rest) = rest.split_first_chunk::<4>()?;
                let code =
                    digits.iter().try_fold(0, |code, digit| Some((code << 4) | u32::from(hex_digit_value(*digit)?)));
                Some((code.unwrap_or(OTHER), rest))
            }
            (_, rest) => Some((OTHER, rest)),
        },
        byte => Some((u32::from(*byte), rest)),
    }
}
