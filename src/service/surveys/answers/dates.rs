//! Dates and times as respondents write them: in US order for date questions, in either order for text questions.

use super::violation::Reason;
use crate::service::surveys::messages::MessageKey;
use crate::spec::questions::DateStyle as Written;
use crate::spec::resources::questions::ValidationType;
use crate::wire::dates::{self, DAY};

/// The order of day and month.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DateOrder {
    /// The month: `MM/DD/YYYY`.
    Us,
    /// The day: `DD/MM/YYYY`.
    International,
}

/// The order that a validation rule requires.
pub fn date_order(rule: ValidationType) -> DateOrder {
    if rule == ValidationType::DateInternational { DateOrder::International } else { DateOrder::Us }
}

/// The message for a respondent whose input has another format.
pub fn format_hint(written: Written) -> Reason {
    match written {
        Written::DateTime => Reason::with_args(MessageKey::NeedsDateTime, &["12/31/2026 09:05 PM"]),
        Written::Date => Reason::with_args(MessageKey::NeedsDate, &["12/31/2026"]),
        Written::Time => Reason::with_args(MessageKey::NeedsTime, &["09:05 PM"]),
    }
}

/// The text with two-digit numbers, as it is stored. Single digits are accepted.
pub fn normalize_date(written: Written, text: &str) -> Option<String> {
    let text = text.trim();
    match written {
        Written::Date => normalize_us_date(text),
        Written::Time => normalize_time(text),
        Written::DateTime => {
            let (day, time) = text.split_once(' ')?;
            Some(format!("{} {}", normalize_us_date(day)?, normalize_time(time.trim())?))
        }
    }
}

/// The days since 1970 of a stored text; `None` for a time of day.
pub fn stored_day(text: &str, written: Written) -> Option<f64> {
    match written {
        Written::Time => None,
        Written::Date | Written::DateTime => parse_day(text.get(..10)?, DateOrder::Us),
    }
}

/// Parses a date into days since 1970.
pub fn parse_day(text: &str, order: DateOrder) -> Option<f64> {
    let (month, day, year) = split_date(text, order)?;
    let days = dates::parse_date(&format!("{year:04}-{month:02}-{day:02}"))?.0.checked_div(DAY)?;
    i32::try_from(days).ok().map(f64::from)
}

/// Parses the bound of a validation rule: in the order of the rule, or as the API writes dates.
pub fn parse_bound(text: &str, order: DateOrder) -> Option<f64> {
    let days = || i32::try_from(dates::parse_date(text.trim())?.0.checked_div(DAY)?).ok();
    parse_day(text.trim(), order).or_else(|| days().map(f64::from))
}

fn normalize_us_date(text: &str) -> Option<String> {
    parse_day(text, DateOrder::Us)?;
    let (month, day, year) = split_date(text, DateOrder::Us)?;
    Some(format!("{month:02}/{day:02}/{year:04}"))
}

fn split_date(text: &str, order: DateOrder) -> Option<(u16, u16, u16)> {
    let mut parts = text.split('/');
    let (first, second, year) = (parts.next()?, parts.next()?, parts.next()?);
    if parts.next().is_some() || year.len() != 4 {
        return None;
    }
    let (first, second, year) = (parse_number(first, 2)?, parse_number(second, 2)?, parse_number(year, 4)?);
    Some(if order == DateOrder::Us { (first, second, year) } else { (second, first, year) })
}

fn normalize_time(text: &str) -> Option<String> {
    let upper = text.to_ascii_uppercase();
    let half = ["AM", "PM"].into_iter().find(|half| upper.ends_with(half))?;
    let (hour, minute) = upper.strip_suffix(half)?.trim_end().split_once(':')?;
    let (hour, minute) = (parse_number(hour, 2)?, parse_number(minute, 2).filter(|_| minute.len() == 2)?);
    ((1..=12).contains(&hour) && minute < 60).then(|| format!("{hour:02}:{minute:02} {half}"))
}

fn parse_number(text: &str, most: usize) -> Option<u16> {
    let digits = !text.is_empty() && text.len() <= most && text.bytes().all(|byte| byte.is_ascii_digit());
    if digits { text.parse().ok() } else { None }
}
