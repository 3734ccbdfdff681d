//! The cache: which responses of an account are stored, for how long, and that no other account ever gets them.

use crate::support::{origin, page, pairs, remote};
use canvass::crypto::secret::Secret;
use canvass::gateway::account::Account;
use canvass::gateway::cache::{CacheKey, CachedResponse, Lookup, ResponseCache, STORE_MAX, forward_status, hit_status};
use canvass::gateway::cache_policy::{
    CACHED_ROUTES, Invalidation, NOT_FOUND_TTL, SCOPES_TTL, STALE_IF_ERROR_TTL, Ttl, allows_stale_if_error,
    evicts_account, may_store, ttl_of_response, ttl_of_route,
};
use canvass::gateway::exchange::TokenGrant;
use canvass::gateway::proxy::{BodySize, admit_request};
use canvass::gateway::region::Region;
use canvass::gateway::session;
use canvass::gateway::single_flight::{JOIN_WINDOW_MS, SingleFlight};
use canvass::spec::endpoint::Method;
use canvass::spec::endpoints::routes;
use canvass::wire::dates::Timestamp;
use canvass::wire::path::fill_route;
use proptest::prelude::*;
use std::rc::Rc;

const NOW: Timestamp = Timestamp(1_700_000_000_000);
const TTL: Ttl = Ttl { fresh: 60_000, stale: 300_000 };

fn account(region: &str, token: &str) -> Account {
    Account::new(session::account_name("app-1", &Secret::new(token)), Region::from_name(region).unwrap())
}

fn ann() -> Account {
    account("us", "token-ann")
}

fn key(path: &str) -> CacheKey {
    CacheKey::new(&ann(), "", path, "", "en")
}

fn cached(body: &str) -> Rc<CachedResponse<String>> {
    Rc::new(CachedResponse::new(
        200,
        &pairs(&[("content-type", "application/json")]),
        body.to_owned(),
        body.len(),
        "d1",
    ))
}

fn led(found: Lookup<String>) -> u64 {
    match found {
        Lookup::Miss(lead) => lead.number,
        other => panic!("{other:?}"),
    }
}

/// A cache with a response to a read of this path, stored at `NOW`.
fn with(path: &str) -> ResponseCache<String> {
    let mut store = ResponseCache::default();
    let number = led(store.look_up(&key(path), NOW));
    store.complete_flight(number, &cached("one"), TTL, &[]);
    store
}

fn is_hit(store: &mut ResponseCache<String>, path: &str) -> bool {
    matches!(store.look_up(&key(path), NOW), Lookup::Hit(..))
}

#[test]
fn a_body_that_breaks_off_or_reports_a_failure_is_not_stored() {
    for (body, is_stored) in [
        (r#"{"data":[{"id":"de"}]}"#, true),
        (r#"{"data":[{"id":"de","na"#, false),
        (r#"{"data":[]"#, false),
        ("", false),
        ("<html>maintenance</html>", false),
        (r#"{"error":{"id":"1050"}}"#, false),
        (r#"{"status":1,"errmsg":"The client revoked the access grant"}"#, false),
    ] {
        assert_eq!(may_store(200, body.as_bytes()), is_stored, "{body}");
        assert!(may_store(404, body.as_bytes()), "that there is nothing may be stored: {body}");
    }
}

#[test]
fn s60_a_key_names_account_region_scopes_path_query_and_language() {
    let of = |region, token, scopes, path, query, language| {
        CacheKey::new(&account(region, token), scopes, path, query, language)
    };
    let base = of("us", "a", "s", "/p", "q=1", "en");
    assert_eq!(base, of("us", "a", "s", "/p", "q=1", "en"));
    for other in [
        of("eu", "a", "s", "/p", "q=1", "en"),
        of("us", "b", "s", "/p", "q=1", "en"),
        of("us", "a", "t", "/p", "q=1", "en"),
        of("us", "a", "s", "/r", "q=1", "en"),
        of("us", "a", "s", "/p", "q=2", "en"),
        of("us", "a", "s", "/p", "q=1", "de"),
    ] {
        assert!(base != other, "{other:?}");
    }
}

#[test]
fn s60_an_account_is_of_one_app_and_one_token_and_reveals_neither() {
    let other_app =
        Account::new(session::account_name("app-2", &Secret::new("token-ann")), Region::from_name("us").unwrap());
    let accounts = [ann(), other_app, account("us", "token-bob"), account("eu", "token-ann")];
    for (at, one) in accounts.iter().enumerate() {
        assert!(accounts.iter().skip(at + 1).all(|other| one != other && one.object_name() != other.object_name()));
        assert!(!one.object_name().contains("ann") && Account::from_name(&one.object_name()) == Some(*one));
    }
    for name in ["", "us", "us.", "US.AAAAAAAAAAAAAAAAAAAAAA", "us.AAAA", "us.AAAAAAAAAAAAAAAAAAAAAB"] {
        assert_eq!(Account::from_name(name), None, "{name}");
    }
    let grant = TokenGrant { token: Secret::new("token-ann"), region: Region::from_name("us").unwrap(), profile: None };
    let begun = |seed| {
        let (sealer, home) = (remote().sealer, origin("https://app.example.com"));
        session::begin_session(&sealer, &home, "app-1", &grant, NOW, &[seed; 48], [seed; 24]).unwrap().0
    };
    assert!(Account::of_session(&begun(1)) == ann() && Account::of_session(&begun(2)) == ann());
    assert!(Account::of_session_alone(&begun(1)) != Account::of_session_alone(&begun(2)));
}

#[test]
fn s60_the_query_of_a_key_is_sorted() {
    let query =
        |target: &str| admit_request(&page("GET", target), BodySize::Absent, &origin("https://app.example.com"), None);
    let sorted = query("/api/v3/surveys?title=x&page=2&evil=1&include=owned").unwrap();
    assert_eq!(sorted.query, "include=owned&page=2&title=x");
    assert_eq!(sorted.ttl, ttl_of_route("/v3/surveys"));
}

#[test]
fn only_slow_reads_are_cached_and_nothing_of_persons_and_responses() {
    for (path, _) in CACHED_ROUTES {
        assert!(routes().any(|route| route.method == Method::GET && route.path == *path), "{path}");
    }
    for route in routes() {
        let admitted = admit_request(
            &page(route.method.as_str(), &format!("/api{}", fill_route(route, |_| Some("x1")).unwrap())),
            BodySize::Absent,
            &origin("https://app.example.com"),
            None,
        );
        let response = admitted.unwrap().ttl;
        assert_eq!(
            response.is_some(),
            route.method.is_read() && CACHED_ROUTES.iter().any(|(path, _)| *path == route.path)
        );
        let private = ["users", "responses", "contact", "recipients", "messages", "members", "rollups", "webhooks"];
        assert!(response.is_none() || !private.iter().any(|word| route.path.contains(word)), "{}", route.path);
    }
}

/// The object never looks a route up in a table of its own, which may be another one during a deployment.
#[test]
fn a_read_names_its_lifetime_to_the_object() {
    for (path, ttl) in CACHED_ROUTES {
        assert_eq!((Ttl::decode(&ttl.encode()), ttl_of_route(path)), (Some(*ttl), Some(*ttl)));
    }
    assert_eq!(TTL.encode(), "60000 300000");
    for text in ["", "7", "7 ", " 7", "7 x", "7 7 7"] {
        assert_eq!(Ttl::decode(text), None, "{text}");
    }
}

#[test]
fn s59_an_answer_with_a_cookie_an_error_and_what_forbids_it_is_not_cached() {
    let of = |status, headers: &[(&str, &str)]| ttl_of_response(TTL, status, &pairs(headers));
    assert_eq!(of(200, &[("cache-control", "private, max-age=0")]), Some(TTL));
    assert_eq!(of(404, &[]), Some(NOT_FOUND_TTL));
    assert_eq!(of(200, &[("set-cookie", "a=b")]), None);
    assert_eq!(of(404, &[("set-cookie", "a=b")]), None);
    for control in ["no-store", "private, No-Store", "no-cache"] {
        assert_eq!(of(200, &[("cache-control", control)]), None, "{control}");
    }
    for status in [201, 204, 206, 301, 304, 400, 401, 403, 405, 413, 429, 500, 503] {
        assert_eq!(of(status, &[]), None, "{status}");
    }
    assert!(
        [429, 500, 502, 503, 504].into_iter().all(allows_stale_if_error)
            && ![200, 304, 400, 401, 403, 404].into_iter().any(allows_stale_if_error)
    );
    assert!([401, 403].into_iter().all(evicts_account) && ![200, 400, 404, 429, 500].into_iter().any(evicts_account));
}

#[test]
fn a_cached_answer_has_a_tag_of_its_own_and_no_header_of_the_quota() {
    let headers = pairs(&[
        ("content-type", "application/json"),
        ("etag", "W/\"theirs\""),
        ("x-ratelimit-app-global-day-limit", "500"),
        ("retry-after", "9"),
        ("server", "x"),
    ]);
    let response = CachedResponse::new(200, &headers, "body", 4, "abc");
    assert_eq!(response.headers, pairs(&[("content-type", "application/json"), ("etag", "\"abc\"")]));
    assert_eq!((response.etag.as_str(), response.upstream_etag.as_deref()), ("\"abc\"", Some("W/\"theirs\"")));
}

#[test]
fn an_answer_is_fresh_then_stale_once_more_then_fetched() {
    let mut store = with("/v3/surveys/1/details");
    let (key, key_of_x) = (key("/v3/surveys/1/details"), key("/v3/x"));
    assert!(matches!(store.look_up(&key, NOW.saturating_add(59_999)), Lookup::Hit(_, 0)));
    assert!(matches!(store.look_up(&key, NOW), Lookup::Hit(_, 60)));
    assert!(matches!(store.look_up(&key, NOW.saturating_add(60_000)), Lookup::Stale(_, 0, Some(_))));
    assert!(
        matches!(store.look_up(&key, NOW.saturating_add(61_000)), Lookup::Stale(_, -1, None)),
        "one flight is enough"
    );
    assert!(matches!(store.look_up(&key, NOW.saturating_add(360_000)), Lookup::Join(_)));
    assert!(matches!(with("/v3/x").look_up(&key_of_x, NOW.saturating_add(360_000)), Lookup::Miss(_)));
    assert!(matches!(with("/v3/x").look_up(&key_of_x, NOW.saturating_add(-1)), Lookup::Miss(_)), "a clock set back");
}

#[test]
fn what_the_service_owes_is_served_from_the_cache_for_a_day() {
    let (mut store, key) = (with("/v3/surveys/1"), key("/v3/surveys/1"));
    let later = NOW.saturating_add(STALE_IF_ERROR_TTL - 1);
    let number = led(store.look_up(&key, later));
    let (spare, seconds) = store.fail_flight(number, later).unwrap();
    assert_eq!((spare.body.as_str(), seconds), ("one", -86_340));
    let number = led(store.look_up(&key, NOW.saturating_add(STALE_IF_ERROR_TTL)));
    assert!(store.fail_flight(number, NOW.saturating_add(STALE_IF_ERROR_TTL)).is_none());
    let number = led(store.look_up(&key, later));
    store.invalidate(&Invalidation::of_write("/v3/surveys/1").unwrap());
    assert!(store.fail_flight(number, later).is_none(), "a write has touched it");
}

#[test]
fn an_answer_that_must_not_be_cached_removes_the_previous_one() {
    let (mut store, key) = (with("/v3/surveys/1"), key("/v3/surveys/1"));
    let number = led(store.look_up(&key, NOW.saturating_add(400_000)));
    store.complete_uncached(number);
    assert!(matches!(store.look_up(&key, NOW), Lookup::Miss(_)));
}

#[test]
fn a_read_under_way_when_a_write_passed_is_neither_cached_nor_joined() {
    let (mut store, key) = (ResponseCache::default(), key("/v3/surveys/1/pages"));
    let before = led(store.look_up(&key, NOW));
    assert!(matches!(store.look_up(&key, NOW), Lookup::Join(number) if number == before));
    store.invalidate(&Invalidation::of_write("/v3/surveys/1/pages/2").unwrap());
    let after = led(store.look_up(&key, NOW));
    store.complete_flight(before, &cached("old"), TTL, &[]);
    assert!(matches!(store.look_up(&key, NOW), Lookup::Join(number) if number == after));
    store.complete_flight(after, &cached("new"), TTL, &[]);
    assert!(matches!(store.look_up(&key, NOW), Lookup::Hit(response, _) if response.body == "new"));
}

#[test]
fn a_read_from_before_a_write_removes_nothing_that_was_cached_after_it() {
    for how in [0, 1] {
        let (mut store, key) = (ResponseCache::default(), key("/v3/surveys/1/pages"));
        let before = led(store.look_up(&key, NOW));
        store.invalidate(&Invalidation::of_write("/v3/surveys/1").unwrap());
        let after = led(store.look_up(&key, NOW));
        store.complete_flight(after, &cached("new"), TTL, &[]);
        match how {
            0 => store.complete_flight(before, &cached("old"), TTL, &[]),
            _ => store.complete_uncached(before),
        }
        assert!(matches!(store.look_up(&key, NOW), Lookup::Hit(response, _) if response.body == "new"));
    }
}

#[test]
fn a_write_touches_what_is_below_its_thing_the_list_above_and_what_counts_it() {
    let touched = |path: &str| -> Vec<&str> {
        let all = [
            "/v3/surveys",
            "/v3/surveys/1",
            "/v3/surveys/1/pages/2",
            "/v3/surveys/12/details",
            "/v3/survey_folders",
            "/v3/survey_languages",
            "/v3/groups/1",
        ];
        let touch = Invalidation::of_write(path);
        all.into_iter().filter(|path| touch.is_some_and(|touch| touch.covers_path(path))).collect()
    };
    let one = ["/v3/surveys", "/v3/surveys/1", "/v3/surveys/1/pages/2", "/v3/survey_folders"];
    assert_eq!(touched("/v3/surveys/1"), one);
    assert_eq!(touched("/v3/surveys/1/pages/2/questions/3"), one);
    assert_eq!(touched("/v3/surveys/1/responses/5"), one);
    assert_eq!(touched("/v3/surveys"), ["/v3/surveys", "/v3/survey_folders"]);
    let every = ["/v3/surveys", "/v3/surveys/1", "/v3/surveys/1/pages/2", "/v3/surveys/12/details"];
    assert_eq!(touched("/v3/collectors/1"), every);
    assert_eq!(touched("/v3/collectors/1/responses"), every);
    assert_eq!(touched("/v3/survey_folders/4"), [&every[..], &["/v3/survey_folders"]].concat());
    assert_eq!(touched("/v3/workgroups/4/shares"), [&every[..], &["/v3/survey_folders"]].concat());
    assert_eq!(touched("/v3/groups/1/members/2"), ["/v3/groups/1"]);
    for path in
        ["/v3/contacts/1", "/v3/webhooks", "/v3/collectors/1/messages/2/send", "/v3/collectors/1/recipients/1", "/"]
    {
        assert_eq!(Invalidation::of_write(path), None, "{path}");
    }
}

#[test]
fn a_write_to_a_resource_invalidates_every_cached_read_of_it() {
    for route in routes().filter(|route| !route.method.is_read()) {
        let path = fill_route(route, |_| Some("x1")).unwrap();
        let noun: Vec<&str> = path.split('/').take(4).collect();
        for (template, _) in CACHED_ROUTES {
            let read = fill_any(template);
            if read.split('/').take(4).eq(noun.iter().copied()) {
                assert!(Invalidation::of_write(&path).unwrap().covers_path(&read), "{path} {read}");
            }
        }
    }
}

fn fill_any(template: &'static str) -> String {
    canvass::wire::path::fill_template(template, |_| Some("x1")).unwrap()
}

#[test]
fn other_scopes_remove_what_was_cached_under_the_old_ones() {
    let mut store = ResponseCache::default();
    let said = |granted: &str, available: &str| {
        pairs(&[("x-oauth-scopes-granted", granted), ("x-oauth-scopes-available", available)])
    };
    let look = |store: &mut ResponseCache<String>, path: &str| {
        let key = CacheKey::new(&ann(), store.scopes(), path, "", "en");
        store.look_up(&key, NOW)
    };
    let (one, two) = (led(look(&mut store, "/v3/surveys/1")), led(look(&mut store, "/v3/surveys/2")));
    store.complete_flight(one, &cached("one"), TTL, &said("a,b", "a,b,c"));
    store.complete_flight(two, &cached("two"), TTL, &said("a,b", "a,b,c"));
    assert!(matches!(look(&mut store, "/v3/surveys/1"), Lookup::Hit(..)));
    assert!(matches!(look(&mut store, "/v3/surveys/2"), Lookup::Hit(..)));
    let three = led(look(&mut store, "/v3/surveys/3"));
    store.complete_flight(three, &cached("three"), TTL, &said("a", "a,b,c"));
    assert!(matches!(look(&mut store, "/v3/surveys/3"), Lookup::Hit(..)));
    assert!(matches!(look(&mut store, "/v3/surveys/1"), Lookup::Miss(..)), "less is granted");
    let four = led(look(&mut store, "/v3/surveys/4"));
    store.complete_flight(four, &cached("four"), TTL, &said("a", "a"));
    assert!(matches!(look(&mut store, "/v3/surveys/4"), Lookup::Hit(..)));
    assert!(matches!(look(&mut store, "/v3/surveys/3"), Lookup::Miss(..)), "the plan has less");
}

#[test]
fn s62_what_is_cached_is_served_no_longer_than_the_service_has_confirmed_the_rights_to_it() {
    let slow = Ttl { fresh: STALE_IF_ERROR_TTL, stale: STALE_IF_ERROR_TTL };
    let headers = pairs(&[("x-oauth-scopes-granted", "a")]);
    let keys = |store: &ResponseCache<String>| {
        ["/v3/roles", "/v3/surveys"].map(|path| CacheKey::new(&ann(), store.scopes(), path, "", ""))
    };
    let mut store = ResponseCache::default();
    let number = led(store.look_up(&keys(&store)[0], NOW));
    store.complete_flight(number, &cached("roles"), slow, &headers);
    let [roles, surveys] = keys(&store);
    assert!(
        matches!(store.look_up(&roles, NOW.saturating_add(SCOPES_TTL - 1)), Lookup::Hit(_, 0)),
        "it says for how long still"
    );
    // Another response with the same scopes confirms the access from the time of its request.
    let number = led(store.look_up(&surveys, NOW.saturating_add(SCOPES_TTL - 1)));
    store.complete_flight(number, &cached("surveys"), TTL, &headers);
    let end = NOW.saturating_add(SCOPES_TTL - 1).saturating_add(SCOPES_TTL);
    assert!(matches!(store.look_up(&roles, end.saturating_add(-1)), Lookup::Hit(..)));
    let number = led(store.look_up(&roles, end));
    assert!(store.fail_flight(number, end).is_some(), "it stands in where the service fails");
    // A response without scopes confirms only itself.
    let number = led(store.look_up(&surveys, end));
    store.complete_flight(number, &cached("surveys"), TTL, &[]);
    assert!(matches!(store.look_up(&surveys, end), Lookup::Hit(..)));
    assert!(matches!(store.look_up(&roles, end), Lookup::Miss(lead) if lead.stale.is_some()));
}

#[test]
fn a_confirmation_from_before_the_clock_was_set_back_confirms_nothing() {
    const HOUR: i64 = 3_600_000;
    let slow = Ttl { fresh: STALE_IF_ERROR_TTL, stale: STALE_IF_ERROR_TTL };
    let headers = pairs(&[("x-oauth-scopes-granted", "a")]);
    let mut store = ResponseCache::default();
    for (path, now) in [("/v3/roles", NOW), ("/v3/surveys", NOW.saturating_add(HOUR))] {
        let key = CacheKey::new(&ann(), store.scopes(), path, "", "");
        let number = led(store.look_up(&key, now));
        store.complete_flight(number, &cached(path), slow, &headers);
    }
    let roles = CacheKey::new(&ann(), store.scopes(), "/v3/roles", "", "");
    assert!(matches!(store.look_up(&roles, NOW.saturating_add(SCOPES_TTL - 1)), Lookup::Hit(_, 0)));
    // Nor does it when the clock has reached its time again.
    for now in [NOW.saturating_add(SCOPES_TTL), NOW.saturating_add(HOUR + 1)] {
        let number = led(store.look_up(&roles, now));
        assert!(store.fail_flight(number, now).is_some());
    }
}

#[test]
fn what_was_not_used_for_longest_makes_room() {
    let mut store = ResponseCache::default();
    let path = |number: usize| format!("/v3/surveys/{number}");
    let many = STORE_MAX / 900_000;
    for number in 0..=many {
        let lead = led(store.look_up(&key(&path(number)), NOW));
        let large = CachedResponse::new(200, &[], String::new(), 900_000, "d");
        store.complete_flight(lead, &Rc::new(large), TTL, &[]);
        assert!(is_hit(&mut store, &path(0)), "it is used all the time");
    }
    let left = (0..=many).filter(|number| is_hit(&mut store, &path(*number))).count();
    assert!(left == many && !is_hit(&mut store, &path(1)), "{left}");
}

#[test]
fn cache_status_says_why() {
    assert_eq!(hit_status(42, ""), "canvass; hit; ttl=42");
    assert_eq!(hit_status(-3, "stale-if-error"), "canvass; hit; ttl=-3; detail=stale-if-error");
    assert_eq!(forward_status("uri-miss", 200, Some(TTL)), "canvass; fwd=uri-miss; fwd-status=200; stored; ttl=60");
    assert_eq!(forward_status("stale", 403, None), "canvass; fwd=stale; fwd-status=403");
    assert_eq!(ttl_of_route("/v3/errors").map(|ttl| ttl.fresh), Some(3_600_000));
}

#[test]
fn a_read_that_is_not_cached_is_joined_in_its_first_moment_and_not_after_a_write() {
    let mut flights = SingleFlight::default();
    let (key, other) = (key("/v3/contacts"), CacheKey::new(&account("us", "bob"), "", "/v3/contacts", "", "en"));
    assert!(flights.join_flight(&key, NOW, JOIN_WINDOW_MS).is_none());
    let number = flights.begin_flight(key.clone(), NOW);
    flights
        .join_flight(&key, NOW.saturating_add(i64::from(JOIN_WINDOW_MS) - 1), JOIN_WINDOW_MS)
        .unwrap()
        .push("follower");
    assert!(
        flights.join_flight(&other, NOW, JOIN_WINDOW_MS).is_none()
            && flights.join_flight(&key, NOW.saturating_add(JOIN_WINDOW_MS.into()), JOIN_WINDOW_MS).is_none()
    );
    flights.close_for_account(&account("us", "bob"));
    assert!(flights.join_flight(&key, NOW, JOIN_WINDOW_MS).is_some());
    flights.close_for_account(&ann());
    assert!(flights.join_flight(&key, NOW, JOIN_WINDOW_MS).is_none());
    assert_eq!(flights.end_flight(number), ["follower"]);
    assert!(flights.end_flight(number).is_empty());
}

/// The state of the property test: what the service would respond now, for each account and path.
const PATHS: [&str; 4] = ["/v3/surveys", "/v3/surveys/1/details", "/v3/surveys/2/details", "/v3/survey_folders"];

#[derive(Debug, Clone)]
enum Step {
    Read(usize, usize),
    Land(usize, u8),
    Write(usize, &'static str),
    Elsewhere(usize, usize),
    Revoke,
    Wait(i64),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        6 => (0..4_usize, 0..PATHS.len()).prop_map(|(who, path)| Step::Read(who, path)),
        5 => (0..8_usize, 0..6_u8).prop_map(|(flight, how)| Step::Land(flight, how)),
        2 => (0..4_usize, prop::sample::select(&["/v3/surveys/1", "/v3/surveys", "/v3/collectors/5"][..]))
            .prop_map(|(who, path)| Step::Write(who, path)),
        1 => (0..4_usize, 0..PATHS.len()).prop_map(|(who, path)| Step::Elsewhere(who, path)),
        1 => Just(Step::Revoke),
        3 => prop::sample::select(&[1_i64, 9_000, 59_000, 200_000, 400_000, STALE_IF_ERROR_TTL][..]).prop_map(Step::Wait),
    ];
    prop::collection::vec(step, 1..60)
}

/// A response of the test's service: its account, its path, and its version.
type Said = (usize, usize, u64);

struct Flying {
    number: u64,
    who: usize,
    path: usize,
    /// What the service responded; it is asked when the flight starts.
    said: u64,
    started: Timestamp,
    /// The reads that wait, each with the version that it must not be older than.
    waiting: Vec<u64>,
}

proptest! {
    #[test]
    fn s61_whatever_happens_no_one_reads_anothers_answer_nor_one_older_than_the_rules(steps in steps()) {
        // Two people, each also in a second region or with other scopes: four accounts in one cache.
        let accounts = [ann(), account("us", "token-bob"), account("eu", "token-ann"), account("us", "again")];
        let mut store: ResponseCache<Said> = ResponseCache::default();
        let (mut now, mut clock) = (NOW, 0_u64);
        // For each account and path: the present version, the one after the last write, and when each version ended.
        let mut version = [[0_u64; PATHS.len()]; 4];
        let mut floor = [[0_u64; PATHS.len()]; 4];
        let mut ended: Vec<(usize, usize, u64, Timestamp)> = Vec::new();
        let mut flying: Vec<Flying> = Vec::new();
        let oldest = |ended: &[(usize, usize, u64, Timestamp)], who, path, said: u64, now: Timestamp, limit: i64| {
            let over = ended.iter().find(|(of, at, number, _)| (*of, *at, *number) == (who, path, said));
            over.is_none_or(|(.., over)| now.0 - over.0 < limit)
        };
        for step in steps {
            match step {
                Step::Read(who, path) => {
                    let key = CacheKey::new(&accounts[who], "", PATHS[path], "", "");
                    let least = floor[who][path];
                    let (given, lead) = match store.look_up(&key, now) {
                        Lookup::Hit(response, _) => (Some((response, TTL.fresh)), None),
                        Lookup::Stale(response, _, lead) => (Some((response, TTL.fresh + TTL.stale)), lead),
                        Lookup::Miss(lead) => (None, Some(lead)),
                        Lookup::Join(number) => {
                            let flight = flying.iter_mut().find(|flight| flight.number == number).unwrap();
                            prop_assert_eq!((flight.who, flight.path), (who, path));
                            prop_assert!(flight.said >= least, "joined what a write made old");
                            flight.waiting.push(least);
                            (None, None)
                        }
                    };
                    let waits = given.is_none();
                    if let Some((response, limit)) = given {
                        let (of, at, said) = response.body;
                        prop_assert_eq!((of, at), (who, path), "another's answer");
                        prop_assert!(said >= least, "read before a write");
                        prop_assert!(oldest(&ended, who, path, said, now, limit), "older than the rule");
                    }
                    if let Some(lead) = lead {
                        let waiting = if waits { vec![least] } else { Vec::new() };
                        flying.push(Flying { number: lead.number, who, path, said: version[who][path], started: now, waiting });
                    }
                }
                Step::Land(nth, how) => {
                    if flying.is_empty() { continue }
                    let index = nth % flying.len();
                    let flight = flying.swap_remove(index);
                    let (who, path) = (flight.who, flight.path);
                    match how {
                        0 => {
                            // The service fails: the response served instead is the account's own, and no write has
                            // invalidated it.
                            if let Some((response, _)) = store.fail_flight(flight.number, now) {
                                let (of, at, said) = response.body;
                                prop_assert_eq!((of, at), (who, path));
                                prop_assert!(flight.waiting.iter().all(|least| said >= *least));
                                prop_assert!(said >= floor[who][path], "stale after a write");
                                prop_assert!(oldest(&ended, who, path, said, now, STALE_IF_ERROR_TTL));
                            }
                        }
                        1 => store.complete_uncached(flight.number),
                        _ => {
                            prop_assert!(flight.waiting.iter().all(|least| flight.said >= *least));
                            prop_assert!(flight.started <= now);
                            let response = CachedResponse::new(200, &[], (who, path, flight.said), 10, "d");
                            store.complete_flight(flight.number, &Rc::new(response), TTL, &[]);
                        }
                    }
                }
                Step::Write(who, written) => {
                    let touch = Invalidation::of_write(written).unwrap();
                    for (path, name) in PATHS.iter().enumerate().filter(|(_, name)| touch.covers_path(name)) {
                        let _ = name;
                        clock += 1;
                        ended.push((who, path, version[who][path], now));
                        version[who][path] = clock;
                        floor[who][path] = clock;
                    }
                    store.invalidate(&touch);
                }
                Step::Elsewhere(who, path) => {
                    clock += 1;
                    ended.push((who, path, version[who][path], now));
                    version[who][path] = clock;
                }
                Step::Revoke => {
                    store.clear();
                    for (account, path) in accounts.iter().flat_map(|account| PATHS.map(|path| (account, path))) {
                        let found = store.look_up(&CacheKey::new(account, "", path, "", ""), now);
                        prop_assert!(!matches!(found, Lookup::Hit(..) | Lookup::Stale(..)), "response after a revocation");
                        if let Lookup::Miss(lead) = found { store.complete_uncached(lead.number) }
                    }
                }
                Step::Wait(time) => now = now.saturating_add(time),
            }
        }
    }
}

#[test]
fn s62_a_revocation_forgets_what_is_cached_and_what_is_under_way() {
    let mut store = with("/v3/surveys/1");
    let number = led(store.look_up(&key("/v3/surveys/2"), NOW));
    store.clear();
    store.complete_flight(number, &cached("late"), TTL, &[]);
    assert!(!is_hit(&mut store, "/v3/surveys/1") && !is_hit(&mut store, "/v3/surveys/2"));
}
