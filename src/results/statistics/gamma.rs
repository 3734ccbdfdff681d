//! The regularised incomplete gamma function, by its series and by Lentz's continued fraction.

use std::f64::consts::PI;

/// Terms after which a series or a fraction is taken as it is. Both converge in about √a steps.
const STEPS: u32 = 100_000;

/// From here on Stirling's series is exact to the last digits.
const LARGE: f64 = 16.0;

/// The upper incomplete gamma function Q(a, x) = Γ(a, x) / Γ(a), for positive `a`.
pub(super) fn upper_gamma(a: f64, x: f64) -> f64 {
    if x <= 0.0 || a <= 0.0 {
        return 1.0;
    }
    if !x.is_finite() {
        return 0.0;
    }
    // Each branch adds positive terms only, and neither subtracts from 1 where the result is small.
    if x < a + 1.0 { 1.0 - density(a, x) * series(a, x) } else { density(a, x) * fraction(a, x) }
}

/// x^a · e^-x / Γ(a).
fn density(a: f64, x: f64) -> f64 {
    if a < LARGE {
        // Γ(a) = Γ(a + n) / (a · (a + 1) … (a + n - 1))
        let mut shifted = a;
        let mut product = 1.0;
        while shifted < LARGE {
            product *= shifted;
            shifted += 1.0;
        }
        let ln_gamma = (shifted - 0.5) * shifted.ln() - shifted + 0.5 * (2.0 * PI).ln() + stirling_rest(shifted);
        return (a * x.ln() - x - ln_gamma + product.ln()).exp();
    }
    // The logarithms of x^a, e^x and Γ(a) are large and nearly cancel, so they are subtracted in closed form.
    let off = (x - a) / a;
    (a / (2.0 * PI)).sqrt() * (-a * (off - off.ln_1p()) - stirling_rest(a)).exp()
}

/// The part of ln Γ(a) that Stirling's formula omits.
fn stirling_rest(a: f64) -> f64 {
    let square = a * a;
    (1.0 / 12.0 - (1.0 / 360.0 - (1.0 / 1260.0 - (1.0 / 1680.0 - 1.0 / (1188.0 * square)) / square) / square) / square)
        / a
}

fn series(a: f64, x: f64) -> f64 {
    let mut term = 1.0 / a;
    let mut sum = term;
    let mut next = a;
    for _ in 0..STEPS {
        next += 1.0;
        term *= x / next;
        sum += term;
        if term < sum * f64::EPSILON {
            break;
        }
    }
    sum
}

fn fraction(a: f64, x: f64) -> f64 {
    let mut b = x + 1.0 - a;
    let mut c = f64::INFINITY;
    let mut d = 1.0 / b;
    let mut value = d;
    for step in 1..STEPS {
        let step = f64::from(step);
        let numerator = step * (a - step);
        b += 2.0;
        d = 1.0 / nonzero(numerator * d + b);
        c = nonzero(b + numerator / c);
        let factor = c * d;
        value *= factor;
        if (factor - 1.0).abs() < f64::EPSILON {
            break;
        }
    }
    value
}

/// A denominator of a continued fraction: Lentz's algorithm replaces 0 with a tiny number.
pub(super) fn nonzero(value: f64) -> f64 {
    if value.abs() < f64::MIN_POSITIVE { f64::MIN_POSITIVE } else { value }
}
