//! p-values: the probability of a result at least as extreme, for the normal, Student's and the chi-square
//! distribution.

use super::beta::half_beta;
use super::gamma::upper_gamma;

/// Probability that a standard normal value is at least as far from 0 as `z`, on either side.
pub fn normal_tails(z: f64) -> f64 {
    // erfc(|z| / √2) is the upper incomplete gamma function of ½.
    upper_gamma(0.5, z * z / 2.0)
}

/// Probability that a value of Student's distribution is at least as far from 0 as `t`, on either side. The degrees of
/// freedom may be a fraction.
pub fn student_tails(t: f64, degrees: f64) -> f64 {
    half_beta(degrees / 2.0, t * t / degrees)
}

/// Probability that a value of the chi-square distribution is at least `statistic`.
pub fn chi_square_tail(statistic: f64, degrees: u32) -> f64 {
    upper_gamma(f64::from(degrees) / 2.0, statistic / 2.0)
}
