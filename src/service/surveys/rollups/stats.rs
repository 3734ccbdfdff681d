//! Standard deviation, extremes, median and mean of numbers that are seen once.

use crate::spec::resources::rollups::RollupStats;

/// Maximum number of different values for the median. Beyond it, values are rounded, so that memory stays bounded.
const DISTINCT_VALUES_MAX: usize = 2000;

/// Running statistics of numbers.
#[derive(Debug, Clone)]
pub struct RunningStats {
    count: u64,
    mean: f64,
    /// The sum of the squared differences from the current mean (Welford's algorithm).
    spread: f64,
    min: f64,
    max: f64,
    /// How often each value was seen, ordered by value.
    histogram: Vec<(f64, u64)>,
    /// The binary digits to which values in `histogram` are rounded, once there were too many.
    digits: Option<u32>,
}

impl Default for RunningStats {
    fn default() -> RunningStats {
        let (min, max) = (f64::INFINITY, f64::NEG_INFINITY);
        RunningStats { count: 0, mean: 0.0, spread: 0.0, min, max, histogram: Vec::new(), digits: None }
    }
}

impl RunningStats {
    /// Adds a number.
    pub fn add_value(&mut self, value: f64) {
        self.count = self.count.saturating_add(1);
        let distance = value - self.mean;
        self.mean += distance / self.count as f64;
        self.spread += distance * (value - self.mean);
        self.min = self.min.min(value);
        self.max = self.max.max(value);
        self.insert_value(self.digits.map_or(value, |digits| round_binary(value, digits)), 1);
        if self.histogram.len() > DISTINCT_VALUES_MAX {
            // Each overflow rounds more coarsely, which merges values until few enough are left.
            let digits = self.digits.map_or(10, |digits| digits.saturating_sub(3).max(1));
            self.digits = Some(digits);
            let all = std::mem::take(&mut self.histogram);
            all.into_iter().for_each(|(value, times)| self.insert_value(round_binary(value, digits), times));
        }
    }

    fn insert_value(&mut self, value: f64, times: u64) {
        match self.histogram.binary_search_by(|(known, _)| known.total_cmp(&value)) {
            Ok(index) => {
                if let Some((_, count)) = self.histogram.get_mut(index) {
                    *count = count.saturating_add(times);
                }
            }
            Err(index) => self.histogram.insert(index, (value, times)),
        }
    }

    /// The statistics; `None` if there are no numbers. The standard deviation is that of a population: our choice.
    pub fn stats(&self) -> Option<RollupStats> {
        (self.count > 0).then(|| RollupStats {
            std: (self.spread / self.count as f64).max(0.0).sqrt(),
            max: self.max,
            min: self.min,
            median: self.median(),
            mean: self.mean,
        })
    }

    fn median(&self) -> f64 {
        let half = self.count / 2;
        let upper = self.nth_value(half);
        if self.count % 2 == 1 { upper } else { (self.nth_value(half.saturating_sub(1)) + upper) / 2.0 }
    }

    /// The value at this index, from 0, in the order of all.
    fn nth_value(&self, index: u64) -> f64 {
        let mut before = 0_u64;
        let found = self.histogram.iter().find(|(_, times)| {
            before = before.saturating_add(*times);
            before > index
        });
        found.map_or(0.0, |(value, _)| *value)
    }
}

/// The nearest value with this many binary digits after the first. Rounding in decimal would need a conversion to text.
fn round_binary(value: f64, digits: u32) -> f64 {
    let dropped = (f64::MANTISSA_DIGITS - 1).saturating_sub(digits);
    let half = 1_u64.checked_shl(dropped.saturating_sub(1)).unwrap_or(0);
    let mask = u64::MAX.checked_shl(dropped).unwrap_or(u64::MAX);
    f64::from_bits(value.to_bits().saturating_add(half) & mask)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stats(values: impl IntoIterator<Item = f64>) -> RollupStats {
        let mut all = RunningStats::default();
        values.into_iter().for_each(|value| all.add_value(value));
        all.stats().unwrap()
    }

    #[test]
    fn numbers_come_to_what_a_textbook_says() {
        let stats = stats([2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]);
        assert!((stats.mean - 5.0).abs() < 1e-9 && (stats.std - 2.0).abs() < 1e-9);
        assert_eq!((stats.min, stats.median, stats.max), (2.0, 4.5, 9.0));
        assert_eq!(super::RunningStats::default().stats(), None);
    }

    #[test]
    fn the_middle_of_an_odd_number_of_values_is_one_of_them() {
        assert_eq!(stats([-3.0, 10.0, 1.0]).median, 1.0);
    }

    #[test]
    fn many_different_values_take_little_memory_and_keep_their_middle() {
        let mut all = RunningStats::default();
        (0..100_000).for_each(|number| all.add_value(f64::from(number) / 7.0));
        let stats = all.stats().unwrap();
        assert!(all.histogram.len() <= DISTINCT_VALUES_MAX + 1);
        let middle = 49_999.5 / 7.0;
        assert!((stats.median - middle).abs() / middle < 0.06, "{} and {middle}", stats.median);
        assert!((stats.mean - middle).abs() / middle < 1e-9);
    }
}
