//! Pearson's chi-square test of a table of counts, without continuity correction.

use super::tails::chi_square_tail;

/// The result of a test.
#[derive(Debug, Clone, PartialEq)]
pub struct ChiSquare {
    /// Sum of the squared residuals.
    pub statistic: f64,
    /// Degrees of freedom.
    pub df: u32,
    /// Probability of a statistic at least as large, if rows and columns are independent.
    pub p: f64,
    /// Cramér's V: 0 for independence, 1 for a complete association.
    pub v: f64,
    /// Whether expected counts are too small for the approximation: one below 1, or more than a fifth below 5.
    pub warning: bool,
    /// Expected counts, row by row. They are 0 in rows and columns without counts, which the test omits.
    pub expected: Vec<Vec<f64>>,
    /// Pearson's residuals, (observed − expected) ÷ √expected, row by row; 0 where nothing is expected.
    pub residuals: Vec<Vec<f64>>,
}

/// Tests whether the rows of a table are independent of its columns; `None` with fewer than two rows or columns that
/// have counts.
pub fn chi_square(rows: &[Vec<u32>]) -> Option<ChiSquare> {
    let width = rows.iter().map(Vec::len).max()?;
    let row_sums: Vec<f64> = rows.iter().map(|row| row.iter().copied().map(f64::from).sum()).collect();
    let mut column_sums = vec![0.0; width];
    for row in rows {
        for (sum, count) in column_sums.iter_mut().zip(row) {
            *sum += f64::from(*count);
        }
    }
    let total: f64 = row_sums.iter().sum();
    let used = |sums: &[f64]| u32::try_from(sums.iter().filter(|sum| **sum > 0.0).count()).unwrap_or(u32::MAX);
    let (down, across) = (used(&row_sums).checked_sub(1)?, used(&column_sums).checked_sub(1)?);
    let df = down.saturating_mul(across);
    if df == 0 {
        return None;
    }
    let expect =
        |row_sum: &f64| -> Vec<f64> { column_sums.iter().map(|column_sum| row_sum * column_sum / total).collect() };
    let expected: Vec<Vec<f64>> = row_sums.iter().map(expect).collect();
    let residual = |(count, expected): (u32, &f64)| {
        if *expected > 0.0 { (f64::from(count) - expected) / expected.sqrt() } else { 0.0 }
    };
    let residuals: Vec<Vec<f64>> = rows
        .iter()
        .zip(&expected)
        .map(|(row, expected)| row.iter().copied().chain(std::iter::repeat(0)).zip(expected).map(residual).collect())
        .collect();
    let statistic: f64 = residuals.iter().flatten().map(|residual| residual * residual).sum();
    let cells = || expected.iter().flatten().filter(|expected| **expected > 0.0);
    let few = cells().filter(|expected| **expected < 5.0).count();
    Some(ChiSquare {
        statistic,
        df,
        p: chi_square_tail(statistic, df),
        v: (statistic / (total * f64::from(down.min(across)))).sqrt(),
        warning: few.saturating_mul(5) > cells().count() || cells().any(|expected| *expected < 1.0),
        expected,
        residuals,
    })
}
