//! Letters of significance: the higher column gets the letter of the lower one.
//!
//! An upper case letter marks a difference at the first level of confidence, a lower case letter one at the second.

use super::means::{Moments, compare_means};
use super::proportions::{Share, compare_shares};
use crate::wire::order::sort_by_key;
use std::cmp::Ordering;

/// The levels at which a difference is marked.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Confidence {
    /// The level of upper case letters in percent.
    pub first: f64,
    /// The level of lower case letters in percent, if there are any.
    pub second: Option<f64>,
    /// Whether the error of 100 − level is divided by the number of compared pairs.
    pub bonferroni: bool,
}

impl Default for Confidence {
    /// 95 and 80 percent, without adjustment.
    fn default() -> Confidence {
        Confidence { first: 95.0, second: Some(80.0), bonferroni: false }
    }
}

/// Which groups are large enough for a test.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BaseRule {
    /// Smallest base of a group. 0 turns the whole rule off.
    pub min_base: u32,
}

impl Default for BaseRule {
    fn default() -> BaseRule {
        BaseRule { min_base: 30 }
    }
}

impl BaseRule {
    /// Smallest expected count in the table of two groups.
    const LEAST_EXPECTED: f64 = 5.0;

    /// Whether a base is too small for tests.
    pub fn is_small(self, base: u32) -> bool {
        base < self.min_base
    }

    /// Number of pairs of groups whose bases are large enough.
    #[inline(never)]
    pub fn pairs(self, groups: usize, base: &dyn Fn(usize) -> u32) -> usize {
        let large = (0..groups).map(base).filter(|base| *base > 0 && !self.is_small(*base)).count();
        large.saturating_mul(large.saturating_sub(1)) / 2
    }

    /// The p-value of two proportions, if they may be tested.
    pub fn share_p(self, one: Share, other: Share) -> Option<f64> {
        if self.is_small(one.base) || self.is_small(other.base) {
            return None;
        }
        if self.min_base > 0 && one.least_expected(other) < BaseRule::LEAST_EXPECTED {
            return None;
        }
        compare_shares(one, other).map(|test| test.p)
    }

    /// The p-value of two means, if they may be tested.
    pub fn mean_p(self, one: Moments, other: Moments) -> Option<f64> {
        if self.is_small(one.n) || self.is_small(other.n) {
            return None;
        }
        compare_means(one, other).map(|test| test.p)
    }
}

/// The letter of a column: A to Z, then AA, AB and so on.
pub fn column_letter(position: usize) -> String {
    let mut letters = Vec::new();
    let mut rest = position.saturating_add(1);
    while let Some(before) = rest.checked_sub(1) {
        letters.push(char::from(b'A'.saturating_add(u8::try_from(before % 26).unwrap_or(0))));
        rest = before / 26;
    }
    letters.iter().rev().collect()
}

/// The letters of each cell in a row, separated by spaces. `value` is what is compared, `p` the p-value of two cells,
/// `pairs` the number of pairs that Bonferroni's adjustment divides by.
pub fn letters_of_row(
    cells: usize,
    confidence: Confidence,
    pairs: usize,
    value: &dyn Fn(usize) -> f64,
    p: &dyn Fn(usize, usize) -> Option<f64>,
) -> Vec<String> {
    let divisor = if confidence.bonferroni { pairs.max(1) as f64 } else { 1.0 };
    let limit = |level: f64| (100.0 - level) / 100.0 / divisor;
    let mut marks = vec![Vec::new(); cells];
    for one in 0..cells {
        for other in one.saturating_add(1)..cells {
            let (lower, higher) = match value(one).partial_cmp(&value(other)) {
                Some(Ordering::Less) => (one, other),
                Some(Ordering::Greater) => (other, one),
                _ => continue,
            };
            let Some(p) = p(one, other) else { continue };
            let letter = if p < limit(confidence.first) {
                column_letter(lower)
            } else if confidence.second.is_some_and(|level| p < limit(level)) {
                column_letter(lower).to_ascii_lowercase()
            } else {
                continue;
            };
            if let Some(marks) = marks.get_mut(higher) {
                marks.push((lower, letter));
            }
        }
    }
    let joined = |mut marks: Vec<(usize, String)>| {
        sort_by_key(&mut marks, |(column, _)| *column);
        let letters: Vec<String> = marks.into_iter().map(|(_, letter)| letter).collect();
        letters.join(" ")
    };
    marks.into_iter().map(joined).collect()
}
