//! Which calls of the service are repeated, and after how long.

use crate::support::{and, page};
use canvass::gateway::budget::Fallback;
use canvass::gateway::headers::to_header;
use canvass::gateway::retry::{
    ATTEMPT_HEADER, CallResult, RETRY_WINDOW_MS, RetryState, TRIES_MAX, max_calls, replace_retry_date, retry_delay,
};
use canvass::wire::dates::parse_date;

const UNTRIED: RetryState<'_> = RetryState { method: "GET", calls: 1, max_calls: TRIES_MAX, elapsed: 0 };

#[test]
fn a_read_is_made_again_after_what_passes_and_after_nothing_else() {
    for status in 100..600 {
        let passes = matches!(status, 500 | 502 | 503 | 504);
        assert_eq!(retry_delay(UNTRIED, CallResult::Answered(status, None), 7).is_some(), passes, "{status}");
    }
    assert!(retry_delay(UNTRIED, CallResult::Unanswered, 7).is_some());
}

#[test]
fn a_write_is_never_made_again() {
    for method in ["POST", "PUT", "PATCH", "DELETE"] {
        for ended in [CallResult::Unanswered, CallResult::Answered(503, None), CallResult::Answered(503, Some(0))] {
            assert_eq!(retry_delay(RetryState { method, ..UNTRIED }, ended, 7), None, "{method}");
        }
    }
}

#[test]
fn calls_and_their_time_are_bounded() {
    let tried = |calls, since| retry_delay(RetryState { calls, elapsed: since, ..UNTRIED }, CallResult::Unanswered, 0);
    assert!(tried(TRIES_MAX - 1, 0).is_some() && tried(TRIES_MAX, 0).is_none() && tried(u32::MAX, 0).is_none());
    assert!(
        tried(1, RETRY_WINDOW_MS).is_some() && tried(1, RETRY_WINDOW_MS + 1).is_none() && tried(1, i64::MAX).is_none()
    );
}

#[test]
fn what_the_caller_sends_again_itself_is_called_once() {
    let page = page("GET", "/api/v3/surveys");
    let sdk = and(page.clone(), ATTEMPT_HEADER, "0");
    assert_eq!(
        [max_calls(&page, Fallback::None), max_calls(&sdk, Fallback::None), max_calls(&sdk, Fallback::Stale)],
        [TRIES_MAX, 1, TRIES_MAX]
    );
    assert_eq!(retry_delay(RetryState { max_calls: 1, ..UNTRIED }, CallResult::Unanswered, 0), None);
}

#[test]
fn the_wait_is_drawn_from_all_of_a_range_that_doubles() {
    for (calls, range) in [(1, 200), (2, 400)] {
        let drawn: Vec<i64> = (0..=range)
            .filter_map(|random| retry_delay(RetryState { calls, ..UNTRIED }, CallResult::Unanswered, random))
            .collect();
        assert_eq!(drawn, (0..=i64::from(range)).collect::<Vec<_>>());
        assert!(
            retry_delay(RetryState { calls, ..UNTRIED }, CallResult::Unanswered, u32::MAX).unwrap() <= i64::from(range)
        );
    }
}

#[test]
fn a_wait_that_the_service_names_is_observed_or_no_one_waits() {
    let wait = |seconds| retry_delay(UNTRIED, CallResult::Answered(503, Some(seconds)), 5);
    assert_eq!((wait(0), wait(2), wait(5), wait(u64::MAX)), (Some(5), Some(2005), None, None));
}

#[test]
fn a_date_in_retry_after_is_the_seconds_until_then() {
    let now = parse_date("1994-11-06T08:49:30.250Z").unwrap();
    for (value, seconds) in [
        ("Sun, 06 Nov 1994 08:49:37 GMT", "7"),
        ("Sun, 06 Nov 1994 09:49:30 GMT", "3600"),
        ("Sun, 06 Nov 1994 08:49:30 GMT", "0"),
        ("Sat, 05 Nov 1994 08:49:37 GMT", "0"),
        ("7", "7"),
        ("soon", "soon"),
    ] {
        let others = [("date", value), ("last-modified", value)];
        let headers = |wait| [("retry-after", wait)].into_iter().chain(others).map(to_header).collect::<Vec<_>>();
        let mut replaced = headers(value);
        replace_retry_date(&mut replaced, now);
        assert_eq!(replaced, headers(seconds), "{value}");
    }
}
