//! Which requests are forwarded, and which are refused before any session is read.

use crate::support::{REMOTE, and, origin, page, pairs, read, remote, with, without};
use canvass::gateway::budget::{BudgetPause, PauseCause};
use canvass::gateway::config::Build;
use canvass::gateway::problem::Problem;
use canvass::gateway::proxy::{
    AdmittedRequest, BODY_MAX, BodySize, Refusal, admit_request, check_response, destination_origin, ends_session,
    may_concern_session, with_app_key,
};
use canvass::spec::endpoint::Method;
use canvass::spec::endpoints::routes;
use canvass::spec::errors::Error;
use canvass::wire::dates::Timestamp;
use canvass::wire::http::Request;
use canvass::wire::path::fill_route;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use std::cell::Cell;

fn tried(request: &Request, payload: BodySize) -> Result<AdmittedRequest, Refusal> {
    admit_request(request, payload, &origin("https://app.example.com"), None)
}

fn problem(request: &Request, payload: BodySize) -> Option<Problem> {
    match tried(request, payload) {
        Err(Refusal::Problem(problem)) => Some(problem),
        _ => None,
    }
}

fn api(request: &Request, payload: BodySize) -> Option<Error> {
    match tried(request, payload) {
        Err(Refusal::Api(error, _)) => Some(error.error),
        _ => None,
    }
}

#[test]
fn s36_without_the_static_header_nothing_is_forwarded() {
    let request = page("GET", "/api/v3/users/me");
    assert!(tried(&request, BodySize::Absent).is_ok());
    let bare = without(request.clone(), "x-canvass");
    for refused in [
        bare.clone(),
        and(bare.clone(), "x-canvass", ""),
        and(bare.clone(), "x-canvass", "0"),
        and(bare, "x-canvass", "1, 1"),
        and(request, "x-canvass", "2"),
    ] {
        assert_eq!(problem(&refused, BodySize::Absent), Some(Problem::Forbidden));
    }
}

#[test]
fn the_legacy_operation_is_called_with_the_apps_key_whatever_the_page_says() {
    let target = "/api/v2/surveys/get_respondent_list";
    let request = and(page("POST", &format!("{target}?api_key=another&x=1")), "content-type", "application/json");
    let config = remote();
    let forward = with_app_key(tried(&request, BodySize::Sized(2)).unwrap(), &config);
    assert_eq!((forward.method, forward.path.as_str()), (Method::POST, "/v2/surveys/get_respondent_list"));
    assert_eq!((forward.query.as_str(), forward.ttl), ("api_key=app-1", None));
    assert_eq!(api(&page("GET", target), BodySize::Absent), Some(Error::MethodNotAllowed));
    assert_eq!(problem(&page("POST", target), BodySize::Sized(2)), Some(Problem::MediaType));
    for other in ["/api/v2/surveys/get_survey_list", "/api/v2/", "/api/v2/surveys/get_respondent_list/"] {
        assert_eq!(
            api(&and(page("POST", other), "content-type", "application/json"), BodySize::Sized(2)),
            Some(Error::NotFound)
        );
    }
    let other = with_app_key(tried(&page("GET", "/api/v3/users/me"), BodySize::Absent).unwrap(), &config);
    assert_eq!(other.query, "");
    // It goes to the region's API, unless an origin for it is configured.
    let region = origin("https://eu.example.net");
    assert_eq!(destination_origin(&forward, &config, &region), &region);
    let apart = read(Build::Gateway, &with(REMOTE, "LEGACY_API_URL", "https://old.example.net")).ok().unwrap();
    assert_eq!(destination_origin(&forward, &apart, &region).as_str(), "https://old.example.net");
    assert_eq!(destination_origin(&other, &apart, &region), &region);
    assert!(read(Build::Gateway, &with(REMOTE, "LEGACY_API_URL", "nonsense")).is_err());
}

#[test]
fn s37_only_a_page_of_exactly_this_origin_may_call() {
    let request = without(without(page("GET", "/api/v3/users/me"), "origin"), "sec-fetch-site");
    assert!(tried(&request, BodySize::Absent).is_ok(), "absent headers are no evidence");
    for site in ["cross-site", "same-site", "none", "", "same-origin, none"] {
        let foreign = and(request.clone(), "sec-fetch-site", site);
        assert_eq!(problem(&foreign, BodySize::Absent), Some(Problem::Forbidden), "{site}");
    }
    for other in [
        "https://app.example.com.evil.net",
        "https://evil-app.example.com",
        "http://app.example.com",
        "https://app.example.com:8443",
        "https://app.example.com/",
        "null",
        "",
    ] {
        let foreign = and(request.clone(), "origin", other);
        assert_eq!(problem(&foreign, BodySize::Absent), Some(Problem::Forbidden), "{other}");
    }
}

#[test]
fn s44_only_rows_of_the_table_are_forwarded() {
    for route in routes() {
        let path = fill_route(route, |_| Some("x1")).unwrap();
        let forward = tried(&page(route.method.as_str(), &format!("/api{path}")), BodySize::Absent).unwrap();
        assert_eq!((forward.method, forward.path), (route.method, path));
    }
    assert_eq!(api(&page("GET", "/api/v3/nowhere"), BodySize::Absent), Some(Error::NotFound));
    assert_eq!(api(&page("GET", "/api"), BodySize::Absent), Some(Error::NotFound));
    assert_eq!(api(&page("GET", "/apiv3/users/me"), BodySize::Absent), Some(Error::NotFound));
    assert_eq!(api(&page("DELETE", "/api/v3/users/me"), BodySize::Absent), Some(Error::MethodNotAllowed));
    for method in ["OPTIONS", "HEAD", "TRACE", "get"] {
        assert_eq!(api(&page(method, "/api/v3/users/me"), BodySize::Absent), Some(Error::MethodNotAllowed), "{method}");
    }
}

#[test]
fn s44_a_refusal_has_the_shape_of_the_api() {
    let refusal = tried(&page("DELETE", "/api/v3/users/me"), BodySize::Absent).unwrap_err();
    let response = refusal.to_response(&origin("https://api.example.net"));
    let body: serde_json::Value = serde_json::from_slice(&response.body).unwrap();
    assert_eq!((response.status, response.header("allow")), (405, Some("GET")));
    assert_eq!(body["error"]["id"], "1061");
    assert_eq!(body["error"]["docs"], "https://api.example.net/v3/errors/1061");
}

#[test]
fn s45_crooked_paths_lead_nowhere_and_the_path_is_rebuilt() {
    for path in [
        "/api/v3/surveys/%2e%2e/users/me",
        "/api/v3/surveys/..%2f",
        "/api/v3/surveys/1%00",
        "/api/v3/surveys/1;x=1",
        "/api/v3/surveys/1.",
        "/api/v3/surveys/a\\b",
        "/api/v3/surveys/%2531",
        "/api/../v3/surveys",
        "/api/v3/surveys/é",
        "/api@evil.net/v3/surveys",
        "/api//v3/surveys",
        "/api/v3//surveys",
        "/api/v3/surveys/",
        "/api/v3/surveys//1",
        "/api/v3/surveys/1//",
        "/api/v2//surveys/get_respondent_list",
        "/api/",
    ] {
        assert_eq!(api(&page("GET", path), BodySize::Absent), Some(Error::NotFound), "{path}");
    }
    let forward = tried(&page("GET", "/api/v3/surveys"), BodySize::Absent).unwrap();
    assert_eq!(forward.path, "/v3/surveys");
}

#[test]
fn s47_the_query_is_an_allow_list_and_is_encoded_again() {
    let query = |target: &str| tried(&page("GET", target), BodySize::Absent).map(|forward| forward.query);
    assert_eq!(query("/api/v3/surveys?per_page=5&evil=1&page=2").ok().unwrap(), "page=2&per_page=5");
    assert_eq!(query("/api/v3/surveys?title=a+b%26c%C3%A9&&").ok().unwrap(), "title=a%20b%26c%C3%A9");
    assert_eq!(query("/api/v3/users/me?page=1").ok().unwrap(), "");
    assert_eq!(query("/api/v3/surveys?x=%&%zz=1&page=2&a%20b=%E9").ok().unwrap(), "page=2");
    for twice in ["page=1&page=2", "page=1&p%61ge=1", "page&page", "page=%", "page=%ff"] {
        let refused = api(&page("GET", &format!("/api/v3/surveys?{twice}")), BodySize::Absent);
        assert_eq!(refused, Some(Error::BadParameters), "{twice}");
    }
}

#[test]
fn s40_a_body_that_is_not_json_is_refused() {
    let request = page("POST", "/api/v3/surveys");
    let typed = |media: &str| and(request.clone(), "content-type", media);
    for media in ["application/json", "application/json; charset=utf-8", "Application/JSON", "application/x+json"] {
        assert!(tried(&typed(media), BodySize::Sized(2)).is_ok(), "{media}");
    }
    for media in [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "",
        "application/jsonx",
        "text/x+json",
    ] {
        assert_eq!(problem(&typed(media), BodySize::Sized(2)), Some(Problem::MediaType), "{media}");
        assert_eq!(problem(&typed(media), BodySize::Absent), Some(Problem::MediaType), "{media}");
    }
    assert_eq!(problem(&request, BodySize::Sized(2)), Some(Problem::MediaType));
    assert_eq!(problem(&request, BodySize::Unsized), Some(Problem::MediaType));
    assert!(tried(&request, BodySize::Absent).is_ok());
}

#[test]
fn a_body_that_says_it_is_compressed_is_refused_as_the_service_does() {
    let json = and(page("POST", "/api/v3/surveys"), "content-type", "application/json");
    let encoded = |encoding: &str| and(json.clone(), "content-encoding", encoding);
    assert!(tried(&encoded("identity"), BodySize::Sized(2)).is_ok());
    assert!(tried(&encoded("gzip"), BodySize::Absent).is_ok());
    assert_eq!(api(&encoded("gzip"), BodySize::Sized(2)), Some(Error::BadHeaders));
    assert_eq!(api(&encoded("br"), BodySize::Unsized), Some(Error::BadHeaders));
}

#[test]
fn s49_an_authorization_header_is_refused() {
    let request = and(page("GET", "/api/v3/users/me"), "authorization", "bearer x");
    assert_eq!(problem(&request, BodySize::Absent), Some(Problem::BearerRefused));
}

#[test]
fn s54_a_body_that_is_too_large_is_refused_in_the_shape_of_the_api() {
    let request = and(page("POST", "/api/v3/surveys"), "content-type", "application/json");
    assert!(tried(&request, BodySize::Sized(BODY_MAX)).is_ok());
    assert_eq!(api(&request, BodySize::Sized(BODY_MAX + 1)), Some(Error::TooLarge));
}

#[test]
fn s15_redirects_of_the_service_never_reach_the_page() {
    for status in [301, 302, 303, 307, 308, 300, 101, 0, 600] {
        assert!(check_response(status, &[]).is_err(), "{status}");
    }
    for status in [200, 201, 204, 304, 400, 401, 403, 404, 429, 500, 503] {
        assert_eq!(check_response(status, &[]), Ok(()), "{status}");
    }
}

#[test]
fn what_is_not_json_never_reaches_the_page() {
    let checked = |media_type: &str| check_response(200, &pairs(&[("content-type", media_type)]));
    assert!(checked("application/json").is_ok() && checked("Application/JSON; charset=utf-8").is_ok());
    for media_type in ["text/html", "application/jsonx", "", "text/plain; application/json"] {
        assert_eq!(checked(media_type), Err("not JSON"), "{media_type}");
    }
}

#[test]
fn s32_an_unusable_token_ends_the_session() {
    for code in [1011, 1012, 1013, 1057] {
        assert!(ends_session(format!(r#"{{"error":{{"id":"{code}"}}}}"#).as_bytes()), "{code}");
        assert!(ends_session(format!(r#"{{"error":{{"id":{code}}}}}"#).as_bytes()), "{code}");
        assert!(may_concern_session(Error::from_code(code).unwrap().row().status));
    }
    assert!(ends_session(br#"{"status":1,"errmsg":"The client revoked the grant"}"#));
    for other in [r#"{"error":{"id":"1010"}}"#, r#"{"error":{"id":"1014"}}"#, r#"{"status":1}"#, "", "[]", "<html>"] {
        assert!(!ends_session(other.as_bytes()), "{other}");
    }
}

#[test]
fn s39_no_get_changes_state_and_only_get_is_a_read() {
    for method in Method::ALL {
        assert_eq!(method.is_read(), *method == Method::GET);
    }
}

#[test]
fn a_refusal_of_the_accounts_object_is_read_as_it_was_written() {
    let pause = BudgetPause { cause: PauseCause::Day, until: Timestamp(1_770_000_000_000), wait: 86_400_000 };
    let problems = Problem::ALL.iter().map(|problem| Refusal::from(*problem));
    for refusal in problems.chain([Refusal::Budget(pause)]) {
        assert_eq!(Refusal::decode(&refusal.encode()), refusal);
    }
    assert_eq!(Refusal::decode("of another version"), Problem::Internal.into());
}

#[test]
fn failures_of_the_gateway_itself_carry_the_code_of_the_api_for_them() {
    for (problem, status, code) in [
        (Problem::Internal, 500, "1050"),
        (Problem::NotConfigured, 503, "1051"),
        (Problem::UpstreamFailed, 502, "1054"),
        (Problem::UpstreamTimeout, 504, "1055"),
    ] {
        let response = problem.to_response();
        let body: serde_json::Value = serde_json::from_slice(&response.body).unwrap();
        assert_eq!((response.status, body["code"].as_str()), (status, Some(code)));
    }
}

#[test]
fn s65_every_problem_is_stable_and_says_nothing_internal() {
    for problem in Problem::ALL {
        let response = problem.to_response();
        let body: serde_json::Value = serde_json::from_slice(&response.body).unwrap();
        assert_eq!(response.header("content-type"), Some("application/problem+json"));
        assert_eq!(body["type"], problem.type_uri());
        assert_eq!(body["status"], response.status);
        assert!(body["type"].as_str().unwrap().starts_with("urn:canvass:problem:"));
    }
}

/// A path of a route with drawn ids, in which up to three drawn characters replace what is there; and a query.
fn nearly_a_target() -> impl Strategy<Value = (String, String)> {
    let at = any::<prop::sample::Index>;
    let spliced = prop::collection::vec((at(), "[ -~é]{0,2}", 0..2_usize), 0..=3);
    (at(), "[A-Za-z0-9_-]{1,12}", spliced, "[!-~]{0,60}|[ -~é]{0,20}").prop_map(|(route, id, spliced, query)| {
        let routes: Vec<_> = routes().filter(|route| route.method == Method::GET).collect();
        let mut path: Vec<char> =
            fill_route(routes[route.index(routes.len())], |_| Some(&id)).unwrap().chars().collect();
        for (place, text, length) in spliced {
            let start = place.index(path.len());
            path.splice(start..path.len().min(start + length), text.chars());
        }
        (path.into_iter().collect(), query)
    })
}

#[test]
fn s45_whatever_is_forwarded_is_made_of_plain_segments() {
    let forwarded = Cell::new(0);
    let mut runner = TestRunner::default();
    let outcome = runner.run(&nearly_a_target(), |(path, query)| {
        if let Ok(forward) = tried(&page("GET", &format!("/api{path}?{query}")), BodySize::Absent) {
            forwarded.set(forwarded.get() + 1);
            let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'_' | b'-');
            prop_assert!(forward.path.bytes().all(plain), "{}", forward.path);
            prop_assert!(forward.path.starts_with('/') && !forward.path.contains("//"));
            prop_assert!(forward.query.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'#' && byte != b'?'));
        }
        Ok(())
    });
    outcome.unwrap_or_else(|failure| panic!("{failure}"));
    assert!(forwarded.get() > 50, "{} paths were forwarded", forwarded.get());
}

proptest! {
    #[test]
    fn s46_an_id_in_a_path_is_made_of_64_plain_characters_at_most(id in "[ -~]{0,4}[A-Za-z0-9_-]{0,70}[!-~é]{0,2}") {
        prop_assume!(!id.contains(['?', '/']));
        let plain = id.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'));
        let fits = plain && (1..=64).contains(&id.len());
        let forward = tried(&page("GET", &format!("/api/v3/surveys/{id}/details")), BodySize::Absent);
        let expected = fits.then(|| format!("/v3/surveys/{id}/details"));
        prop_assert_eq!(forward.ok().map(|forward| forward.path), expected);
    }
}
