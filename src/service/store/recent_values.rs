//! Values in memory under a limit of bytes. When half of it is filled with values that were used since, all others are
//! dropped.

use std::rc::Rc;

/// What a value takes in addition to its key and its own bytes.
const VALUE_COST_BYTES: usize = 500;

/// The values, by their keys.
#[derive(Debug)]
pub struct RecentValues<V> {
    /// The values that were stored or used since the last time that this list was full.
    recent: ValueList<V>,
    /// The list before that, without the values that were used since.
    former: ValueList<V>,
    bytes_max: usize,
}

#[derive(Debug)]
struct ValueList<V> {
    /// In the order of their keys. Pointers, because the list moves with each new value.
    values: Vec<Rc<KeyedValue<V>>>,
    bytes: usize,
}

#[derive(Debug)]
struct KeyedValue<V> {
    key: String,
    value: V,
    cost: usize,
}

impl<V> Default for ValueList<V> {
    fn default() -> ValueList<V> {
        ValueList { values: Vec::new(), bytes: 0 }
    }
}

impl<V> ValueList<V> {
    fn position(&self, key: &str) -> Result<usize, usize> {
        self.values.binary_search_by(|value| value.key.as_str().cmp(key))
    }

    fn take(&mut self, key: &str) -> Option<Rc<KeyedValue<V>>> {
        let value = self.values.remove(self.position(key).ok()?);
        self.bytes = self.bytes.saturating_sub(value.cost);
        Some(value)
    }

    fn insert(&mut self, value: Rc<KeyedValue<V>>) {
        self.take(&value.key);
        self.bytes = self.bytes.saturating_add(value.cost);
        let at = self.position(&value.key).unwrap_or_else(|at| at);
        self.values.insert(at, value);
    }
}

impl<V> RecentValues<V> {
    /// No values, with a limit of bytes for all together.
    pub fn new(bytes_max: usize) -> RecentValues<V> {
        RecentValues { recent: ValueList::default(), former: ValueList::default(), bytes_max }
    }

    /// The value with a key.
    pub fn find(&mut self, key: &str) -> Option<&V> {
        if let Some(value) = self.former.take(key) {
            self.insert_recent(value);
        }
        self.recent.values.get(self.recent.position(key).ok()?).map(|value| &value.value)
    }

    /// Stores a value of some bytes. The former one with the key is dropped.
    pub fn insert(&mut self, key: String, value: V, bytes: usize) {
        self.former.take(&key);
        let cost = key.len().saturating_add(bytes).saturating_add(VALUE_COST_BYTES);
        self.insert_recent(Rc::new(KeyedValue { key, value, cost }));
    }

    /// Drops the value with a key.
    pub fn remove(&mut self, key: &str) {
        self.former.take(key);
        self.recent.take(key);
    }

    fn insert_recent(&mut self, value: Rc<KeyedValue<V>>) {
        self.recent.insert(value);
        if self.recent.bytes > self.bytes_max / 2 {
            self.former = std::mem::take(&mut self.recent);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_that_are_used_stay_and_the_bytes_stay_under_the_limit() {
        let mut values = RecentValues::new(20_000);
        values.insert("used".to_owned(), 0, 100);
        for number in 1..200 {
            values.insert(format!("once {number}"), number, 500);
            assert_eq!(values.find("used"), Some(&0), "after {number}");
            assert!(values.recent.bytes + values.former.bytes <= 20_000 + 2_000, "after {number}");
        }
        assert_eq!(values.find("once 199"), Some(&199));
        assert_eq!(values.find("once 1"), None);
        values.insert("used".to_owned(), 7, 100);
        assert_eq!(values.find("used"), Some(&7));
        values.remove("used");
        assert_eq!(values.find("used"), None);
    }

    #[test]
    fn the_bytes_are_those_of_the_values() {
        let mut values = RecentValues::new(1_000_000);
        for number in [1, 2, 3] {
            values.insert("the same".to_owned(), number, 1_000);
        }
        assert_eq!(values.recent.bytes, "the same".len() + 1_000 + VALUE_COST_BYTES);
    }
}
