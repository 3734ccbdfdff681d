//! Text answers: whether a text is the number, date or e-mail address that its question requires.

use super::dates;
use super::design::{as_option, date_style, is_slider};
use super::slider::SliderScale;
use super::violation::Reason;
use crate::service::surveys::formats::is_email;
use crate::service::surveys::page_texts::PageText;
use crate::spec::questions::{Detail, Subtype};
use crate::spec::resources::questions::{Question, Row, Validation, ValidationType};
use crate::spec::resources::responses::Answer;
use crate::spec::types::{Nullable, Written};
use serde_json::Value;

/// The text as it is stored.
///
/// # Errors
///
/// The message for the respondent, if the text does not have the required format.
pub fn normalize_text(question: &Question, row: Option<&Row>, text: &str) -> Result<String, Reason> {
    let validation = as_option(&question.validation);
    if let Some(written) = date_style(question) {
        let refusal = || own_reason(validation, dates::format_hint(question, written));
        let text = dates::normalize_date(written, text).ok_or_else(refusal)?;
        if let Some((rule, day)) = validation.zip(dates::stored_day(&text, written)) {
            check_limits(rule, day)?;
        }
        return Ok(text);
    }
    let text = match row.is_some_and(|row| row.r#type == Some(Detail::Email)) {
        true => Some(text.trim()).filter(|text| is_email(text)).ok_or(PageText::NeedsEmail)?,
        false => text,
    };
    if is_slider(question) {
        return normalize_slider(question, text);
    }
    let numerical = question.subtype == Subtype::Numerical;
    match validation {
        Some(rule) if numerical && !is_number_rule(rule) => parse_number(text).map(|_| text.trim().to_owned()),
        Some(rule) => normalize_by_rule(rule, text),
        None if numerical => parse_number(text).map(|_| text.trim().to_owned()),
        None => Ok(text.to_owned()),
    }
}

/// The text of an "other" option or a comment as it is stored. The validation of a question with choices is of this
/// text: they have no other one.
///
/// # Errors
///
/// The message for the respondent, if the text does not pass the validation.
pub fn normalize_comment(question: &Question, text: String) -> Result<String, Reason> {
    match as_option(&question.validation) {
        Some(rule) => normalize_by_rule(rule, &text),
        None => Ok(text),
    }
}

/// The message for a respondent whose numbers do not have the required sum; `None` if they have.
pub fn check_sum(question: &Question, answers: &[Answer]) -> Option<Reason> {
    let rule =
        as_option(&question.validation).filter(|_| question.subtype == Subtype::Numerical && !answers.is_empty())?;
    let required_sum = f64::from(as_option(&rule.sum)?.get());
    // Decimal fractions are rounded when they are read and added: the more, the larger the numbers are.
    let (mut total, mut size, mut rounding) = (0.0, 0.0, 1e-9);
    for number in answers.iter().filter_map(|answer| parse_decimal(answer.text.as_deref()?)) {
        total += number;
        size += number.abs();
        rounding += f64::EPSILON * size;
    }
    // Numbers too large to be added have no sum.
    let fits = total.is_finite() && (total - required_sum).abs() <= rounding;
    (!fits)
        .then(|| Reason::custom_or(&rule.sum_text, Reason::with_args(PageText::NeedsSum, &[&required_sum.to_string()])))
}

/// The rule's own message if it has one, otherwise `otherwise`. The default text of a rule says less than that.
fn own_reason(rule: Option<&Validation>, otherwise: Reason) -> Reason {
    let text = rule.map_or("", |rule| rule.text.as_str());
    Reason::custom_or(if text == PageText::NeedsForm.as_str() { "" } else { text }, otherwise)
}

fn parse_number(text: &str) -> Result<f64, Reason> {
    let refusal = if has_groups(text) { PageText::NeedsUngrouped } else { PageText::NeedsNumber };
    parse_decimal(text).ok_or_else(|| refusal.into())
}

/// Whether the digits of a number are in groups of three, with any sign between them.
fn has_groups(text: &str) -> bool {
    let digits = text.trim().trim_start_matches(['-', '+']);
    let mut parts = digits.split([',', '.', ' ', '\'', '\u{2019}', '\u{a0}', '\u{202f}']);
    let is_number = parts.clone().all(|part| part.bytes().all(|byte| byte.is_ascii_digit()));
    is_number && parts.next().zip(parts.next()).is_some_and(|(first, second)| may_be_thousands(first, second))
}

/// Whether the digits before and behind a sign may be thousands and the first group of three.
pub fn may_be_thousands(before: &str, behind: &str) -> bool {
    (1..=3).contains(&before.len()) && !before.starts_with('0') && behind.len() == 3
}

/// Parses a finite number in plain decimal notation.
pub fn parse_decimal(text: &str) -> Option<f64> {
    let text = text.trim();
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1.0, digits),
        None => (1.0, text.strip_prefix('+').unwrap_or(text)),
    };
    let (whole, parts) = digits.split_once('.').unwrap_or((digits, ""));
    let plain = [whole, parts].iter().all(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()));
    if !plain || whole.len().saturating_add(parts.len()) == 0 {
        return None;
    }
    // Parsed as JSON, because that parser is linked already: the one of the standard library has a table of 10 KB.
    let significant = whole.trim_start_matches('0');
    let json = format!("{}.{parts}0", if significant.is_empty() { "0" } else { significant });
    serde_json::from_slice::<Value>(json.as_bytes()).ok()?.as_f64().map(|number| sign * number)
}

fn parse_integer(text: &str) -> Option<f64> {
    parse_decimal(text).filter(|_| !text.contains('.'))
}

fn normalize_slider(question: &Question, text: &str) -> Result<String, Reason> {
    let scale = SliderScale::from_question(question);
    if scale.contains(parse_number(text)?) {
        return Ok(text.trim().to_owned());
    }
    let range = Reason::with_args(PageText::NeedsRange, &[&scale.min.to_string(), &scale.max.to_string()]);
    Err(own_reason(as_option(&question.validation), range))
}

fn is_number_rule(rule: &Validation) -> bool {
    matches!(rule.r#type, ValidationType::Integer | ValidationType::Decimal)
}

/// The text if it passes the rule. A regex rule accepts every text, since no field of a validation contains a pattern.
fn normalize_by_rule(rule: &Validation, text: &str) -> Result<String, Reason> {
    let trimmed = text.trim();
    let (text, limited) = match rule.r#type {
        ValidationType::Any | ValidationType::Regex => (text, Some(0.0)),
        ValidationType::Integer => (trimmed, parse_integer(trimmed)),
        ValidationType::Decimal => (trimmed, parse_decimal(trimmed)),
        ValidationType::DateUs | ValidationType::DateInternational => {
            (trimmed, dates::parse_day(trimmed, dates::date_order(rule.r#type)))
        }
        ValidationType::Email => (trimmed, is_email(trimmed).then_some(0.0)),
        ValidationType::TextLength => (text, Some(f64::from(u32::try_from(text.chars().count()).unwrap_or(u32::MAX)))),
    };
    let value = limited.ok_or_else(|| {
        let is_grouped = is_number_rule(rule) && has_groups(text);
        let refusal = if is_grouped { PageText::NeedsUngrouped } else { PageText::NeedsForm };
        own_reason(Some(rule), refusal.into())
    })?;
    check_limits(rule, value).map(|()| text.to_owned())
}

/// A limit as a number, which is comparable within one type of check; `None` if the text is invalid. A decimal limit
/// may have an exponent, because a number in JSON may be stored with one.
pub fn parse_limit(check: ValidationType, text: &str) -> Option<f64> {
    use ValidationType::{DateInternational, DateUs, Decimal, Integer, TextLength};
    match check {
        Integer => text.parse::<i32>().ok().map(f64::from),
        TextLength => text.parse::<u32>().ok().map(f64::from),
        Decimal => parse_decimal(text).or_else(|| serde_json::from_slice::<Value>(text.as_bytes()).ok()?.as_f64()),
        DateUs | DateInternational => dates::parse_bound(text, dates::date_order(check)),
        _ => None,
    }
}

/// Checks that a number, or a date or length as a number, is within the limits of a rule. Other rules have none.
fn check_limits<'a>(rule: &'a Validation, value: f64) -> Result<(), Reason> {
    let limit = |limit: &'a Nullable<Written>| -> Option<(&'a str, f64)> {
        let text = &as_option(limit)?.0;
        // A limit that is a date may have a time of day, which does not count.
        let shown = text.split('T').next().unwrap_or_default();
        Some((shown, parse_limit(rule.r#type, text)?))
    };
    let (min, max) = (limit(&rule.min), limit(&rule.max));
    if min.is_none_or(|(_, min)| value >= min) && max.is_none_or(|(_, max)| value <= max) {
        return Ok(());
    }
    let range = match (min, max) {
        (Some((min, _)), Some((max, _))) if is_number_rule(rule) => {
            return Err(own_reason(Some(rule), Reason::with_args(PageText::NeedsRange, &[min, max])));
        }
        (Some((min, _)), Some((max, _))) => format!("{min} – {max}"),
        (min, max) => {
            let (sign, (limit, _)) = min.map(|min| ("≥", min)).or(max.map(|max| ("≤", max))).unwrap_or_default();
            format!("{sign} {limit}")
        }
    };
    let is_length = rule.r#type == ValidationType::TextLength;
    let key = if is_length { PageText::NeedsLength } else { PageText::NeedsLimits };
    Err(own_reason(Some(rule), Reason::with_args(key, &[&range])))
}

#[cfg(test)]
mod tests {
    use super::parse_decimal;

    #[test]
    fn a_number_in_plain_notation_is_read_as_it_is_written() {
        for text in
            ["0", "7", "-0.5", "+3", ".25", "5.", "007.50", "0.1", "12345678.9", "-000", "1000000000000000000000"]
        {
            assert_eq!(parse_decimal(text), text.parse().ok(), "{text}");
        }
        assert_eq!(parse_decimal(" 4 "), Some(4.0));
        for text in ["", ".", "-", "+-1", "1-", "1.2.3", "1e5", "inf", "NaN", "1,5", "0x1"] {
            assert_eq!(parse_decimal(text), None, "{text}");
        }
        assert_eq!(parse_decimal(&"9".repeat(400)), None);
    }
}
