//! Numbers, dates, times and addresses as respondents type them, in the characters and forms that are stored.

use crate::service::surveys::answers::{as_option, date_style, dates};
use crate::spec::questions::{Detail, Subtype};
use crate::spec::resources::questions::{Question, Row, ValidationType};

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

/// The text with the ASCII characters that full-width ones and Arabic or Persian digits mean.
pub fn to_ascii(typed: &str) -> String {
    let plain = |character: char| {
        let code = u32::from(character);
        let (first, ascii) = match code {
            0xff01..=0xff5e => (0xff01, '!'),
            0x0660..=0x0669 => (0x0660, '0'),
            0x06f0..=0x06f9 => (0x06f0, '0'),
            _ => return character,
        };
        char::from_u32(code.saturating_sub(first).saturating_add(u32::from(ascii))).unwrap_or(character)
    };
    typed.chars().map(plain).collect()
}

/// A date with slashes, in the order that the question asks for. Points and hyphens are accepted too, and the year first,
/// because that order is unambiguous.
pub fn with_slashes(question: &Question, typed: &str) -> String {
    let sign = ['/', '.', '-'].into_iter().find(|sign| typed.contains(*sign)).unwrap_or('/');
    let parts: Vec<&str> = typed.split(sign).map(str::trim).collect();
    match parts.as_slice() {
        [year, month, day] if year.len() == 4 && dates::is_day_first(question) => format!("{day}/{month}/{year}"),
        [year, month, day] if year.len() == 4 => format!("{month}/{day}/{year}"),
        [first, second, year] => format!("{first}/{second}/{year}"),
        _ => typed.trim().to_owned(),
    }
}

/// A time of 24 hours as one of 12. In English, `9:05` may be meant as either half of the day, so it stays and is refused.
pub fn to_12_hours(typed: &str, language: &str) -> String {
    let number =
        |text: &str| text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse::<u32>().ok()).flatten();
    let parts = typed.trim().split_once(':').filter(|(hour, minute)| hour.len() <= 2 && minute.len() == 2);
    let parts = parts.and_then(|(hour, minute)| Some((number(hour)?, number(minute)?)));
    let is_unclear = |hour: u32| language.starts_with("en") && (1..=12).contains(&hour);
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

#[cfg(test)]
mod tests {
    use super::{to_12_hours, to_ascii};

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
    fn full_width_characters_and_eastern_digits_are_written_in_ascii() {
        for (typed, ascii) in [
            ("１２", "12"),
            ("١٢", "12"),
            ("۱۲", "12"),
            ("０３／０４／２０２６", "03/04/2026"),
            ("－7", "-7"),
            ("ａ＠ｂ．ｊｐ", "a@b.jp"),
            ("né", "né"),
        ] {
            assert_eq!(to_ascii(typed), ascii);
        }
    }
}
