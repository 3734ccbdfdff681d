//! The shortest token of a text or a number.

use super::clock::parse_seconds;
use super::tokens::Token;

/// Appends a text in its shortest form.
pub(super) fn push_text(text: &str, out: &mut Vec<u8>) {
    let token = match (parse_digits(text), parse_seconds(text)) {
        (Some(number), _) => Token::Digits(number),
        (_, Some(seconds)) => Token::Date(seconds),
        _ => Token::Text(text),
    };
    token.push(out);
}

/// Appends a number in its shortest form.
pub(super) fn push_number(text: &str, out: &mut Vec<u8>) {
    match parse_digits(text) {
        Some(number) => Token::Integer(number).push(out),
        None => Token::Number(text).push(out),
    }
}

/// A number of at most 18 digits without leading zeros.
pub(super) fn parse_digits(text: &str) -> Option<u64> {
    let bytes = text.as_bytes();
    let canonical = match bytes {
        [] => false,
        [b'0', rest @ ..] => rest.is_empty(),
        _ => bytes.len() <= 18,
    };
    if !canonical {
        return None;
    }
    bytes.iter().try_fold(0_u64, |number, byte| {
        let digit = byte.wrapping_sub(b'0');
        (digit <= 9).then(|| number.wrapping_mul(10).wrapping_add(digit.into()))
    })
}
