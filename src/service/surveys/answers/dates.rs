//! Dates and times as respondents write them: in US order where the question is a date, in either where a text is.

use super::problem::Reason;
use crate::service::surveys::words::Word;
use crate::spec::questions::Moment as Written;
use crate::spec::resources::questions::ValidationType;
use crate::wire::dates::{self, DAY};

/// Which comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// The month: `MM/DD/YYYY`.
    Us,
    /// The day: `DD/MM/YYYY`.
    International,
}

/// The order that a rule asks for.
pub fn order(rule: ValidationType) -> Order {
    if rule == ValidationType::DateInternational { Order::International } else { Order::Us }
}

/// What a respondent is told who writes something else.
pub fn asked(written: Written) -> Reason {
    match written {
        Written::DateTime => Reason::with(Word::NeedsDateTime, &["12/31/2026 09:05 PM"]),
        Written::Date => Reason::with(Word::NeedsDate, &["12/31/2026"]),
        Written::Time => Reason::with(Word::NeedsTime, &["09:05 PM"]),
    }
}

/// The text with all its digits, as it is stored. Single digits are taken as they are meant.
pub fn written(written: Written, text: &str) -> Option<String> {
    let text = text.trim();
    match written {
        Written::Date => us(text),
        Written::Time => clock(text),
        Written::DateTime => {
            let (day, time) = text.split_once(' ')?;
            Some(format!("{} {}", us(day)?, clock(time.trim())?))
        }
    }
}

/// The day of a stored text as a number; none for a time of day.
pub fn key(text: &str, written: Written) -> Option<f64> {
    match written {
        Written::Time => None,
        Written::Date | Written::DateTime => day(text.get(..10)?, Order::Us),
    }
}

/// A day as a number: days since 1970.
pub fn day(text: &str, order: Order) -> Option<f64> {
    let (month, day, year) = parts(text, order)?;
    let days = dates::read(&format!("{year:04}-{month:02}-{day:02}"))?.0.checked_div(DAY)?;
    i32::try_from(days).ok().map(f64::from)
}

/// A bound of a rule: in the order of the rule, or as the API writes dates.
pub fn bound(text: &str, order: Order) -> Option<f64> {
    let days = || i32::try_from(dates::read(text.trim())?.0.checked_div(DAY)?).ok();
    day(text.trim(), order).or_else(|| days().map(f64::from))
}

fn us(text: &str) -> Option<String> {
    day(text, Order::Us)?;
    let (month, day, year) = parts(text, Order::Us)?;
    Some(format!("{month:02}/{day:02}/{year:04}"))
}

fn parts(text: &str, order: Order) -> Option<(u16, u16, u16)> {
    let mut parts = text.split('/');
    let (first, second, year) = (parts.next()?, parts.next()?, parts.next()?);
    if parts.next().is_some() || year.len() != 4 {
        return None;
    }
    let (first, second, year) = (number(first, 2)?, number(second, 2)?, number(year, 4)?);
    Some(if order == Order::Us { (first, second, year) } else { (second, first, year) })
}

fn clock(text: &str) -> Option<String> {
    let upper = text.to_ascii_uppercase();
    let half = ["AM", "PM"].into_iter().find(|half| upper.ends_with(half))?;
    let (hour, minute) = upper.strip_suffix(half)?.trim_end().split_once(':')?;
    let (hour, minute) = (number(hour, 2)?, number(minute, 2).filter(|_| minute.len() == 2)?);
    ((1..=12).contains(&hour) && minute < 60).then(|| format!("{hour:02}:{minute:02} {half}"))
}

fn number(text: &str, most: usize) -> Option<u16> {
    let digits = !text.is_empty() && text.len() <= most && text.bytes().all(|byte| byte.is_ascii_digit());
    if digits { text.parse().ok() } else { None }
}
