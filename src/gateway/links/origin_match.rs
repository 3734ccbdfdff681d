//! Whether a URL in JSON begins with an origin of the API, whichever escapes it is written with.

use crate::gateway::region::RegionOrigins;
use crate::gateway::route::API_PATH;
use crate::wire::text::{hex_digit_value, strip_name};

/// What a URL begins with.
pub(super) enum OriginMatch<'a> {
    /// An origin of the API. The rest begins with the path.
    AtApi(&'a [u8]),
    /// Something else.
    Elsewhere,
    /// It cannot be decided before the next chunk.
    NeedMore,
}

/// Compares the beginning of a string, without its opening quote, with the origins of the API.
pub(super) fn match_origin<'a>(text: &'a [u8], api: &RegionOrigins) -> OriginMatch<'a> {
    // Most links are written without escapes: compare them whole first.
    for origin in api.all_origins() {
        if let Some(path) = strip_name(text, origin.as_str())
            && let Some([b'"' | b'/' | b'?' | b'#', ..]) = strip_name(path, API_PATH)
        {
            return OriginMatch::AtApi(path);
        }
    }
    // Several origins can match so far, and one of them still match in full. Only a full match decides at once.
    let mut result = OriginMatch::Elsewhere;
    for origin in api.all_origins() {
        match match_spelling(text, origin.as_str()) {
            SpellingMatch::Yes(path) => match match_spelling(path, API_PATH) {
                SpellingMatch::Yes(after) => match next_character(after) {
                    // The API's path must end here: `/v3beta` is another path.
                    Some((END | SLASH | QUESTION | HASH, _)) => return OriginMatch::AtApi(path),
                    Some(_) => {}
                    None => result = OriginMatch::NeedMore,
                },
                SpellingMatch::NeedMore => result = OriginMatch::NeedMore,
                SpellingMatch::No => {}
            },
            SpellingMatch::NeedMore => result = OriginMatch::NeedMore,
            SpellingMatch::No => {}
        }
    }
    result
}

/// Whether a string begins with some ASCII text, with or without escapes.
enum SpellingMatch<'a> {
    /// It does. The rest follows.
    Yes(&'a [u8]),
    No,
    /// It does as far as it has arrived.
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
/// Marks the quote that ends a string.
const END: u32 = u32::MAX;
/// Marks a character that URLs do not have.
const OTHER: u32 = u32::MAX - 1;

/// The next character of a string and the rest behind it; `None` if it has not arrived in full.
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
