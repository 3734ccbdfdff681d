//! The periods of a trend: they begin and end with the calendar, in UTC.

use crate::spec::resources::rollups::TrendBy;
use crate::wire::dates::{self, DAY, MINUTE, Moment};

const HOUR: i64 = 60 * MINUTE;
const WEEK: i64 = 7 * DAY;
/// The first Monday since 1970, from which weeks are counted. That they begin on Mondays is our choice.
const MONDAY: i64 = 4 * DAY;

/// The period that a moment lies in: its beginning, and the beginning of the next one.
pub fn period(moment: Moment, by: TrendBy) -> (Moment, Moment) {
    let even = |length: i64, shift: i64| {
        let start = moment.plus(shift.saturating_neg()).floor(length).plus(shift);
        (start, start.plus(length))
    };
    match by {
        TrendBy::Hour => even(HOUR, 0),
        TrendBy::Day => even(DAY, 0),
        TrendBy::Week => even(WEEK, MONDAY),
        TrendBy::Month => months(moment, 1),
        TrendBy::Quarter => months(moment, 3),
        TrendBy::Year => months(moment, 12),
    }
}

/// Periods of so many months; a year holds a whole number of them.
fn months(moment: Moment, length: u32) -> (Moment, Moment) {
    let date = moment.bare().0;
    let mut parts = date.split('-').map(|part| part.parse::<u32>().unwrap_or(1));
    let (year, month) = (parts.next().unwrap_or(1970), parts.next().unwrap_or(1));
    let index = month.saturating_sub(1);
    let first = index.saturating_sub(index.checked_rem(length).unwrap_or(0));
    let begin = |index: u32| {
        let (years, index) = if index < 12 { (0, index) } else { (1, index.saturating_sub(12)) };
        let date = format!("{:04}-{:02}-01", year.saturating_add(years), index.saturating_add(1));
        dates::read(&date).unwrap_or(moment)
    };
    (begin(first), begin(first.saturating_add(length)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn periods_begin_and_end_with_the_calendar() {
        let moment = dates::read("2024-11-21T18:06:31").unwrap();
        for (by, start, end) in [
            (TrendBy::Hour, "2024-11-21T18:00:00", "2024-11-21T19:00:00"),
            (TrendBy::Day, "2024-11-21T00:00:00", "2024-11-22T00:00:00"),
            (TrendBy::Week, "2024-11-18T00:00:00", "2024-11-25T00:00:00"),
            (TrendBy::Month, "2024-11-01T00:00:00", "2024-12-01T00:00:00"),
            (TrendBy::Quarter, "2024-10-01T00:00:00", "2025-01-01T00:00:00"),
            (TrendBy::Year, "2024-01-01T00:00:00", "2025-01-01T00:00:00"),
        ] {
            let (first, next) = period(moment, by);
            assert_eq!((first.bare().0.as_str(), next.bare().0.as_str()), (start, end), "{by:?}");
            assert_eq!(period(first, by), (first, next));
            assert_eq!(period(next.plus(-1), by), (first, next));
        }
        let (monday, _) = period(dates::read("1969-12-31T00:00:00").unwrap(), TrendBy::Week);
        assert_eq!(monday.bare().0, "1969-12-29T00:00:00");
    }
}
