//! Pages of other origins: none may call, or those of the configured ones.

use crate::support::{LOCAL, REMOTE, and, page, pairs, read, remote, with, without};
use canvass::gateway::config::{Build, Config};
use canvass::gateway::cors::{allowed_origin, cors_headers, preflight_response};
use canvass::gateway::csrf;
use canvass::gateway::problem::Problem;
use canvass::spec::limits::{RATE_HEADERS, SCOPE_HEADERS};
use canvass::wire::http::Request;

const ALLOWED: &str = "https://surveys.example.com";

fn inviting() -> Config {
    read(Build::Gateway, &with(REMOTE, "ALLOWED_ORIGIN", ALLOWED)).ok().unwrap()
}

fn from(origin: &str, site: &str) -> Request {
    let bare = without(without(page("GET", "/api/v3/users/me"), "origin"), "sec-fetch-site");
    and(and(bare, "origin", origin), "sec-fetch-site", site)
}

fn admitted(config: &Config, request: &Request) -> Result<(), Problem> {
    csrf::check_request(request, &config.origin, allowed_origin(config, request))
}

#[test]
fn s38_without_an_allowed_origin_there_is_no_guest() {
    assert!(allowed_origin(&remote(), &from(ALLOWED, "same-site")).is_none());
    assert_eq!(admitted(&remote(), &from(ALLOWED, "same-site")), Err(Problem::Forbidden));
}

#[test]
fn s38_the_allowed_origin_is_named_exactly_and_no_other_is_admitted() {
    let config = inviting();
    assert_eq!(admitted(&config, &from(ALLOWED, "same-site")), Ok(()));
    assert_eq!(admitted(&config, &from("https://app.example.com", "same-origin")), Ok(()));
    assert_eq!(admitted(&config, &from("https://app.example.com", "same-site")), Err(Problem::Forbidden));
    for other in [
        "https://surveys.example.com.evil.net",
        "http://surveys.example.com",
        "https://surveys.example.com/",
        "null",
        "*",
    ] {
        assert!(allowed_origin(&config, &from(other, "same-site")).is_none(), "{other}");
        assert_eq!(admitted(&config, &from(other, "same-site")), Err(Problem::Forbidden), "{other}");
    }
    let twice = and(from(ALLOWED, "same-site"), "origin", "https://evil.net");
    assert_eq!(admitted(&config, &twice), Err(Problem::Forbidden));
    assert_eq!(admitted(&config, &without(from(ALLOWED, "same-site"), "x-canvass")), Err(Problem::Forbidden));
}

#[test]
fn s38_answers_name_the_guest_and_vary() {
    let config = inviting();
    let headers = cors_headers(allowed_origin(&config, &from(ALLOWED, "same-site")));
    assert!(headers.starts_with(&pairs(&[
        ("vary", "Origin"),
        ("access-control-allow-origin", ALLOWED),
        ("access-control-allow-credentials", "true")
    ])));
    let (_, readable) = headers.last().unwrap();
    let own = ["ratelimit", "ratelimit-policy", "retry-after", "etag", "cache-status", "x-request-id"];
    for name in RATE_HEADERS.iter().chain(&SCOPE_HEADERS).chain(&own) {
        assert!(readable.split(", ").any(|known| known == *name), "{readable}");
    }
    assert_eq!(cors_headers(None), pairs(&[("vary", "Origin")]));
    let allowed = preflight_response();
    let sent = "x-canvass, x-canvass-class, x-canvass-attempt, x-canvass-account, content-type, if-match, \
                if-none-match, traceparent, tracestate";
    assert_eq!(allowed.header("access-control-allow-headers"), Some(sent));
    assert_eq!(allowed.header("access-control-allow-methods"), Some("GET, POST, PATCH, PUT, DELETE"));
}

#[test]
fn s38_allowed_origins_are_listed_once_and_safe() {
    for wrong in [
        "*",
        "http://surveys.example.com",
        "https://*.example.com",
        "https://a.example.com,",
        "https://a.example.com https://b.example.com",
        "https://a.example.com,https://a.example.com/other",
        "https://app.example.com",
        "https://a.example.com/signed-in?x",
        "https://a.example.com//evil.example",
        "surveys.example.com/callback/",
    ] {
        let refused = read(Build::Gateway, &with(REMOTE, "ALLOWED_ORIGIN", wrong)).err();
        let refused = refused.map(|bad| bad.to_string()).unwrap_or_default();
        assert!(refused.starts_with("ALLOWED_ORIGIN "), "{wrong}: {refused}");
    }
    let config = read(Build::Gateway, &with(REMOTE, "ALLOWED_ORIGIN", "https://a.example.com,http://localhost:3000"));
    let config = config.ok().unwrap();
    for origin in ["https://a.example.com", "http://localhost:3000"] {
        assert_eq!(admitted(&config, &from(origin, "same-site")), Ok(()), "{origin}");
    }
    assert_eq!(admitted(&config, &from("https://b.example.com", "same-site")), Err(Problem::Forbidden));
}

#[test]
fn localhost_and_its_address_are_not_mixed() {
    let mixed = with(&with(LOCAL, "ORIGIN", "http://127.0.0.1:8787"), "ALLOWED_ORIGIN", "http://localhost:5173");
    let refused = read(Build::WithService, &mixed).err().unwrap().to_string();
    assert!(refused.contains("localhost and 127.0.0.1, which are two sites"), "{refused}");
    let same = with(&with(LOCAL, "ORIGIN", "http://localhost:8787"), "ALLOWED_ORIGIN", "http://localhost:5173");
    assert!(read(Build::WithService, &same).is_ok());
}

#[test]
fn a_page_of_another_site_learns_that_browsers_send_no_session_there() {
    assert_eq!(admitted(&inviting(), &from(ALLOWED, "cross-site")), Err(Problem::CrossSite));
}
