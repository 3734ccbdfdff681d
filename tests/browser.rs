//! The engine in a real browser: what is compiled to WebAssembly holds there what it holds natively.

use canvass::spec::endpoints::{docs, routes};
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

#[wasm_bindgen_test]
fn every_operation_reaches_the_browser_with_its_prose() {
    assert!(routes().count() > 0);
    assert_eq!(routes().count(), docs().count());
}
