//! A JSON string as it stands between its quotes: compared in place, decoded only when asked.

use std::borrow::Cow;

/// The bytes are no JSON, or nested too deeply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Broken;

/// A string that the reader has found well-formed.
#[derive(Debug, Clone, Copy)]
pub struct Text<'a> {
    raw: &'a [u8],
    escaped: bool,
}

impl<'a> Text<'a> {
    pub(super) fn new(raw: &'a [u8], escaped: bool) -> Text<'a> {
        Text { raw, escaped }
    }

    /// The string as it is written, escapes and all.
    pub fn raw(&self) -> Result<&'a str, Broken> {
        std::str::from_utf8(self.raw).map_err(|_| Broken)
    }

    /// True if the string, decoded, is this one.
    pub fn is(&self, other: &str) -> bool {
        if self.escaped { self.decoded().is_ok_and(|text| text == other) } else { self.raw == other.as_bytes() }
    }

    /// The string with its escapes resolved. Lone surrogates become U+FFFD.
    pub fn decoded(&self) -> Result<Cow<'a, str>, Broken> {
        let raw = self.raw()?;
        if !self.escaped {
            return Ok(Cow::Borrowed(raw));
        }
        let mut text = String::with_capacity(raw.len());
        let mut pieces = raw.split('\\');
        text.push_str(pieces.next().unwrap_or_default());
        let mut high = None;
        while let Some(piece) = pieces.next() {
            let Some(letter) = piece.chars().next() else {
                // Two backslashes: what follows the second one is plain text.
                flush(&mut text, &mut high);
                text.push('\\');
                text.push_str(pieces.next().unwrap_or_default());
                continue;
            };
            let (unit, plain) = match letter {
                'u' => (hexadecimal(piece.get(1..5).ok_or(Broken)?)?, piece.get(5..)),
                other => (control(other), piece.get(1..)),
            };
            append(&mut text, &mut high, unit);
            let plain = plain.unwrap_or_default();
            if !plain.is_empty() {
                flush(&mut text, &mut high);
                text.push_str(plain);
            }
        }
        flush(&mut text, &mut high);
        Ok(Cow::Owned(text))
    }
}

fn hexadecimal(digits: &str) -> Result<u32, Broken> {
    u32::from_str_radix(digits, 16).map_err(|_| Broken)
}

fn control(letter: char) -> u32 {
    match letter {
        'b' => 8,
        'f' => 12,
        'n' => 10,
        'r' => 13,
        't' => 9,
        other => u32::from(other),
    }
}

/// Appends one UTF-16 unit; the first half of a pair waits in `high` for its second.
fn append(text: &mut String, high: &mut Option<u32>, unit: u32) {
    if let (Some(first), 0xdc00..=0xdfff) = (*high, unit) {
        let code = 0x10000_u32.saturating_add((first & 0x3ff) << 10).saturating_add(unit & 0x3ff);
        *high = None;
        text.extend(char::from_u32(code));
        return;
    }
    flush(text, high);
    match unit {
        0xd800..=0xdbff => *high = Some(unit),
        _ => text.push(char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER)),
    }
}

fn flush(text: &mut String, high: &mut Option<u32>) {
    if high.take().is_some() {
        text.push(char::REPLACEMENT_CHARACTER);
    }
}

/// Appends a number. Done here, since the standard way brings all of formatting with it.
pub fn number_into(target: &mut String, number: u64) {
    if number > 9 {
        number_into(target, number / 10);
    }
    target.extend(char::from_digit(u32::try_from(number % 10).unwrap_or(0), 10));
}

/// Appends a string as JSON, quotes included.
pub fn quote_into(json: &mut String, text: &str) {
    json.push('"');
    for letter in text.chars() {
        match letter {
            '"' | '\\' => json.extend(['\\', letter]),
            '\n' => json.push_str("\\n"),
            '\u{0}'..='\u{1f}' => {
                json.push_str("\\u00");
                for digit in [u32::from(letter) >> 4, u32::from(letter) & 15] {
                    json.extend(char::from_digit(digit, 16));
                }
            }
            plain => json.push(plain),
        }
    }
    json.push('"');
}
