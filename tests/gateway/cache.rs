//! What is kept of an account's answers, for how long, and that nobody else is ever given it.

use crate::support::{origin, page, pairs, remote};
use canvass::crypto::secret::Secret;
use canvass::gateway::account::Account;
use canvass::gateway::cache::{Found, Kept, Key, STORE_MAX, Store, asked, hit};
use canvass::gateway::exchange::Grant;
use canvass::gateway::flights::{Flights, JOINED};
use canvass::gateway::freshness::{KEPT, MISSING, Pace, SPARE, TRUSTED, Touch, ends_all, is_owed, pace, pace_of, row};
use canvass::gateway::proxy::{Payload, admit};
use canvass::gateway::region::Region;
use canvass::gateway::session;
use canvass::spec::endpoint::Method;
use canvass::spec::endpoints::routes;
use canvass::wire::dates::Moment;
use canvass::wire::path::fill;
use proptest::prelude::*;
use std::rc::Rc;

const NOW: Moment = Moment(1_700_000_000_000);
const PACE: Pace = Pace { fresh: 60_000, stale: 300_000 };

fn account(region: &str, token: &str) -> Account {
    Account::at(session::account("app-1", &Secret::new(token)), Region::named(region).unwrap())
}

fn ann() -> Account {
    account("us", "token-ann")
}

fn key(path: &str) -> Key {
    Key::of(&ann(), "", path, "", "en")
}

fn kept(body: &str) -> Rc<Kept<String>> {
    Rc::new(Kept::new(200, &pairs(&[("content-type", "application/json")]), body.to_owned(), body.len(), "d1"))
}

fn led(found: Found<String>) -> u64 {
    match found {
        Found::Lead(lead) => lead.number,
        other => panic!("{other:?}"),
    }
}

/// A store that keeps an answer to a read of this path since `NOW`.
fn with(path: &str) -> Store<String> {
    let mut store = Store::default();
    let number = led(store.look(&key(path), NOW));
    store.land(number, &kept("one"), PACE, &[]);
    store
}

fn is_hit(store: &mut Store<String>, path: &str) -> bool {
    matches!(store.look(&key(path), NOW), Found::Hit(..))
}

#[test]
fn s60_a_key_names_account_region_scopes_path_query_and_language() {
    let of =
        |region, token, scopes, path, query, language| Key::of(&account(region, token), scopes, path, query, language);
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
fn s60_an_account_is_of_one_app_and_one_token_and_tells_neither() {
    let other_app = Account::at(session::account("app-2", &Secret::new("token-ann")), Region::named("us").unwrap());
    let accounts = [ann(), other_app, account("us", "token-bob"), account("eu", "token-ann")];
    for (at, one) in accounts.iter().enumerate() {
        assert!(accounts.iter().skip(at + 1).all(|other| one != other && one.name() != other.name()));
        assert!(!one.name().contains("ann") && Account::named(&one.name()) == Some(*one));
    }
    for name in ["", "us", "us.", "US.AAAAAAAAAAAAAAAAAAAAAA", "us.AAAA", "us.AAAAAAAAAAAAAAAAAAAAAB"] {
        assert_eq!(Account::named(name), None, "{name}");
    }
    let grant = Grant { token: Secret::new("token-ann"), region: Region::named("us").unwrap() };
    let begun = |seed| {
        let (sealer, home) = (remote().sealer, origin("https://app.example.com"));
        session::begin(&sealer, &home, "app-1", &grant, NOW, &[seed; 48], [seed; 24]).unwrap().0
    };
    assert!(Account::of(&begun(1)) == ann() && Account::of(&begun(2)) == ann());
    assert!(Account::of_session(&begun(1)) != Account::of_session(&begun(2)));
}

#[test]
fn s60_the_query_of_a_key_is_sorted() {
    let query = |target: &str| admit(&page("GET", target), Payload::Absent, &origin("https://app.example.com"), None);
    let sorted = query("/api/v3/surveys?title=x&page=2&evil=1&include=owned").unwrap();
    assert_eq!(sorted.query, "include=owned&page=2&title=x");
    assert_eq!(sorted.kept, row("/v3/surveys"));
}

#[test]
fn only_slow_reads_are_kept_and_nothing_of_persons_and_responses() {
    for (path, _) in KEPT {
        assert!(routes().any(|route| route.method == Method::GET && route.path == *path), "{path}");
    }
    for route in routes() {
        let admitted = admit(
            &page(route.method.as_str(), &format!("/api{}", fill(route, |_| Some("x1")).unwrap())),
            Payload::Absent,
            &origin("https://app.example.com"),
            None,
        );
        let kept = admitted.unwrap().kept;
        assert_eq!(kept.is_some(), route.method.is_read() && KEPT.iter().any(|(path, _)| *path == route.path));
        let private = ["users", "responses", "contact", "recipients", "messages", "members", "rollups", "webhooks"];
        assert!(kept.is_none() || !private.iter().any(|word| route.path.contains(word)), "{}", route.path);
    }
}

#[test]
fn s59_an_answer_with_a_cookie_an_error_and_what_forbids_it_is_not_kept() {
    let of = |status, headers: &[(&str, &str)]| pace_of(PACE, status, &pairs(headers));
    assert_eq!(of(200, &[("cache-control", "private, max-age=0")]), Some(PACE));
    assert_eq!(of(404, &[]), Some(MISSING));
    assert_eq!(of(200, &[("set-cookie", "a=b")]), None);
    assert_eq!(of(404, &[("set-cookie", "a=b")]), None);
    for control in ["no-store", "private, No-Store", "no-cache"] {
        assert_eq!(of(200, &[("cache-control", control)]), None, "{control}");
    }
    for status in [201, 204, 206, 301, 304, 400, 401, 403, 405, 413, 429, 500, 503] {
        assert_eq!(of(status, &[]), None, "{status}");
    }
    assert!(
        [429, 500, 502, 503, 504].into_iter().all(is_owed) && ![200, 304, 400, 401, 403, 404].into_iter().any(is_owed)
    );
    assert!([401, 403].into_iter().all(ends_all) && ![200, 400, 404, 429, 500].into_iter().any(ends_all));
}

#[test]
fn what_is_kept_has_a_tag_of_its_own_and_no_word_on_the_quota() {
    let headers = pairs(&[
        ("content-type", "application/json"),
        ("etag", "W/\"theirs\""),
        ("x-ratelimit-app-global-day-limit", "500"),
        ("retry-after", "9"),
        ("server", "x"),
    ]);
    let kept = Kept::new(200, &headers, "body", 4, "abc");
    assert_eq!(kept.headers, pairs(&[("content-type", "application/json"), ("etag", "\"abc\"")]));
    assert_eq!((kept.tag.as_str(), kept.theirs.as_deref()), ("\"abc\"", Some("W/\"theirs\"")));
}

#[test]
fn an_answer_is_fresh_then_stale_once_more_then_asked_for() {
    let mut store = with("/v3/surveys/1/details");
    let (key, key_of_x) = (key("/v3/surveys/1/details"), key("/v3/x"));
    assert!(matches!(store.look(&key, NOW.plus(59_999)), Found::Hit(_, 0)));
    assert!(matches!(store.look(&key, NOW), Found::Hit(_, 60)));
    assert!(matches!(store.look(&key, NOW.plus(60_000)), Found::Stale(_, 0, Some(_))));
    assert!(matches!(store.look(&key, NOW.plus(61_000)), Found::Stale(_, -1, None)), "one flight is enough");
    assert!(matches!(store.look(&key, NOW.plus(360_000)), Found::Join(_)));
    assert!(matches!(with("/v3/x").look(&key_of_x, NOW.plus(360_000)), Found::Lead(_)));
    assert!(matches!(with("/v3/x").look(&key_of_x, NOW.plus(-1)), Found::Lead(_)), "a clock set back");
}

#[test]
fn what_the_service_owes_is_given_from_what_was_kept_for_a_day() {
    let (mut store, key) = (with("/v3/surveys/1"), key("/v3/surveys/1"));
    let later = NOW.plus(SPARE - 1);
    let number = led(store.look(&key, later));
    let (spare, seconds) = store.fail(number, later).unwrap();
    assert_eq!((spare.body.as_str(), seconds), ("one", -86_340));
    let number = led(store.look(&key, NOW.plus(SPARE)));
    assert!(store.fail(number, NOW.plus(SPARE)).is_none());
    let number = led(store.look(&key, later));
    store.purge(&Touch::of("/v3/surveys/1").unwrap());
    assert!(store.fail(number, later).is_none(), "a write has touched it");
}

#[test]
fn an_answer_that_must_not_be_kept_ends_the_one_before() {
    let (mut store, key) = (with("/v3/surveys/1"), key("/v3/surveys/1"));
    let number = led(store.look(&key, NOW.plus(400_000)));
    store.end_without(number);
    assert!(matches!(store.look(&key, NOW), Found::Lead(_)));
}

#[test]
fn a_read_under_way_when_a_write_passed_is_neither_kept_nor_joined() {
    let (mut store, key) = (Store::default(), key("/v3/surveys/1/pages"));
    let before = led(store.look(&key, NOW));
    assert!(matches!(store.look(&key, NOW), Found::Join(number) if number == before));
    store.purge(&Touch::of("/v3/surveys/1/pages/2").unwrap());
    let after = led(store.look(&key, NOW));
    store.land(before, &kept("old"), PACE, &[]);
    assert!(matches!(store.look(&key, NOW), Found::Join(number) if number == after));
    store.land(after, &kept("new"), PACE, &[]);
    assert!(matches!(store.look(&key, NOW), Found::Hit(kept, _) if kept.body == "new"));
}

#[test]
fn a_read_from_before_a_write_ends_nothing_that_was_kept_after_it() {
    for how in [0, 1] {
        let (mut store, key) = (Store::default(), key("/v3/surveys/1/pages"));
        let before = led(store.look(&key, NOW));
        store.purge(&Touch::of("/v3/surveys/1").unwrap());
        let after = led(store.look(&key, NOW));
        store.land(after, &kept("new"), PACE, &[]);
        match how {
            0 => store.land(before, &kept("old"), PACE, &[]),
            _ => store.end_without(before),
        }
        assert!(matches!(store.look(&key, NOW), Found::Hit(kept, _) if kept.body == "new"));
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
        let touch = Touch::of(path);
        all.into_iter().filter(|path| touch.is_some_and(|touch| touch.covers(path))).collect()
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
        assert_eq!(Touch::of(path), None, "{path}");
    }
}

#[test]
fn a_write_to_a_thing_touches_every_kept_read_of_it() {
    for route in routes().filter(|route| !route.method.is_read()) {
        let path = fill(route, |_| Some("x1")).unwrap();
        let noun: Vec<&str> = path.split('/').take(4).collect();
        for (template, _) in KEPT {
            let read = fill_any(template);
            if read.split('/').take(4).eq(noun.iter().copied()) {
                assert!(Touch::of(&path).unwrap().covers(&read), "{path} {read}");
            }
        }
    }
}

fn fill_any(template: &'static str) -> String {
    canvass::wire::path::fill_template(template, |_| Some("x1")).unwrap()
}

#[test]
fn other_scopes_end_what_was_kept_under_the_old_ones() {
    let mut store = Store::default();
    let said = |granted: &str, available: &str| {
        pairs(&[("x-oauth-scopes-granted", granted), ("x-oauth-scopes-available", available)])
    };
    let look = |store: &mut Store<String>, path: &str| {
        let key = Key::of(&ann(), store.scopes(), path, "", "en");
        store.look(&key, NOW)
    };
    let (one, two) = (led(look(&mut store, "/v3/surveys/1")), led(look(&mut store, "/v3/surveys/2")));
    store.land(one, &kept("one"), PACE, &said("a,b", "a,b,c"));
    store.land(two, &kept("two"), PACE, &said("a,b", "a,b,c"));
    assert!(matches!(look(&mut store, "/v3/surveys/1"), Found::Hit(..)));
    assert!(matches!(look(&mut store, "/v3/surveys/2"), Found::Hit(..)));
    let three = led(look(&mut store, "/v3/surveys/3"));
    store.land(three, &kept("three"), PACE, &said("a", "a,b,c"));
    assert!(matches!(look(&mut store, "/v3/surveys/3"), Found::Hit(..)));
    assert!(matches!(look(&mut store, "/v3/surveys/1"), Found::Lead(..)), "less is granted");
    let four = led(look(&mut store, "/v3/surveys/4"));
    store.land(four, &kept("four"), PACE, &said("a", "a"));
    assert!(matches!(look(&mut store, "/v3/surveys/4"), Found::Hit(..)));
    assert!(matches!(look(&mut store, "/v3/surveys/3"), Found::Lead(..)), "the plan has less");
}

#[test]
fn s62_what_is_kept_is_given_no_longer_than_the_service_has_confirmed_the_rights_to_it() {
    let slow = Pace { fresh: SPARE, stale: SPARE };
    let headers = pairs(&[("x-oauth-scopes-granted", "a")]);
    let keys =
        |store: &Store<String>| ["/v3/roles", "/v3/surveys"].map(|path| Key::of(&ann(), store.scopes(), path, "", ""));
    let mut store = Store::default();
    let number = led(store.look(&keys(&store)[0], NOW));
    store.land(number, &kept("roles"), slow, &headers);
    let [roles, surveys] = keys(&store);
    assert!(matches!(store.look(&roles, NOW.plus(TRUSTED - 1)), Found::Hit(_, 0)), "it says for how long still");
    // Another answer with the same scopes confirms it, from when that was asked for.
    let number = led(store.look(&surveys, NOW.plus(TRUSTED - 1)));
    store.land(number, &kept("surveys"), PACE, &headers);
    let end = NOW.plus(TRUSTED - 1).plus(TRUSTED);
    assert!(matches!(store.look(&roles, end.plus(-1)), Found::Hit(..)));
    let number = led(store.look(&roles, end));
    assert!(store.fail(number, end).is_some(), "it stands in where the service fails");
    // One that says nothing of scopes confirms nothing but itself.
    let number = led(store.look(&surveys, end));
    store.land(number, &kept("surveys"), PACE, &[]);
    assert!(matches!(store.look(&surveys, end), Found::Hit(..)));
    assert!(matches!(store.look(&roles, end), Found::Lead(lead) if lead.old.is_some()));
}

#[test]
fn what_was_not_used_for_longest_makes_room() {
    let mut store = Store::default();
    let path = |number: usize| format!("/v3/surveys/{number}");
    let many = STORE_MAX / 900_000;
    for number in 0..=many {
        let lead = led(store.look(&key(&path(number)), NOW));
        let large = Kept::new(200, &[], String::new(), 900_000, "d");
        store.land(lead, &Rc::new(large), PACE, &[]);
        assert!(is_hit(&mut store, &path(0)), "it is used all the time");
    }
    let left = (0..=many).filter(|number| is_hit(&mut store, &path(*number))).count();
    assert!(left == many && !is_hit(&mut store, &path(1)), "{left}");
}

#[test]
fn cache_status_says_why() {
    assert_eq!(hit(42, ""), "canvass; hit; ttl=42");
    assert_eq!(hit(-3, "stale-if-error"), "canvass; hit; ttl=-3; detail=stale-if-error");
    assert_eq!(asked("uri-miss", 200, Some(PACE)), "canvass; fwd=uri-miss; fwd-status=200; stored; ttl=60");
    assert_eq!(asked("stale", 403, None), "canvass; fwd=stale; fwd-status=403");
    assert_eq!(pace(row("/v3/errors").unwrap()).map(|pace| pace.fresh), Some(3_600_000));
}

#[test]
fn a_read_that_is_not_kept_is_joined_in_its_first_moment_and_not_after_a_write() {
    let mut flights = Flights::default();
    let (key, other) = (key("/v3/contacts"), Key::of(&account("us", "bob"), "", "/v3/contacts", "", "en"));
    assert!(flights.join(&key, NOW, JOINED).is_none());
    let number = flights.begin(key.clone(), NOW);
    flights.join(&key, NOW.plus(i64::from(JOINED) - 1), JOINED).unwrap().push("follower");
    assert!(
        flights.join(&other, NOW, JOINED).is_none() && flights.join(&key, NOW.plus(JOINED.into()), JOINED).is_none()
    );
    flights.close(&account("us", "bob"));
    assert!(flights.join(&key, NOW, JOINED).is_some());
    flights.close(&ann());
    assert!(flights.join(&key, NOW, JOINED).is_none());
    assert_eq!(flights.end(number), ["follower"]);
    assert!(flights.end(number).is_empty());
}

/// The world of the property: what the service would say now, of each account and address.
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
        3 => prop::sample::select(&[1_i64, 9_000, 59_000, 200_000, 400_000, SPARE][..]).prop_map(Step::Wait),
    ];
    prop::collection::vec(step, 1..60)
}

/// An answer as the test's service gives it: whose it is, of what, and since when it is so.
type Said = (usize, usize, u64);

struct Flying {
    number: u64,
    who: usize,
    path: usize,
    /// What the service said; it is asked when the flight starts.
    said: u64,
    started: Moment,
    /// The reads that wait, each with the version that it must not be older than.
    waiting: Vec<u64>,
}

proptest! {
    #[test]
    fn s61_whatever_happens_nobody_reads_anothers_answer_nor_one_older_than_the_rules(steps in steps()) {
        // Two people, and each of them in a second region or with other scopes: four accounts at one store.
        let accounts = [ann(), account("us", "token-bob"), account("eu", "token-ann"), account("us", "again")];
        let mut store: Store<Said> = Store::default();
        let (mut now, mut clock) = (NOW, 0_u64);
        // Of each account and address: the version now, the one after its last write, and when each version ended.
        let mut version = [[0_u64; PATHS.len()]; 4];
        let mut floor = [[0_u64; PATHS.len()]; 4];
        let mut ended: Vec<(usize, usize, u64, Moment)> = Vec::new();
        let mut flying: Vec<Flying> = Vec::new();
        let oldest = |ended: &[(usize, usize, u64, Moment)], who, path, said: u64, now: Moment, limit: i64| {
            let over = ended.iter().find(|(of, at, number, _)| (*of, *at, *number) == (who, path, said));
            over.is_none_or(|(.., over)| now.0 - over.0 < limit)
        };
        for step in steps {
            match step {
                Step::Read(who, path) => {
                    let key = Key::of(&accounts[who], "", PATHS[path], "", "");
                    let least = floor[who][path];
                    let (given, lead) = match store.look(&key, now) {
                        Found::Hit(kept, _) => (Some((kept, PACE.fresh)), None),
                        Found::Stale(kept, _, lead) => (Some((kept, PACE.fresh + PACE.stale)), lead),
                        Found::Lead(lead) => (None, Some(lead)),
                        Found::Join(number) => {
                            let flight = flying.iter_mut().find(|flight| flight.number == number).unwrap();
                            prop_assert_eq!((flight.who, flight.path), (who, path));
                            prop_assert!(flight.said >= least, "joined what a write made old");
                            flight.waiting.push(least);
                            (None, None)
                        }
                    };
                    let waits = given.is_none();
                    if let Some((kept, limit)) = given {
                        let (of, at, said) = kept.body;
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
                            // The service fails: what stands in is the account's own, and no write has touched it.
                            if let Some((kept, _)) = store.fail(flight.number, now) {
                                let (of, at, said) = kept.body;
                                prop_assert_eq!((of, at), (who, path));
                                prop_assert!(flight.waiting.iter().all(|least| said >= *least));
                                prop_assert!(said >= floor[who][path], "stale after a write");
                                prop_assert!(oldest(&ended, who, path, said, now, SPARE));
                            }
                        }
                        1 => store.end_without(flight.number),
                        _ => {
                            prop_assert!(flight.waiting.iter().all(|least| flight.said >= *least));
                            prop_assert!(flight.started <= now);
                            let kept = Kept::new(200, &[], (who, path, flight.said), 10, "d");
                            store.land(flight.number, &Rc::new(kept), PACE, &[]);
                        }
                    }
                }
                Step::Write(who, written) => {
                    let touch = Touch::of(written).unwrap();
                    for (path, name) in PATHS.iter().enumerate().filter(|(_, name)| touch.covers(name)) {
                        let _ = name;
                        clock += 1;
                        ended.push((who, path, version[who][path], now));
                        version[who][path] = clock;
                        floor[who][path] = clock;
                    }
                    store.purge(&touch);
                }
                Step::Elsewhere(who, path) => {
                    clock += 1;
                    ended.push((who, path, version[who][path], now));
                    version[who][path] = clock;
                }
                Step::Revoke => {
                    store.clear();
                    for (account, path) in accounts.iter().flat_map(|account| PATHS.map(|path| (account, path))) {
                        let found = store.look(&Key::of(account, "", path, "", ""), now);
                        prop_assert!(!matches!(found, Found::Hit(..) | Found::Stale(..)), "kept after a revocation");
                        if let Found::Lead(lead) = found { store.end_without(lead.number) }
                    }
                }
                Step::Wait(time) => now = now.plus(time),
            }
        }
    }
}

#[test]
fn s62_a_revocation_forgets_what_is_kept_and_what_is_under_way() {
    let mut store = with("/v3/surveys/1");
    let number = led(store.look(&key("/v3/surveys/2"), NOW));
    store.clear();
    store.land(number, &kept("late"), PACE, &[]);
    assert!(!is_hit(&mut store, "/v3/surveys/1") && !is_hit(&mut store, "/v3/surveys/2"));
}
