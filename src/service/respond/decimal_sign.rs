//! How respondents write the decimals of a number, by the language of the survey.

use crate::service::surveys::answers::may_be_thousands;

/// Languages that write `0.5`.
const WITH_POINT: [&str; 22] = [
    "en", "ja", "zh", "ko", "th", "he", "iw", "hi", "bn", "gu", "kn", "ml", "mr", "pa", "ta", "te", "ur", "ms", "tl",
    "fil", "ga", "cy",
];

/// Languages that write `0.5` in some countries and `0,5` in others.
const WITH_EITHER: [&str; 1] = ["es"];

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
        } else if WITH_EITHER.contains(&language.as_str()) {
            DecimalSign::Either
        } else {
            DecimalSign::Comma
        }
    }

    /// A number as it was typed with a decimal point, as it is stored. What may be thousands gets a comma, so that it is
    /// refused as no number; other texts stay as they are.
    pub fn to_stored(self, typed: String) -> String {
        let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        let text = typed.trim();
        let Some((whole, decimals)) = text.split_once([',', '.']) else { return typed };
        let digits = whole.trim_start_matches(['-', '+']);
        if !is_number(digits) || !is_number(decimals) {
            return typed;
        }
        let own = if text.contains(',') { DecimalSign::Comma } else { DecimalSign::Point };
        let mark = if self != own && may_be_thousands(digits, decimals) { ',' } else { '.' };
        format!("{whole}{mark}{decimals}")
    }

    /// A stored number as respondents write it.
    pub fn to_typed(self, stored: &str) -> String {
        if self == DecimalSign::Comma { stored.replace('.', ",") } else { stored.to_owned() }
    }
}

#[cfg(test)]
mod tests {
    use super::DecimalSign;

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
            ("two, three", "two, three", "two, three", "two, three"),
        ] {
            assert_eq!([stored("en", typed), stored("de-AT", typed), stored("es", typed)], [english, german, spanish]);
        }
    }

    #[test]
    fn a_stored_number_is_shown_so_that_it_is_stored_again() {
        for language in ["en", "de", "fr-CA", "zh_CN", "pl"] {
            let sign = DecimalSign::of_language(language);
            for number in ["1.125", "0.5", "1000", "-3.25"] {
                assert_eq!(sign.to_stored(sign.to_typed(number)), number, "{language}");
            }
        }
    }
}
