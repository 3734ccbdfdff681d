//! A set of rows: one bit for each, combined a word at a time.

/// Bits of a word.
const WORD: usize = 64;

/// A set of rows. Sets of different lengths combine: rows beyond the end of one are not in it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Bits {
    pub(super) words: Vec<u64>,
}

impl Bits {
    /// The empty set.
    pub fn new() -> Bits {
        Bits::default()
    }

    /// The set of the first `rows` rows.
    pub fn full(rows: usize) -> Bits {
        let mut words = vec![u64::MAX; rows / WORD];
        let rest = rows % WORD;
        if rest > 0 {
            words.push(bit(rest).wrapping_sub(1));
        }
        Bits { words }
    }

    /// Adds a row.
    #[inline]
    pub fn insert(&mut self, row: u32) {
        let (word, bit) = place(row);
        if word >= self.words.len() {
            self.words.resize(word.saturating_add(1), 0);
        }
        if let Some(word) = self.words.get_mut(word) {
            *word |= bit;
        }
    }

    /// Takes a row out.
    pub fn remove(&mut self, row: u32) {
        let (word, bit) = place(row);
        if let Some(word) = self.words.get_mut(word) {
            *word &= !bit;
        }
    }

    /// Whether a row is in the set.
    #[inline]
    pub fn contains(&self, row: u32) -> bool {
        let (word, bit) = place(row);
        self.words.get(word).is_some_and(|word| word & bit != 0)
    }

    /// Number of rows in the set.
    pub fn count(&self) -> u32 {
        self.words.iter().fold(0, |sum: u32, word| sum.wrapping_add(word.count_ones()))
    }

    /// Number of rows that are in both sets, without building their intersection.
    pub fn count_and(&self, other: &Bits) -> u32 {
        let words = self.words.iter().zip(&other.words);
        words.fold(0, |sum: u32, (one, other)| sum.wrapping_add((one & other).count_ones()))
    }

    /// Whether no row is in the set.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    /// The rows that are in both sets.
    #[must_use]
    pub fn and(&self, other: &Bits) -> Bits {
        let mut both = self.clone();
        both.intersect(other);
        both
    }

    /// The rows that are in either set.
    #[must_use]
    pub fn or(&self, other: &Bits) -> Bits {
        let mut either = self.clone();
        either.extend(other);
        either
    }

    /// The rows that are in this set and not in the other. The complement of a set is `all.without(set)`.
    #[must_use]
    pub fn without(&self, other: &Bits) -> Bits {
        let mut rest = self.clone();
        for (word, other) in rest.words.iter_mut().zip(&other.words) {
            *word &= !other;
        }
        rest
    }

    /// Keeps only the rows that are in the other set too.
    pub fn intersect(&mut self, other: &Bits) {
        self.words.truncate(other.words.len());
        for (word, other) in self.words.iter_mut().zip(&other.words) {
            *word &= other;
        }
    }

    /// Adds the rows of the other set.
    pub fn extend(&mut self, other: &Bits) {
        if self.words.len() < other.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        for (word, other) in self.words.iter_mut().zip(&other.words) {
            *word |= other;
        }
    }

    /// The rows in ascending order.
    pub fn iter(&self) -> BitsIter<'_> {
        BitsIter { words: self.words.iter(), base: 0, word: 0 }
    }

    /// Bytes that the set takes.
    pub(super) fn memory(&self) -> usize {
        self.words.capacity().saturating_mul(size_of::<u64>())
    }
}

impl FromIterator<u32> for Bits {
    fn from_iter<I: IntoIterator<Item = u32>>(rows: I) -> Bits {
        let mut bits = Bits::new();
        rows.into_iter().for_each(|row| bits.insert(row));
        bits
    }
}

impl<'a> IntoIterator for &'a Bits {
    type Item = u32;
    type IntoIter = BitsIter<'a>;

    fn into_iter(self) -> BitsIter<'a> {
        self.iter()
    }
}

/// The rows of a set in ascending order.
#[derive(Debug, Clone)]
pub struct BitsIter<'a> {
    words: std::slice::Iter<'a, u64>,
    /// The first row behind the current word.
    base: u32,
    /// What is left of the current word.
    word: u64,
}

impl Iterator for BitsIter<'_> {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        while self.word == 0 {
            self.word = *self.words.next()?;
            self.base = self.base.wrapping_add(WORD as u32);
        }
        let lowest = self.word.trailing_zeros();
        self.word &= self.word.wrapping_sub(1);
        Some(self.base.wrapping_sub(WORD as u32).wrapping_add(lowest))
    }
}

/// The word of a row, and its bit in it.
#[inline]
fn place(row: u32) -> (usize, u64) {
    let row = row as usize;
    (row / WORD, bit(row % WORD))
}

#[inline]
fn bit(position: usize) -> u64 {
    1_u64.wrapping_shl(position as u32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn sets_of_rows_are_sets(one: BTreeSet<u8>, other: BTreeSet<u16>, gone: u8) {
            let rows = |set: &BTreeSet<u16>| set.iter().map(|row| u32::from(*row)).collect::<Vec<u32>>();
            let one: BTreeSet<u16> = one.into_iter().map(u16::from).collect();
            let bits = |set: &BTreeSet<u16>| rows(set).into_iter().collect::<Bits>();
            let (mut left, right) = (bits(&one), bits(&other));
            prop_assert_eq!(left.iter().collect::<Vec<_>>(), rows(&one));
            prop_assert_eq!(left.and(&right).iter().collect::<Vec<_>>(), rows(&(&one & &other)));
            prop_assert_eq!(left.or(&right).iter().collect::<Vec<_>>(), rows(&(&one | &other)));
            prop_assert_eq!(left.without(&right).iter().collect::<Vec<_>>(), one.difference(&other).map(|row| u32::from(*row)).collect::<Vec<_>>());
            prop_assert_eq!(left.count() as usize, one.len());
            prop_assert_eq!(left.count_and(&right) as usize, (&one & &other).len());
            left.remove(gone.into());
            prop_assert!(!left.contains(gone.into()));
            prop_assert_eq!(left.is_empty(), left.count() == 0);
        }

        #[test]
        fn the_full_set_has_each_row_once(rows in 0_usize..300) {
            let full = Bits::full(rows);
            prop_assert_eq!(full.count() as usize, rows);
            prop_assert!(!full.contains(rows as u32));
        }
    }
}
