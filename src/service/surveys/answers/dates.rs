//! Dates and times as respondents write them: in either order, but those of date questions are stored in US order.

use super::design::as_option;
use super::violation::Reason;
use crate::service::surveys::page_texts::PageText;
use crate::spec::questions::DateStyle as Written;
use crate::spec::resources::questions::{Question, ValidationType};
use crate::wire::answer_dates::{self, DateOrder, TimeOfDay};
use crate::wire::dates::{self, DAY};

/// The order that a validation rule requires.
pub fn date_order(rule: ValidationType) -> DateOrder {
    if rule == ValidationType::DateInternational { DateOrder::International } else { DateOrder::Us }
}

/// Whether respondents are asked for the day before the month.
pub fn is_day_first(question: &Question) -> bool {
    as_option(&question.validation).is_some_and(|rule| rule.r#type == ValidationType::DateInternational)
}

/// The message for a respondent whose input has another format. Callers of the API always write dates in US order.
pub fn format_hint(question: &Question, written: Written) -> Reason {
    let (key, us, international) = match written {
        Written::DateTime => (PageText::NeedsDateTime, "12/31/2026 09:05 PM", "31/12/2026 09:05 PM"),
        Written::Date => (PageText::NeedsDate, "12/31/2026", "31/12/2026"),
        Written::Time => (PageText::NeedsTime, "09:05 PM", "09:05 PM"),
    };
    Reason::with_args(key, &[us]).shown_with(if is_day_first(question) { international } else { us })
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
    let days = || i32::try_from(dates::parse_date(text.trim())?.0.checked_div_euclid(DAY)?).ok();
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

#[cfg(test)]
mod tests {
    use super::{DateOrder, parse_bound};

    #[test]
    fn a_bound_with_a_time_of_day_is_its_day_also_before_1970() {
        for (text, day) in [("1970-01-02T12:00:00", 1.0), ("1970-01-01T00:00:00", 0.0), ("1969-12-31T12:00:00", -1.0)] {
            assert_eq!(parse_bound(text, DateOrder::Us), Some(day), "{text}");
        }
        assert_eq!(parse_bound("1960-01-01T12:00:00", DateOrder::Us), parse_bound("01/01/1960", DateOrder::Us));
    }
}
