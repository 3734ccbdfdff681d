//! The SDK's third binary, which the first sign-in loads.
//!
//! It takes and returns text: the stored state of the tab, and the state that replaces it.

use crate::wire::check::{Expected, Mismatch};
use crate::wire::failure::Failure;
use crate::wire::sign_in::{self, OtherSessions};
use crate::wire::text::quote_into;
use wasm_bindgen::prelude::*;

/// Starts a sign-in with an unpredictable state. Returns JSON: the text to store, or a failure, which has a `kind`.
/// With `add` the other accounts stay signed in; `carried` is sent back to the gateway with the code.
#[wasm_bindgen]
pub fn begin(stored: &str, state: &str, return_to: &str, add: bool, carried: &str, now: f64) -> String {
    let others = if add { OtherSessions::Stay } else { OtherSessions::Leave };
    match sign_in::begin_sign_in(stored, state, return_to, others, carried, now as u64) {
        Some(stored) => json_object(&[("stored", &stored)]),
        None => Failure::bad_argument(Mismatch::at_cursor(Expected::ReturnPath).in_field("return_to")).to_json(None),
    }
}

/// The URL of the sign-in page as JSON, from the gateway's configuration.
#[wasm_bindgen]
pub fn address(configuration: &str, state: &str) -> String {
    match sign_in::authorize_url(configuration, state) {
        Ok(url) => json_object(&[("url", &url)]),
        Err(_) => Failure::bad_response(200, Mismatch::at_cursor(Expected::Json)).to_json(None),
    }
}

/// Checks a callback by its query string. Returns JSON: the text to store, and the code to exchange or a failure, which
/// has a `kind`. Both have `return_to` and `add` of the sign-in, unless this tab does not know it.
#[wasm_bindgen]
pub fn judge(stored: &str, query: &str, now: f64) -> String {
    let (stored, outcome) = sign_in::finish_sign_in(stored, query, now as u64);
    let mut json = json_object(&[("stored", &stored)]);
    if let Some((return_to, others, _)) = sign_in::find_sign_in(&stored, query) {
        let add = if others == OtherSessions::Stay { "true" } else { "" };
        append_members(&mut json, &json_object(&[("return_to", &return_to), ("add", add)]));
    }
    let rest = match outcome {
        Ok(accepted) => json_object(&[("code", &accepted.code), ("pkce", &accepted.carried)]),
        Err(refusal) => refusal.failure().to_json(None),
    };
    append_members(&mut json, &rest);
    json
}

/// Appends the members of one object, which has some, to another.
fn append_members(json: &mut String, more: &str) {
    json.pop();
    json.push(',');
    json.push_str(more.get(1..).unwrap_or_default());
}

fn json_object(members: &[(&str, &str)]) -> String {
    let mut json = String::new();
    for (name, value) in members {
        json.push(if json.is_empty() { '{' } else { ',' });
        quote_into(&mut json, name);
        json.push(':');
        quote_into(&mut json, value);
    }
    json.push('}');
    json
}
