//! Metrics: which events are counted, and which callers may read them.

use crate::support::{KEY_A, KEY_B, REMOTE, and, page, read, with, without};
use canvass::crypto::secret::Secret;
use canvass::gateway::cache::{BYPASS, COLLAPSED, forward_status, hit_status};
use canvass::gateway::config::Build;
use canvass::gateway::metrics::{Counter, Metrics};
use canvass::gateway::route::{AuthAction, Host, Route, find_route};

#[test]
fn requests_are_counted_by_part_and_class_and_events_by_name() {
    let mut metrics = Metrics::default();
    for status in [200, 204, 404, 503, 999] {
        metrics.count_response(Route::Api.metrics_index(), status);
    }
    metrics.count_response(Route::Auth(AuthAction::Token).metrics_index(), 200);
    metrics.count_event(Counter::Retries);
    let text = metrics.to_prometheus();
    for line in [
        r#"canvass_requests_total{route="api",status="2xx"} 2"#,
        r#"canvass_requests_total{route="api",status="4xx"} 1"#,
        r#"canvass_requests_total{route="api",status="5xx"} 2"#,
        r#"canvass_requests_total{route="auth",status="2xx"} 1"#,
        "canvass_upstream_failures_total 0",
        "canvass_retries_total 1",
        "canvass_sessions_begun_total 0",
        "canvass_sessions_ended_total 0",
    ] {
        assert_eq!(text.lines().filter(|known| *known == line).count(), 1, "{line}\n{text}");
    }
    let plain = |line: &str| line.split_once(' ').is_some_and(|(_, count)| count.parse::<u64>().is_ok());
    assert!(text.ends_with('\n') && text.lines().all(|line| line.starts_with("# ") || plain(line)), "{text}");
}

#[test]
fn a_read_counts_as_cached_as_fetched_or_as_neither() {
    let counted = |status: &str| Counter::from_cache_status(status);
    assert_eq!(counted(&hit_status(5, "")), Some(Counter::CacheHits));
    assert_eq!(counted(&forward_status("uri-miss", 200, None)), Some(Counter::CacheMisses));
    assert_eq!((counted(BYPASS), counted(&[BYPASS, COLLAPSED].concat())), (None, None));
}

#[test]
fn s57_metrics_require_the_token_and_are_for_no_one_without_one() {
    let token = Secret::new(KEY_B);
    let answered = |request| Metrics::default().respond_to(&request, &token).is_some();
    let asked = |value: &str| and(page("GET", "/metrics"), "authorization", value);
    let good = format!("Bearer {KEY_B}");
    assert!(answered(asked(&good)));
    assert!(answered(without(asked(&good), "x-canvass")));
    for value in ["", "Bearer", KEY_B, "Basic abc", &format!("Bearer {KEY_A}"), &good[..good.len() - 1]] {
        assert!(!answered(asked(value)), "{value}");
    }
    assert!(!answered(page("GET", "/metrics")) && !answered(and(asked(&good), "authorization", &good)));
    assert!(!answered(and(page("POST", "/metrics"), "authorization", &good)));

    let place = |variables: &[(&str, &str)]| {
        let config = read(Build::Gateway, variables).ok().unwrap();
        find_route(&config, Host::Main(&config.origin), "/metrics", |_| false)
    };
    assert_eq!(place(REMOTE), Route::NotFound);
    assert_eq!(place(&with(REMOTE, "METRICS_TOKEN", KEY_B)), Route::Metrics);
    let weak = read(Build::Gateway, &with(REMOTE, "METRICS_TOKEN", "hush")).err().unwrap().to_string();
    assert_eq!(weak, "METRICS_TOKEN needs at least 32 bytes in each secret.");
}
