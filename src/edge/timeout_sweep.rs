//! The timeout sweep: twice a second, while fetches are made, those that are pending without a timer get one. A timer
//! for every call of the API would take a good part of the call's time, and most calls end before they need one.

use super::clock::OneShot;
use super::timer::sleep;
use worker::Context;
use worker::wasm_bindgen::{self, prelude::wasm_bindgen};

/// Milliseconds from the first call of a round to its end, which a call may take longer than it should.
const SWEEP_MS: u16 = 500;

#[wasm_bindgen(module = "/src/edge/fetch.js")]
extern "C" {
    fn round();
}

thread_local! {
    /// The end of the round under way.
    static NEXT_SWEEP: OneShot = const { OneShot::never() };
}

/// Sees to it that there is a round under way, which goes on when the request that began it is over.
pub(super) fn ensure_scheduled(context: &Context) {
    if !NEXT_SWEEP.with(|over| over.try_begin(SWEEP_MS.into())) {
        return;
    }
    context.wait_until(async {
        sleep(SWEEP_MS.into()).await;
        NEXT_SWEEP.with(OneShot::end);
        round();
    });
}
