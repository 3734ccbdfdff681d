//! Periods of time in a time zone, which is a table of offsets: days have 23 and 25 hours where the clock changes.

use crate::results::arguments::{Arguments, refuse};
use crate::results::store::{Bits, Store};
use crate::wire::dates::{EPOCH_JULIAN_DAY, Timestamp};
use crate::wire::failure::Failure;
use crate::wire::order::sort_by_key;
use serde_json::Value;
use std::collections::BTreeMap;
use time::{Date, Month};

/// Seconds of an hour and of a day.
const HOUR: i64 = 3_600;
const DAY: i64 = 86_400;

/// The length of a period.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Period {
    Hour,
    Day,
    Week,
    Month,
    Quarter,
    Year,
    Decade,
}

/// Periods in a time zone.
#[derive(Debug)]
pub(super) struct Calendar {
    period: Period,
    /// Offsets from UTC in seconds, each with the second from which on it holds, in ascending order.
    zone: Vec<(i64, i64)>,
}

/// A period, and its rows in ascending order: a set of bits for each of thousands of periods would take too much
/// memory.
#[derive(Debug, Default)]
pub(super) struct PeriodRows {
    pub(super) from: i64,
    pub(super) to: i64,
    rows: Vec<u32>,
}

impl PeriodRows {
    /// Its rows.
    pub(super) fn bits(&self) -> Bits {
        self.rows.iter().copied().collect()
    }
}

/// Periods with the gaps before each of them.
fn join(filled: Vec<PeriodRows>, gaps: Vec<Vec<PeriodRows>>) -> Vec<PeriodRows> {
    gaps.into_iter().zip(filled).flat_map(|(gap, period)| gap.into_iter().chain([period])).collect()
}

/// A time in seconds since 1970 as the API writes it.
pub(super) fn iso_time(seconds: i64) -> String {
    Timestamp(seconds.saturating_mul(1_000)).with_offset().0
}

impl Period {
    /// Those of trends, which are the API's.
    const OF_TRENDS: [Period; 6] =
        [Period::Hour, Period::Day, Period::Week, Period::Month, Period::Quarter, Period::Year];

    /// Its word.
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Period::Hour => "hour",
            Period::Day => "day",
            Period::Week => "week",
            Period::Month => "month",
            Period::Quarter => "quarter",
            Period::Year => "year",
            Period::Decade => "decade",
        }
    }
}

impl Calendar {
    /// Periods in UTC.
    pub(super) const fn utc(period: Period) -> Calendar {
        Calendar { period, zone: Vec::new() }
    }

    /// Reads `{by, zone?: [[from, offset]…]}`. Without a zone, times are UTC.
    pub(super) fn read(arguments: Arguments) -> Result<Calendar, Box<Failure>> {
        let word = arguments.text("by")?;
        let period = Period::OF_TRENDS.into_iter().find(|period| word == Some(period.as_str()));
        let period = period.ok_or_else(|| refuse("by", "hour, day, week, month, quarter or year"))?;
        let pair = |entry: &Value| {
            let pair = entry.as_array().and_then(|pair| match pair.as_slice() {
                [from, offset] => Some((from.as_i64()?, offset.as_i64()?)),
                _ => None,
            });
            let sound = pair.filter(|(from, offset)| from.abs() < 1_i64 << 40 && offset.abs() <= 2 * DAY);
            sound.ok_or_else(|| refuse("zone", "an array of pairs: second, offset in seconds"))
        };
        let mut zone: Vec<(i64, i64)> =
            arguments.list("zone")?.unwrap_or_default().iter().map(pair).collect::<Result<_, _>>()?;
        sort_by_key(&mut zone, |pair| *pair);
        Ok(Calendar { period, zone })
    }

    /// The rows by the period in which they were started: every period from the first to the last, or only those with
    /// rows if there were more than `most` otherwise, as with one date of 1970 or earlier.
    pub(super) fn split_rows(&self, store: &Store, rows: &Bits, most: usize) -> Result<Vec<PeriodRows>, Box<Failure>> {
        let mut filled: Vec<PeriodRows> = Vec::new();
        let mut places: BTreeMap<i64, usize> = BTreeMap::new();
        // Responses are held roughly in the order of their start, so the period of the last one is tried first.
        let mut current = 0_usize;
        for (row, time) in rows.iter().filter_map(|row| Some((row, store.date_created(row)?))) {
            if !filled.get(current).is_some_and(|period| period.from <= time && time < period.to) {
                let from = self.start_of(time);
                current = *places.entry(from).or_insert_with(|| {
                    filled.push(PeriodRows { from, to: self.next_start(from), rows: Vec::new() });
                    filled.len().saturating_sub(1)
                });
            }
            if let Some(period) = filled.get_mut(current) {
                period.rows.push(row);
            }
        }
        if filled.len() > most {
            return Err(refuse("by", "a longer period: there would be too many"));
        }
        let order = places.into_values();
        let filled: Vec<PeriodRows> = order.filter_map(|place| filled.get_mut(place).map(std::mem::take)).collect();
        Ok(match self.gaps(&filled, most.saturating_sub(filled.len())) {
            Some(gaps) => join(filled, gaps),
            None => filled,
        })
    }

    /// The periods without rows between those with rows, for each of these the ones before it; `None` if there are more
    /// than `most`.
    fn gaps(&self, filled: &[PeriodRows], most: usize) -> Option<Vec<Vec<PeriodRows>>> {
        let mut count = 0_usize;
        let mut next = filled.first()?.from;
        let mut gaps = Vec::with_capacity(filled.len());
        for period in filled {
            let mut gap = Vec::new();
            while next < period.from {
                let to = self.next_start(next);
                gap.push(PeriodRows { from: next, to, rows: Vec::new() });
                next = to;
                count = count.saturating_add(1);
                if count > most {
                    return None;
                }
            }
            gaps.push(gap);
            next = period.to;
        }
        Some(gaps)
    }

    /// The beginning of the period that contains a time.
    pub(super) fn start_of(&self, time: i64) -> i64 {
        let (offset, from, _) = self.offset_at(time);
        let local = time.saturating_add(offset);
        if self.period == Period::Hour {
            return local.saturating_sub(local.rem_euclid(HOUR)).saturating_sub(offset).max(from);
        }
        let day = local.div_euclid(DAY);
        let mut start = self.first_day(day, 0);
        // Where the clock was set back over midnight, the day before lasts until it is midnight again.
        if self.second_of(start) > time {
            start = self.first_day(start.saturating_sub(1), 0);
        }
        self.second_of(start)
    }

    /// The beginning of the period behind one that begins at this time.
    pub(super) fn next_start(&self, start: i64) -> i64 {
        let (offset, _, end) = self.offset_at(start);
        let local = start.saturating_add(offset);
        if self.period == Period::Hour {
            let next = local.saturating_sub(local.rem_euclid(HOUR)).saturating_add(HOUR).saturating_sub(offset);
            return next.min(end);
        }
        let next = self.second_of(self.first_day(local.div_euclid(DAY), 1));
        next.max(start.saturating_add(1))
    }

    /// The offset at a time, and the seconds from and until which it holds.
    fn offset_at(&self, time: i64) -> (i64, i64, i64) {
        let next = self.zone.partition_point(|(from, _)| *from <= time);
        let end = self.zone.get(next).map_or(i64::MAX, |(from, _)| *from);
        match next.checked_sub(1).and_then(|current| self.zone.get(current)) {
            Some((from, offset)) => (*offset, *from, end),
            None => (self.zone.first().map_or(0, |(_, offset)| *offset), i64::MIN, end),
        }
    }

    /// The second at which a day, counted from 1970, begins: from it on, no clock shows an earlier time.
    fn second_of(&self, day: i64) -> i64 {
        let local = day.saturating_mul(DAY);
        let mut end = i64::MAX;
        for (from, offset) in self.zone.iter().rev() {
            let second = local.saturating_sub(*offset);
            if second > *from {
                return second.min(end);
            }
            end = *from;
        }
        let offset = self.zone.first().map_or(0, |(_, offset)| *offset);
        local.saturating_sub(offset).min(end)
    }

    /// The first day of the period that contains a day, or of one that many periods later.
    fn first_day(&self, day: i64, later: i64) -> i64 {
        let months = match self.period {
            Period::Hour | Period::Day => return day.saturating_add(later),
            // 1970 began on a Thursday.
            Period::Week => {
                let monday = day.saturating_sub(day.saturating_add(3).rem_euclid(7));
                return monday.saturating_add(later.saturating_mul(7));
            }
            Period::Month => 1,
            Period::Quarter => 3,
            Period::Year => 12,
            Period::Decade => 120,
        };
        let Some(date) = date_of(day) else { return day.saturating_add(later) };
        let month = i64::from(u8::from(date.month())).saturating_sub(1);
        let month = i64::from(date.year()).saturating_mul(12).saturating_add(month);
        let first = month.div_euclid(months).saturating_add(later).saturating_mul(months);
        first_of_month(first).unwrap_or_else(|| day.saturating_add(later))
    }
}

fn date_of(day: i64) -> Option<Date> {
    Date::from_julian_day(i32::try_from(day).ok()?.checked_add(EPOCH_JULIAN_DAY)?).ok()
}

/// The first day of a month, counted from January of the year 0.
fn first_of_month(month: i64) -> Option<i64> {
    let year = i32::try_from(month.div_euclid(12)).ok()?;
    let month = Month::try_from(u8::try_from(month.rem_euclid(12)).ok()?.checked_add(1)?).ok()?;
    let day = Date::from_calendar_date(year, month, 1).ok()?.to_julian_day().checked_sub(EPOCH_JULIAN_DAY)?;
    Some(day.into())
}
