//! Mean, median, extremes and deviation of values with their counts.

use super::means::Moments;

/// Where values lie and how far they spread.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Spread {
    /// Number of values.
    pub n: u32,
    /// Mean.
    pub mean: f64,
    /// Median; the mean of the two middle values of an even number of values.
    pub median: f64,
    /// Smallest value.
    pub min: f64,
    /// Largest value.
    pub max: f64,
    /// Standard deviation of the population (÷ n).
    pub std: f64,
}

impl Spread {
    /// The spread of values with their counts, in any order; `None` without values.
    pub fn from_values(values: &[(f64, u32)]) -> Option<Spread> {
        let sorted = sort_values(values);
        let (min, max) = (sorted.first()?.0, sorted.last()?.0);
        let moments = Moments::from_values(&sorted);
        let free = f64::from(moments.n.saturating_sub(1));
        Some(Spread {
            n: moments.n,
            mean: moments.mean,
            median: quantile_of_sorted(&sorted, moments.n, 0.5),
            min,
            max,
            std: (moments.variance * free / f64::from(moments.n)).sqrt(),
        })
    }

    /// The spread of single values, which are reordered; `None` without values.
    pub fn from_list(values: &mut [f64]) -> Option<Spread> {
        let n = u32::try_from(values.len()).unwrap_or(u32::MAX);
        let count = f64::from(n);
        let half = values.len() / 2;
        // Only the middle is sorted: the list may be long.
        if values.is_empty() {
            return None;
        }
        let (before, middle, after) = values.select_nth_unstable_by(half, f64::total_cmp);
        let middle = *middle;
        let least = |values: &[f64]| values.iter().copied().fold(middle, f64::min);
        let most = |values: &[f64], start: f64| values.iter().copied().fold(start, f64::max);
        let (min, max) = (least(before), most(after, middle));
        let odd = n % 2 == 1;
        let median = if odd { middle } else { (most(before, f64::NEG_INFINITY) + middle) / 2.0 };
        // Exactly, because the sum of equal decimals is rounded.
        let mean = if min == max { min } else { values.iter().sum::<f64>() / count };
        let squares = values.iter().map(|value| (value - mean) * (value - mean)).sum::<f64>();
        Some(Spread { n, mean, median, min, max, std: (squares / count).sqrt() })
    }

    /// Number, mean and sample variance.
    pub fn moments(self) -> Moments {
        let free = f64::from(self.n.saturating_sub(1));
        let variance = if self.n > 1 { self.std * self.std * f64::from(self.n) / free } else { 0.0 };
        Moments { n: self.n, mean: self.mean, variance }
    }

    /// The value below which a part of the values lies, interpolated between neighbours (R's type 7, as spreadsheets
    /// do); `None` without values.
    pub fn quantile(values: &[(f64, u32)], part: f64) -> Option<f64> {
        let sorted = sort_values(values);
        let n = sorted.iter().fold(0_u32, |sum, (_, times)| sum.saturating_add(*times));
        (n > 0).then(|| quantile_of_sorted(&sorted, n, part))
    }
}

fn sort_values(values: &[(f64, u32)]) -> Vec<(f64, u32)> {
    let mut sorted: Vec<(f64, u32)> = values.iter().copied().filter(|(_, times)| *times > 0).collect();
    sorted.sort_unstable_by(|one, other| one.0.total_cmp(&other.0));
    sorted
}

fn quantile_of_sorted(sorted: &[(f64, u32)], n: u32, part: f64) -> f64 {
    let place = part.clamp(0.0, 1.0) * f64::from(n.saturating_sub(1));
    let (low, high) = (nth_value(sorted, place.floor()), nth_value(sorted, place.ceil()));
    let share = place - place.floor();
    // Not `low + share * (high - low)`: the middle of two values is their mean to the last digit.
    if share == 0.5 { (low + high) / 2.0 } else { low * (1.0 - share) + high * share }
}

/// The value at a position of the sorted list, each value repeated by its count.
fn nth_value(sorted: &[(f64, u32)], wanted: f64) -> f64 {
    let mut before = 0.0;
    for (value, times) in sorted {
        before += f64::from(*times);
        if before > wanted {
            return *value;
        }
    }
    sorted.last().map_or(0.0, |(value, _)| *value)
}
