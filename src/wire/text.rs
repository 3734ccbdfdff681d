//! JSON strings between their quotes, compared in place and decoded only when asked; and small functions on digits and
//! separators whose standard counterparts would add kilobytes to the SDK.

use std::borrow::Cow;

/// The bytes are not JSON, or nested too deeply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JsonError;

/// A JSON string that the reader has found well-formed.
#[derive(Debug, Clone, Copy)]
pub struct JsonText<'a> {
    raw: &'a [u8],
    escaped: bool,
}

impl<'a> JsonText<'a> {
    /// The string of these bytes; `escaped` if it has a backslash.
    pub fn new(raw: &'a [u8], escaped: bool) -> JsonText<'a> {
        JsonText { raw, escaped }
    }

    /// The string as written, with its escapes.
    ///
    /// # Errors
    ///
    /// [`JsonError`] if the bytes are not UTF-8.
    pub fn raw(&self) -> Result<&'a str, JsonError> {
        std::str::from_utf8(self.raw).map_err(|_| JsonError)
    }

    /// The bytes of the string if it has no escapes.
    pub fn plain(&self) -> Option<&'a [u8]> {
        (!self.escaped).then_some(self.raw)
    }

    /// True if the decoded string equals `other`.
    pub fn equals(&self, other: &str) -> bool {
        if self.escaped { self.decode().is_ok_and(|text| text == other) } else { self.raw == other.as_bytes() }
    }

    /// The string without escapes. Lone surrogates become U+FFFD.
    ///
    /// # Errors
    ///
    /// [`JsonError`] if the bytes are not UTF-8, or an escape is malformed.
    pub fn decode(&self) -> Result<Cow<'a, str>, JsonError> {
        let raw = self.raw()?;
        if !self.escaped {
            return Ok(Cow::Borrowed(raw));
        }
        let mut text = String::with_capacity(raw.len());
        let mut rest = raw;
        let mut high = None;
        while let Some(at) = rest.bytes().position(|byte| byte == b'\\') {
            let (plain, escape) = rest.split_at_checked(at).ok_or(JsonError)?;
            push_plain(&mut text, &mut high, plain);
            let letter = escape.as_bytes().get(1).copied().ok_or(JsonError)?;
            let (unit, length) = match letter {
                b'u' => (utf16_unit(escape.as_bytes().get(2..6)).ok_or(JsonError)?, 6),
                other => (control_character(other), 2),
            };
            push_unit(&mut text, &mut high, unit);
            rest = escape.get(length..).ok_or(JsonError)?;
        }
        push_plain(&mut text, &mut high, rest);
        push_lone(&mut text, &mut high);
        Ok(Cow::Owned(text))
    }
}

/// The UTF-16 code unit of four hexadecimal digits.
fn utf16_unit(digits: Option<&[u8]>) -> Option<u32> {
    digits?.iter().try_fold(0, |unit, digit| Some((unit << 4) | u32::from(hex_digit_value(*digit)?)))
}

/// The value of a hexadecimal digit.
pub fn hex_digit_value(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit & 15),
        b'a'..=b'f' | b'A'..=b'F' => Some((digit & 15).saturating_add(9)),
        _ => None,
    }
}

/// Parses at most 15 decimal digits; `None` for any other text.
pub fn parse_number(text: &str) -> Option<u64> {
    // 15 digits fit into a JavaScript number too.
    if text.is_empty() || text.len() > 15 {
        return None;
    }
    let mut number = 0_u64;
    for byte in text.bytes() {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            return None;
        }
        number = number.wrapping_mul(10).wrapping_add(digit.into());
    }
    Some(number)
}

/// Splits a text at an ASCII separator.
pub fn split_on(text: &str, separator: u8) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest?;
        let end = text.bytes().position(|byte| byte == separator);
        let (part, after) = text.split_at_checked(end.unwrap_or(text.len()))?;
        rest = end.and_then(|_| after.get(1..));
        Some(part)
    })
}

fn control_character(letter: u8) -> u32 {
    match letter {
        b'b' => 8,
        b'f' => 12,
        b'n' => 10,
        b'r' => 13,
        b't' => 9,
        other => other.into(),
    }
}

fn push_plain(text: &mut String, high: &mut Option<u32>, plain: &str) {
    if !plain.is_empty() {
        push_lone(text, high);
        text.push_str(plain);
    }
}

/// Appends one UTF-16 code unit. A high surrogate waits in `high` for the low one.
fn push_unit(text: &mut String, high: &mut Option<u32>, unit: u32) {
    let code = match (*high, unit) {
        (Some(first), 0xdc00..=0xdfff) => {
            *high = None;
            0x10000_u32.saturating_add((first & 0x3ff) << 10).saturating_add(unit & 0x3ff)
        }
        _ => unit,
    };
    push_lone(text, high);
    match code {
        0xd800..=0xdbff => *high = Some(code),
        _ => text.push(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER)),
    }
}

/// Appends U+FFFD for a high surrogate that was not followed by a low one.
fn push_lone(text: &mut String, high: &mut Option<u32>) {
    if high.take().is_some() {
        text.push(char::REPLACEMENT_CHARACTER);
    }
}

/// Appends a number. The standard way would add all of formatting to the SDK.
pub fn number_into(target: &mut String, number: u64) {
    if number > 9 {
        number_into(target, number / 10);
    }
    target.extend(char::from_digit(u32::try_from(number % 10).unwrap_or(0), 10));
}

/// Appends bytes as hexadecimal digits.
pub fn hex_into(target: &mut String, bytes: &[u8]) {
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    target.extend(digits.filter_map(|half| char::from_digit(half.into(), 16)));
}

/// Bytes as hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    let mut digits = String::with_capacity(bytes.len().saturating_mul(2));
    hex_into(&mut digits, bytes);
    digits
}

/// Appends a string as JSON, with quotes.
pub fn quote_into(json: &mut String, text: &str) {
    json.push('"');
    let mut rest = text;
    while let Some(at) = rest.bytes().position(|byte| matches!(byte, b'"' | b'\\' | 0..=0x1f)) {
        let (plain, special) = rest.split_at_checked(at).unwrap_or_default();
        json.push_str(plain);
        match special.bytes().next().unwrap_or(b' ') {
            b'\n' => json.push_str("\\n"),
            // Short escapes of the others would not be worth their code.
            code @ 0..=0x1f => {
                json.push_str("\\u00");
                for digit in [code >> 4, code & 15] {
                    json.extend(char::from_digit(digit.into(), 16));
                }
            }
            other => {
                json.push('\\');
                json.push(char::from(other));
            }
        }
        rest = special.get(1..).unwrap_or_default();
    }
    json.push_str(rest);
    json.push('"');
}

/// The bytes behind a name, if it comes next. Four bytes are compared at once, the last four first.
#[inline(always)]
pub fn strip_name<'a>(bytes: &'a [u8], name: &str) -> Option<&'a [u8]> {
    let mut name = name.as_bytes();
    let (mut head, rest) = bytes.split_at_checked(name.len())?;
    // The end first: names of one table often begin alike.
    if let ([.., a, b, c, d], [.., e, f, g, h]) = (head, name) {
        if u32::from_le_bytes([*a, *b, *c, *d]) != u32::from_le_bytes([*e, *f, *g, *h]) {
            return None;
        }
        while let ([a, b, c, d, more @ ..], [e, f, g, h, tail @ ..]) = (head, name) {
            if u32::from_le_bytes([*a, *b, *c, *d]) != u32::from_le_bytes([*e, *f, *g, *h]) {
                return None;
            }
            (head, name) = (more, tail);
        }
        return Some(rest);
    }
    while let ([ours, more @ ..], [theirs, tail @ ..]) = (head, name) {
        if ours != theirs {
            return None;
        }
        (head, name) = (more, tail);
    }
    Some(rest)
}

/// The bytes from the first quote, backslash or control character on.
///
/// Sixteen bytes are tested at once, as two words: half of a response is the inside of strings.
#[inline(always)]
pub fn skip_plain_bytes(mut bytes: &[u8]) -> &[u8] {
    while let Some((sixteen, rest)) = bytes.split_first_chunk::<16>() {
        let words = u128::from_le_bytes(*sixteen);
        let (first, second) = (special_bits(words as u64), special_bits((words >> 64) as u64));
        if first | second != 0 {
            // The lowest mark is right: only bytes above a special one can be marked wrongly.
            let place = if first != 0 { first.trailing_zeros() / 8 } else { (second.trailing_zeros() / 8) | 8 };
            return bytes.get(place as usize..).unwrap_or_default();
        }
        bytes = rest;
    }
    while let [byte, rest @ ..] = bytes
        && !matches!(byte, b'"' | b'\\' | 0..=0x1f)
    {
        bytes = rest;
    }
    bytes
}

/// The high bit of every byte that is a quote, a backslash or a control character, and of some bytes above such a byte.
#[inline(always)]
fn special_bits(word: u64) -> u64 {
    // The high bit of every byte that a subtraction takes below zero, or that is above such a byte. With its second
    // bit inverted, a quote is the number right above the control characters.
    let quote_or_control = (word ^ (ONES * 2)).wrapping_sub(ONES * 0x21);
    let backslash = (word ^ (ONES * 0x5c)).wrapping_sub(ONES);
    (quote_or_control | backslash) & !word & HIGH
}

const ONES: u64 = 0x0101_0101_0101_0101;

/// The high bit of every byte.
const HIGH: u64 = ONES << 7;
