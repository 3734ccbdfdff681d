//! Two proportions compared: the pooled z-test, two-sided, without continuity correction.

use super::tails::normal_tails;

/// A count and its base.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Share {
    /// Those that are counted.
    pub count: u32,
    /// Those that could be.
    pub base: u32,
}

/// The result of a test.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ProportionTest {
    /// Positive if the first proportion is the higher one.
    pub z: f64,
    /// Probability of a difference at least as large, if there is none.
    pub p: f64,
}

impl Share {
    /// The proportion; 0 without a base.
    pub fn proportion(self) -> f64 {
        if self.base == 0 { 0.0 } else { f64::from(self.count) / f64::from(self.base) }
    }

    /// The smallest expected count in the table of two groups, if both have the same proportion.
    pub fn least_expected(self, other: Share) -> f64 {
        let pooled = self.pooled_with(other);
        f64::from(self.base.min(other.base)) * pooled.min(1.0 - pooled)
    }

    /// Whether all or none are counted in both, so that there is nothing to test.
    pub fn is_constant_with(self, other: Share) -> bool {
        self.count.max(other.count) == 0 || (self.count == self.base && other.count == other.base)
    }

    fn pooled_with(self, other: Share) -> f64 {
        let base = f64::from(self.base) + f64::from(other.base);
        if base == 0.0 { 0.0 } else { (f64::from(self.count) + f64::from(other.count)) / base }
    }
}

/// Tests whether two proportions differ; `None` if a base is 0, or if all or none are counted in both.
pub fn compare_shares(one: Share, other: Share) -> Option<ProportionTest> {
    let pooled = one.pooled_with(other);
    let variance = pooled * (1.0 - pooled) * (1.0 / f64::from(one.base) + 1.0 / f64::from(other.base));
    let z = (one.proportion() - other.proportion()) / variance.sqrt();
    (variance > 0.0 && variance.is_finite()).then(|| ProportionTest { z, p: normal_tails(z) })
}
