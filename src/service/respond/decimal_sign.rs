//! How respondents write the decimals of a number, by the language of the survey.

use crate::service::surveys::answers::may_be_thousands;

/// Languages that write `0.5`, and a comma before thousands.
const WITH_POINT: [&str; 29] = [
    "en", "bn", "gu", "ja", "zh", "ko", "th", "he", "hi", "kn", "ml", "mr", "pa", "ta", "te", "ur", "ms", "tl", "ga",
    "cy", "am", "ht", "mn", "mt", "ne", "si", "so", "sw", "zu",
];

/// Languages that write `0,5`, and a point or a space before thousands. All others have both ways of writing.
const WITH_COMMA: [&str; 40] = [
    "af", "sq", "hy", "az", "eu", "bs", "bg", "ca", "hr", "cs", "da", "nl", "et", "fi", "fr", "gl", "ka", "de", "el",
    "hu", "is", "id", "it", "kk", "lv", "lt", "mk", "no", "pl", "pt", "ro", "ru", "sr", "sk", "sl", "sv", "tr", "uk",
    "uz", "vi",
];

/// The decimal sign of Arabic and Persian keyboards, which is never before thousands.
const ARABIC_SIGN: char = '\u{66b}';

/// The sign before decimals. The other one may be before thousands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DecimalSign {
    /// `0.5`, and `1,000` may be a thousand.
    Point,
    /// `0,5`, and `1.000` may be a thousand.
    Comma,
    /// Both `1,000` and `1.000` may be a thousand.
    Either,
}

impl DecimalSign {
    /// That of a language, by its code.
    pub fn of_language(code: &str) -> DecimalSign {
        let language = code.split(['-', '_']).next().unwrap_or_default().to_ascii_lowercase();
        if WITH_POINT.contains(&language.as_str()) {
            DecimalSign::Point
        } else if WITH_COMMA.contains(&language.as_str()) {
            DecimalSign::Comma
        } else {
            DecimalSign::Either
        }
    }

    /// A number as it was typed with a decimal point, as it is stored. What may be thousands gets a comma, so that it
    /// is refused as no number; other texts stay as they are.
    pub fn to_stored(self, typed: String) -> String {
        let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        let text = typed.trim();
        let Some((whole, decimals)) = text.split_once([',', '.', ARABIC_SIGN]) else { return typed };
        let digits = whole.trim_start_matches(['-', '+']);
        if !is_number(digits) || !is_number(decimals) {
            return typed;
        }
        let own = match text.chars().find(|character| [',', '.', ARABIC_SIGN].contains(character)) {
            Some(',') => DecimalSign::Comma,
            Some('.') => DecimalSign::Point,
            _ => self,
        };
        let mark = if self != own && may_be_thousands(digits, decimals) { ',' } else { '.' };
        format!("{whole}{mark}{decimals}")
    }

    /// A stored number as respondents write it, so that it is stored again. Where its decimals would be taken for
    /// thousands, it gets one more.
    pub fn to_typed(self, stored: &str) -> String {
        let digits = stored.trim_start_matches(['-', '+']).split_once('.');
        match self {
            DecimalSign::Comma => stored.replace('.', ","),
            DecimalSign::Either if digits.is_some_and(|(whole, decimals)| may_be_thousands(whole, decimals)) => {
                format!("{stored}0")
            }
            DecimalSign::Either | DecimalSign::Point => stored.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{DecimalSign, WITH_COMMA, WITH_POINT};
    use crate::service::surveys::library::languages::LANGUAGES;

    #[test]
    fn the_language_decides_whether_three_digits_are_decimals() {
        let stored = |language: &str, typed: &str| DecimalSign::of_language(language).to_stored(typed.to_owned());
        for (typed, english, german, spanish) in [
            ("1.125", "1.125", "1,125", "1,125"),
            ("1,125", "1,125", "1.125", "1,125"),
            ("0,125", "0.125", "0.125", "0.125"),
            ("-1234,567", "-1234.567", "-1234.567", "-1234.567"),
            (" 3,5 ", "3.5", "3.5", "3.5"),
            ("1.000,50", "1.000,50", "1.000,50", "1.000,50"),
            ("1\u{66b}125", "1.125", "1.125", "1.125"),
            ("two, three", "two, three", "two, three", "two, three"),
        ] {
            assert_eq!([stored("en", typed), stored("de-AT", typed), stored("es", typed)], [english, german, spanish]);
        }
    }

    #[test]
    fn every_language_of_surveys_has_a_sign_and_few_have_both() {
        let mut both: Vec<&str> = LANGUAGES.iter().map(|(code, ..)| *code).collect();
        both.retain(|code| DecimalSign::of_language(code) == DecimalSign::Either);
        assert_eq!(both, ["ar", "km", "fa", "es", "es-mx"]);
        assert!(WITH_POINT.iter().all(|code| !WITH_COMMA.contains(code)));
    }

    #[test]
    fn a_stored_number_is_shown_so_that_it_is_stored_again() {
        let spanish = DecimalSign::of_language("es");
        assert_eq!(spanish.to_stored(spanish.to_typed("1.125")), "1.1250");
        for language in ["en", "de", "fr-CA", "zh_CN", "pl", "sw"] {
            let sign = DecimalSign::of_language(language);
            for number in ["1.125", "0.5", "1000", "-3.25"] {
                assert_eq!(sign.to_stored(sign.to_typed(number)), number, "{language}");
            }
        }
    }
}
