//! Dates as answers contain them: `MM/DD/YYYY`, `hh:mm AM`, or both, always in US order. Parts may have a single digit.

use super::dates::{DAY, EPOCH_JULIAN_DAY, SECOND};
use crate::spec::questions::DateStyle;
use time::{Date, Month};

/// The order of day and month.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DateOrder {
    /// The month: `MM/DD/YYYY`.
    Us,
    /// The day: `DD/MM/YYYY`.
    International,
}

/// A time of day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimeOfDay {
    /// From 1 to 12.
    pub hour: u16,
    /// From 0 to 59.
    pub minute: u16,
    /// Whether it is before noon.
    pub is_morning: bool,
}

/// The seconds since 1970 of an answer, in the respondent's own time; of a time of day, since midnight. `None` for a
/// text that is no date of the style.
pub fn parse_answer_date(text: &str, style: DateStyle) -> Option<i64> {
    let (day, time) = match style {
        DateStyle::Date => (Some(text), None),
        DateStyle::Time => (None, Some(text)),
        DateStyle::DateTime => text.split_once(' ').map(|(day, time)| (Some(day), Some(time)))?,
    };
    let days = day.map_or(Some(0), |day| parse_day(day, DateOrder::Us))?;
    let seconds = match time {
        None => 0,
        Some(time) => parse_time_of_day(time)?.seconds(),
    };
    i64::from(days).checked_mul(DAY / SECOND)?.checked_add(seconds)
}

/// Parses a date into days since 1970.
pub fn parse_day(text: &str, order: DateOrder) -> Option<i32> {
    let (month, day, year) = split_date(text, order)?;
    let month = Month::try_from(u8::try_from(month).ok()?).ok()?;
    let date = Date::from_calendar_date(i32::from(year), month, u8::try_from(day).ok()?).ok()?;
    date.to_julian_day().checked_sub(EPOCH_JULIAN_DAY)
}

/// Month, day and year of a text, which need not be those of a day.
pub fn split_date(text: &str, order: DateOrder) -> Option<(u16, u16, u16)> {
    let mut parts = text.split('/');
    let (first, second, year) = (parts.next()?, parts.next()?, parts.next()?);
    if parts.next().is_some() || year.len() != 4 {
        return None;
    }
    let (first, second, year) = (parse_number(first, 2)?, parse_number(second, 2)?, parse_number(year, 4)?);
    Some(if order == DateOrder::Us { (first, second, year) } else { (second, first, year) })
}

/// Parses a time of day.
pub fn parse_time_of_day(text: &str) -> Option<TimeOfDay> {
    let (clock, half) = text.trim().split_at_checked(text.trim().len().checked_sub(2)?)?;
    let is_morning = half.eq_ignore_ascii_case("AM");
    if !is_morning && !half.eq_ignore_ascii_case("PM") {
        return None;
    }
    let (hour, minute) = clock.trim_end().split_once(':')?;
    let (hour, minute) = (parse_number(hour, 2)?, parse_number(minute, 2).filter(|_| minute.len() == 2)?);
    ((1..=12).contains(&hour) && minute < 60).then_some(TimeOfDay { hour, minute, is_morning })
}

impl TimeOfDay {
    /// The seconds since midnight.
    fn seconds(self) -> i64 {
        // 12 is the hour of midnight and of noon.
        let hour = self.hour.wrapping_rem(12).saturating_add(if self.is_morning { 0 } else { 12 });
        i64::from(hour).saturating_mul(3_600).saturating_add(i64::from(self.minute).saturating_mul(60))
    }
}

fn parse_number(text: &str, most: usize) -> Option<u16> {
    let digits = !text.is_empty() && text.len() <= most && text.bytes().all(|byte| byte.is_ascii_digit());
    if digits { text.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_is_read_in_its_style_alone() {
        let day = 20_454 * 86_400;
        for (text, style, expected) in [
            ("01/01/2026", DateStyle::Date, Some(day)),
            ("1/1/2026", DateStyle::Date, Some(day)),
            ("02/29/2025", DateStyle::Date, None),
            ("13/01/2026", DateStyle::Date, None),
            ("2026-01-01", DateStyle::Date, None),
            ("12/31/1969", DateStyle::Date, Some(-86_400)),
            ("12:00 AM", DateStyle::Time, Some(0)),
            ("12:30 pm", DateStyle::Time, Some(45_000)),
            ("11:59 PM", DateStyle::Time, Some(86_340)),
            ("00:10 AM", DateStyle::Time, None),
            ("9:5 AM", DateStyle::Time, None),
            ("PM", DateStyle::Time, None),
            ("é", DateStyle::Time, None),
            ("01/01/2026 01:00 AM", DateStyle::DateTime, Some(day + 3_600)),
            ("01/01/2026", DateStyle::DateTime, None),
            ("01/01/2026 01:00 AM", DateStyle::Date, None),
        ] {
            assert_eq!(parse_answer_date(text, style), expected, "{text}");
        }
        assert_eq!(parse_day("31/12/1969", DateOrder::International), Some(-1));
    }
}
