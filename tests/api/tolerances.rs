//! What clients in daily use send, and what is taken from them all the same.

use crate::lists::known;
use crate::support::surveys::EVERY_KIND;
use crate::support::{Answered, World, surveys};
use canvass::spec::endpoints::routes;
use canvass::spec::errors::Error;
use canvass::spec::limits::{RATE_HEADERS, SCOPE_HEADERS};
use canvass::spec::shape::Shape;
use canvass::wire::path::fill_route;
use serde_json::{Map, Value, json};

#[test]
fn repeated_slashes_a_slash_at_the_end_a_bare_question_mark_and_an_old_key_are_nothing() {
    let world = World::new();
    let plain = world.get("owner", "/v3/survey_categories").ok();
    for target in [
        "/v3//survey_categories",
        "//v3/survey_categories/",
        "/v3/survey_categories?",
        "/v3/survey_categories?api_key=x",
        "/v3/survey_categories/?&api_key=x",
    ] {
        assert_eq!(world.get("owner", target).ok(), plain, "{target}");
    }
}

#[test]
fn the_first_of_a_repeated_parameter_counts_and_an_unknown_one_is_passed_over() {
    let world = World::new();
    let list = world.get("owner", "/v3/surveys?page=2&per_page=1&page=1&per_page=50&colour=blue").ok();
    assert_eq!((&list["page"], &list["per_page"]), (&json!(2), &json!(1)));
}

#[test]
fn the_order_of_a_list_may_be_written_in_any_case() {
    let world = World::new();
    let sorted = |order: &str| {
        let list = world.get("owner", &format!("/v3/surveys?sort_by=title&sort_order={order}")).ok();
        list["data"].clone()
    };
    assert_eq!((sorted("desc"), sorted("Desc")), (sorted("DESC"), sorted("DESC")));
    assert_eq!((sorted("asc"), sorted("Asc")), (sorted("ASC"), sorted("ASC")));
    assert_ne!(sorted("asc"), sorted("desc"));
}

#[test]
fn an_unknown_parameter_need_not_be_decodable() {
    let world = World::new();
    let two = world.get("owner", "/v3/surveys?per_page=2&%zz=1&a%20b=%E9").ok();
    assert_eq!(two["data"].as_array().unwrap().len(), 2);
    let order = world.get("owner", "/v3/surveys?sort_order=up").body()["error"]["message"].as_str().unwrap().to_owned();
    assert!(order.contains("`sort_order` must be one of these values: ASC DESC."), "{order}");
    world.get("owner", "/v3/surveys?per_page=%E9").fails(Error::BadParameters);
}

#[test]
fn a_truth_value_in_a_query_has_three_spellings() {
    let world = World::new();
    let simple = |value: &str| {
        let path = format!("/v3/surveys/{}/responses/bulk?per_page=3&simple={value}", surveys::EVERY_KIND);
        world.get("owner", &path).ok()["data"].clone()
    };
    let plain = simple("false");
    for value in ["true", "True", "1"] {
        assert!(simple(value).to_string().contains("simple_text"), "{value}");
    }
    for value in ["False", "0"] {
        assert_eq!(simple(value), plain, "{value}");
    }
}

#[test]
fn a_date_in_a_query_may_have_any_form() {
    let world = World::new();
    let base = &format!("/v3/surveys/{EVERY_KIND}/responses");
    let bulk = world.get("owner", &format!("{base}/bulk?per_page=100")).ok();
    let date = bulk["data"][50]["date_modified"].as_str().unwrap().trim_end_matches("+00:00").to_owned();
    let count = |date: &str| world.get("owner", &format!("{base}?start_modified_at={date}")).ok()["total"].clone();
    let expected = count(&date);
    assert!(expected != 0 && expected != 260);
    for date in [
        format!("{date}Z"),
        format!("{date}.000000Z"),
        format!("{date}%2B00:00"),
        // A plus that was not encoded arrives as a space.
        format!("{date}+00:00"),
        date.replace('T', "%20"),
        date.replace('T', "+"),
    ] {
        assert_eq!(count(&date), expected, "{date}");
    }
}

#[test]
fn the_scheme_may_be_written_in_any_case_and_padded() {
    let world = World::new();
    let token = world.token("owner");
    for header in [format!("Bearer {token}"), format!(" BEARER   {token} "), format!("bearer {token}")] {
        let mut request = world.request("GET", "", "/v3/users/me");
        request.headers.push(("authorization".to_owned(), header.clone()));
        assert_eq!(world.call(request).status, 200, "{header}");
    }
    for header in [format!("Basic {token}"), token.clone(), "bearer".to_owned(), "bearer  ".to_owned()] {
        let mut request = world.request("GET", "", "/v3/users/me");
        request.headers.push(("authorization".to_owned(), header.clone()));
        assert_eq!(world.call(request).error(), Some(Error::NoToken), "{header}");
    }
}

#[test]
fn null_for_an_optional_field_is_as_good_as_leaving_it_out() {
    let known = known(&World::new());
    let mut tried = 0;
    for route in routes() {
        let Shape::Object(object) = route.body else { continue };
        let nulls: Map<String, Value> = object
            .fields
            .iter()
            .filter(|field| !field.required && !matches!(field.shape, Shape::Nullable(_)))
            .map(|field| (field.name.to_owned(), Value::Null))
            .collect();
        let path = fill_route(route, |name| Some(known.get(name).map_or("9", String::as_str))).unwrap();
        let answer = |body: Value| {
            let world = World::new();
            let mut request = world.request(route.method.as_str(), "owner", &path);
            request.headers.push(("content-type".to_owned(), "application/json".to_owned()));
            request.body = body.to_string().into_bytes();
            world.call(request)
        };
        tried += nulls.len();
        let empty = answer(json!({}));
        let patches = ["surveys.update", "surveys.pages.questions.update", "collectors.update", "contacts.update"];
        assert!(empty.status == 200 || !patches.contains(&route.name), "{}: {}", route.name, empty.body());
        assert_eq!(answer(Value::Object(nulls)), empty, "{}", route.name);
    }
    assert!(tried > 150, "{tried} fields");
}

#[test]
fn a_preflight_needs_no_token_and_costs_nothing() {
    let world = World::new();
    let left = || world.get("private", "/v3/users/me").number(RATE_HEADERS[4]);
    let before = left();
    for token in ["", "private"] {
        let mut request = world.request("OPTIONS", token, "/v3/surveys/1/pages/2");
        request.headers.push(("origin".to_owned(), "https://page.example".to_owned()));
        request.headers.push(("access-control-request-method".to_owned(), "PATCH".to_owned()));
        let answer = world.call(request);
        let methods = answer.header("access-control-allow-methods");
        assert_eq!((answer.status, methods), (200, Some("GET, HEAD, PATCH, PUT, DELETE, OPTIONS")));
    }
    assert_eq!(left(), before - 1);
}

#[test]
fn browsers_may_read_the_headers_of_quota_and_scopes() {
    let world = World::new();
    while world.get("private", "/v3/users/me").status == 200 {}
    for (token, status) in [("owner", 200), ("surveys_read_only", 403), ("private", 429), ("revoked", 401)] {
        let answer = world.get(token, "/v3/users/me");
        assert_eq!(answer.status, status);
        let exposed: Vec<&str> = answer.header("access-control-expose-headers").unwrap().split(", ").collect();
        assert_eq!(exposed, [&RATE_HEADERS[..], &SCOPE_HEADERS[..], &["retry-after"]].concat(), "{token}");
    }
}
