//! The engine in a real browser, against a stubbed `fetch`: what is compiled to WebAssembly holds there too.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use canvass::browser::calls::{Missing, answer, delay, request, unanswered};
use canvass::browser::sign_in::{address, begin, judge};
use canvass::spec::endpoints::{docs, routes};
use canvass::wire::packed::number_of;
use js_sys::{JSON, Promise, Reflect};
use wasm_bindgen::prelude::*;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

#[wasm_bindgen(inline_js = r#"
// Answers in order: a body with its status, "fail" for no connection, "hang" for none before the signal.
let sent = [];
export function call(engine, answers, operation, input, signal, timeout, retries) {
  const left = JSON.parse(answers);
  sent = [];
  const send = async (request) => {
    const { pathname, search } = new URL(request.url);
    sent.push([request.method, pathname + search, request.headers.get("x-canvass"), await request.text()]);
    const [status, body] = left.shift() ?? [599, ""];
    if (body === "fail") throw new TypeError("no connection");
    if (body === "hang") {
      await new Promise((_, reject) => {
        const stop = () => reject(request.signal.reason);
        if (request.signal.aborted) stop();
        request.signal.addEventListener("abort", stop);
      });
    }
    const headers = { "x-oauth-scopes-granted": "users_read", "x-oauth-scopes-available": "users_read,groups_read" };
    return new Response(status === 204 ? null : body, { status, headers });
  };
  const fail = (facts) => Object.assign(new Error(facts.message), facts);
  const [ask, judge, missing, pause] = engine;
  const all = { request: ask, answer: judge, unanswered: missing, delay: (...given) => pause(...given) / 1000 };
  return { engine: all, base: "", send, fail, operation, input, signal, timeout, end: Infinity, retries, maxWait: 60_000 };
}
export const requests = () => JSON.stringify(sent);
export const stopped = (reason) => AbortSignal.abort(reason);
export function stopping(reason) {
  const controller = new AbortController();
  setTimeout(() => controller.abort(reason), 10);
  return controller.signal;
}
// A signal that counts those who listen to it.
export function counting() {
  const { signal } = new AbortController();
  const { addEventListener, removeEventListener } = signal;
  let listeners = 0;
  return Object.assign(signal, {
    addEventListener(...given) { listeners += 1; addEventListener.apply(signal, given); },
    removeEventListener(...given) { listeners -= 1; removeEventListener.apply(signal, given); },
    listeners: () => listeners,
  });
}
export const listeners = (signal) => signal.listeners();
"#)]
extern "C" {
    #[allow(clippy::too_many_arguments)]
    fn call(
        engine: Vec<JsValue>,
        answers: &str,
        operation: usize,
        input: &str,
        signal: Option<JsValue>,
        timeout: f64,
        retries: u32,
    ) -> JsValue;
    fn requests() -> String;
    fn stopped(reason: &str) -> JsValue;
    fn stopping(reason: &str) -> JsValue;
    fn counting() -> JsValue;
    fn listeners(signal: &JsValue) -> u32;
}

#[wasm_bindgen(module = "/pkg/src/calls/exchange.js")]
extern "C" {
    fn exchange(call: &JsValue) -> Promise;
}

const GROUPS: usize = number_of("groups.list").unwrap();

/// The engine's functions as the page has them.
fn engine() -> Vec<JsValue> {
    let ask = Closure::<dyn Fn(usize, String) -> String>::new(|operation, input: String| request(operation, &input));
    let judge = Closure::<dyn Fn(usize, String, u16, String, Vec<u8>) -> String>::new(
        |operation, input: String, status, headers: String, body: Vec<u8>| {
            answer(operation, &input, status, &headers, &body, false)
        },
    );
    let missing = Closure::<dyn Fn(usize, u32, u16) -> String>::new(|operation, why, status| {
        let whys = [Missing::Network, Missing::Timeout, Missing::Offline, Missing::Text];
        unanswered(operation, whys[why as usize], status)
    });
    let pause = Closure::<dyn Fn(u32, Option<u32>, f64) -> f64>::new(delay);
    vec![ask.into_js_value(), judge.into_js_value(), missing.into_js_value(), pause.into_js_value()]
}

fn text(value: &JsValue) -> String {
    JSON::stringify(value).ok().and_then(|text| text.as_string()).unwrap_or_default()
}

fn field(value: &JsValue, name: &str) -> String {
    let field = Reflect::get(value, &name.into()).unwrap();
    field.as_string().unwrap_or_else(|| text(&field))
}

async fn groups(answers: &str, arguments: &str) -> Result<JsValue, JsValue> {
    exchange(&call(engine(), answers, GROUPS, arguments, None, 0.0, 0)).await
}

#[wasm_bindgen_test]
fn every_operation_reaches_the_browser_with_its_prose() {
    assert!(routes().count() > 0);
    assert_eq!(routes().count(), docs().count());
}

#[wasm_bindgen_test]
async fn a_call_is_sent_with_the_static_header_and_gives_the_value() {
    let page = r#"{"data":[{"id":"7","name":"é","href":""}],"per_page":1,"page":1,"total":2,"links":{"self":"","next":"https://x.example/v3/groups?page=2&per_page=1"}}"#;
    let answers = text(&JSON::parse(&format!("[[200,{page:?}]]")).unwrap());
    let answer = groups(&answers, r#"{"per_page":1}"#).await.unwrap();
    assert_eq!(requests(), r#"[["GET","/api/v3/groups?per_page=1","1",""]]"#);
    let value = Reflect::get(&answer, &"value".into()).unwrap();
    assert_eq!(field(&value, "data"), r#"[{"id":"7","name":"é","href":""}]"#);
    assert_eq!(field(&answer, "status"), "200");
    assert_eq!(field(&answer, "scopes"), r#"{"granted":["users_read"],"available":["users_read","groups_read"]}"#);
    assert_eq!(field(&answer, "next"), r#"{"page":"2","per_page":"1"}"#);
}

#[wasm_bindgen_test]
async fn a_bad_argument_is_refused_before_anything_is_sent() {
    let error = groups("[]", r#"{"page":-1}"#).await.unwrap_err();
    assert_eq!((field(&error, "kind").as_str(), field(&error, "path").as_str()), ("invalid_argument", "page"));
    assert_eq!(requests(), "[]");
}

#[wasm_bindgen_test]
async fn an_error_of_the_api_is_a_javascript_error_with_its_cause() {
    let body = r#"[[403,"{\"error\":{\"id\":\"1014\",\"message\":\"no\"}}"]]"#;
    let error = groups(body, "{}").await.unwrap_err();
    assert!(error.is_instance_of::<js_sys::Error>());
    assert_eq!((field(&error, "kind").as_str(), field(&error, "code").as_str()), ("scope_missing", "1014"));
    assert_eq!(field(&error, "remedy"), r#"{"action":"grant_scope","scope":"groups_read","plan":"paid"}"#);
    assert_eq!(field(&error, "scopes"), r#"{"granted":["users_read"],"available":["users_read","groups_read"]}"#);
    let revoked = groups(r#"[[200,"{\"status\":1,\"errmsg\":\"revoked\"}"]]"#, "{}").await.unwrap_err();
    assert_eq!(field(&revoked, "kind"), "signed_out");
    assert_eq!(field(&groups(r#"[[0,"fail"]]"#, "{}").await.unwrap_err(), "kind"), "network");
}

#[wasm_bindgen_test]
async fn an_answer_that_is_not_as_documented_is_refused_with_its_place() {
    let body = r#"[[200,"{\"data\":[{\"id\":7}],\"page\":1}"]]"#;
    let error = groups(body, "{}").await.unwrap_err();
    assert_eq!((field(&error, "kind").as_str(), field(&error, "path").as_str()), ("unexpected_answer", "data[0].id"));
}

#[wasm_bindgen_test]
async fn a_stopped_call_is_rejected_with_the_reason_of_its_signal() {
    for signal in [stopped("my reason"), stopping("my reason")] {
        let call = call(engine(), r#"[[0,"hang"]]"#, GROUPS, "{}", Some(signal), 0.0, 2);
        let reason = exchange(&call).await.unwrap_err();
        assert_eq!(reason.as_string().as_deref(), Some("my reason"));
    }
    let late = exchange(&call(engine(), r#"[[0,"hang"]]"#, GROUPS, "{}", None, 10.0, 0)).await.unwrap_err();
    assert_eq!(field(&late, "kind"), "timeout");
}

#[wasm_bindgen_test]
async fn what_passes_is_sent_again_and_what_writes_never() {
    let page = r#"{\"data\":[],\"per_page\":1,\"page\":1,\"total\":0,\"links\":{\"self\":\"\"}}"#;
    let answers = format!(r#"[[503,""],[0,"fail"],[200,"{page}"]]"#);
    let answer = exchange(&call(engine(), &answers, GROUPS, "{}", None, 0.0, 2)).await.unwrap();
    assert_eq!(field(&answer, "status"), "200");
    let error = exchange(&call(engine(), &answers, GROUPS, "{}", None, 0.0, 1)).await.unwrap_err();
    assert_eq!(field(&error, "kind"), "network");
    let create = number_of("workgroups.create").unwrap();
    let workgroup = r#"{"name":"a","is_visible":true}"#;
    for answers in [r#"[[503,""],[201,"{}"]]"#, r#"[[0,"fail"],[201,"{}"]]"#, r#"[[429,""],[201,"{}"]]"#] {
        assert!(exchange(&call(engine(), answers, create, workgroup, None, 0.0, 2)).await.is_err());
        assert_eq!(JSON::parse(&requests()).map(|sent| js_sys::Array::from(&sent).length()), Ok(1), "{answers}");
    }
    let signal = stopping("my reason");
    let waiting = call(engine(), r#"[[503,""],[503,""],[503,""]]"#, GROUPS, "{}", Some(signal), 0.0, 1000);
    assert_eq!(exchange(&waiting).await.unwrap_err().as_string().as_deref(), Some("my reason"));
}

#[wasm_bindgen_test]
async fn nothing_of_a_call_stays_behind_on_its_signal() {
    let signal = counting();
    for _ in 0..100 {
        let failing = call(engine(), r#"[[503,""],[0,"fail"]]"#, GROUPS, "{}", Some(signal.clone()), 1000.0, 1);
        assert!(exchange(&failing).await.is_err());
    }
    assert_eq!(listeners(&signal), 0);
}

const STATE: &str = "0123456789abcdef0123456789abcdef";

fn begun(return_to: &str) -> JsValue {
    JSON::parse(&begin("", STATE, return_to, false, "", 0.0)).unwrap()
}

fn finished(stored: &JsValue, query: &str) -> JsValue {
    JSON::parse(&judge(&field(stored, "stored"), query, 1.0)).unwrap()
}

#[wasm_bindgen_test]
fn s2_s3_a_callback_works_once_and_only_with_its_own_state() {
    let stored = begun("/surveys");
    assert_eq!(field(&finished(&stored, "?code=a&state=other"), "kind"), "state_mismatch");
    assert_eq!(field(&finished(&stored, "?code=a"), "kind"), "state_missing");
    let query = format!("?code=a%22b&state={STATE}");
    let accepted = finished(&stored, &query);
    assert_eq!((field(&accepted, "code").as_str(), field(&accepted, "return_to").as_str()), ("a\"b", "/surveys"));
    assert_eq!(field(&finished(&accepted, &query), "kind"), "sign_in_expired");
}

#[wasm_bindgen_test]
fn a_callback_of_another_tab_and_a_denial_are_distinguished() {
    let nothing = JSON::parse(r#"{"stored":""}"#).unwrap();
    assert_eq!(field(&finished(&nothing, "?code=a&state=b"), "kind"), "state_missing");
    let denied = finished(&begun("/"), &format!("?error=access_denied&state={STATE}"));
    assert_eq!(field(&denied, "kind"), "sign_in_denied");
}

#[wasm_bindgen_test]
fn s43_a_sign_in_returns_to_paths_of_this_origin_only() {
    let error = begun("//evil.example");
    assert_eq!((field(&error, "kind").as_str(), field(&error, "path").as_str()), ("invalid_argument", "return_to"));
}

#[wasm_bindgen_test]
fn the_sign_in_page_is_the_one_of_the_configuration() {
    let configuration =
        r#"{"authorize_url":"https://auth.example/oauth","client_id":"c","redirect_uri":"https://a.example/"}"#;
    let url = field(&JSON::parse(&address(configuration, STATE)).unwrap(), "url");
    assert!(url.starts_with("https://auth.example/oauth?redirect_uri=https%3A%2F%2Fa.example%2F&client_id=c"), "{url}");
    assert!(url.ends_with(STATE), "{url}");
}
