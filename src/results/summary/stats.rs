//! Statistics of numbers, and parsing of numbers.
//!
//! [`Stats`] are a copy of [`Spread`](crate::results::statistics::Spread) for size: the binary of the exports has no
//! other sort than that of positions. A test compares them.

use crate::wire::order::sorted_positions;

/// Statistics of numbers.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Stats {
    /// Mean.
    pub mean: f64,
    /// Median; the mean of the two middle values of an even number of values.
    pub median: f64,
    /// Smallest value.
    pub min: f64,
    /// Largest value.
    pub max: f64,
    /// Standard deviation of all answers (population, not sample).
    pub std: f64,
}

impl Stats {
    /// Statistics of values with their counts; `None` without values.
    #[inline(never)]
    pub(super) fn from_values(values: &[(f64, u64)]) -> Option<Stats> {
        let counted: Vec<(f64, u64)> = values.iter().copied().filter(|(_, times)| *times > 0).collect();
        let value = |position: usize| counted.get(position).copied().unwrap_or_default();
        let order = sorted_positions(counted.len(), &|one, other| value(one).0.total_cmp(&value(other).0));
        let (min, max) = (value(*order.first()?).0, value(*order.last()?).0);
        let count: u64 = counted.iter().fold(0, |sum, (_, times)| sum.saturating_add(*times));
        let mean = counted.iter().map(|(value, times)| value * *times as f64).sum::<f64>() / count as f64;
        let spread = counted.iter().map(|(value, times)| (value - mean) * (value - mean) * *times as f64).sum::<f64>();
        let nth = |wanted: u64| {
            let mut before = 0_u64;
            let found = order.iter().find(|position| {
                before = before.saturating_add(value(**position).1);
                before > wanted
            });
            found.map_or(max, |position| value(*position).0)
        };
        let half = count / 2;
        let median = if count % 2 == 1 { nth(half) } else { (nth(half.saturating_sub(1)) + nth(half)) / 2.0 };
        Some(Stats { mean, median, min, max, std: (spread / count as f64).sqrt() })
    }
}

/// The squares of larger numbers could not be summed.
const LARGEST: f64 = 1e100;

/// An entered number, in plain notation with or without a fraction. One beyond 1e100 is a text.
pub(in crate::results) fn parse_entered_number(text: &str) -> Option<f64> {
    let text = text.trim();
    let plain = text.strip_prefix('+').filter(|rest| !rest.starts_with('-')).unwrap_or(text);
    parse_float(plain).filter(|number| number.abs() <= LARGEST && !text.bytes().any(|byte| byte.is_ascii_alphabetic()))
}

/// A number in JSON's syntax. The standard parser needs a table of 10 KB; this one is wrong by at most the last digit.
#[inline(never)]
pub(in crate::results) fn parse_float(text: &str) -> Option<f64> {
    let (digits, exponent) = match text.split_once(['e', 'E']) {
        Some((digits, exponent)) => (digits, exponent.parse::<i32>().ok()?),
        None => (text, 0),
    };
    let (sign, digits) = digits.strip_prefix('-').map_or((1.0, digits), |rest| (-1.0, rest));
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    if whole.len().saturating_add(fraction.len()) == 0 {
        return None;
    }
    let (mut mantissa, mut scale) = (0_u64, exponent);
    for (part, shift) in [(whole, 0), (fraction, -1)] {
        for byte in part.bytes() {
            let digit = u64::from(byte.checked_sub(b'0').filter(|digit| *digit < 10)?);
            match mantissa.checked_mul(10).and_then(|mantissa| mantissa.checked_add(digit)) {
                Some(more) => {
                    mantissa = more;
                    scale = scale.saturating_add(shift);
                }
                // Digits that no longer fit only change the exponent.
                None => scale = scale.saturating_add(1).saturating_add(shift),
            }
        }
    }
    let power = (0..scale.unsigned_abs().min(400)).fold(1.0_f64, |power, _| power * 10.0);
    Some(sign * if scale < 0 { mantissa as f64 / power } else { mantissa as f64 * power })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::statistics::Spread;
    use proptest::prelude::*;

    #[test]
    fn statistics_agree_with_a_textbook() {
        let stats = Stats::from_values(&[(4.0, 3), (2.0, 1), (5.0, 2), (9.0, 1), (7.0, 1), (100.0, 0)]).unwrap();
        assert_eq!(stats, Stats { mean: 5.0, median: 4.5, min: 2.0, max: 9.0, std: 2.0 });
        assert_eq!(Stats::from_values(&[(-3.0, 1), (10.0, 1), (1.0, 1)]).unwrap().median, 1.0);
        assert_eq!(Stats::from_values(&[(1.0, 0)]), None);
    }

    proptest! {
        #[test]
        fn statistics_are_those_of_the_analysis(values in prop::collection::vec((-50_i32..50, 0_u32..4), 0..20)) {
            let (wide, narrow): (Vec<_>, Vec<_>) =
                values.iter().map(|(value, times)| (f64::from(*value), *times)).map(|(value, times)| ((value, u64::from(times)), (value, times))).unzip();
            let (stats, spread) = (Stats::from_values(&wide), Spread::from_values(&narrow));
            prop_assert_eq!(stats.is_some(), spread.is_some());
            if let (Some(stats), Some(spread)) = (stats, spread) {
                prop_assert_eq!((stats.mean, stats.median, stats.min, stats.max), (spread.mean, spread.median, spread.min, spread.max));
                prop_assert!((stats.std - spread.std).abs() <= 1e-12 * stats.std.max(1.0), "{} {}", stats.std, spread.std);
            }
        }
    }

    #[test]
    fn only_plain_notation_is_an_entered_number() {
        for (text, number) in [(" 7 ", 7.0), ("-0.5", -0.5), ("+3", 3.0), (".25", 0.25), ("5.", 5.0), ("007", 7.0)] {
            assert_eq!(parse_entered_number(text), Some(number), "{text}");
        }
        for text in ["", ".", "-", "+-1", "1-", "1.2.3", "1e5", "inf", "NaN", "1,5", "0x1"] {
            assert_eq!(parse_entered_number(text), None, "{text}");
        }
        for digits in [101, 160, 400] {
            assert_eq!(parse_entered_number(&"9".repeat(digits)), None);
        }
    }

    proptest! {
        #[test]
        fn a_number_is_parsed_as_by_the_standard_parser(number in prop::num::f64::NORMAL | prop::num::f64::ZERO) {
            for text in [format!("{number}"), format!("{number:e}")] {
                let read = parse_float(&text).unwrap();
                let off = (read - number).abs() / number.abs().max(f64::MIN_POSITIVE);
                prop_assert!(off < 1e-13 || number.abs() < 1e-280 || number.abs() > 1e290, "{} {}", text, read);
            }
        }

        #[test]
        fn short_numbers_are_read_exactly(whole in -1_000_000_i64..1_000_000, fraction in 0_u32..1_000_000) {
            let text = format!("{whole}.{fraction:06}");
            prop_assert_eq!(parse_float(&text), text.parse().ok());
        }
    }
}
