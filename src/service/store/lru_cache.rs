//! An LRU cache that is bounded in bytes, with two generations: when half of the limit is filled with recently used
//! values, all others are dropped.

use std::collections::HashMap;

/// What a value takes in addition to its key and its own bytes.
const VALUE_COST_BYTES: usize = 500;

/// Values by their keys.
#[derive(Debug)]
pub struct LruCache<V> {
    /// The values that were stored or used since the last time that this list was full.
    recent: ValueList<V>,
    /// The list before that, without the values that were used since.
    former: ValueList<V>,
    bytes_max: usize,
}

#[derive(Debug)]
struct ValueList<V> {
    values: HashMap<String, CostedValue<V>>,
    bytes: usize,
}

#[derive(Debug)]
struct CostedValue<V> {
    value: V,
    cost: usize,
}

impl<V> Default for ValueList<V> {
    fn default() -> ValueList<V> {
        ValueList { values: HashMap::new(), bytes: 0 }
    }
}

impl<V> ValueList<V> {
    fn take(&mut self, key: &str) -> Option<(String, CostedValue<V>)> {
        let taken = self.values.remove_entry(key)?;
        self.bytes = self.bytes.saturating_sub(taken.1.cost);
        Some(taken)
    }

    fn insert(&mut self, key: String, value: CostedValue<V>) {
        self.bytes = self.bytes.saturating_add(value.cost);
        if let Some(former) = self.values.insert(key, value) {
            self.bytes = self.bytes.saturating_sub(former.cost);
        }
    }
}

impl<V> LruCache<V> {
    /// No values, with a limit of bytes for all together.
    pub fn new(bytes_max: usize) -> LruCache<V> {
        LruCache { recent: ValueList::default(), former: ValueList::default(), bytes_max }
    }

    /// The value with a key.
    pub fn find(&mut self, key: &str) -> Option<&V> {
        if let Some((key, value)) = self.former.take(key) {
            self.insert_recent(key, value);
        }
        self.recent.values.get(key).or_else(|| self.former.values.get(key)).map(|costed| &costed.value)
    }

    /// Stores a value of some bytes. The former one with the key is dropped.
    pub fn insert(&mut self, key: String, value: V, bytes: usize) {
        self.former.take(&key);
        let cost = key.len().saturating_add(bytes).saturating_add(VALUE_COST_BYTES);
        self.insert_recent(key, CostedValue { value, cost });
    }

    /// Drops the value with a key.
    pub fn remove(&mut self, key: &str) {
        self.former.take(key);
        self.recent.take(key);
    }

    fn insert_recent(&mut self, key: String, value: CostedValue<V>) {
        self.recent.insert(key, value);
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
        let mut values = LruCache::new(20_000);
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
        let mut values = LruCache::new(1_000_000);
        for number in [1, 2, 3] {
            values.insert("the same".to_owned(), number, 1_000);
        }
        assert_eq!(values.recent.bytes, "the same".len() + 1_000 + VALUE_COST_BYTES);
    }
}
