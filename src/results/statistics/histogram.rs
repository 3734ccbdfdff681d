//! A histogram of numbers: bins of one width, which is 1, 2 or 5 times a power of ten.

/// More bins than this get a greater width.
const MOST: f64 = 20.0;

/// The exponents of the powers of ten: of numbers with fractions, and the highest one.
const LEAST: i32 = -15;
const GREATEST: i32 = 308;

/// Bins farther from 0, counted in widths, would have bounds that numbers do not express exactly.
const FARTHEST: f64 = 1e9;

/// A bin.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bin {
    /// Where it begins.
    pub from: f64,
    /// Its last number, if all numbers are whole; otherwise where the next one begins.
    pub to: f64,
    /// The smallest and the largest number in it; `None` without any.
    pub range: Option<(f64, f64)>,
    /// Numbers in it.
    pub count: u32,
}

/// A width: a digit times a power of ten, which is a multiplier or a divisor.
#[derive(Clone, Copy)]
struct BinWidth {
    digit: f64,
    multiplier: f64,
    divisor: f64,
}

/// The histogram of numbers in any order, empty bins included. The width is the least that makes at most 20 bins; that
/// of whole numbers is whole. Numbers that are all the same have one bin, which begins and ends there.
pub fn histogram(numbers: &[f64]) -> Vec<Bin> {
    let least = numbers.iter().copied().fold(f64::INFINITY, f64::min);
    let greatest = numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if !least.is_finite() || !greatest.is_finite() {
        return Vec::new();
    }
    if least >= greatest {
        let count = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
        return vec![Bin { from: least, to: least, range: Some((least, least)), count }];
    }
    let are_whole = numbers.iter().all(|number| number.fract() == 0.0);
    let exponents = if are_whole { 0 } else { LEAST }..=GREATEST;
    let mut widths = exponents.flat_map(|exponent| [1.0, 2.0, 5.0].map(|digit| BinWidth::new(digit, exponent)));
    let fits = |width: &BinWidth| {
        let (first, last) = (width.place(least), width.place(greatest));
        last - first < MOST && first.abs().max(last.abs()) < FARTHEST
    };
    let Some(width) = widths.find(fits) else { return Vec::new() };
    let first = width.place(least);
    let last = if are_whole { 1.0 } else { 0.0 };
    let count = (width.place(greatest) - first) as usize;
    let bin = |position: usize| {
        let place = first + position as f64;
        Bin { from: width.start(place), to: width.start(place + 1.0) - last, range: None, count: 0 }
    };
    let mut bins: Vec<Bin> = (0..=count).map(bin).collect();
    for number in numbers {
        if let Some(bin) = bins.get_mut((width.place(*number) - first) as usize) {
            let (min, max) = bin.range.unwrap_or((*number, *number));
            bin.range = Some((min.min(*number), max.max(*number)));
            bin.count = bin.count.saturating_add(1);
        }
    }
    bins
}

impl BinWidth {
    fn new(digit: f64, exponent: i32) -> BinWidth {
        // Positive powers of ten are exact, and negative ones are not.
        let power = 10_f64.powi(exponent.saturating_abs());
        let (multiplier, divisor) = if exponent < 0 { (1.0, power) } else { (power, 1.0) };
        BinWidth { digit, multiplier, divisor }
    }

    /// The position of a number's bin, counted from that of 0.
    fn place(self, number: f64) -> f64 {
        let scaled = number * self.divisor / self.multiplier / self.digit;
        // A number that is a bound but for the last binary digit, such as 0.29 in hundredths, is that bound.
        let nearest = scaled.round();
        if (scaled - nearest).abs() <= 1e-12 * nearest.abs() { nearest } else { scaled.floor() }
    }

    /// Where the bin at a position begins.
    fn start(self, place: f64) -> f64 {
        place * self.digit * self.multiplier / self.divisor
    }
}
