//! Benchmarks: how questions of the bank were answered elsewhere, computed from reference data.
//!
//! The reference data of a question has one row per entity, a company or an event, with the number of answers for each
//! choice. An entity is one data point; its value is the mean of its answers. A range of percentiles selects the
//! entities by their rank, from the lowest value to the highest.

mod bundles;

pub use bundles::BUNDLES;

use super::library::bank::{self, BankEntry};
use crate::spec::resources::benchmarks::{Benchmark, DataPoints};
use crate::spec::types::Integer;
use crate::wire::dates::Timestamp;
use crate::wire::order;
use litemap::LiteMap;
use std::cmp::Ordering;

/// A bundle of benchmarks.
#[derive(Debug)]
pub struct Bundle {
    /// The id of the bundle.
    pub id: &'static str,
    /// Country as an ISO 3166-1 code.
    pub country: &'static str,
    /// The title.
    pub title: &'static str,
    /// The main points.
    pub bullets: &'static [&'static str],
    /// The text below them.
    pub subtext: &'static str,
    /// The reference data of each question.
    pub references: &'static [Reference],
}

/// The reference data of a question.
#[derive(Debug)]
pub struct Reference {
    /// The id of the question in the bank.
    pub question_id: &'static str,
    /// For each entity, the number of answers for each choice.
    pub entities: &'static [&'static [u32]],
}

/// The first and the last moment of the period of the reference data: the year 2025.
pub const REFERENCE_PERIOD: [Timestamp; 2] = [Timestamp(1_735_689_600_000), Timestamp(1_767_225_599_000)];

/// The country that is used when none is given.
pub const DEFAULT_COUNTRY: &str = "US";

/// The bundle with this id.
pub fn find_bundle(id: &str) -> Option<&'static Bundle> {
    BUNDLES.iter().find(|bundle| bundle.id == id)
}

/// The reference data for a question of a survey: that of the first bank question with the same heading and choices.
pub fn find_reference(heading: &str, choices: &[&str]) -> Option<&'static Reference> {
    let references = BUNDLES.iter().flat_map(|bundle| bundle.references);
    references
        .into_iter()
        .find(|reference| reference.bank_question().is_some_and(|question| question.matches_question(heading, choices)))
}

impl Reference {
    /// The question in the bank.
    pub fn bank_question(&self) -> Option<&'static BankEntry> {
        bank::find_bank_question(self.question_id)
    }

    /// The benchmark of the data points between two percentiles.
    pub fn benchmark(&self, [start, end]: [u32; 2]) -> Benchmark {
        let values = self.choice_values();
        let mut points: Vec<(f64, &[u32])> = self.entities.iter().map(|row| (mean_value(&values, row), *row)).collect();
        order::sort_by_key(&mut points, |(value, _)| TotalOrder(*value));
        let last = points.len().saturating_sub(1).max(1) as f64;
        let selected: Vec<(f64, &[u32])> = (0_u32..)
            .zip(points)
            .filter(|(rank, _)| (f64::from(start)..=f64::from(end)).contains(&(f64::from(*rank) * 100.0 / last)))
            .map(|(_, point)| point)
            .collect();
        let total: u64 = selected.iter().flat_map(|(_, row)| *row).map(|count| u64::from(*count)).sum();
        let shares = values.iter().enumerate().map(|(at, (label, _))| {
            let count: u64 = selected.iter().filter_map(|(_, row)| row.get(at)).map(|count| u64::from(*count)).sum();
            (label.clone(), if total == 0 { 0.0 } else { round_value(count as f64 / total as f64) })
        });
        Benchmark {
            question: None,
            num_responses: Integer::saturating(total),
            num_data_points: Integer::saturating(selected.len() as u64),
            distribution_values: order::collect_list_map(shares),
            quartile_values: quartiles(&selected.iter().map(|(value, _)| *value).collect::<Vec<_>>()),
            data_point_type_distribution: None,
        }
    }

    /// The choices with their values: the number that is the choice's text, otherwise its position from 1.
    fn choice_values(&self) -> Vec<(String, f64)> {
        let choices = self.bank_question().map(|question| question.question.choices).unwrap_or_default();
        let numbers: Option<Vec<u32>> = choices.iter().map(|text| text.parse().ok()).collect();
        let count = u32::try_from(choices.len()).unwrap_or(u32::MAX);
        let values = numbers.unwrap_or_else(|| (1..=count).collect());
        values.into_iter().map(|value| (value.to_string(), f64::from(value))).collect()
    }
}

/// The types of the data points: all are entities.
pub const fn data_points() -> DataPoints {
    DataPoints { respondent_data_points: Integer::saturating(0), entity_data_points: Integer::saturating(100) }
}

fn mean_value(values: &[(String, f64)], row: &[u32]) -> f64 {
    let count: f64 = row.iter().map(|count| f64::from(*count)).sum();
    let sum: f64 = values.iter().zip(row).map(|((_, value), count)| value * f64::from(*count)).sum();
    if count > 0.0 { sum / count } else { 0.0 }
}

/// The values at each quarter of the sorted values, interpolated linearly; empty if there are no values.
fn quartiles(sorted: &[f64]) -> LiteMap<String, f64> {
    let last = sorted.len().saturating_sub(1);
    let value = |percent: u32| {
        let rank = f64::from(percent) / 100.0 * last as f64;
        let below = sorted.get(rank.floor() as usize)?;
        let above = sorted.get(rank.ceil() as usize)?;
        Some(round_value(below + (above - below) * rank.fract()))
    };
    order::collect_list_map(
        [0, 25, 50, 75, 100].into_iter().filter_map(|percent| Some((percent.to_string(), value(percent)?))),
    )
}

/// A number that is ordered as [`f64::total_cmp`] says.
#[derive(PartialEq)]
struct TotalOrder(f64);

impl Eq for TotalOrder {}

impl Ord for TotalOrder {
    fn cmp(&self, other: &TotalOrder) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl PartialOrd for TotalOrder {
    fn partial_cmp(&self, other: &TotalOrder) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Rounds to four decimal digits.
fn round_value(value: f64) -> f64 {
    (value * 10_000.0).round() / 10_000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reference_counts_every_choice_of_its_question() {
        for reference in BUNDLES.iter().flat_map(|bundle| bundle.references) {
            let choices = reference.bank_question().unwrap().question.choices;
            assert!(!choices.is_empty() && !reference.entities.is_empty());
            assert!(reference.entities.iter().all(|row| row.len() == choices.len()), "{}", reference.question_id);
        }
    }

    #[test]
    fn a_quartile_lies_between_its_neighbours() {
        let values = |sorted: &[f64]| quartiles(sorted).values().copied().collect::<Vec<_>>();
        // By text: 0, 100, 25, 50, 75.
        assert_eq!(values(&[1.0, 2.0, 3.0, 4.0, 5.0]), [1.0, 5.0, 2.0, 3.0, 4.0]);
        assert_eq!(values(&[1.0, 2.0]), [1.0, 2.0, 1.25, 1.5, 1.75]);
        assert_eq!(values(&[7.0]), [7.0; 5]);
        assert_eq!(values(&[]), [0.0; 0]);
    }
}
