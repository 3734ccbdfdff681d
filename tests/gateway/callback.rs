//! Callbacks of pages of other origins: they go to the callback page of an allowed origin, and nowhere else.

use crate::support::{REMOTE, page, read, remote, with};
use canvass::gateway::callback::respond;
use canvass::gateway::config::{Build, Config};
use canvass::gateway::problem::Problem;
use canvass::spec::gateway::SET_UP_PROBLEMS;
use canvass::wire::http::Response;
use canvass::wire::query::encode_query;

fn inviting() -> Config {
    let list = "https://surveys.example.com, http://localhost:5173/signed-in";
    read(Build::Gateway, &with(REMOTE, "ALLOWED_ORIGIN", list)).ok().unwrap()
}

fn callback(config: &Config, pairs: &[(&str, &str)]) -> Option<Response> {
    respond(config, &page("GET", &format!("/callback/?{}", encode_query(pairs))))
}

fn body(response: &Response) -> String {
    String::from_utf8(response.body.clone()).unwrap()
}

#[test]
fn s12_a_callback_names_our_issuer_or_none() {
    let config = remote();
    let fits = |target: &str| respond(&config, &page("GET", target)).is_none();
    for target in [
        "/callback/",
        "/callback/?code=x&state=y",
        "/callback/?code=x&iss=https%3A%2F%2Fauth.example.net",
        "/callback/?code=x&iss=https://auth.example.net",
        "/pricing/?iss=https://evil.example",
    ] {
        assert!(fits(target), "{target}");
    }
    for issuer in [
        "",
        "https://auth.example.net/",
        "https://evil.example",
        "HTTPS://auth.example.net",
        "x&iss=https://auth.example.net",
    ] {
        assert!(!fits(&format!("/callback/?code=x&iss={issuer}")), "{issuer}");
    }
    assert!(!fits("/callback/?%69ss=https://evil.example"));
    assert!(!fits("/callback/?iss=https://auth.example.net&iss=https://evil.example"));
    let foreign = [("code", "x"), ("state", "y@https://surveys.example.com"), ("iss", "https://evil.example")];
    assert_eq!(callback(&inviting(), &foreign).unwrap().status, 400, "nor does it go on to another origin");
}

#[test]
fn s89_a_callback_goes_on_to_the_page_of_the_origin_that_its_state_names() {
    let config = inviting();
    let sent = callback(&config, &[("code", "a&b\"c"), ("state", "7f@https://surveys.example.com")]).unwrap();
    let url = "https://surveys.example.com/callback/#code=a%26b%22c&amp;state=7f%40https%3A%2F%2Fsurveys.example.com";
    assert!(sent.status == 200 && body(&sent).contains(&format!("content=\"0;url={url}\"")), "{}", body(&sent));
    let own_path = callback(&config, &[("error", "access_denied"), ("state", "7f@http://localhost:5173")]).unwrap();
    assert!(body(&own_path).contains("0;url=http://localhost:5173/signed-in#error=access_denied&amp;state="));
}

#[test]
fn s89_the_code_is_in_no_header_and_the_page_loads_nothing() {
    let sent = callback(&inviting(), &[("code", "top-secret"), ("state", "7f@https://surveys.example.com")]).unwrap();
    assert!(sent.headers.iter().all(|(_, value)| !value.contains("top-secret")));
    assert_eq!(sent.header("referrer-policy"), Some("no-referrer"));
    assert_eq!(sent.header("cross-origin-opener-policy"), Some("same-origin"));
    assert!(sent.header("content-security-policy").unwrap().starts_with("default-src 'none'"));
}

#[test]
fn s89_a_callback_goes_to_no_origin_that_is_not_listed() {
    let config = inviting();
    for origin in [
        "https://evil.example",
        "https://surveys.example.com.evil.example",
        "https://surveys.example.com@evil.example",
        "https://surveys.example.com/",
        "https://surveys.example.com:444",
        "http://surveys.example.com",
        "HTTPS://SURVEYS.EXAMPLE.COM",
        "https://app.example.com",
        "//surveys.example.com",
        "javascript:alert(1)",
        "null",
        "",
    ] {
        let refused = callback(&config, &[("code", "x"), ("state", &format!("7f@{origin}"))]).unwrap();
        assert_eq!(refused.status, 403, "{origin}");
        assert!(body(&refused).contains("origin-not-allowed") && !body(&refused).contains("evil"), "{origin}");
    }
    assert_eq!(callback(&remote(), &[("code", "x"), ("state", "7f@https://surveys.example.com")]).unwrap().status, 403);
}

#[test]
fn s89_two_states_are_refused_and_one_without_an_origin_stays_at_the_gateway() {
    let config = inviting();
    let two = [("state", "7f@https://surveys.example.com"), ("state", "7f@http://localhost:5173")];
    assert_eq!(callback(&config, &two).unwrap().status, 400);
    assert!(callback(&config, &[("code", "x"), ("state", "7f")]).is_none());
    assert!(respond(&config, &page("GET", "/other/?state=7f@https://surveys.example.com")).is_none());
    assert!(respond(&config, &page("POST", "/callback/?state=7f@https://surveys.example.com")).is_none());
}

#[test]
fn the_problems_of_a_wrong_set_up_are_problems_of_the_gateway() {
    for name in SET_UP_PROBLEMS {
        assert!(Problem::from_name(name).is_some(), "{name}");
    }
}
