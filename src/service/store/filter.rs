//! The WHERE clause of a list: conditions joined by AND, with bound values. No condition contains text of the caller.

use super::sql::Value;
use crate::spec::errors::Error;
use crate::spec::types::Date;
use crate::wire::dates::{self, Timestamp};
use crate::wire::error::ApiError;

/// Maximum bytes of a `LIKE` pattern on the platform's SQLite.
const PATTERN_MAX: usize = 50;

/// Capitals that are replaced in a column; a text with more is searched as it is. An expression may be nested 100 times
/// on the platform, and a statement may have two such conditions.
const CAPITALS_MAX: usize = 40;

/// The sigma at the end of a word, which has no capital of its own.
const FINAL_SIGMA: char = 'ς';

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

    /// Adds a condition if there is a text to search: the column contains it, in any case. SQLite ignores the case of
    /// ASCII letters only, so the capitals of the text's other letters are replaced in the column. They are in the
    /// statement by number, as the platform binds few values.
    ///
    /// `LIKE` is twice as fast as `INSTR`, so it is used for ASCII unless its pattern is too long for the platform.
    pub fn and_contains(&mut self, column: &str, text: Option<&str>) {
        let Some(text) = text else { return };
        let pattern = format!("%{}%", text.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_"));
        if text.is_ascii() && pattern.len() <= PATTERN_MAX {
            return self.and(&format!("{column} LIKE ? ESCAPE '\\'"), [pattern.into()]);
        }
        let capitals = capitals(text);
        if capitals.len() > CAPITALS_MAX {
            return self.and(&format!("INSTR({column}, ?) > 0"), [text.into()]);
        }
        let searched = capitals.into_iter().fold(format!("LOWER({column})"), |searched, capital| {
            format!("REPLACE({searched}, char({}), char({}))", u32::from(capital), u32::from(to_lower(capital)))
        });
        let text: String = text.chars().map(to_lower).collect();
        self.and(&format!("INSTR({searched}, ?) > 0"), [text.into()]);
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

/// The capitals of a text's letters beyond ASCII. The capital of a letter is looked for before it, where the alphabets
/// in use have it: the standard library's table of capitals would add 8 KB to the Worker.
fn capitals(text: &str) -> Vec<char> {
    const FARTHEST: u32 = 0x50;
    let mut capitals = Vec::new();
    for letter in text.chars().filter(|letter| !letter.is_ascii()) {
        let lower = to_lower(letter);
        let before = (1..=FARTHEST).filter_map(|distance| char::from_u32(u32::from(lower).checked_sub(distance)?));
        for capital in before.chain([letter, FINAL_SIGMA]) {
            if capital != lower && to_lower(capital) == lower && !capitals.contains(&capital) {
                capitals.push(capital);
            }
        }
    }
    capitals
}

/// The lower case of a letter, if it is one letter. The sigma at the end of a word counts as any other.
pub fn to_lower(letter: char) -> char {
    let mut lower = letter.to_lowercase();
    match (lower.next(), lower.next()) {
        (Some(FINAL_SIGMA), None) => 'σ',
        (Some(lower), None) => lower,
        _ => letter,
    }
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
