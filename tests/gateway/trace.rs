//! Traces: continued if the page began one, else begun here.

use crate::support::{and, page};
use canvass::gateway::trace::TraceContext;
use canvass::wire::http::Request;

const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";

/// The headers of the request to the service.
fn sent(request: &Request) -> Vec<(String, String)> {
    let mut headers = request.headers.clone();
    headers.retain(|(name, _)| name.starts_with("trace"));
    let mut random = [0; 24];
    random[7] = 0x1f;
    random[23] = 0x2e;
    TraceContext::from_request(request, random).attach_to(&mut headers);
    headers
}

fn header(name: &str, value: &str) -> (String, String) {
    (name.to_owned(), value.to_owned())
}

#[test]
fn a_request_within_the_worker_has_the_id_of_the_one_that_it_is_made_for() {
    let inner = and(page("GET", "/"), "traceparent", &format!("00-{TRACE}-00f067aa0ba902b7-00"));
    let trace = TraceContext::received(&inner);
    assert_eq!(trace.id(), "00f067aa0ba902b7");
    let mut headers = Vec::new();
    trace.attach_to(&mut headers);
    assert_eq!(headers, [header("traceparent", &format!("00-{TRACE}-00f067aa0ba902b7-00"))]);
}

#[test]
fn a_trace_is_continued_under_an_id_of_our_own() {
    let begun = and(page("GET", "/"), "traceparent", &format!("00-{TRACE}-00f067aa0ba902b7-01"));
    let passed = header("traceparent", &format!("00-{TRACE}-000000000000001f-01"));
    assert_eq!(sent(&begun), std::slice::from_ref(&passed));
    assert_eq!(sent(&and(begun, "tracestate", "a=b")), [header("tracestate", "a=b"), passed]);
}

#[test]
fn what_is_no_trace_is_replaced_and_its_state_dropped() {
    let ours = [header("traceparent", "00-0000000000000000000000000000002e-000000000000001f-00")];
    assert_eq!(sent(&page("GET", "/")), ours);
    for value in [
        String::new(),
        "00-1-2-01".to_owned(),
        format!("01-{TRACE}-00f067aa0ba902b7-01"),
        format!("00-{TRACE}-00f067aa0ba902b7-01-x"),
        format!("00-{TRACE}-0000000000000000-01"),
        format!("00-{}-00f067aa0ba902b7-01", "0".repeat(32)),
        format!("00-{}-00f067aa0ba902b7-01", TRACE.to_uppercase()),
        format!("00-{TRACE}-00f067aa0ba902b7-0\r"),
    ] {
        assert_eq!(sent(&and(and(page("GET", "/"), "traceparent", &value), "tracestate", "a=b")), ours, "{value}");
    }
    let good = format!("00-{TRACE}-00f067aa0ba902b7-01");
    assert_eq!(sent(&and(and(page("GET", "/"), "traceparent", &good), "traceparent", &good)), ours, "two");
}
