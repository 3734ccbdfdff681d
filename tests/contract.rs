//! Every rule that holds for each operation alike, tried on every row of the endpoint table.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

mod support;

use canvass::service::actor::token;
use canvass::spec::endpoint::Route;
use canvass::spec::endpoints::routes;
use canvass::spec::errors::Error;
use canvass::spec::limits::{RATE_HEADERS, SCOPE_HEADERS, SCOPES_AVAILABLE_HEADER, SCOPES_GRANTED_HEADER};
use canvass::spec::regions::Region;
use canvass::spec::scopes::{PlanRule, Scope};
use canvass::spec::shape::Shape;
use canvass::wire::http::{Request, Response};
use canvass::wire::path::fill_route;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use support::{Answered, ORIGINS, World, people};

/// A path of the row; there is no resource with the ids in it.
fn path(route: &Route) -> String {
    fill_route(route, |_| Some("9")).unwrap()
}

/// The path with the parameters that must be given.
fn target(route: &Route) -> String {
    let needed = route.parameters().filter(|field| field.required).map(|field| match field.shape {
        Shape::Choice(choice) => format!("{}={}", field.name, choice.values[0]),
        _ => format!("{}=1", field.name),
    });
    format!("{}?{}", path(route), needed.collect::<Vec<_>>().join("&"))
}

/// Sends the row's method to the row's path.
fn call(world: &World, token: &str, route: &Route) -> Response {
    world.call(world.request(route.method.as_str(), token, &target(route)))
}

fn with_body(world: &World, route: &Route, body: impl Into<Vec<u8>>) -> Response {
    let mut request = world.request(route.method.as_str(), "owner", &path(route));
    request.headers.push(("content-type".to_owned(), "application/json; charset=utf-8".to_owned()));
    request.body = body.into();
    world.call(request)
}

/// The methods of every path.
fn paths() -> BTreeMap<String, BTreeSet<&'static str>> {
    let mut paths: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for route in routes() {
        paths.entry(path(route)).or_default().insert(route.method.as_str());
    }
    paths
}

#[track_caller]
fn fails(answer: &Response, code: &str, status: u16, route: &Route) {
    assert_eq!((answer.code().as_str(), answer.status), (code, status), "{}: {}", route.name, answer.body());
    assert_eq!(answer.body()["error"]["http_status_code"], status, "{}", route.name);
    assert!(answer.body()["error"]["docs"].as_str().unwrap().ends_with(&format!("/v3/errors/{code}")));
}

fn has_rate_headers(answer: &Response) -> bool {
    RATE_HEADERS.iter().all(|name| answer.header(name).is_some_and(|value| value.parse::<u32>().is_ok()))
}

// The route.

#[test]
fn an_unknown_path_is_answered_with_1020() {
    let world = World::new();
    for route in routes() {
        let target = format!("{}/no/such/path", path(route));
        fails(&world.call(world.request(route.method.as_str(), "owner", &target)), "1020", 404, route);
    }
}

#[test]
fn another_method_is_answered_with_1061_and_a_list_of_those_that_work() {
    let world = World::new();
    for (path, methods) in paths() {
        for method in ["GET", "POST", "PATCH", "PUT", "DELETE", "TRACE", "get"]
            .iter()
            .filter(|method| !methods.contains(**method))
        {
            let answer = world.call(world.request(method, "owner", &path));
            assert_eq!((answer.code().as_str(), answer.status), ("1061", 405), "{method} {path}");
            assert_eq!(listed(&answer, "allow"), with_implied(&methods), "{method} {path}");
        }
    }
}

#[test]
fn options_lists_the_methods_of_a_path_without_a_token() {
    let world = World::new();
    for (path, methods) in paths() {
        let answer = world.call(world.request("OPTIONS", "", &path));
        assert_eq!(answer.status, 200, "{path}");
        assert_eq!(listed(&answer, "access-control-allow-methods"), with_implied(&methods), "{path}");
        assert_eq!(listed(&answer, "allow"), with_implied(&methods), "{path}");
        assert!(answer.body.is_empty());
    }
    world.call(world.request("OPTIONS", "", "/v3/nowhere")).fails(Error::NotFound);
}

fn listed(answer: &Response, header: &str) -> BTreeSet<String> {
    answer.header(header).unwrap().split(", ").map(str::to_owned).collect()
}

fn with_implied(methods: &BTreeSet<&str>) -> BTreeSet<String> {
    let head = methods.contains("GET").then_some("HEAD");
    methods.iter().copied().chain(head).chain(["OPTIONS"]).map(str::to_owned).collect()
}

#[test]
fn head_is_answered_as_get_without_a_body() {
    let world = World::new();
    for route in routes().filter(|route| route.method.is_read()) {
        let get = call(&world, "owner", route);
        let head = world.call(world.request("HEAD", "owner", &target(route)));
        assert_eq!(
            (head.status, head.header("content-type")),
            (get.status, get.header("content-type")),
            "{}",
            route.name
        );
        assert!(head.body.is_empty() && !get.body.is_empty(), "{}", route.name);
    }
}

// Headers.

#[test]
fn headers_that_forbid_json_are_answered_with_1004() {
    let world = World::new();
    for route in routes() {
        for accept in ["text/html, image/*;q=0.5", "application/json;q=0", "text/html, */*;q=0"] {
            let mut request = world.request(route.method.as_str(), "owner", &path(route));
            request.headers[0].1 = accept.to_owned();
            fails(&world.call(request), "1004", 400, route);
        }

        let mut request = world.request(route.method.as_str(), "owner", &path(route));
        request.headers.push(("content-type".to_owned(), "text/plain".to_owned()));
        request.body = b"{}".to_vec();
        fails(&world.call(request), "1004", 400, route);
    }
}

#[test]
fn headers_that_allow_json_in_any_form_pass() {
    let world = World::new();
    for accept in ["*/*", "application/*", "text/html, application/json;q=0.1", "APPLICATION/JSON", ""] {
        let mut request = world.request("GET", "owner", "/v3/users/me");
        request.headers[0].1 = accept.to_owned();
        assert_eq!(world.call(request).status, 200, "{accept}");
    }
    let mut request = world.request("GET", "owner", "/v3/users/me");
    request.headers.push(("content-type".to_owned(), "text/plain".to_owned()));
    assert_eq!(world.call(request).status, 200, "a content type without a body");
    // The same as at the gateway.
    for (kind, status) in
        [("application/json; charset=utf-8", 201), ("Application/Client+JSON", 201), ("text/x+json", 400)]
    {
        let mut request = world.request("POST", "owner", "/v3/surveys");
        request.headers.push(("content-type".to_owned(), kind.to_owned()));
        request.body = br#"{"title":"Typed"}"#.to_vec();
        assert_eq!(world.call(request).status, status, "{kind}");
    }
}

#[test]
fn a_body_that_says_it_is_compressed_is_refused() {
    let world = World::new();
    for (encoding, status) in [("identity", 201), ("gzip", 400), ("br, gzip", 400)] {
        let mut request = world.request("POST", "owner", "/v3/surveys");
        request.headers.push(("content-encoding".to_owned(), encoding.to_owned()));
        request.body = br#"{"title":"Plain"}"#.to_vec();
        let answer = world.call(request);
        assert_eq!(answer.status, status, "{encoding}");
        if status == 400 {
            let error = &answer.body()["error"];
            assert_eq!(error["id"], "1004");
            assert!(error["message"].as_str().unwrap().contains("`Content-Encoding` must be left out"), "{error}");
        }
    }
    let mut request = world.request("GET", "owner", "/v3/users/me");
    request.headers.push(("content-encoding".to_owned(), "gzip".to_owned()));
    assert_eq!(world.call(request).status, 200, "without a body");
}

// The token.

#[test]
fn no_token_is_answered_with_1010() {
    let world = World::new();
    for route in routes() {
        let answer = call(&world, "", route);
        fails(&answer, "1010", 401, route);
        assert!(!has_rate_headers(&answer), "{}: nobody's quota is told", route.name);
    }
}

#[test]
fn a_token_that_the_service_did_not_make_is_answered_with_1011() {
    let world = World::new();
    let genuine = world.token("owner");
    let last = if genuine.ends_with('A') { "B" } else { "A" };
    let forged = format!("{}{last}", &genuine[..genuine.len() - 1]);
    let mut first = genuine.clone().into_bytes();
    first[20] = if first[20] == b'x' { b'y' } else { b'x' };
    let other_team = String::from_utf8(first).unwrap();
    for route in routes() {
        for token in ["x", "not base64!", &forged, &other_team] {
            fails(&call(&world, token, route), "1011", 401, route);
        }
    }
}

#[test]
fn a_genuine_token_that_no_account_knows_is_answered_with_1011() {
    let world = World::new();
    let app = world.app("workbench")["client_id"].as_str().unwrap();
    let token = token::mint_token(&world.service.config, Region::Us, people::NORTHWIND, app, [7; 24]).unwrap();
    let nobody = token::mint_token(&world.service.config, Region::Us, "99999", app, [7; 24]).unwrap();
    for route in routes() {
        let answer = call(&world, &token, route);
        fails(&answer, "1011", 401, route);
        assert!(has_rate_headers(&answer), "{}", route.name);
        fails(&call(&world, &nobody, route), "1011", 401, route);
    }
}

#[test]
fn a_revoked_token_is_answered_with_status_1_and_a_message() {
    let world = World::new();
    for route in routes() {
        let answer = call(&world, "revoked", route);
        assert_eq!(answer.status, 401, "{}", route.name);
        let body = answer.body();
        assert_eq!(body["status"], 1);
        assert!(!body["errmsg"].as_str().unwrap().is_empty());
        assert_eq!(body.as_object().unwrap().len(), 2);
    }
}

#[test]
fn a_token_without_grants_is_answered_with_1057() {
    let world = World::new();
    for route in routes() {
        fails(&call(&world, "no_grants", route), "1057", 401, route);
    }
}

// The region.

#[test]
fn a_token_of_another_region_is_answered_with_1018_and_the_right_one() {
    let world = World::new();
    for route in routes() {
        for (token, right) in [("owner", ORIGINS[0]), ("eu", ORIGINS[1]), ("ca", ORIGINS[2])] {
            for wrong in ORIGINS.iter().filter(|origin| **origin != right) {
                let mut request = world.request(route.method.as_str(), token, &path(route));
                request.origin = (*wrong).to_owned();
                let answer = world.call(request);
                fails(&answer, "1018", 403, route);
                assert!(answer.body()["error"]["message"].as_str().unwrap().contains(right));
            }
        }
    }
}

/// Calls that the service refuses whose token is good: method, token, path, origin and code.
const REFUSED: [(&str, &str, &str, &str, &str); 5] = [
    ("GET", "private", "/v3/no/such/path", ORIGINS[0], "1020"),
    ("DELETE", "private", "/v3/users/me", ORIGINS[0], "1061"),
    ("GET", "private", "/v3/users/me", ORIGINS[1], "1018"),
    ("GET", "private", "/v3/surveys/9", ORIGINS[0], "1020"),
    ("HEAD", "private", "/v3/no/such/path", ORIGINS[2], ""),
];

#[test]
fn every_answer_of_a_good_token_costs_a_request_and_has_the_headers_of_quota_and_scopes() {
    let world = World::new();
    for (spent, (method, token, path, origin, code)) in (1..).zip(REFUSED) {
        let mut request = world.request(method, token, path);
        request.origin = origin.to_owned();
        let answer = world.call(request);
        assert!(code.is_empty() == answer.body.is_empty() && answer.status >= 400, "{method} {path}");
        assert!(code.is_empty() || answer.code() == code, "{method} {path}: {}", answer.body());
        assert_eq!(answer.number("x-ratelimit-app-global-minute-remaining"), 120 - spent, "{method} {path}");
        assert!(has_rate_headers(&answer) && SCOPE_HEADERS.iter().all(|name| answer.header(name).is_some()));
    }
    let mut request = world.request("GET", "private", "/v3/users/me");
    request.headers[0].1 = "text/html".to_owned();
    let answer = world.call(request);
    assert_eq!((answer.code().as_str(), answer.number("x-ratelimit-app-global-minute-remaining")), ("1004", 114));
}

#[test]
fn a_bad_token_is_refused_whatever_else_is_wrong_and_costs_nothing() {
    let world = World::new();
    for (method, token, path, origin, _) in REFUSED {
        let codes = [("", "1010"), ("x", "1011"), ("revoked", ""), ("no_grants", "1057")].map(|(bad, code)| {
            let mut request = world.request(if method == "HEAD" { "GET" } else { method }, bad, path);
            request.origin = origin.to_owned();
            let answer = world.call(request);
            assert_eq!((answer.status, answer.code().as_str()), (401, code), "{method} {path} with {bad}");
            has_rate_headers(&answer)
        });
        assert_eq!(codes[..2], [false, false], "nobody's quota is told to {token}");
    }
    assert_eq!(world.get("private", "/v3/users/me").number("x-ratelimit-app-global-minute-remaining"), 119);
}

// The quota's headers; its arithmetic has tests of its own in `tests/api/quota.rs`.

#[test]
fn every_answer_after_the_quota_has_six_integer_headers_and_the_two_of_the_scopes() {
    let world = World::new();
    for route in routes() {
        for token in ["owner", "surveys_read_only", "free_with_paid_scopes", "eu"] {
            let answer = call(&world, token, route);
            assert!(has_rate_headers(&answer), "{}", route.name);
            for name in SCOPE_HEADERS {
                let value = answer.header(name).unwrap_or_else(|| panic!("{} without {name}", route.name));
                assert!(value.split(',').all(|scope| Scope::parse(scope).is_some()), "{value}");
            }
        }
        assert!(has_rate_headers(&call(&world, "revoked", route)), "{}", route.name);
    }
}

#[test]
fn the_scope_headers_list_what_is_granted_and_what_the_plan_offers() {
    let world = World::new();
    let count = |token: &str, name: &str| world.get(token, "/v3/surveys").header(name).unwrap().split(',').count();
    assert_eq!(count("owner", SCOPES_GRANTED_HEADER), Scope::ALL.len());
    assert_eq!(count("surveys_read_only", SCOPES_GRANTED_HEADER), 1);
    assert_eq!(count("surveys_read_only", SCOPES_AVAILABLE_HEADER), Scope::ALL.len());
    let free = Scope::ALL.iter().filter(|scope| scope.plan_rule() != PlanRule::Paid).count();
    assert_eq!(count("free_with_paid_scopes", SCOPES_GRANTED_HEADER), Scope::ALL.len());
    assert_eq!(count("free_with_paid_scopes", SCOPES_AVAILABLE_HEADER), free);
}

#[test]
fn an_app_over_its_quota_is_answered_with_1040_by_every_operation() {
    let world = World::new();
    while world.get("private", "/v3/users/me").status == 200 {}
    for route in routes() {
        let answer = call(&world, "private", route);
        fails(&answer, "1040", 429, route);
        assert!(has_rate_headers(&answer), "{}", route.name);
        assert_eq!(answer.number("x-ratelimit-app-global-minute-remaining"), 0);
    }
}

#[test]
fn a_disabled_app_is_answered_with_1063_and_what_is_left_of_its_quota() {
    let world = World::new();
    for route in routes() {
        let answer = call(&world, "disabled", route);
        fails(&answer, "1063", 401, route);
        assert!(has_rate_headers(&answer), "{}", route.name);
        assert_eq!(answer.number("x-ratelimit-app-global-day-remaining"), 500, "a refused call costs nothing");
    }
}

// Scope and plan.

#[test]
fn a_missing_scope_is_answered_with_1014_and_named() {
    let world = World::new();
    for route in routes() {
        let Some(scope) = route.scope else { continue };
        let others: Vec<Scope> = Scope::ALL.iter().copied().filter(|other| *other != scope).collect();
        world.grant("surveys_read_only", &others);
        let answer = call(&world, "surveys_read_only", route);
        fails(&answer, "1014", 403, route);
        assert!(answer.body()["error"]["message"].as_str().unwrap().contains(scope.as_str()));
    }
}

#[test]
fn the_row_s_scope_alone_is_enough() {
    let world = World::new();
    for route in routes() {
        world.grant("surveys_read_only", &[route.scope.unwrap_or(Scope::UsersRead)]);
        let answer = call(&world, "surveys_read_only", route);
        assert!(!["1014", "1015", "1057"].contains(&answer.code().as_str()), "{}: {}", route.name, answer.body());
    }
}

#[test]
fn a_paid_operation_on_the_free_plan_is_answered_with_1015_and_no_other_is() {
    let world = World::new();
    for route in routes() {
        let answer = call(&world, "free_with_paid_scopes", route);
        let paid = route.scope.is_some_and(|scope| scope.plan_rule() == PlanRule::Paid);
        if paid {
            fails(&answer, "1015", 403, route);
        } else {
            assert_ne!(answer.code(), "1015", "{}", route.name);
        }
    }
}

// Query and body.

#[test]
fn a_query_of_the_wrong_kind_is_answered_with_1003_and_named() {
    let world = World::new();
    for route in routes() {
        for field in route.parameters() {
            if !matches!(field.shape, Shape::Integer | Shape::Boolean | Shape::Choice(_)) {
                continue;
            }
            for value in ["x!", "-1", "%FF", "99999999999999999999"] {
                let target =
                    format!("{}?{}={value}&{}", path(route), field.name, target(route).split_once('?').unwrap().1);
                let answer = world.call(world.request(route.method.as_str(), "owner", &target));
                fails(&answer, "1003", 400, route);
                let message = answer.body()["error"]["message"].to_string();
                assert!(value == "%FF" || message.contains(field.name), "{message}");
            }
        }
    }
}

#[test]
fn every_list_is_paged() {
    let lists = routes().filter(|route| matches!(route.response, Shape::List(_)));
    for route in lists {
        let names: Vec<&str> = route.parameters().map(|field| field.name).collect();
        assert!(names.contains(&"page") && names.contains(&"per_page"), "{}", route.name);
    }
}

#[test]
fn a_body_that_is_no_json_is_answered_with_1001() {
    let world = World::new();
    for route in routes().filter(|route| !matches!(route.body, Shape::Nothing)) {
        for body in ["{", "{\"name\": }", "name=1", "{} {}", "\u{feff}{}"] {
            fails(&with_body(&world, route, body), "1001", 400, route);
        }
    }
}

#[test]
fn a_body_of_the_wrong_shape_is_answered_with_1002_and_the_field_is_named() {
    let world = World::new();
    for route in routes() {
        let Shape::Object(object) = route.body else { continue };
        for body in ["[]", "1", "null", "\"text\""] {
            fails(&with_body(&world, route, body), "1002", 400, route);
        }
        for field in object.fields {
            let Some(wrong) = wrong(&field.shape) else { continue };
            let answer = with_body(&world, route, json!({ field.name: wrong }).to_string());
            fails(&answer, "1002", 400, route);
            let message = answer.body()["error"]["message"].to_string();
            assert!(message.contains(&format!("`{}`", field.name)), "{}: {message}", route.name);
        }
        if let Some(field) = object.fields.iter().find(|field| field.required) {
            let answer = with_body(&world, route, "{}");
            fails(&answer, "1002", 400, route);
            assert!(answer.body()["error"]["message"].to_string().contains(field.name), "{}", route.name);
        }
    }
}

/// A value that does not have the shape.
fn wrong(shape: &Shape) -> Option<Value> {
    match shape {
        Shape::Any | Shape::Nothing => None,
        Shape::Nullable(inner) | Shape::OneOrFirst(inner) => wrong(inner),
        Shape::Object(_) | Shape::Map(_) | Shape::List(_) | Shape::ListedOrKeyed(_) => Some(json!(5)),
        _ => Some(json!({})),
    }
}

// What is not there.

#[test]
fn a_resource_that_does_not_exist_is_answered_with_1020() {
    let world = World::new();
    for route in routes().filter(|route| route.arguments().count() > 0 && matches!(route.body, Shape::Nothing)) {
        let answer = call(&world, "owner", route);
        fails(&answer, "1020", 404, route);
    }
}

#[test]
fn every_error_is_json_with_the_five_fields() {
    let world = World::new();
    let request = |method: &str, token: &str, target: &str| -> Request { world.request(method, token, target) };
    for request in [
        request("GET", "", "/v3/users/me"),
        request("GET", "x", "/v3/users/me"),
        request("GET", "owner", "/v3/nowhere"),
        request("PUT", "owner", "/v3/users/me"),
    ] {
        let answer = world.call(request);
        assert_eq!(answer.header("content-type"), Some("application/json"));
        let fields: Vec<String> = answer.body()["error"].as_object().unwrap().keys().cloned().collect();
        assert_eq!(fields, ["docs", "message", "id", "name", "http_status_code"]);
    }
}
