//! The row cache: rows that statements have returned, in memory until a table that the statement names is written.

use super::lru_cache::LruCache;
use super::sql::{Row, Value};
use std::rc::Rc;

/// Bytes of all rows. Our choice.
const BYTES_MAX: usize = 2_000_000;

/// Bytes of the rows of one statement.
const RESULT_BYTES_MAX: usize = 500_000;

/// The rows by statement and values, each with a basis `B`, from which follows whether they are current.
#[derive(Debug)]
pub struct RowCache<B>(LruCache<(Rc<Vec<Row>>, B)>);

impl<B> Default for RowCache<B> {
    fn default() -> RowCache<B> {
        RowCache(LruCache::new(BYTES_MAX))
    }
}

impl<B> RowCache<B> {
    /// The rows with a key, if `is_current` accepts them. Others are dropped.
    pub fn find(&mut self, key: &str, is_current: impl FnOnce(&B) -> bool) -> Option<Rc<Vec<Row>>> {
        let (rows, basis) = self.0.find(key)?;
        let current = is_current(basis).then(|| Rc::clone(rows));
        if current.is_none() {
            self.0.remove(key);
        }
        current
    }

    /// Caches the rows of a statement, unless they are large.
    pub fn insert(&mut self, key: String, rows: Rc<Vec<Row>>, basis: B) {
        let bytes = rows.iter().map(Row::bytes).sum();
        if bytes <= RESULT_BYTES_MAX {
            self.0.insert(key, (rows, basis), bytes);
        }
    }
}

/// A key for a statement and its values. Each text has its length, so that no two lists of values have the same key.
pub fn key_of(statement: &str, params: &[Value]) -> String {
    let mut key = statement.to_owned();
    for value in params {
        let (kind, text) = match value {
            Value::Null => ("null", String::new()),
            Value::Integer(number) => ("integer", number.to_string()),
            Value::Real(number) => ("real", number.to_bits().to_string()),
            Value::Text(text) => ("text", text.clone()),
        };
        for part in [" ", kind, &text.len().to_string(), ":", &text] {
            key.push_str(part);
        }
    }
    key
}
