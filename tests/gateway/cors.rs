//! Pages of another origin: none may call, or those of the configured one.

use crate::support::{REMOTE, and, page, pairs, read, remote, with, without};
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
    let own = ["ratelimit", "ratelimit-policy", "retry-after", "cache-status", "x-request-id"];
    for name in RATE_HEADERS.iter().chain(&SCOPE_HEADERS).chain(&own) {
        assert!(readable.split(", ").any(|known| known == *name), "{readable}");
    }
    assert_eq!(cors_headers(None), pairs(&[("vary", "Origin")]));
    let allowed = preflight_response();
    let sent = "x-canvass, x-canvass-class, x-canvass-attempt, content-type, traceparent, tracestate";
    assert_eq!(allowed.header("access-control-allow-headers"), Some(sent));
    assert_eq!(allowed.header("access-control-allow-methods"), Some("GET, POST, PATCH, PUT, DELETE"));
}

#[test]
fn s38_the_allowed_origin_is_one_and_safe() {
    for wrong in
        ["*", "https://a.example.com,https://b.example.com", "http://surveys.example.com", "https://*.example.com"]
    {
        let refused = read(Build::Gateway, &with(REMOTE, "ALLOWED_ORIGIN", wrong)).err().unwrap().to_string();
        assert!(refused.starts_with("ALLOWED_ORIGIN "), "{wrong}: {refused}");
    }
}
