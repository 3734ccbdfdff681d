//! Letters of significance reckoned a second time: p-values by an integral, each pair of cells from both sides.

/// The p-value of two proportions, by an integral of the normal density.
pub fn share_p([one, n]: [usize; 2], [other, m]: [usize; 2]) -> f64 {
    let [one, n, other, m] = [one, n, other, m].map(|count| count as f64);
    let pooled = (one + other) / (n + m);
    let z = ((one / n - other / m) / (pooled * (1.0 - pooled) * (1.0 / n + 1.0 / m)).sqrt()).abs();
    // Simpson's rule from 0 to z.
    let steps = 300;
    let density = |x: f64| (-x * x / 2.0).exp() * (2.0 / std::f64::consts::PI).sqrt();
    let width = z / f64::from(steps);
    let sum: f64 = (0..=steps)
        .map(|step| {
            density(f64::from(step) * width)
                * if step == 0 || step == steps {
                    1.0
                } else if step % 2 == 1 {
                    4.0
                } else {
                    2.0
                }
        })
        .sum();
    1.0 - sum * width / 3.0
}

/// The letters of the cells of a line, from counts and bases.
pub fn letters(cells: &[[usize; 2]], tested: bool, min_base: usize) -> Vec<String> {
    let mut marks = vec![Vec::new(); cells.len()];
    for (one, left) in cells.iter().enumerate() {
        for (other, right) in cells.iter().enumerate() {
            let rate = |cell: &[usize; 2]| cell[0] as f64 / cell[1] as f64;
            let (sum, base) = (left[0] + right[0], left[1] + right[1]);
            let small = left[1].min(right[1]) < min_base.max(1);
            let least = left[1].min(right[1]) as f64 * (sum.min(base - sum) as f64) / base as f64;
            if !tested || small || least < 5.0 || rate(left) <= rate(right) {
                continue;
            }
            let letter = char::from(b'A' + u8::try_from(other).unwrap());
            match share_p(*left, *right) {
                p if p < 0.05 => marks[one].push(letter.to_string()),
                p if p < 0.2 => marks[one].push(letter.to_lowercase().to_string()),
                _ => {}
            }
        }
    }
    marks.iter().map(|marks| marks.join(" ")).collect()
}
