//! Dates and times as respondents write them: in US order for date questions, in either order for text questions.

use super::violation::Reason;
use crate::service::surveys::messages::MessageKey;
use crate::spec::questions::DateStyle as Written;
use crate::spec::resources::questions::ValidationType;
use crate::wire::answer_dates::{self, DateOrder, TimeOfDay};
use crate::wire::dates::{self, DAY};

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
    answer_dates::parse_day(text, order).map(f64::from)
}

/// Parses the bound of a validation rule: in the order of the rule, or as the API writes dates.
pub fn parse_bound(text: &str, order: DateOrder) -> Option<f64> {
    let days = || i32::try_from(dates::parse_date(text.trim())?.0.checked_div(DAY)?).ok();
    parse_day(text.trim(), order).or_else(|| days().map(f64::from))
}

fn normalize_us_date(text: &str) -> Option<String> {
    answer_dates::parse_day(text, DateOrder::Us)?;
    let (month, day, year) = answer_dates::split_date(text, DateOrder::Us)?;
    Some(format!("{month:02}/{day:02}/{year:04}"))
}

fn normalize_time(text: &str) -> Option<String> {
    let TimeOfDay { hour, minute, is_morning } = answer_dates::parse_time_of_day(text)?;
    Some(format!("{hour:02}:{minute:02} {}", if is_morning { "AM" } else { "PM" }))
}
