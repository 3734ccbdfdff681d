//! A histogram of answered dates: periods of one length, from the first date to the last.

use super::calendar::{Calendar, Period};
use crate::results::store::{Bits, CellColumns, Store};
use crate::spec::questions::DateStyle;
use crate::wire::answer_dates::parse_answer_date;

/// More periods than this get a greater length.
const MOST: usize = 20;

/// A day has no more hours.
const HOURS: usize = 24;

/// The dates of a row.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct DateHistogram {
    pub(super) by: Period,
    pub(super) bins: Vec<DateBin>,
}

/// A period, in seconds since 1970 in the respondents' own time.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct DateBin {
    pub(super) from: i64,
    /// Where the next one begins.
    pub(super) to: i64,
    /// Dates in it.
    pub(super) count: u32,
}

/// The histogram of the dates in a cell; `None` without dates, and for dates that are more than two centuries apart.
/// Times of day are counted by the hour, all others in the shortest period that makes at most 20 of them.
pub(super) fn date_histogram(
    store: &Store,
    cell: &CellColumns,
    style: DateStyle,
    rows: &Bits,
) -> Option<DateHistogram> {
    let entered = cell.texts.present.and(rows);
    let texts = entered.iter().flat_map(|row| store.text_at(&cell.texts, row));
    let dates: Vec<i64> = texts.filter_map(|text| parse_answer_date(&text, style)).collect();
    let has_hours = style == DateStyle::DateTime;
    match style {
        DateStyle::Time => count_dates(&dates, Period::Hour, HOURS),
        DateStyle::Date | DateStyle::DateTime => {
            let mut lengths = LENGTHS.into_iter().filter(|length| has_hours || *length != Period::Hour);
            lengths.find_map(|length| count_dates(&dates, length, MOST))
        }
    }
}

/// The lengths that are tried, the shortest first.
const LENGTHS: [Period; 7] =
    [Period::Hour, Period::Day, Period::Week, Period::Month, Period::Quarter, Period::Year, Period::Decade];

fn count_dates(dates: &[i64], by: Period, most: usize) -> Option<DateHistogram> {
    let (first, last) = (dates.iter().min()?, dates.iter().max()?);
    let calendar = Calendar::utc(by);
    let mut bins: Vec<DateBin> = Vec::new();
    let mut from = calendar.start_of(*first);
    while from <= *last {
        if bins.len() == most {
            return None;
        }
        let to = calendar.next_start(from);
        bins.push(DateBin { from, to, count: 0 });
        from = to;
    }
    for date in dates {
        let place = bins.partition_point(|bin| bin.to <= *date);
        if let Some(bin) = bins.get_mut(place) {
            bin.count = bin.count.saturating_add(1);
        }
    }
    Some(DateHistogram { by, bins })
}
