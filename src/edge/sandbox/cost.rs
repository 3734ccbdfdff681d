//! What requests have cost since the start of the isolate: calls of the service's objects, writes that
//! committed together, statements, rows.

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
    static GROUPED_WRITES: Cell<usize> = const { Cell::new(0) };
    /// What the sandbox's own object has cost: statements, rows read, rows written.
    static OWN: Cell<[u64; 3]> = const { Cell::new([0; 3]) };
}

/// Counts a call of an object of the service.
pub(super) fn count_object_request() {
    OBJECT_REQUESTS.set(OBJECT_REQUESTS.get().saturating_add(1));
}

/// Counts writes that commit together.
pub(super) fn count_grouped_writes(count: usize) {
    GROUPED_WRITES.set(GROUPED_WRITES.get().saturating_add(count));
}

/// Statements, rows read and rows written so far, of all objects.
fn statement_costs() -> [u64; 3] {
    let cost = cost_so_far();
    [0, 1, 2].map(|index| cost.get(index).as_f64().unwrap_or_default() as u64)
}

/// Runs work of the sandbox's own object, which is not counted.
pub(super) fn uncounted<T>(work: impl FnOnce() -> T) -> T {
    let before = statement_costs();
    let result = work();
    let (after, own) = (statement_costs(), OWN.get());
    OWN.set(sum(own, difference(after, before)));
    result
}

fn sum([a, b, c]: [u64; 3], [x, y, z]: [u64; 3]) -> [u64; 3] {
    [a.saturating_add(x), b.saturating_add(y), c.saturating_add(z)]
}

fn difference([a, b, c]: [u64; 3], [x, y, z]: [u64; 3]) -> [u64; 3] {
    [a.saturating_sub(x), b.saturating_sub(y), c.saturating_sub(z)]
}

/// The counts, without those of the sandbox's own object, such as the journal.
pub(super) fn to_json() -> Value {
    let [statements, rows_read, rows_written] = difference(statement_costs(), OWN.get());
    json!({
        "object_requests": OBJECT_REQUESTS.get(),
        "grouped_writes": GROUPED_WRITES.get(),
        "statements": statements,
        "rows_read": rows_read,
        "rows_written": rows_written,
    })
}
