//! Numbers, dates, times and addresses as respondents type them, in the characters and forms that are stored.

use crate::service::surveys::answers::{as_option, date_style, dates};
use crate::spec::questions::{Detail, Subtype};
use crate::spec::resources::questions::{Question, Row, ValidationType};

/// Languages whose respondents write times of 24 hours: only there `9:05` is in the morning. Where they write both, as
/// in English, it may be meant as either half of the day.
const WITH_24_HOURS: [&str; 43] = [
    "af", "hy", "az", "eu", "bs", "bg", "ca", "zh", "hr", "cs", "da", "nl", "et", "fi", "fr", "gl", "ka", "de", "he",
    "hu", "is", "id", "it", "ja", "kk", "lv", "lt", "mk", "no", "pl", "pt", "ro", "ru", "sr", "sk", "sl", "es", "sv",
    "th", "tr", "uk", "uz", "vi",
];

/// Variants of these whose respondents write both.
const WITH_BOTH: [&str; 2] = ["zh-tw", "es-mx"];

/// Whether a text must be a number, a date, a time or an address. All others stay as they are typed.
pub fn has_format(question: &Question, row: Option<&Row>) -> bool {
    use ValidationType::{DateInternational, DateUs, Decimal, Email, Integer};
    let by_rule = as_option(&question.validation)
        .is_some_and(|rule| matches!(rule.r#type, Integer | Decimal | DateUs | DateInternational | Email));
    by_rule
        || question.subtype == Subtype::Numerical
        || date_style(question).is_some()
        || row.is_some_and(|row| row.r#type == Some(Detail::Email))
}

/// The text with the ASCII characters that full-width ones, Arabic or Persian digits, and the minus mean. The Arabic
/// decimal sign stays for [`DecimalSign::to_stored`](super::decimal_sign::DecimalSign::to_stored), and so does the one
/// before thousands, which is no comma: it would be a decimal sign in most languages.
pub fn to_ascii(typed: &str) -> String {
    let plain = |character: char| {
        let code = u32::from(character);
        let (first, ascii) = match code {
            0xff01..=0xff5e => (0xff01, '!'),
            0x0660..=0x0669 => (0x0660, '0'),
            0x06f0..=0x06f9 => (0x06f0, '0'),
            0x2212 => (0x2212, '-'),
            _ => return character,
        };
        char::from_u32(code.saturating_sub(first).saturating_add(u32::from(ascii))).unwrap_or(character)
    };
    typed.chars().map(plain).collect()
}

/// A date with slashes, in the order that the question asks for. The year may be first in any order. Points mean day,
/// month and year, but in English, where the question asks for the month first, only if a number is no month. Hyphens
/// have no such meaning: they are read only where the question asks for the day first.
pub fn with_slashes(question: &Question, typed: &str, language: &str) -> String {
    let typed = typed.trim();
    let sign = ['/', '.', '-'].into_iter().find(|sign| typed.contains(*sign)).unwrap_or('/');
    // Some languages write a point behind the last number too.
    let parts: Vec<&str> = typed.strip_suffix('.').unwrap_or(typed).split(sign).map(str::trim).collect();
    let is_day_first = dates::is_day_first(question);
    let (day, month, year) = match parts.as_slice() {
        [year, month, day] if year.len() == 4 => (day, month, year),
        [day, month, year] if is_day_first || sign == '.' && !is_unclear(day, language) => (day, month, year),
        [month, day, year] if sign == '/' => (day, month, year),
        _ => return typed.to_owned(),
    };
    let [first, second] = if is_day_first { [day, month] } else { [month, day] };
    format!("{first}/{second}/{year}")
}

/// Whether the first number of a date with points may be a month.
fn is_unclear(first: &str, language: &str) -> bool {
    language.starts_with("en") && first.parse().is_ok_and(|number: u32| number <= 12)
}

/// A time of 24 hours as one of 12. Where `9:05` may be meant as either half of the day, it stays and is refused.
pub fn to_12_hours(typed: &str, language: &str) -> String {
    let number =
        |text: &str| text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse::<u32>().ok()).flatten();
    let parts = typed.trim().split_once(':').filter(|(hour, minute)| hour.len() <= 2 && minute.len() == 2);
    let parts = parts.and_then(|(hour, minute)| Some((number(hour)?, number(minute)?)));
    let is_unclear = |hour: u32| (1..=12).contains(&hour) && !writes_24_hours(language);
    match parts {
        Some((hour, minute)) if hour < 24 && !is_unclear(hour) => {
            let half = if hour < 12 { "AM" } else { "PM" };
            let hour = match hour.wrapping_rem(12) {
                0 => 12,
                hour => hour,
            };
            format!("{hour:02}:{minute:02} {half}")
        }
        _ => typed.trim().to_owned(),
    }
}

fn writes_24_hours(language: &str) -> bool {
    let code = language.replace('_', "-").to_ascii_lowercase();
    let base = code.split('-').next().unwrap_or_default();
    WITH_24_HOURS.contains(&base) && !WITH_BOTH.contains(&code.as_str())
}

#[cfg(test)]
mod tests {
    use super::{WITH_24_HOURS, WITH_BOTH, to_12_hours, to_ascii};
    use crate::service::surveys::library::languages::{LANGUAGES, find_language};

    #[test]
    fn a_time_of_24_hours_is_one_of_12() {
        for (typed, german, english) in [
            ("21:05", "09:05 PM", "09:05 PM"),
            (" 00:30 ", "12:30 AM", "12:30 AM"),
            ("0:30", "12:30 AM", "12:30 AM"),
            ("13:00", "01:00 PM", "01:00 PM"),
            ("9:05", "09:05 AM", "9:05"),
            ("12:05", "12:05 PM", "12:05"),
            ("09:05 PM", "09:05 PM", "09:05 PM"),
            ("24:00", "24:00", "24:00"),
            ("21:60", "09:60 PM", "09:60 PM"),
            ("21:5", "21:5", "21:5"),
            ("2é:05", "2é:05", "2é:05"),
            (":05", ":05", ":05"),
        ] {
            assert_eq!([to_12_hours(typed, "de"), to_12_hours(typed, "en-GB")], [german, english], "{typed}");
        }
    }

    #[test]
    fn a_time_without_a_half_of_the_day_is_refused_unless_the_language_writes_24_hours() {
        for language in ["hi", "ar", "ko", "tl", "bn", "ur", "es-mx", "ES_MX", "zh-tw", "en", "en-gb", "el", "sq", "xx"]
        {
            assert_eq!(to_12_hours("9:05", language), "9:05", "{language}");
            assert_eq!(to_12_hours("21:05", language), "09:05 PM", "{language}");
            assert_eq!(to_12_hours("0:05", language), "12:05 AM", "{language}");
        }
        for language in ["de", "de-AT", "fr-ca", "es", "zh-cn", "zh_CN", "pt-br", "ja"] {
            assert_eq!(to_12_hours("9:05", language), "09:05 AM", "{language}");
        }
        assert!(WITH_BOTH.iter().all(|code| find_language(code).is_some()));
        let is_listed = |base: &&str| LANGUAGES.iter().any(|(code, ..)| code.split('-').next() == Some(base));
        assert!(WITH_24_HOURS.iter().all(is_listed));
    }

    #[test]
    fn full_width_characters_and_eastern_digits_are_written_in_ascii() {
        for (typed, ascii) in [
            ("１２", "12"),
            ("١٢", "12"),
            ("۱۲", "12"),
            ("０３／０４／２０２６", "03/04/2026"),
            ("－7", "-7"),
            ("\u{2212}7", "-7"),
            ("١٬٢٣٤", "1٬234"),
            ("ａ＠ｂ．ｊｐ", "a@b.jp"),
            ("né", "né"),
        ] {
            assert_eq!(to_ascii(typed), ascii);
        }
    }
}
