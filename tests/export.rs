//! Exports in a real browser: pages become rows, and what is none of the two is refused.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use canvass::browser::export::{Export, refused};
use js_sys::wasm_bindgen::JsValue;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

/// A survey without questions, as a real answer has it but for what the SDK does not ask for.
fn details() -> String {
    r#"{"id":"7","title":"T","nickname":"","href":"","language":"en","folder_id":"","category":"","template_id":null,"question_count":0,"page_count":0,"response_count":2,"date_created":"2026-01-01T00:00:00","date_modified":"2026-01-01T00:00:00","buttons_text":{},"custom_variables":{},"footer":true,"preview":"","edit_url":"","collect_url":"","analyze_url":"","summary_url":"","is_owner":true,"pages":[]}"#.to_owned()
}

fn page(number: u32) -> String {
    let response = format!(
        r#"{{"id":"{number}","href":"","survey_id":"7","collector_id":"3","recipient_id":"","total_time":1,"custom_value":"","edit_url":"","analyze_url":"","ip_address":"","custom_variables":{{}},"logic_path":{{}},"metadata":{{}},"response_status":"completed","page_path":[],"collection_mode":"default","date_created":"","date_modified":"","pages":[]}}"#
    );
    format!(r#"{{"data":[{response}],"per_page":100,"page":{number},"total":2,"links":{{"self":""}}}}"#)
}

fn export(format: &str) -> Result<Export, String> {
    Export::new(details().as_bytes(), None, options(format))
}

fn options(format: &str) -> JsValue {
    js_sys::JSON::parse(&format!(r#"{{"format":"{format}","mark":true,"exact":false}}"#)).unwrap()
}

fn taken(export: &mut Export, page: &str) -> String {
    export.page(page.as_bytes(), "{}", 0.0).unwrap();
    String::from_utf8(export.rows()).unwrap()
}

#[wasm_bindgen_test]
fn a_page_becomes_rows_behind_a_header() {
    let mut csv = export("csv").unwrap();
    assert!(String::from_utf8(csv.header()).unwrap().starts_with("\u{feff}Response ID,"));
    assert!(taken(&mut csv, &page(5)).starts_with("5,"));
    let mut lines = export("jsonl").unwrap();
    assert!(lines.header().is_empty());
    assert!(taken(&mut lines, &page(5)).starts_with(r#"{"id":"5","#));
    assert!(taken(&mut export("rows").unwrap(), &page(5)).starts_with(r#"[{"id":"5","#));
    assert!(lines.columns().starts_with(r#"[{"key":"id","heading":"Response ID","content":"metadata"},"#));
}

#[wasm_bindgen_test]
fn a_page_reports_what_a_list_continues_by_and_its_rows_are_returned_once() {
    let mut lines = export("jsonl").unwrap();
    let told = lines.page(page(2).as_bytes(), "{}", 1.0).unwrap();
    assert_eq!(told, r#"{"data":{"length":1},"page":2,"per_page":100,"total":2}"#);
    assert!(lines.rows().is_empty());
    assert!(!taken(&mut lines, &page(3)).is_empty());
    assert!(lines.rows().is_empty());
}

#[wasm_bindgen_test]
async fn a_page_is_taken_as_the_platform_received_it() {
    let answer = gloo_net::http::Response::builder().status(200).body(Some(page(5).as_str())).unwrap();
    let mut lines = export("jsonl").unwrap();
    lines.page(&answer.binary().await.unwrap(), "{}", 0.0).unwrap();
    assert!(String::from_utf8(lines.rows()).unwrap().contains("\"5\""));
}

#[wasm_bindgen_test]
fn what_is_no_format_design_translation_or_page_is_a_failure_that_says_so() {
    let refusal = refused("xlsx").unwrap();
    assert!(
        refusal.starts_with(r#"{"kind":"invalid_argument""#) && refusal.contains(r#""path":"format""#),
        "{refusal}"
    );
    assert_eq!(export("xlsx").unwrap_err(), refusal);
    assert_eq!(refused("csv"), None);
    let broken = Export::new(b"[]", None, options("csv")).unwrap_err();
    assert!(broken.starts_with(r#"{"kind":"unexpected_answer""#), "{broken}");
    let broken = Export::new(details().as_bytes(), Some(Box::from(*b"[]")), options("csv")).unwrap_err();
    assert!(broken.starts_with(r#"{"kind":"unexpected_answer""#), "{broken}");
    assert!(export("csv").unwrap().page(b"{", "{}", 0.0).unwrap_err().starts_with(r#"{"kind":"unexpected_answer""#));
}
