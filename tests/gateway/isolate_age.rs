//! The age of an isolate, whose requests and objects see different times after the clock was set.

use canvass::gateway::isolate_age::IsolateAge;
use canvass::wire::dates::{DAY, MINUTE, Timestamp};

const NOW: i64 = 1_790_000_000_000;

fn age_after(times: &[i64]) -> i64 {
    let age = |seen: &[i64]| seen.iter().fold(IsolateAge::NEW, |age, time| age.at(Timestamp(*time))).milliseconds();
    age(times) - age(times.get(..1).unwrap())
}

#[test]
fn the_age_is_the_time_that_has_passed() {
    assert_eq!(age_after(&[NOW, NOW + 5, NOW + 5, NOW + 30_000]), 30_000);
}

#[test]
fn a_clock_that_was_set_makes_nothing_old() {
    assert_eq!(age_after(&[NOW, NOW + DAY]), MINUTE, "forward");
    assert_eq!(age_after(&[NOW, NOW - DAY, NOW - DAY + 60_000]), 0, "back");
    let contexts: Vec<i64> = (0..100).map(|at| if at % 2 == 0 { NOW } else { NOW - DAY }).collect();
    assert_eq!(age_after(&contexts), 0, "one request sees the time from before, another the time from after");
}
