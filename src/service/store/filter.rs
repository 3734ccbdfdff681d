//! The WHERE clause of a list: conditions joined by AND, with bound values. No condition contains text of the caller.

use super::sql::Value;
use crate::spec::errors::Error;
use crate::spec::types::Date;
use crate::wire::dates::{self, Timestamp};
use crate::wire::error::ApiError;

/// Maximum bytes of a `LIKE` pattern on the platform's SQLite.
const PATTERN_MAX: usize = 50;

/// Conditions and their bound values, in order.
pub struct Filter {
    conditions: Vec<String>,
    bound_values: Vec<Value>,
}

impl Filter {
    /// A filter with its first condition, which names the list's parent resource.
    pub fn new(condition: impl Into<String>, values: &[Value]) -> Filter {
        Filter { conditions: vec![condition.into()], bound_values: values.to_vec() }
    }

    /// Adds a condition.
    pub fn and(&mut self, condition: &str, values: impl IntoIterator<Item = Value>) {
        self.conditions.push(condition.to_owned());
        self.bound_values.extend(values);
    }

    /// Adds a condition if there is a value for it.
    pub fn and_if<T: Into<Value>>(&mut self, condition: &str, value: Option<T>) {
        if let Some(value) = value {
            self.and(condition, [value.into()]);
        }
    }

    /// Adds a condition if there is a text to search: the column contains it. SQLite ignores the case of ASCII letters
    /// only, so a text with others is looked for in several spellings.
    ///
    /// `LIKE` is twice as fast as `INSTR`, so it is used unless its pattern is too long for the platform.
    pub fn and_contains(&mut self, column: &str, text: Option<&str>) {
        let Some(text) = text else { return };
        let mut conditions = Vec::new();
        for spelling in spellings(text) {
            let pattern = format!("%{}%", spelling.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_"));
            if pattern.len() <= PATTERN_MAX {
                conditions.push(format!("{column} LIKE ? ESCAPE '\\'"));
                self.bound_values.push(pattern.into());
            } else {
                conditions.push(format!("INSTR(LOWER({column}), LOWER(?)) > 0"));
                self.bound_values.push(spelling.into());
            }
        }
        self.conditions.push(format!("({})", conditions.join(" OR ")));
    }

    /// The conditions as SQL.
    pub fn where_clause(&self) -> String {
        self.conditions.join("\n AND ")
    }

    /// The bound values, followed by more.
    pub fn bind_values(&self, more: &[Value]) -> Vec<Value> {
        [self.bound_values.as_slice(), more].concat()
    }
}

/// The text as it is, in lower and upper case, and with a capital at the start of each word. ASCII text has one spelling.
fn spellings(text: &str) -> Vec<String> {
    if text.is_ascii() {
        return vec![text.to_owned()];
    }
    let lower = text.to_lowercase();
    let mut starts = true;
    let capitalise = |letter: char| {
        let is_first = std::mem::replace(&mut starts, letter == ' ');
        if is_first { to_upper(letter) } else { letter }
    };
    vec![text.to_owned(), lower.chars().map(to_upper).collect(), lower.chars().map(capitalise).collect(), lower]
}

/// The capital of a lower-case letter. It is looked for before the letter, where the alphabets in use have it: the standard
/// library's table of capitals would add 8 KB to the Worker.
fn to_upper(letter: char) -> char {
    const FARTHEST: u32 = 0x50;
    let is_capital = |capital: &char| capital.to_lowercase().eq([letter]);
    let mut before = (1..=FARTHEST).filter_map(|distance| char::from_u32(u32::from(letter).checked_sub(distance)?));
    before.find(is_capital).unwrap_or(letter)
}

/// A JSON array as a bound value, for `IN (SELECT value FROM json_each(?))`.
pub fn json_list<'a>(items: impl IntoIterator<Item = &'a str>) -> Value {
    Value::Text(serde_json::Value::from_iter(items).to_string())
}

/// Parses a date parameter.
///
/// # Errors
///
/// 1003 if it is not a date.
pub fn parse_date_parameter(name: &str, date: Option<&Date>) -> Result<Option<Timestamp>, ApiError> {
    date.map(|date| {
        dates::parse_date(&date.0).ok_or_else(|| {
            ApiError::with_detail(Error::BadParameters, format!("`{name}` must be a date such as 2026-01-31T12:00:00."))
        })
    })
    .transpose()
}
