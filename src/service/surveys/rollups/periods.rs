//! The periods of a trend, aligned with the calendar in UTC.

use crate::spec::resources::rollups::TrendBy;
use crate::wire::dates::{self, DAY, MINUTE, Timestamp};

const HOUR: i64 = 60 * MINUTE;
const WEEK: i64 = 7 * DAY;
/// The first Monday after 1970 began, from which weeks are counted. That weeks begin on Monday is our choice.
const MONDAY: i64 = 4 * DAY;

/// The period of a timestamp: its start, and the start of the next one.
pub fn period_bounds(moment: Timestamp, by: TrendBy) -> (Timestamp, Timestamp) {
    let even = |length: i64, shift: i64| {
        let start = moment.saturating_add(shift.saturating_neg()).floor(length).saturating_add(shift);
        (start, start.saturating_add(length))
    };
    match by {
        TrendBy::Hour => even(HOUR, 0),
        TrendBy::Day => even(DAY, 0),
        TrendBy::Week => even(WEEK, MONDAY),
        TrendBy::Month => month_bounds(moment, 1),
        TrendBy::Quarter => month_bounds(moment, 3),
        TrendBy::Year => month_bounds(moment, 12),
    }
}

/// The period of a whole number of months, which divides a year.
fn month_bounds(moment: Timestamp, length: u32) -> (Timestamp, Timestamp) {
    let date = moment.iso_without_offset().0;
    let mut parts = date.split('-').map(|part| part.parse::<u32>().unwrap_or(1));
    let (year, month) = (parts.next().unwrap_or(1970), parts.next().unwrap_or(1));
    let index = month.saturating_sub(1);
    let first = index.saturating_sub(index.checked_rem(length).unwrap_or(0));
    let begin = |index: u32| {
        let (years, index) = if index < 12 { (0, index) } else { (1, index.saturating_sub(12)) };
        let date = format!("{:04}-{:02}-01", year.saturating_add(years), index.saturating_add(1));
        dates::parse_date(&date).unwrap_or(moment)
    };
    (begin(first), begin(first.saturating_add(length)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn periods_begin_and_end_with_the_calendar() {
        let moment = dates::parse_date("2024-11-21T18:06:31").unwrap();
        for (by, start, end) in [
            (TrendBy::Hour, "2024-11-21T18:00:00", "2024-11-21T19:00:00"),
            (TrendBy::Day, "2024-11-21T00:00:00", "2024-11-22T00:00:00"),
            (TrendBy::Week, "2024-11-18T00:00:00", "2024-11-25T00:00:00"),
            (TrendBy::Month, "2024-11-01T00:00:00", "2024-12-01T00:00:00"),
            (TrendBy::Quarter, "2024-10-01T00:00:00", "2025-01-01T00:00:00"),
            (TrendBy::Year, "2024-01-01T00:00:00", "2025-01-01T00:00:00"),
        ] {
            let (first, next) = period_bounds(moment, by);
            assert_eq!(
                (first.iso_without_offset().0.as_str(), next.iso_without_offset().0.as_str()),
                (start, end),
                "{by:?}"
            );
            assert_eq!(period_bounds(first, by), (first, next));
            assert_eq!(period_bounds(next.saturating_add(-1), by), (first, next));
        }
        let (monday, _) = period_bounds(dates::parse_date("1969-12-31T00:00:00").unwrap(), TrendBy::Week);
        assert_eq!(monday.iso_without_offset().0, "1969-12-29T00:00:00");
    }
}
