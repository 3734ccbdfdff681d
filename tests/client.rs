//! The Rust client and the Leptos app in a real browser, against a stubbed `fetch`.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

#[path = "../examples/leptos-app/app.rs"]
mod app;

use canvass::client::{Access, Canvass, Cause, Integer, Scope, Session, SessionEnd, SignIn, SignOut};
use canvass::client::{StreamExt, TryStreamExt};
use canvass::spec::endpoints::contacts::{CreateContactList, GetContactList, ListContactLists};
use canvass::spec::endpoints::messages::{GetMessage, ListMessages};
use canvass::spec::endpoints::query::Paging;
use canvass::spec::resources::contacts::ContactListNew;
use futures_util::future::{join, poll_immediate};
use gloo_timers::future::TimeoutFuture;
use serde_json::{Value, json};
use std::error::Error as _;
use std::time::Duration;
use wasm_bindgen::prelude::*;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

#[wasm_bindgen(inline_js = r#"
// Answers in order: status, body (bytes if it is a list), and headers; or "fail" for no connection, "hang" for none
// before the request is aborted. One with "late" as a fourth member arrives when it is released.
let sent = [], left = [], aborted = 0, released;
const original = globalThis.fetch;
globalThis.fetch = async (request, init) => {
  const { origin, pathname, search } = new URL(request.url ?? request, location.href);
  if (origin === location.origin && !/^\/(api|auth)\//.test(pathname)) return original(request, init);
  const body = await request.text();
  const header = (name) => request.headers.get(name);
  sent.push({
    line: `${request.method} ${origin === location.origin ? "" : origin}${pathname}${search} ${body}`.trim(),
    headers: [header("x-canvass"), header("x-canvass-attempt"), header("authorization")],
    account: header("x-canvass-account"),
    class: header("x-canvass-class"),
    credentials: request.credentials,
    at: Date.now(),
  });
  const answer = left.shift() ?? [599, ""];
  if (answer === "fail") throw new TypeError("no connection");
  if (answer === "hang") {
    await new Promise((_, reject) => {
      request.signal.addEventListener("abort", () => { aborted += 1; reject(request.signal.reason); });
    });
  }
  const [status, value, headers, late] = answer;
  if (late) await new Promise((done) => { released = done; });
  const text = () => typeof value === "string" ? value : JSON.stringify(value);
  const content = () => Array.isArray(value) ? new Uint8Array(value) : text();
  return new Response(status === 204 ? null : content(), { status, headers });
};
export function answer(answers) { left = JSON.parse(answers); sent = []; aborted = 0; }
export const requests = () => JSON.stringify(sent);
export const abortions = () => aborted;
export const release = () => released();
export const visit = (path) => history.replaceState(null, "", path);
export const address = () => location.search;
export const fragment = () => location.hash;
let free;
export const hold = () => new Promise((held) => {
  navigator.locks.request("canvass.sign_in", () => { held(); return new Promise((done) => { free = done; }); });
});
export const set_free = () => free();
export const go_offline = () => Object.defineProperty(navigator, "onLine", { get: () => false, configurable: true });
export const go_online = () => delete navigator.onLine;
export const store = (text) => sessionStorage.setItem("canvass.sign_in", text);
export const stored = () => sessionStorage.getItem("canvass.sign_in");
export const texts = (selector) => JSON.stringify(Array.from(document.querySelectorAll(selector), (node) => node.textContent));
export const click = (selector) => document.querySelector(selector).click();
"#)]
extern "C" {
    fn answer(answers: &str);
    fn requests() -> String;
    fn abortions() -> u32;
    fn release();
    fn visit(path: &str);
    fn address() -> String;
    fn fragment() -> String;
    async fn hold();
    fn set_free();
    fn go_offline();
    fn go_online();
    fn store(text: &str);
    fn stored() -> String;
    fn texts(selector: &str) -> String;
    fn click(selector: &str);
}

fn answers(list: &Value) -> Canvass {
    answer(&list.to_string());
    Canvass::gateway()
}

fn sent() -> Vec<Value> {
    serde_json::from_str(&requests()).unwrap()
}

fn lines() -> Vec<String> {
    sent().iter().map(|request| request["line"].as_str().unwrap().to_owned()).collect()
}

fn contact_list(id: &str) -> Value {
    json!({ "id": id, "name": format!("List {id}"), "href": "h" })
}

fn page(ids: &[&str], page: u32, next: Option<&str>) -> Value {
    let data: Vec<Value> = ids.iter().map(|id| contact_list(id)).collect();
    json!({ "data": data, "page": page, "per_page": "2", "total": 3, "links": { "self": "x", "next": next } })
}

fn quota(minute: u32, day: u32) -> Value {
    json!({
        "x-ratelimit-app-global-minute-limit": "120",
        "x-ratelimit-app-global-minute-remaining": minute.to_string(),
        "x-ratelimit-app-global-minute-reset": "30",
        "x-ratelimit-app-global-day-limit": "500",
        "x-ratelimit-app-global-day-remaining": day.to_string(),
        "x-ratelimit-app-global-day-reset": "3600",
    })
}

#[wasm_bindgen_test]
async fn a_request_of_the_table_returns_its_payload() {
    let canvass = answers(&json!([[200, contact_list("7")], [201, contact_list("8")]]));
    assert_eq!(canvass.call(GetContactList::new("7")).await.unwrap().name, "List 7");
    let body = ContactListNew { name: Some("List 8".into()) };
    assert_eq!(canvass.call(CreateContactList::new(body)).await.unwrap().id.as_str(), "8");
    assert_eq!(lines(), ["GET /api/v3/contact_lists/7", r#"POST /api/v3/contact_lists {"name":"List 8"}"#]);
    assert_eq!(sent()[0]["headers"], json!(["1", "0", null]));
}

#[wasm_bindgen_test]
async fn a_list_is_a_stream_over_all_pages() {
    let next = "https://elsewhere.example/v3/contact_lists?page=2&per_page=2";
    let canvass = answers(&json!([[200, page(&["1", "2"], 1, Some(next))], [200, page(&["3"], 2, None)]]));
    let paging = Paging { page: None, per_page: Some(Integer::saturating(2)) };
    let mut lists = canvass.list(ListContactLists::new().with_query((paging,)));
    let mut ids = Vec::new();
    while let Some(list) = lists.next().await {
        ids.push(list.unwrap().id.to_string());
    }
    assert_eq!(ids, ["1", "2", "3"]);
    assert_eq!(lines(), ["GET /api/v3/contact_lists?per_page=2", "GET /api/v3/contact_lists?page=2&per_page=2"]);
}

#[wasm_bindgen_test]
async fn a_stream_sends_nothing_before_it_is_polled_and_ends_after_an_error() {
    let canvass = answers(&json!([[404, { "error": { "id": "1020", "message": "gone" } }]]));
    let mut lists = canvass.list(ListContactLists::new());
    assert_eq!(lines().len(), 0);
    assert_eq!(lists.next().await.unwrap().unwrap_err().kind, Cause::NotFound);
    assert!(lists.next().await.is_none());
}

#[wasm_bindgen_test]
async fn a_list_as_json_has_the_items_with_new_values_too() {
    let item = |status: &str| json!({ "id": "1", "status": status, "type": "sms", "href": "h" });
    let page = |status: &str, next: Option<&str>| {
        let links = json!({ "self": "x", "next": next });
        json!({ "data": [item(status)], "page": 1, "per_page": 1, "total": 2, "links": links })
    };
    let next = "https://elsewhere.example/v3/collectors/1/messages?page=2&per_page=1";
    let pages = json!([[200, page("flown", Some(next))], [200, page("sent", None)]]);
    let items: Vec<Value> = answers(&pages).list_json(ListMessages::new("1")).try_collect().await.unwrap();
    let statuses: Vec<&Value> = items.iter().map(|item| &item["status"]).collect();
    assert_eq!(statuses, ["flown", "sent"]);
    let mut typed = answers(&pages).list(ListMessages::new("1"));
    let error = typed.next().await.unwrap().unwrap_err();
    assert_eq!((error.kind, error.path.as_deref()), (Cause::UnexpectedAnswer, Some("data[0].status")));
}

#[wasm_bindgen_test]
async fn a_stream_waits_for_the_quota_and_fails_if_that_would_take_too_long() {
    let next = "https://elsewhere.example/v3/contact_lists?page=2&per_page=2";
    let mut headers = quota(0, 400);
    let pages =
        |headers: &Value| json!([[200, page(&["1", "2"], 1, Some(next)), headers], [200, page(&["3"], 2, None)]]);
    answer(&pages(&headers).to_string());
    let canvass = Canvass::gateway_at("https://slow.example").unwrap().with_max_wait(Duration::from_secs(20));
    let mut lists = canvass.list(ListContactLists::new());
    assert!(lists.next().await.unwrap().is_ok() && lists.next().await.unwrap().is_ok());
    let error = lists.next().await.unwrap().unwrap_err();
    assert_eq!((error.kind, lines().len()), (Cause::RateLimited, 1));
    let seconds = error.remedy.seconds.unwrap();
    assert!((20..=30).contains(&seconds), "{seconds}");
    let wait = error.remedy.until.unwrap() - js_sys::Date::now();
    assert!((20_000.0..=30_000.0).contains(&wait), "{wait}");

    headers["x-ratelimit-app-global-minute-reset"] = "1".into();
    answer(&pages(&headers).to_string());
    let canvass = Canvass::gateway_at("https://fast.example").unwrap();
    let lists: Vec<_> = canvass.list(ListContactLists::new()).try_collect().await.unwrap();
    let pause = sent()[1]["at"].as_f64().unwrap() - sent()[0]["at"].as_f64().unwrap();
    assert!(lists.len() == 3 && pause > 900.0, "{pause}");
}

#[wasm_bindgen_test]
async fn a_page_that_is_too_large_is_replaced_by_smaller_ones() {
    let refusal = json!({ "error": { "id": "1030", "message": "Too large. Retry with per_page=2." } });
    let canvass = answers(&json!([[413, refusal], [200, page(&["1"], 1, None)]]));
    let result: Result<Vec<_>, _> = canvass.list(ListContactLists::new()).try_collect().await;
    let sizes = lines();
    assert_eq!(result.map(|lists| lists.len()), Ok(1), "{sizes:?}");
    assert_eq!(sizes[1], "GET /api/v3/contact_lists?page=1&per_page=2");
}

#[wasm_bindgen_test]
async fn reads_are_sent_again_and_writes_never() {
    let canvass = answers(&json!([[503, ""], "fail", [200, contact_list("7")]]));
    assert_eq!(canvass.call(GetContactList::new("7")).await.unwrap().id.as_str(), "7");
    let attempts: Vec<Value> = sent().iter().map(|request| request["headers"][1].clone()).collect();
    assert_eq!(attempts, ["0", "1", "2"]);

    let canvass = answers(&json!([[503, ""], [201, contact_list("8")]]));
    let error = canvass.call(CreateContactList::new(ContactListNew::default())).await.unwrap_err();
    assert_eq!((error.kind, error.retryable, lines().len()), (Cause::ServiceFailed, true, 1));

    let canvass = answers(&json!([[503, ""], [200, contact_list("7")]])).with_retries(0);
    assert_eq!(canvass.call(GetContactList::new("7")).await.unwrap_err().kind, Cause::ServiceFailed);
}

#[wasm_bindgen_test]
async fn the_responses_that_hold_a_request_back_are_those_of_the_table() {
    let table: Vec<Value> = serde_json::from_str(include_str!("edge/held_back.json")).unwrap();
    for row in table {
        let is_held_back = row["held_back"] == true;
        let answer = json!([row["status"], row["body"], row["headers"]]);
        let canvass = answers(&json!([answer, answer, [200, contact_list("7")]])).with_retries(1);
        assert_eq!(canvass.call(GetContactList::new("7")).await.is_ok(), is_held_back, "{row}");
        assert_eq!(lines().len(), if is_held_back { 3 } else { 2 }, "{row}");
    }
}

#[wasm_bindgen_test]
async fn requests_that_the_gateway_holds_back_are_no_retries() {
    let held_back = json!([429, { "type": "urn:canvass:problem:budget-spent" }, { "retry-after": "1" }]);
    let canvass = answers(&json!([held_back, held_back, [503, ""], [200, contact_list("7")]])).with_retries(1);
    assert_eq!(canvass.call(GetContactList::new("7")).await.unwrap().id.as_str(), "7");
    let refused = json!([429, { "error": { "id": "1040", "message": "no" } }, { "retry-after": "1" }]);
    for (answer, retries) in [(&held_back, 0), (&refused, 1)] {
        let canvass = answers(&json!([answer, answer, [200, contact_list("7")]])).with_retries(retries);
        let error = canvass.call(GetContactList::new("7")).await.unwrap_err();
        assert_eq!((error.kind, lines().len()), (Cause::RateLimited, retries as usize + 1));
    }
}

#[wasm_bindgen_test]
async fn a_wait_longer_than_the_longest_pause_is_an_error() {
    let canvass = answers(&json!([[503, "", { "retry-after": "61" }], [200, contact_list("7")]]));
    let error = canvass.call(GetContactList::new("7")).await.unwrap_err();
    assert_eq!((error.kind, lines().len()), (Cause::ServiceFailed, 1));
}

#[wasm_bindgen_test]
async fn an_error_says_what_the_response_says() {
    let refusal = |docs| json!({ "error": { "id": "1014", "message": "no scope", "docs": docs } });
    let mut headers = quota(7, 400);
    headers["x-request-id"] = "0a".into();
    headers["x-oauth-scopes-granted"] = "users_read".into();
    headers["x-oauth-scopes-available"] = "users_read,contacts_read".into();
    answer(
        &json!([[403, refusal("https://api.example/1014"), headers], [403, refusal("javascript:alert()")]]).to_string(),
    );
    let canvass = Canvass::gateway_at("https://errors.example").unwrap();
    let error = canvass.call(GetContactList::new("7")).await.unwrap_err();
    assert_eq!((error.kind, error.code, error.status), (Cause::ScopeMissing, Some(1014), Some(403)));
    assert_eq!((error.remedy.action.as_str(), error.remedy.scope.as_deref()), ("grant_scope", Some("contacts_read")));
    assert_eq!(error.remedy.available, Some(true));
    assert_eq!((error.request_id.as_deref(), error.docs.as_deref()), (Some("0a"), Some("https://api.example/1014")));
    assert_eq!((error.to_string().as_str(), error.retryable), ("no scope", false));
    assert_eq!(error.quota.unwrap().minute.remaining, Some(7));
    assert_eq!(canvass.quota().unwrap().day.remaining, Some(400));
    assert_eq!(canvass.can(Scope::UsersRead), Access::Granted);
    assert_eq!(canvass.can(Scope::ContactsRead), Access::Available);
    assert_eq!(canvass.can(Scope::SurveysWrite), Access::NeedsPlan);
    let unused = Canvass::gateway_at("https://unused.example").unwrap();
    assert_eq!(unused.can(Scope::UsersRead), Access::Unknown);
    let error = canvass.call(GetContactList::new("7")).await.unwrap_err();
    assert_eq!((error.docs.as_deref(), error.remedy.available), (None, None));
}

#[wasm_bindgen_test]
async fn an_invalid_argument_is_named_and_nothing_is_sent() {
    let canvass = answers(&json!([]));
    let error = canvass.call(GetContactList::new("../users")).await.unwrap_err();
    assert_eq!((error.kind, error.path.as_deref()), (Cause::InvalidArgument, Some("contact_list_id")));
    assert_eq!(lines().len(), 0);
}

#[wasm_bindgen_test]
async fn a_new_value_of_an_enumeration_is_an_error_with_its_path_unless_json_is_wanted() {
    let message = json!({
        "id": "1", "type": "invite", "status": "flown", "recipient_status": null, "body": "b", "is_scheduled": false,
        "scheduled_date": null, "is_branding_enabled": true, "date_created": "d", "href": "h",
    });
    let canvass = answers(&json!([[200, message], [200, message]]));
    let error = canvass.call(GetMessage::new("1", "2")).await.unwrap_err();
    assert_eq!((error.kind, error.path.as_deref()), (Cause::UnexpectedAnswer, Some("status")));
    assert_eq!(canvass.call_json(GetMessage::new("1", "2")).await.unwrap()["status"], "flown");
}

#[wasm_bindgen_test]
async fn json_is_what_was_sent_and_text_that_is_none_is_an_error() {
    let cut = r#"{"id":"7","name":"a\ud83d","href":"h"}"#;
    let canvass = answers(&json!([[200, cut], [200, cut]]));
    assert_eq!(canvass.call(GetContactList::new("7")).await.unwrap().name, "a\u{fffd}");
    assert_eq!(canvass.call_json(GetContactList::new("7")).await.unwrap()["name"], "a\u{fffd}");
    let bad = [br#"{"id":"7","name":""#.as_slice(), b"\xff", br#"","href":"h"}"#].concat();
    let canvass = answers(&json!([[200, bad], [200, bad]]));
    let failed = canvass.call(GetContactList::new("7")).await.unwrap_err();
    assert_eq!((failed.kind, failed.status), (Cause::UnexpectedAnswer, Some(200)));
    assert_eq!(canvass.call_json(GetContactList::new("7")).await.unwrap_err(), failed);
}

#[wasm_bindgen_test]
async fn a_failure_stays_one_whatever_its_numbers_are() {
    let refusal = json!({ "error": { "id": "1030", "message": "Too large. Retry with per_page=5000000000." } });
    let canvass = answers(&json!([[413, refusal], [413, refusal]]));
    assert_eq!(canvass.call(GetContactList::new("7")).await.unwrap_err().kind, Cause::TooLarge);
    let error = canvass.list(ListContactLists::new()).next().await.unwrap().unwrap_err();
    assert_eq!((error.kind, lines().len()), (Cause::TooLarge, 2));
}

#[wasm_bindgen_test]
async fn a_request_without_a_response_says_why() {
    let canvass = answers(&json!(["fail"])).with_retries(0);
    let error = canvass.call(GetContactList::new("7")).await.unwrap_err();
    let source = error.source().unwrap().to_string();
    assert!(error.kind == Cause::Network && source.contains("no connection"), "{source}");
    go_offline();
    let error = canvass.call(GetContactList::new("7")).await.unwrap_err();
    go_online();
    assert_eq!((error.kind, lines().len()), (Cause::Offline, 1));
    assert!(error.source().is_none());
}

#[wasm_bindgen_test]
async fn a_gateway_of_another_origin_gets_the_session_and_learns_what_can_wait() {
    answer(&json!([[200, contact_list("7")], [200, contact_list("7")]]).to_string());
    let canvass = Canvass::gateway_at("https://app.example/").unwrap();
    canvass.call(GetContactList::new("7")).await.unwrap();
    canvass.in_background().call(GetContactList::new("7")).await.unwrap();
    assert_eq!(lines()[0], "GET https://app.example/api/v3/contact_lists/7");
    assert_eq!((&sent()[0]["credentials"], &sent()[0]["class"]), (&json!("include"), &Value::Null));
    assert_eq!(sent()[1]["class"], "background");
}

#[wasm_bindgen_test]
async fn a_dropped_call_aborts_its_request() {
    let canvass = answers(&json!(["hang"]));
    let mut call = Box::pin(canvass.call(GetContactList::new("7")));
    while lines().is_empty() {
        assert!(poll_immediate(&mut call).await.is_none());
        TimeoutFuture::new(1).await;
    }
    assert_eq!(abortions(), 0);
    drop(call);
    TimeoutFuture::new(1).await;
    assert_eq!(abortions(), 1);
}

#[wasm_bindgen_test]
async fn a_request_that_takes_too_long_is_aborted() {
    let canvass = answers(&json!(["hang"])).with_timeout(Some(Duration::from_millis(20)));
    let error = canvass.call(CreateContactList::new(ContactListNew::default())).await.unwrap_err();
    assert_eq!((error.kind, abortions()), (Cause::Timeout, 1));
}

#[wasm_bindgen_test]
async fn a_token_is_sent_to_its_origin_alone_and_not_from_a_page_unless_it_is_permitted() {
    let refused = |token, url| Canvass::with_token_in_page(token, url).unwrap_err().kind;
    assert_eq!(Canvass::with_token("t", "https://api.example").unwrap_err().kind, Cause::Unavailable);
    assert_eq!(refused("t", "http://api.example"), Cause::Configuration);
    assert_eq!(refused("a b", "https://api.example"), Cause::Configuration);
    assert_eq!(refused("t", "api.example"), Cause::Configuration);
    answer(&json!([[200, contact_list("7"), quota(9, 0)]]).to_string());
    let canvass = Canvass::with_token_in_page("t-1", "https://api.example/v3").unwrap();
    canvass.call(GetContactList::new("7")).await.unwrap();
    assert_eq!(lines(), ["GET https://api.example/v3/contact_lists/7"]);
    assert_eq!(sent()[0]["headers"], json!([null, null, "bearer t-1"]));
    assert!(!format!("{canvass:?}").contains("t-1"));
    assert_eq!(canvass.session().await.unwrap_err().kind, Cause::Unavailable);
    // The day's quota is used up: nothing is sent.
    let error = canvass.call(GetContactList::new("7")).await.unwrap_err();
    assert_eq!((error.kind, error.remedy.seconds.is_some(), lines().len()), (Cause::RateLimited, true, 1));
}

#[wasm_bindgen_test]
fn a_gateway_is_an_origin_without_a_path() {
    for origin in ["https://app.example", "https://app.example/", "http://localhost:8787"] {
        assert!(Canvass::gateway_at(origin).is_ok(), "{origin}");
    }
    for url in [
        "https://app.example/surveys",
        "https://app.example//",
        "https://app.example/?a",
        "https://app.example#a",
        "app.example",
    ] {
        assert_eq!(Canvass::gateway_at(url).unwrap_err().kind, Cause::Configuration, "{url}");
    }
}

#[wasm_bindgen_test]
async fn the_session_says_who_is_signed_in() {
    let account = json!({ "id": "a", "region": "eu", "current": true });
    let canvass = answers(&json!([
        [200, { "signed_in": true, "account": "a", "region": "eu", "accounts": [account] }],
        [200, { "signed_in": false, "ended": "idle" }],
        [204, ""], [204, ""], [204, ""],
    ]));
    let Session::SignedIn { account, accounts, .. } = canvass.session().await.unwrap() else { panic!("signed out") };
    assert_eq!((account.as_str(), accounts[0].current), ("a", true));
    assert_eq!(canvass.session().await.unwrap(), Session::SignedOut { ended: Some(SessionEnd::Idle) });
    let named: Vec<Value> = sent().iter().map(|request| request["account"].clone()).collect();
    assert_eq!(named, [Value::Null, json!("a")], "a call names the account that the app has learned of");
    canvass.switch_account("b").await.unwrap();
    canvass.sign_out(SignOut::All).await.unwrap();
    canvass.sign_out(SignOut::Everywhere).await.unwrap();
    let expected = [r#"POST /auth/switch {"account":"b"}"#, r#"POST /auth/sign-out {"all":true}"#];
    assert_eq!(lines()[2..4], expected);
    assert_eq!(lines()[4], "POST /auth/sign-out-everywhere");
}

#[wasm_bindgen_test]
async fn clients_of_one_gateway_make_calls_for_the_same_account() {
    fn is_shareable<T: Send + Sync + PartialEq>(_: &T) {}
    let canvass = answers(&json!([
        [200, { "signed_in": true, "account": "a", "region": "eu", "accounts": [] }],
        [200, contact_list("7")], [401, {}], [401, {}], [204, ""],
    ]));
    is_shareable(&canvass);
    assert!(canvass == Canvass::gateway() && canvass != canvass.with_retries(0));
    assert!(canvass != Canvass::gateway_at("https://app.example").unwrap());
    canvass.session().await.unwrap();
    Canvass::gateway().call(GetContactList::new("7")).await.unwrap();
    for _ in 0..2 {
        // Also after a refusal: the app asks for the session, or goes on with none.
        let error = Canvass::gateway().call(GetContactList::new("7")).await.unwrap_err();
        assert_eq!(error.kind, Cause::SignedOut);
    }
    canvass.sign_out(SignOut::Current).await.unwrap();
    let named: Vec<Value> = sent().iter().map(|request| request["account"].clone()).collect();
    assert_eq!(named[1..], ["a", "a", "a", "a"]);
}

#[wasm_bindgen_test]
async fn a_session_from_before_a_switch_that_arrives_after_it_is_loaded_again() {
    let canvass = answers(&json!([
        [200, { "signed_in": true, "account": "a", "region": "eu", "accounts": [], "ended": "idle" }, {}, "late"],
        [204, ""],
        [200, { "signed_in": true, "account": "b", "region": "eu", "accounts": [] }],
        [200, { "signed_in": false }],
    ]));
    let switch = async {
        TimeoutFuture::new(10).await;
        canvass.switch_account("b").await.unwrap();
        release();
    };
    let (session, ()) = join(canvass.session(), switch).await;
    let Session::SignedIn { account, ended, .. } = session.unwrap() else { panic!("signed out") };
    assert_eq!((account.as_str(), ended), ("b", Some(SessionEnd::Idle)));
    canvass.session().await.unwrap();
    let named: Vec<Value> = sent().iter().map(|request| request["account"].clone()).collect();
    assert_eq!(named[2..], [Value::Null, json!("b")]);
}

#[wasm_bindgen_test]
async fn a_response_for_a_former_account_says_nothing_of_the_scopes_of_the_current_one() {
    let of = |account: &str| json!([200, { "signed_in": true, "account": account, "region": "eu", "accounts": [] }]);
    let scopes = |granted: &str| json!({ "x-oauth-scopes-granted": granted, "x-oauth-scopes-available": granted });
    let late = |status: u16| json!([status, contact_list("7"), scopes("contacts_read"), "late"]);
    let current = json!([200, contact_list("8"), scopes("users_read")]);
    // The page makes another account current, or another tab does.
    for (status, change) in [(200, Some(json!([204, ""]))), (401, Some(json!([204, ""]))), (200, None), (401, None)] {
        let change = change.into_iter();
        let rest = change.clone().chain([of("b"), current.clone()]);
        let canvass = answers(&Value::from_iter([of("a"), late(status)].into_iter().chain(rest)));
        canvass.session().await.unwrap();
        let leaving = async {
            TimeoutFuture::new(10).await;
            if change.len() > 0 {
                canvass.switch_account("b").await.unwrap();
            }
            canvass.session().await.unwrap();
            canvass.call(GetContactList::new("8")).await.unwrap();
            release();
        };
        let (former, ()) = join(canvass.call(GetContactList::new("7")), leaving).await;
        assert_eq!(former.is_ok(), status == 200);
        let known = [Scope::ContactsRead, Scope::UsersRead].map(|scope| canvass.can(scope));
        assert_eq!(known, [Access::NeedsPlan, Access::Granted], "{status}");
    }
}

#[wasm_bindgen_test]
async fn a_callback_is_accepted_once_and_only_with_the_state_of_this_tab() {
    let state = "0123456789abcdef";
    let canvass = answers(&json!([[204, ""]]));
    let now = js_sys::Date::now() as u64;
    store(&format!("{state} {now} add /report carried~contacts_write\n"));
    visit("?code=c1&state=forged");
    assert_eq!(canvass.complete_sign_in().await.unwrap_err().kind, Cause::StateMismatch);
    visit(&format!("?code=c1&state={state}"));
    assert_eq!(canvass.complete_sign_in().await.unwrap(), "/report");
    assert_eq!(address(), "", "the code stays in the address bar");
    assert_eq!(lines(), [r#"POST /auth/token {"code":"c1","add":true,"pkce":"carried"}"#]);
    visit(&format!("?code=c1&state={state}"));
    assert_eq!(canvass.complete_sign_in().await.unwrap_err().kind, Cause::SignInExpired);
    assert_eq!(lines().len(), 1);
}

#[wasm_bindgen_test]
async fn scopes_that_the_user_has_not_granted_are_an_error_of_a_complete_sign_in() {
    let headers = json!({ "x-oauth-scopes-granted": "users_read", "x-oauth-scopes-available": "users_read" });
    answer(&json!([[204, "", headers]]).to_string());
    let canvass = Canvass::gateway_at("https://scopes.example").unwrap();
    store(&format!("s {} add /report ~users_read~contacts_write\n", js_sys::Date::now() as u64));
    visit("?code=c1&state=s");
    let error = canvass.complete_sign_in().await.unwrap_err();
    assert_eq!((error.kind, error.remedy.scope.as_deref()), (Cause::ScopeMissing, Some("contacts_write")));
    assert_eq!(lines(), [r#"POST https://scopes.example/auth/token {"code":"c1","add":true}"#]);
    let again = SignIn::default().return_to("/report").add().scopes([Scope::UsersRead, Scope::ContactsWrite]);
    assert_eq!(error.sign_in, Some(again));
    assert_eq!(canvass.can(Scope::UsersRead), Access::Granted);
}

#[wasm_bindgen_test]
async fn a_page_of_another_origin_than_the_redirect_uri_gets_its_callback_in_the_fragment() {
    let configuration = json!({
        "authorize_url": "#sign-in", "client_id": "c", "redirect_uri": "https://app.example/callback/", "pkce": "v",
        "scopes": true,
    });
    let canvass = answers(&json!([[200, configuration], [204, ""]]));
    store("");
    let options = SignIn::default().return_to("/report").add().scopes([Scope::ContactsRead, Scope::UsersRead]);
    canvass.sign_in(options).await.unwrap();
    let origin = String::from(js_sys::encode_uri_component(&web_sys::window().unwrap().location().origin().unwrap()));
    assert_eq!(lines(), [format!("GET /auth/configuration?origin={origin}")]);
    let stored_line = stored();
    assert!(stored_line.ends_with(" add /report v~contacts_read~users_read\n"), "{stored_line}");
    let opened = fragment();
    assert!(opened.ends_with(&format!("%40{origin}&scope=contacts_read%20users_read")), "{opened}");
    let state = opened.split("&state=").nth(1).unwrap().split('&').next().unwrap();
    visit(&format!("?theme=dark#code=c1&state={state}"));
    assert_eq!(canvass.complete_sign_in().await.unwrap(), "/report");
    assert_eq!((address(), fragment()), (String::new(), String::new()));
    assert_eq!(lines()[1], r#"POST /auth/token {"code":"c1","add":true,"pkce":"v"}"#);
}

#[wasm_bindgen_test]
async fn codes_are_exchanged_one_after_the_other_in_all_tabs() {
    let canvass = answers(&json!([[204, ""]]));
    let now = js_sys::Date::now() as u64;
    store(&format!("s {now} add / \nt {now} add / \n"));
    hold().await;
    visit("?code=c1&state=s");
    let mut dropped = Box::pin(canvass.complete_sign_in());
    assert!(poll_immediate(&mut dropped).await.is_none());
    drop(dropped);
    visit("?code=c2&state=t");
    let other_tab = async {
        TimeoutFuture::new(50).await;
        let before = lines().len();
        set_free();
        before
    };
    let (completed, before) = join(canvass.complete_sign_in(), other_tab).await;
    assert_eq!((completed.unwrap().as_str(), before), ("/", 0));
    assert_eq!(lines(), [r#"POST /auth/token {"code":"c2","add":true}"#]);
    // It is free again.
    hold().await;
    set_free();
}

#[wasm_bindgen_test]
async fn a_failed_exchange_needs_a_new_sign_in() {
    for answer in [json!("fail"), json!([401, ""])] {
        let canvass = answers(&json!([answer]));
        store(&format!("s {} open / \n", js_sys::Date::now() as u64));
        visit("?code=c1&state=s");
        let error = canvass.complete_sign_in().await.unwrap_err();
        assert_eq!((error.kind, error.remedy.action.as_str()), (Cause::SignInFailed, "sign_in"));
        assert!(stored().contains(" used "));
        assert_eq!(error.sign_in, Some(SignIn::default().return_to("/")));
    }
}

#[wasm_bindgen_test]
async fn a_sign_in_returns_to_paths_of_this_origin_only() {
    let canvass = answers(&json!([]));
    let error = canvass.sign_in(SignIn::default().return_to("//elsewhere.example")).await.unwrap_err();
    assert_eq!((error.kind, error.path.as_deref()), (Cause::InvalidArgument, Some("return_to")));
    assert_eq!(lines().len(), 0);
}

/// Waits until the page has these texts.
async fn shows(selector: &str, expected: &[&str]) {
    let expected = json!(expected).to_string();
    for _ in 0..500 {
        if texts(selector) == expected {
            return;
        }
        TimeoutFuture::new(10).await;
    }
    panic!("{selector} has {}, not {expected}", texts(selector));
}

#[wasm_bindgen_test]
async fn the_leptos_app_lists_the_surveys_and_signs_out() {
    let survey = |id: &str| json!({ "id": id, "title": format!("Survey {id}"), "nickname": "", "href": "h" });
    let data = json!([survey("1"), survey("2")]);
    let list = json!({ "data": data, "page": 1, "per_page": 50, "total": 2, "links": { "self": "x" } });
    answers(&json!([
        [200, { "signed_in": true, "account": "a", "region": "us", "accounts": [] }],
        [200, list],
        [204, ""],
    ]));
    let mounted = leptos::mount::mount_to(leptos::prelude::document().body().unwrap(), app::App);
    shows("#surveys li", &["Survey 1", "Survey 2"]).await;
    click("#sign-out");
    shows("#sign-in", &["Sign in"]).await;
    assert_eq!(lines(), ["GET /auth/session", "GET /api/v3/surveys", "POST /auth/sign-out"]);
    drop(mounted);
}

#[wasm_bindgen_test]
async fn the_leptos_app_offers_to_sign_in_when_the_session_ends_meanwhile() {
    let session = json!({ "signed_in": true, "account": "a", "region": "us", "accounts": [] });
    let canvass = answers(&json!([[200, session], [401, {}], [204, ""]]));
    let mounted = leptos::mount::mount_to(leptos::prelude::document().body().unwrap(), app::App);
    shows("#sign-in", &["Sign in"]).await;
    drop(mounted);
    canvass.sign_out(SignOut::All).await.unwrap();
}
