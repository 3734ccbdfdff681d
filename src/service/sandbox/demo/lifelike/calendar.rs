//! When the responses of a lifelike survey begin: mostly on weekdays and by day, most after a mailing, none in the
//! gaps.

use crate::service::sandbox::demo::day_start;
use crate::service::sandbox::demo::dice::Dice;
use crate::wire::dates::Timestamp;

/// How many respond on each day of the week, from Monday.
const WEEKDAYS: [u64; 7] = [100, 110, 105, 100, 85, 35, 30];

/// How many respond in each hour of the day.
const HOURS: [u64; 24] = [2, 1, 1, 1, 1, 2, 5, 10, 18, 25, 28, 26, 22, 24, 26, 24, 20, 18, 20, 24, 22, 15, 8, 4];

/// Days between two mailings.
const MAILING: u64 = 45;

/// The days after the survey's start without responses, in each period of 61 days.
const GAP: std::ops::Range<u64> = 40..44;

/// The days of a survey with their shares of the responses.
#[derive(Debug)]
pub struct Calendar {
    first: i64,
    /// For each day, the shares of all days until its end.
    ends: Vec<u64>,
}

impl Calendar {
    /// The calendar of so many days from the first one on, which counts from the epoch.
    pub fn new(seed: u64, first: i64, days: i64) -> Calendar {
        let mut dice = Dice::new(seed);
        let ends = (0_u64..).zip(0..days).scan(0_u64, |sum, (index, day)| {
            let weekday = usize::try_from(first.saturating_add(day).rem_euclid(7)).unwrap_or(0);
            let usual = WEEKDAYS.get(weekday).copied().unwrap_or(0).saturating_mul(dice.roll(61).saturating_add(70));
            let crowd = match index % MAILING {
                0 => 8,
                1 => 4,
                2 => 2,
                _ => 1,
            };
            let share = if GAP.contains(&(index % 61)) { 0 } else { usual.saturating_mul(crowd) };
            *sum = sum.saturating_add(share);
            Some(*sum)
        });
        Calendar { first, ends: ends.collect() }
    }

    /// When the response with this number, counted from 1, begins. Later numbers begin later.
    pub fn begun_at(&self, number: u64, total: u64) -> Timestamp {
        let all = self.ends.last().copied().unwrap_or(0);
        let halves = number.saturating_mul(2).saturating_sub(1).saturating_mul(all);
        let place = halves.checked_div(total.saturating_mul(2)).unwrap_or(0);
        let index = self.ends.partition_point(|end| *end <= place);
        let start = index.checked_sub(1).and_then(|before| self.ends.get(before)).copied().unwrap_or(0);
        let share = self.ends.get(index).copied().unwrap_or(start).saturating_sub(start);
        let day = self.first.saturating_add(i64::try_from(index).unwrap_or(0));
        day_start(day).saturating_add(time_of_day(place.saturating_sub(start), share))
    }
}

/// The milliseconds since midnight at which `part` of the `whole` of a day has responded.
fn time_of_day(part: u64, whole: u64) -> i64 {
    let all: u64 = HOURS.iter().sum();
    let mut rest = part.saturating_mul(all).saturating_mul(1000).checked_div(whole).unwrap_or(0);
    for (hour, share) in (0_i64..).zip(HOURS) {
        let thousandths = share.saturating_mul(1000);
        if rest < thousandths {
            let within = rest.saturating_mul(3600).checked_div(share).unwrap_or(0);
            return hour.saturating_mul(3_600_000).saturating_add(i64::try_from(within).unwrap_or(0));
        }
        rest = rest.saturating_sub(thousandths);
    }
    0
}
