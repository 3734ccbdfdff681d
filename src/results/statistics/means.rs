//! Two means compared: Welch's t-test with sample variances.

use super::tails::student_tails;

/// Number, mean and sample variance of a group's values.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Moments {
    /// Number of values.
    pub n: u32,
    /// Their mean.
    pub mean: f64,
    /// Their sample variance (÷ n − 1); 0 for fewer than two values.
    pub variance: f64,
}

/// The result of a test.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MeanTest {
    /// Positive if the first mean is the higher one.
    pub t: f64,
    /// Degrees of freedom by Welch and Satterthwaite.
    pub df: f64,
    /// Probability of a difference at least as large, if there is none.
    pub p: f64,
}

impl Moments {
    /// The moments of values with their counts; all 0 without values.
    pub fn from_values(values: &[(f64, u32)]) -> Moments {
        let n: u32 = values.iter().fold(0, |sum, (_, times)| sum.saturating_add(*times));
        let mut counted = values.iter().filter(|(_, times)| *times > 0).map(|(value, _)| *value);
        let Some(first) = counted.next() else { return Moments::default() };
        // Exactly, because the sum of equal decimals is rounded: two groups of one value would differ significantly.
        if counted.all(|value| value == first) {
            return Moments { n, mean: first, variance: 0.0 };
        }
        let mean = values.iter().map(|(value, times)| value * f64::from(*times)).sum::<f64>() / f64::from(n);
        let squares =
            values.iter().map(|(value, times)| (value - mean) * (value - mean) * f64::from(*times)).sum::<f64>();
        let variance = if n > 1 { squares / f64::from(n.saturating_sub(1)) } else { 0.0 };
        Moments { n, mean, variance }
    }
}

/// Tests whether two means differ; `None` for a group of fewer than two values, or if no value differs from its mean.
pub fn compare_means(one: Moments, other: Moments) -> Option<MeanTest> {
    if one.n < 2 || other.n < 2 {
        return None;
    }
    let part = |group: Moments| group.variance / f64::from(group.n);
    let freedom = |group: Moments| part(group) * part(group) / f64::from(group.n.saturating_sub(1));
    let sum = part(one) + part(other);
    let t = (one.mean - other.mean) / sum.sqrt();
    let df = sum * sum / (freedom(one) + freedom(other));
    (t.is_finite() && df.is_finite()).then(|| MeanTest { t, df, p: student_tails(t, df) })
}
