//! Exports in a real browser, against a stubbed `fetch`: pages, progress, and how they fail.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use canvass::export::{Facade, export_responses};
use js_sys::{JSON, Reflect};
use wasm_bindgen::prelude::*;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};
use web_sys::AbortSignal;

wasm_bindgen_test_configure!(run_in_browser);

#[wasm_bindgen(inline_js = r#"
// Answers in order: a body with its status, or "hang" for none before the signal.
let log = [];
export function facade(answers) {
  const left = JSON.parse(answers);
  log = [];
  return {
    fail: (facts) => Object.assign(new Error(facts.message), facts),
    async send(request) {
      const { pathname, search } = new URL(request.url);
      log.push(`${request.method} ${pathname}${search} ${request.headers.get("x-canvass")}`);
      const [status, body] = left.shift() ?? [599, ""];
      if (body === "hang") {
        await new Promise((_, reject) => request.signal.addEventListener("abort", () => reject(request.signal.reason)));
      }
      return new Response(JSON.stringify(body), { status });
    },
    seen: ({ status }) => log.push(`seen ${status}`),
    progress: (done, total) => log.push(`${done} of ${total}`),
    exported: (pieces, rows, columns) => ({ text: pieces.map((piece) => new TextDecoder().decode(piece)), rows, columns }),
  };
}
export const logged = () => log.join("\n");
export const options = (survey_id, format) => ({ survey_id, format, mark: false, timeout: 0 });
export const quick = () => ({ survey_id: "7", format: "csv", mark: true, timeout: 10 });
export function stopping(reason) {
  const controller = new AbortController();
  setTimeout(() => controller.abort(reason), 10);
  return controller.signal;
}
"#)]
extern "C" {
    fn facade(answers: &str) -> Facade;
    fn logged() -> String;
    fn options(survey_id: &str, format: &str) -> JsValue;
    fn quick() -> JsValue;
    fn stopping(reason: &str) -> AbortSignal;
}

fn field(value: &JsValue, name: &str) -> String {
    let field = Reflect::get(value, &name.into()).unwrap();
    field.as_string().or_else(|| JSON::stringify(&field).ok()?.as_string()).unwrap_or_default()
}

/// A survey without questions, as a real answer has it but for what the SDK does not ask for.
fn details() -> String {
    r#"{"id":"7","title":"T","nickname":"","href":"","language":"en","folder_id":"","category":"","template_id":null,"question_count":0,"page_count":0,"response_count":2,"date_created":"2026-01-01T00:00:00","date_modified":"2026-01-01T00:00:00","buttons_text":{},"custom_variables":{},"footer":true,"preview":"","edit_url":"","collect_url":"","analyze_url":"","summary_url":"","is_owner":true,"pages":[]}"#.to_owned()
}

fn page(number: u32, next: &str) -> String {
    let response = format!(
        r#"{{"id":"{number}","href":"","survey_id":"7","collector_id":"3","recipient_id":"","total_time":1,"custom_value":"","edit_url":"","analyze_url":"","ip_address":"","custom_variables":{{}},"logic_path":{{}},"metadata":{{}},"response_status":"completed","page_path":[],"collection_mode":"default","date_created":"","date_modified":"","pages":[]}}"#
    );
    format!(r#"{{"data":[{response}],"per_page":100,"page":{number},"total":2,"links":{{"self":""{next}}}}}"#)
}

#[wasm_bindgen_test]
async fn an_export_fetches_every_page_and_tells_its_progress() {
    let next = r#","next":"https://elsewhere.example/?page=2&per_page=100""#;
    let answers = format!("[[200,{}],[200,{}],[200,{}]]", details(), page(1, next), page(2, ""));
    let done = export_responses(facade(&answers), String::new(), options("7", "jsonl"), None).await.unwrap();
    assert_eq!(field(&done, "rows"), "2");
    let text = field(&done, "text");
    assert!(text.starts_with(r#"["","{\"id\":\"1\","#), "{text}");
    assert!(field(&done, "columns").starts_with(r#"[{"key":"id","heading":"Response ID","content":"metadata"}"#));
    let bulk = "/api/v3/surveys/7/responses/bulk";
    assert_eq!(
        logged(),
        format!(
            "GET /api/v3/surveys/7/details 1\nseen 200\nGET {bulk}?per_page=100 1\nseen 200\n1 of 2\n\
             GET {bulk}?page=2&per_page=100 1\nseen 200\n2 of 2"
        )
    );
}

#[wasm_bindgen_test]
async fn an_export_fails_with_the_cause_and_the_scope_of_the_call_that_failed() {
    let refusal = r#"{"error":{"id":"1014","message":"no"}}"#;
    let answers = format!("[[200,{}],[403,{refusal}]]", details());
    let error = export_responses(facade(&answers), String::new(), options("7", "csv"), None).await.unwrap_err();
    assert!(error.is_instance_of::<js_sys::Error>());
    assert_eq!(field(&error, "kind"), "scope_missing");
    assert!(field(&error, "remedy").contains("responses_read_detail"));
    let error = export_responses(facade("[[200,{}]]"), String::new(), options("7", "csv"), None).await.unwrap_err();
    assert_eq!(field(&error, "kind"), "unexpected_answer");
}

#[wasm_bindgen_test]
async fn a_bad_option_is_refused_before_anything_is_sent() {
    for (survey_id, format, path) in [("../users", "csv", "survey_id"), ("7", "xlsx", "format")] {
        let wanted = options(survey_id, format);
        let error = export_responses(facade("[]"), String::new(), wanted, None).await.unwrap_err();
        assert_eq!((field(&error, "kind").as_str(), field(&error, "path").as_str()), ("invalid_argument", path));
    }
    let error = export_responses(facade("[]"), String::new(), JsValue::NULL, None).await.unwrap_err();
    assert_eq!(field(&error, "kind"), "invalid_argument");
    assert_eq!(logged(), "");
}

#[wasm_bindgen_test]
async fn a_stopped_export_is_rejected_with_the_reason_of_its_signal() {
    let hang = r#"[[200,"hang"]]"#;
    let signal = Some(stopping("my reason"));
    let reason = export_responses(facade(hang), String::new(), options("7", "csv"), signal).await.unwrap_err();
    assert_eq!(reason.as_string().as_deref(), Some("my reason"));
    let late = export_responses(facade(hang), String::new(), quick(), None).await.unwrap_err();
    assert_eq!(field(&late, "kind"), "timeout");
}
