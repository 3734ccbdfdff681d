//! Which calls of the service are made again, and after how long.

use crate::support::{and, page};
use canvass::gateway::budget::Copy;
use canvass::gateway::retry::{ATTEMPT_HEADER, Ended, PATIENCE, TRIES, Tried, again, tries};

const UNTRIED: Tried<'_> = Tried { method: "GET", calls: 1, most: TRIES, since: 0 };

#[test]
fn a_read_is_made_again_after_what_passes_and_after_nothing_else() {
    for status in 100..600 {
        let passes = matches!(status, 500 | 502 | 503 | 504);
        assert_eq!(again(UNTRIED, Ended::Answered(status, None), 7).is_some(), passes, "{status}");
    }
    assert!(again(UNTRIED, Ended::Unanswered, 7).is_some());
}

#[test]
fn a_write_is_never_made_again() {
    for method in ["POST", "PUT", "PATCH", "DELETE"] {
        for ended in [Ended::Unanswered, Ended::Answered(503, None), Ended::Answered(503, Some(0))] {
            assert_eq!(again(Tried { method, ..UNTRIED }, ended, 7), None, "{method}");
        }
    }
}

#[test]
fn calls_and_their_time_are_bounded() {
    let tried = |calls, since| again(Tried { calls, since, ..UNTRIED }, Ended::Unanswered, 0);
    assert!(tried(TRIES - 1, 0).is_some() && tried(TRIES, 0).is_none() && tried(u32::MAX, 0).is_none());
    assert!(tried(1, PATIENCE).is_some() && tried(1, PATIENCE + 1).is_none() && tried(1, i64::MAX).is_none());
}

#[test]
fn what_the_caller_sends_again_itself_is_called_once() {
    let page = page("GET", "/api/v3/surveys");
    let sdk = and(page.clone(), ATTEMPT_HEADER, "0");
    assert_eq!([tries(&page, Copy::None), tries(&sdk, Copy::None), tries(&sdk, Copy::Stale)], [TRIES, 1, TRIES]);
    assert_eq!(again(Tried { most: 1, ..UNTRIED }, Ended::Unanswered, 0), None);
}

#[test]
fn the_wait_is_drawn_from_all_of_a_range_that_doubles() {
    for (calls, range) in [(1, 200), (2, 400)] {
        let drawn: Vec<i64> =
            (0..=range).filter_map(|random| again(Tried { calls, ..UNTRIED }, Ended::Unanswered, random)).collect();
        assert_eq!(drawn, (0..=i64::from(range)).collect::<Vec<_>>());
        assert!(again(Tried { calls, ..UNTRIED }, Ended::Unanswered, u32::MAX).unwrap() <= i64::from(range));
    }
}

#[test]
fn a_wait_that_the_service_names_is_kept_or_nobody_waits() {
    let wait = |seconds| again(UNTRIED, Ended::Answered(503, Some(seconds)), 5);
    assert_eq!((wait(0), wait(2), wait(5), wait(u64::MAX)), (Some(5), Some(2005), None, None));
}
