//! A turn of the platform's event loop.

use wasm_bindgen_futures::JsFuture;
use worker::web_sys::Response;

/// Waits until the platform has delivered the requests and messages that have arrived. A timer does the same, and takes
/// a millisecond: reading a body takes one turn of the event loop.
pub(super) async fn yield_to_event_loop() {
    if let Ok(text) = Response::new_with_opt_str(Some(" ")).and_then(|response| response.text()) {
        let _ = JsFuture::from(text).await;
    }
}
