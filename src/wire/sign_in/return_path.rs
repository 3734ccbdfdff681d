//! The paths to which a sign-in may return: those that no browser, server or lenient parser reads as another origin.

use crate::wire::text::hex_digit_value;

/// Bytes of a path to which a sign-in may return: the query of a program that asks for access is in it.
const RETURN_PATH_MAX: usize = 4_100;

/// True for a path of this origin to which a sign-in may return: `/`, or `/` followed by neither a slash nor a
/// backslash.
///
/// Everything that a browser might read as another origin is refused, encoded or not, and so are dot segments.
pub fn is_return_path(path: &str) -> bool {
    let bytes = path.as_bytes();
    let is_printable = bytes.iter().all(|byte| (0x21..0x7f).contains(byte) && *byte != b'\\');
    let end = bytes.iter().position(|byte| matches!(byte, b'?' | b'#')).unwrap_or(bytes.len());
    let Some((b'/', rest)) = bytes.get(..end).and_then(<[u8]>::split_first) else { return false };
    let mut segments = rest.split(|byte| *byte == b'/').enumerate();
    let count = rest.iter().filter(|byte| **byte == b'/').count();
    bytes.len() <= RETURN_PATH_MAX
        && is_printable
        // An empty segment is allowed at the end only: `//host` would lead to another origin.
        && segments.all(|(position, segment)| match segment {
            b"" => position == count,
            b"." | b".." => false,
            other => is_harmless(other),
        })
}

/// False for a segment with the encoded form of a character that something might read as the end of the segment, as a
/// dot segment or as another encoding, and for one that is not UTF-8: control characters, dots, slashes, percent signs,
/// and the signs of punctuation and of full width that look like them.
fn is_harmless(segment: &[u8]) -> bool {
    let mut encoded = segment.split(|byte| *byte == b'%');
    let mut decoded = encoded.next().unwrap_or_default().to_vec();
    let mut after_sign = Vec::new();
    for part in encoded {
        let Some(([high, low], rest)) = part.split_first_chunk() else { return false };
        let (Some(high), Some(low)) = (hex_digit_value(*high), hex_digit_value(*low)) else { return false };
        after_sign.push(decoded.len());
        decoded.push((high << 4) | low);
        decoded.extend_from_slice(rest);
    }
    let Ok(text) = std::str::from_utf8(&decoded) else { return false };
    text.char_indices().all(|(at, letter)| {
        !after_sign.contains(&at)
            || !matches!(letter, '\0'..='\u{1f}' | '%' | '.' | '/' | '\\' | '\u{7f}'..='\u{9f}' | '\u{2000}'..='\u{206f}' | '\u{2215}' | '\u{2216}' | '\u{ff00}'..='\u{ffef}')
    })
}

#[cfg(test)]
mod tests;
