//! The dates of responses as seconds since 1970, written and read without a calendar library, which would be most of
//! the code that reads a response.

use crate::wire::dates::{SECOND, parse_date};

/// The length of `2022-03-05T18:06:31+00:00`.
const LENGTH: usize = 25;
/// Seconds of a day.
const DAY: u32 = 86_400;
/// The bit of the sign, turned so that negative numbers are less than positive ones.
const FLIPPED: u64 = 1 << 63;

/// In a column of times: none.
pub(super) const NO_TIME: u64 = 0;

/// Seconds since 1970 in a column of times, which are in their order, those before 1970 included.
pub(super) fn time_of(seconds: i64) -> u64 {
    seconds.cast_unsigned() ^ FLIPPED
}

/// The seconds since 1970 of a time in a column.
pub(super) fn seconds_of(time: u64) -> Option<i64> {
    (time != NO_TIME).then(|| (time ^ FLIPPED).cast_signed())
}

/// The seconds of a date in exactly the form of responses, `2022-03-05T18:06:31+00:00`.
pub(super) fn parse_seconds(text: &str) -> Option<u32> {
    let bytes = text.as_bytes();
    if bytes.len() != LENGTH || !bytes.ends_with(b"+00:00") {
        return None;
    }
    let field = |at: usize, digits: usize| -> Option<u32> {
        let digits = bytes.get(at..at.checked_add(digits)?)?;
        digits.iter().try_fold(0_u32, |number, byte| {
            let digit = byte.wrapping_sub(b'0');
            (digit <= 9).then(|| number.wrapping_mul(10).wrapping_add(digit.into()))
        })
    };
    let (year, month, day) = (field(0, 4)?, field(5, 2)?, field(8, 2)?);
    let (hour, minute, second) = (field(11, 2)?, field(14, 2)?, field(17, 2)?);
    let days = days_from_civil(year, month, day)?;
    let clock = hour.checked_mul(3600)?.checked_add(minute.checked_mul(60)?)?.checked_add(second)?;
    let seconds = days.checked_mul(DAY)?.checked_add(clock)?;
    // Separators, and fields out of range, show in the date that the seconds are written as.
    let mut written = String::with_capacity(LENGTH);
    date_into(&mut written, seconds);
    (written == text).then_some(seconds)
}

/// The seconds of a date in any form that clients send.
pub(super) fn parse_any(text: &str) -> Option<i64> {
    match parse_seconds(text) {
        Some(seconds) => Some(seconds.into()),
        None => parse_date(text).map(|time| time.floor(SECOND).0 / SECOND),
    }
}

/// Appends seconds as `2022-03-05T18:06:31+00:00`.
pub(super) fn date_into(out: &mut String, seconds: u32) {
    let (year, month, day) = civil_from_days(seconds / DAY);
    let clock = seconds % DAY;
    let fields = [(year, 4, ""), (month, 2, "-"), (day, 2, "-"), (clock / 3600, 2, "T")];
    let clock = [(clock / 60 % 60, 2, ":"), (clock % 60, 2, ":")];
    for (value, digits, before) in fields.into_iter().chain(clock) {
        out.push_str(before);
        let mut power = 10_u32.pow(digits);
        while power > 1 {
            power /= 10;
            out.extend(char::from_digit(value.checked_div(power).unwrap_or(0) % 10, 10));
        }
    }
    out.push_str("+00:00");
}

/// Days since 1970 of a date of the Gregorian calendar, counted in years that begin in March.
fn days_from_civil(year: u32, month: u32, day: u32) -> Option<u32> {
    let year = if month <= 2 { year.checked_sub(1)? } else { year };
    let of_year = (month.checked_add(9)? % 12).checked_mul(153)?.checked_add(2)?.checked_div(5)?.checked_add(day)?;
    let leap = (year / 4).checked_sub(year / 100)?.checked_add(year / 400)?;
    // 719,469 days lie between the first of March of the year 0 and the last of December of 1969, counted from 1.
    year.checked_mul(365)?.checked_add(leap)?.checked_add(of_year)?.checked_sub(719_469)
}

/// Year, month and day of a number of days since 1970.
fn civil_from_days(days: u32) -> (u32, u32, u32) {
    let days = days.wrapping_add(719_468);
    let (era, of_era) = (days / 146_097, days % 146_097);
    let year = of_era.wrapping_sub(of_era / 1_460).wrapping_add(of_era / 36_524).wrapping_sub(of_era / 146_096) / 365;
    let before = year.wrapping_mul(365).wrapping_add(year / 4).wrapping_sub(year / 100);
    let of_year = of_era.wrapping_sub(before);
    let month = of_year.wrapping_mul(5).wrapping_add(2) / 153;
    let day = of_year.wrapping_sub(month.wrapping_mul(153).wrapping_add(2) / 5).wrapping_add(1);
    let month = if month < 10 { month.wrapping_add(3) } else { month.wrapping_sub(9) };
    let year = era.wrapping_mul(400).wrapping_add(year).wrapping_add(u32::from(month <= 2));
    (year, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::dates::Timestamp;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn dates_are_written_and_read_as_by_the_calendar_library(seconds: u32) {
            let mut text = String::new();
            date_into(&mut text, seconds);
            prop_assert_eq!(&text, &Timestamp(i64::from(seconds).saturating_mul(SECOND)).with_offset().0);
            prop_assert_eq!(parse_seconds(&text), Some(seconds));
            prop_assert_eq!(parse_any(&text), Some(seconds.into()));
        }
    }

    #[test]
    fn only_the_form_of_responses_becomes_seconds() {
        for text in [
            "2022-02-30T18:06:31+00:00",
            "2022-03-05 18:06:31+00:00",
            "2022-03-05T24:06:31+00:00",
            "1969-12-31T23:59:59+00:00",
            "2022-03-05T18:06:31+01:00",
            "2200-03-05T18:06:31+00:00",
            "0000-00-00T00:00:00+00:00",
        ] {
            assert_eq!(parse_seconds(text), None, "{text}");
        }
        assert_eq!(parse_any("2022-03-05"), parse_any("2022-03-05T01:00:00+01:00"));
    }
}
