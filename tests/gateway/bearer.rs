//! Calls of servers: which requests are such calls, in which regions they are tried, and which regions are cached.

use crate::support::{REMOTE, and, origin, origins, pairs, read, region, with};
use canvass::crypto::secret::Secret;
use canvass::gateway::bearer::{REMEMBERED_MAX, RegionCache, admit_call, is_elsewhere, regions_to_try, token_name};
use canvass::gateway::config::Build;
use canvass::gateway::problem::Problem;
use canvass::gateway::proxy::{BodySize, Refusal};
use canvass::spec::endpoint::Method;
use canvass::wire::http::Request;

fn server(method: &str, path: &str, headers: &[(&str, &str)]) -> Request {
    Request {
        method: method.to_owned(),
        origin: "https://app.example.com".to_owned(),
        path: path.to_owned(),
        query: String::new(),
        headers: pairs(headers),
        body: Vec::new(),
    }
}

#[test]
fn s49_a_token_is_taken_of_servers_only() {
    let request = server("GET", "/v3/users/me", &[("authorization", "Bearer own"), ("accept", "*/*")]);
    let (forward, token) = admit_call(&request, BodySize::Absent).unwrap_or_else(|_| panic!("refused"));
    assert_eq!(forward.path, "/v3/users/me");
    assert!(token.is(b"own"));
    for (header, value) in [
        ("cookie", "a=b"),
        ("origin", "https://app.example.com"),
        ("sec-fetch-site", "same-origin"),
        ("sec-fetch-site", "none"),
        ("x-canvass", "1"),
    ] {
        let refusal = admit_call(&and(request.clone(), header, value), BodySize::Absent).err();
        assert_eq!(refusal, Some(Refusal::Problem(Problem::BearerRefused)), "{header}");
    }
    for headers in [&[][..], &[("authorization", "basic x")], &[("authorization", "bearer ")]] {
        let refusal = admit_call(&server("GET", "/v3/users/me", headers), BodySize::Absent).err().unwrap();
        assert_eq!(refusal.to_response(&origin("https://api.example.net")).status, 401);
    }
}

#[test]
fn a_read_is_tried_in_every_region_once_and_a_write_in_one() {
    let (us, eu, ca) = (region("us"), region("eu"), region("ca"));
    assert_eq!(regions_to_try(&origins(), None, Method::GET), [us, eu, ca]);
    assert_eq!(regions_to_try(&origins(), Some(ca), Method::GET), [ca, us, eu]);
    assert_eq!(regions_to_try(&origins(), Some(region("au")), Method::GET), [us, eu, ca], "a region that is gone");
    for method in [Method::POST, Method::PUT, Method::PATCH, Method::DELETE] {
        assert_eq!(regions_to_try(&origins(), None, method), [us]);
        assert_eq!(regions_to_try(&origins(), Some(eu), method), [eu]);
    }
}

#[test]
fn only_the_code_of_a_wrong_region_leads_to_another() {
    for body in [r#"{"error":{"id":"1018"}}"#, r#"{"error":{"id":1018}}"#] {
        assert!(is_elsewhere(body.as_bytes()), "{body}");
    }
    for body in
        ["", "{}", "1018", r#"{"id":"1018"}"#, r#"{"error":{"id":"1014"}}"#, r#"{"error":{"id":"1018","id":"1"}}"#]
    {
        assert!(!is_elsewhere(body.as_bytes()), "{body}");
    }
}

#[test]
fn the_region_of_a_token_is_remembered_until_too_many_are() {
    let mut homes = RegionCache::default();
    let token = |number: usize| token_name(&Secret::new(number.to_string()));
    assert_eq!(homes.get(&token(0)), None);
    for number in 0..=REMEMBERED_MAX {
        homes.insert(token(number), region("eu"));
    }
    assert_eq!(homes.get(&token(0)), None);
    assert_eq!(homes.get(&token(1)), Some(region("eu")));
    homes.insert(token(1), region("ca"));
    assert_eq!(homes.get(&token(1)), Some(region("ca")), "an account may move");
    assert_eq!(homes.get(&token(2)), Some(region("eu")));
}

#[test]
fn servers_are_served_where_that_is_configured_and_the_service_is_remote() {
    let served = |value| read(Build::Gateway, &with(REMOTE, "BEARER_CALLS", value)).map(|config| config.serves_servers);
    assert_eq!((served(""), served("on")), (Ok(false), Ok(true)));
    for value in ["off", "true", "ON"] {
        assert!(served(value).is_err(), "{value}");
    }
}
