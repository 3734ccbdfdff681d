//! What requests have cost since the start of the isolate: calls of the service's objects, statements, rows.

use serde_json::{Value, json};
use std::cell::Cell;
use worker::js_sys::Array;
use worker::wasm_bindgen::{self, prelude::wasm_bindgen};

#[wasm_bindgen(module = "/src/edge/sql.js")]
extern "C" {
    #[wasm_bindgen(js_name = costSoFar)]
    fn cost_so_far() -> Array;
}

thread_local! {
    static OBJECT_REQUESTS: Cell<u64> = const { Cell::new(0) };
}

/// Counts a call of an object of the service.
pub(super) fn count_object_request() {
    OBJECT_REQUESTS.set(OBJECT_REQUESTS.get().saturating_add(1));
}

/// The counts. Those of statements and rows include the objects of gateway and sandbox.
pub(super) fn to_json() -> Value {
    let cost = cost_so_far();
    let [statements, rows_read, rows_written] =
        [0, 1, 2].map(|index| cost.get(index).as_f64().unwrap_or_default() as u64);
    json!({
        "object_requests": OBJECT_REQUESTS.get(),
        "statements": statements,
        "rows_read": rows_read,
        "rows_written": rows_written,
    })
}
