//! The executor of `wasm-bindgen-futures`: it queues a microtask for each start and each wake.

pub(crate) use wasm_bindgen_futures::future_to_promise as run_as_promise;
