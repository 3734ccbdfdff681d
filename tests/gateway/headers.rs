//! Headers in both directions: allow-lists, nothing else.

use crate::support::{origin, pairs};
use canvass::crypto::secret::Secret;
use canvass::gateway::headers::{
    CacheScope, client_ip_header, page_headers, request_id_of_failure, security_headers, service_headers,
};
use canvass::spec::limits::RATE_HEADERS;

fn sent(headers: &[(&str, &str)]) -> Vec<(String, String)> {
    service_headers(&pairs(headers), &Secret::new("T0ken")).unwrap()
}

#[test]
fn s48_only_listed_request_headers_leave_and_the_token_is_the_sessions() {
    let passed = sent(&[
        ("accept", "application/json"),
        ("accept-language", "en"),
        ("content-type", "application/json"),
        ("if-none-match", "\"x\""),
        ("traceparent", "00-1-2-01"),
        ("tracestate", "a=b"),
        ("authorization", "bearer stolen"),
        ("cookie", "canvass=secret"),
        ("host", "evil.net"),
        ("origin", "https://app.example.com"),
        ("referer", "https://app.example.com/"),
        ("forwarded", "for=1.1.1.1"),
        ("x-forwarded-for", "1.1.1.1"),
        ("x_forwarded_for", "1.1.1.1"),
        ("cf-connecting-ip", "1.1.1.1"),
        ("content_type", "text/plain"),
        ("accept_language", "xx"),
        ("connection", "keep-alive"),
        ("upgrade", "websocket"),
        ("te", "trailers"),
        ("transfer-encoding", "chunked"),
        ("content-length", "5"),
        ("x-canvass", "1"),
    ]);
    let names: Vec<&str> = passed.iter().map(|(name, _)| name.as_str()).collect();
    let expected =
        ["accept", "accept-language", "content-type", "if-none-match", "traceparent", "tracestate", "authorization"];
    assert_eq!(names, expected);
    assert_eq!(passed.last().unwrap().1, "bearer T0ken");
}

#[test]
fn s48_the_clients_address_is_the_last_one_in_the_configured_header() {
    let headers = pairs(&[("x-real-ip", "1.1.1.1"), ("cf-connecting-ip", "2.2.2.2"), ("x-real-ip", "3.3.3.3")]);
    assert_eq!(client_ip_header(&headers, Some("x-real-ip")), pairs(&[("x-real-ip", "3.3.3.3")]).pop());
    assert_eq!(client_ip_header(&headers, Some("x-forwarded-for")), None);
    assert_eq!(client_ip_header(&headers, None), None);
}

#[test]
fn s48_what_connection_names_stays_here() {
    let passed = sent(&[("connection", "close, Accept-Language"), ("accept-language", "en"), ("accept", "*/*")]);
    assert_eq!(passed, pairs(&[("accept", "*/*"), ("authorization", "bearer T0ken")]));
}

#[test]
fn s48_a_value_that_is_not_plain_text_stays_here() {
    assert_eq!(sent(&[("accept", "é"), ("accept-language", "a\r\nb: c")]).len(), 1);
}

#[test]
fn s50_only_listed_response_headers_arrive() {
    let allowed = [
        "content-type",
        "etag",
        "last-modified",
        "retry-after",
        "link",
        "x-oauth-scopes-available",
        "x-oauth-scopes-granted",
    ];
    let mut answered: Vec<(&str, &str)> = allowed.iter().chain(&RATE_HEADERS).map(|name| (*name, "1")).collect();
    let count = answered.len();
    answered.extend([
        ("set-cookie", "a=b"),
        ("server", "nginx"),
        ("via", "1.1 x"),
        ("location", "https://evil.net"),
        ("access-control-allow-origin", "*"),
        ("content-encoding", "gzip"),
        ("content-length", "5"),
        ("transfer-encoding", "chunked"),
        ("cache-control", "public, max-age=60"),
        ("vary", "Accept"),
    ]);
    let passed = page_headers(pairs(&answered), CacheScope::Nobody);
    assert_eq!(passed.len(), count + 2);
    assert!(!passed.iter().any(|(name, _)| name == "set-cookie"), "s51");
    assert!(passed.ends_with(&pairs(&[("cache-control", "private, no-store"), ("vary", "Cookie")])), "s59");
}

#[test]
fn s41_https_is_remembered_on_https_only() {
    let has =
        |address: &str| security_headers(&origin(address)).iter().any(|(name, _)| name == "strict-transport-security");
    assert!(has("https://app.example.com") && !has("http://127.0.0.1:8787"));
}

#[test]
fn s68_secrets_are_compared_as_a_whole() {
    let secret = Secret::<Vec<u8>>::new("secret");
    assert!(secret.is(b"secret"));
    for other in ["", "secre", "secrets", "Secret", "tecret"] {
        assert!(!secret.is(other.as_bytes()), "{other}");
    }
}

#[test]
fn s65_a_failure_that_is_passed_on_has_an_id_and_a_success_has_none() {
    assert_eq!(
        [404, 500, 200, 304].map(|status| request_id_of_failure(status, "1f")),
        [Some("1f"), Some("1f"), None, None]
    );
}
