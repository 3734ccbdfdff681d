//! The engine in a real browser, against a stubbed `fetch`: what is compiled to WebAssembly holds there too.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use canvass::browser::{Engine, Hooks, Task};
use canvass::spec::endpoints::{docs, routes};
use canvass::wire::packed::number_of;
use js_sys::{JSON, Promise, Reflect};
use wasm_bindgen::prelude::*;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

#[wasm_bindgen(inline_js = r#"
export const hooks = () => ({
  fail: (facts) => Object.assign(new Error(facts.message), facts),
  request: (method, url, body) => ({ method, url, body }),
  answer: (value, facts, next) => ({ value, ...facts, next }),
});
// Answers in order: a body with its status, "fail" for no connection, "hang" for none before the signal.
let sent = [];
export function stub(answers) {
  const left = JSON.parse(answers);
  sent = [];
  return async (request) => {
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
}
export const requests = () => JSON.stringify(sent);
export const stopped = (reason) => AbortSignal.abort(reason);
export function stopping(reason) {
  const controller = new AbortController();
  setTimeout(() => controller.abort(reason), 10);
  return controller.signal;
}
export const forget = () => sessionStorage.clear();
"#)]
extern "C" {
    fn hooks() -> Hooks;
    fn stub(answers: &str) -> JsValue;
    fn requests() -> String;
    fn stopped(reason: &str) -> JsValue;
    fn stopping(reason: &str) -> JsValue;
    fn forget();
}

#[wasm_bindgen(module = "/pkg/src/exchange.js")]
extern "C" {
    fn exchange(
        engine: &JsValue,
        send: &JsValue,
        task: Task,
        operation: usize,
        input: String,
        signal: Option<JsValue>,
        timeout: f64,
    ) -> Promise;
}

const GROUPS: usize = number_of("groups.list");
const NO_OPERATION: usize = usize::MAX;

/// An engine, and what sends its requests.
struct Caller {
    engine: JsValue,
    send: JsValue,
}

impl Caller {
    async fn call(
        &self,
        task: Task,
        operation: usize,
        input: String,
        signal: Option<JsValue>,
        timeout: f64,
    ) -> Result<JsValue, JsValue> {
        exchange(&self.engine, &self.send, task, operation, input, signal, timeout).await
    }
}

fn engine(answers: &str) -> Caller {
    Caller { engine: Engine::new(hooks(), String::new()).into(), send: stub(answers) }
}

fn text(value: &JsValue) -> String {
    JSON::stringify(value).ok().and_then(|text| text.as_string()).unwrap_or_default()
}

fn field(value: &JsValue, name: &str) -> String {
    let field = Reflect::get(value, &name.into()).unwrap();
    field.as_string().unwrap_or_else(|| text(&field))
}

async fn groups(answers: &str, arguments: &str) -> Result<JsValue, JsValue> {
    engine(answers).call(Task::Call, GROUPS, arguments.to_owned(), None, 0.0).await
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
        let engine = engine(r#"[[0,"hang"]]"#);
        let reason = engine.call(Task::Call, GROUPS, "{}".to_owned(), Some(signal), 0.0).await.unwrap_err();
        assert_eq!(reason.as_string().as_deref(), Some("my reason"));
    }
    let late = engine(r#"[[0,"hang"]]"#).call(Task::Call, GROUPS, "{}".to_owned(), None, 10.0).await.unwrap_err();
    assert_eq!(field(&late, "kind"), "timeout");
}

const CONFIGURATION: &str = r#"[200,"{\"authorize_url\":\"https://auth.example/oauth/authorize\",\"client_id\":\"c\",\"redirect_uri\":\"https://app.example/callback/\"}"]"#;
const SESSION: &str = r#"[200,"{\"signed_in\":true,\"region\":\"eu\"}"]"#;

async fn begun(engine: &Caller) -> String {
    let url = engine.call(Task::BeginSignIn, NO_OPERATION, "/surveys".to_owned(), None, 0.0).await.unwrap();
    url.as_string().unwrap().split_once("state=").unwrap().1.to_owned()
}

async fn finished(engine: &Caller, query: &str) -> Result<String, String> {
    let done = engine.call(Task::FinishSignIn, NO_OPERATION, query.to_owned(), None, 0.0).await;
    done.map(|path| path.as_string().unwrap()).map_err(|error| field(&error, "kind"))
}

#[wasm_bindgen_test]
async fn s1_every_sign_in_has_a_state_of_its_own() {
    forget();
    let engine = engine(&format!("[{CONFIGURATION},{CONFIGURATION}]"));
    let (one, other) = (begun(&engine).await, begun(&engine).await);
    assert_ne!(one, other);
    assert!(one.len() == 64 && one.bytes().all(|byte| byte.is_ascii_hexdigit()));
}

#[wasm_bindgen_test]
async fn s2_s3_a_callback_works_once_and_only_with_its_own_state() {
    forget();
    let engine = engine(&format!("[{CONFIGURATION},{SESSION}]"));
    let state = begun(&engine).await;
    assert_eq!(finished(&engine, "?code=a&state=other").await, Err("state_mismatch".to_owned()));
    assert_eq!(finished(&engine, "?code=a").await, Err("state_missing".to_owned()));
    let query = format!("?code=a%22b&state={state}");
    assert_eq!(finished(&engine, &query).await, Ok("/surveys".to_owned()));
    assert_eq!(finished(&engine, &query).await, Err("sign_in_expired".to_owned()));
    assert_eq!(
        requests(),
        r#"[["GET","/auth/configuration","1",""],["POST","/auth/token","1","{\"code\":\"a\\\"b\"}"]]"#
    );
}

#[wasm_bindgen_test]
async fn a_callback_of_another_tab_and_a_denial_are_told_apart() {
    forget();
    let first = engine("[]");
    assert_eq!(finished(&first, "?code=a&state=b").await, Err("state_missing".to_owned()));
    let second = engine(&format!("[{CONFIGURATION}]"));
    let state = begun(&second).await;
    let denied = format!("?error=access_denied&state={state}");
    assert_eq!(finished(&second, &denied).await, Err("sign_in_denied".to_owned()));
}

#[wasm_bindgen_test]
async fn s43_a_sign_in_returns_to_paths_of_this_origin_only() {
    let engine = engine("[]");
    let error = engine.call(Task::BeginSignIn, NO_OPERATION, "//evil.example".to_owned(), None, 0.0).await.unwrap_err();
    assert_eq!((field(&error, "kind").as_str(), field(&error, "path").as_str()), ("invalid_argument", "return_to"));
    assert_eq!(requests(), "[]");
}

#[wasm_bindgen_test]
async fn the_session_is_asked_for_and_ended() {
    let engine = engine(&format!(r#"[{SESSION},[204,""]]"#));
    let session = engine.call(Task::Session, NO_OPERATION, String::new(), None, 0.0).await.unwrap();
    assert_eq!(text(&session), r#"{"signed_in":true,"region":"eu"}"#);
    assert!(engine.call(Task::SignOut, NO_OPERATION, String::new(), None, 0.0).await.unwrap().is_undefined());
}
