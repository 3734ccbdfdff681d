//! The regularised incomplete beta function with one parameter ½, which Student's distribution needs.

use super::gamma::nonzero;
use std::f64::consts::PI;

/// Steps after which the fraction is taken as it is. It converges in about √a steps.
const STEPS: u32 = 100_000;

/// From here on the series of the quotient of gamma functions is exact to the last digits.
const LARGE: f64 = 40.0;

/// I(a, ½) at 1 / (1 + `odds`), for positive `a`. With the odds as argument, no digit is lost near 1.
pub(super) fn half_beta(a: f64, odds: f64) -> f64 {
    if odds <= 0.0 || a.is_nan() || odds.is_nan() {
        return 1.0;
    }
    if !odds.is_finite() {
        return 0.0;
    }
    let x = 1.0 / (1.0 + odds);
    let rest = odds * x;
    // x^a · (1 - x)^½ / B(a, ½)
    let front = (-a * odds.ln_1p()).exp() * rest.sqrt() * gamma_quotient(a) / PI.sqrt();
    if x < (a + 1.0) / (a + 2.5) { front * fraction(a, 0.5, x) / a } else { 1.0 - front * fraction(0.5, a, rest) / 0.5 }
}

/// Γ(a + ½) / Γ(a).
fn gamma_quotient(a: f64) -> f64 {
    let mut shifted = a;
    let mut product = 1.0;
    while shifted < LARGE {
        product *= shifted / (shifted + 0.5);
        shifted += 1.0;
    }
    let small = 1.0 / shifted;
    let series = 1.0
        - small
            * (1.0 / 8.0
                - small
                    * (1.0 / 128.0 + small * (5.0 / 1024.0 - small * (21.0 / 32_768.0 + small * 399.0 / 262_144.0))));
    product * shifted.sqrt() * series
}

fn fraction(a: f64, b: f64, x: f64) -> f64 {
    let mut c = 1.0;
    let mut d = 1.0 / nonzero(1.0 - (a + b) * x / (a + 1.0));
    let mut value = d;
    for step in 1..STEPS {
        let step = f64::from(step);
        let place = a + 2.0 * step;
        let even = step * (b - step) * x / ((place - 1.0) * place);
        let odd = -(a + step) * (a + b + step) * x / (place * (place + 1.0));
        let mut factor = 1.0;
        for numerator in [even, odd] {
            d = 1.0 / nonzero(1.0 + numerator * d);
            c = nonzero(1.0 + numerator / c);
            factor = c * d;
            value *= factor;
        }
        if (factor - 1.0).abs() < f64::EPSILON {
            break;
        }
    }
    value
}
