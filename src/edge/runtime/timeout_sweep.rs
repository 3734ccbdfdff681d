//! The timeout sweep: every 500 ms while fetches are started, those that are pending without a timer get one. Most
//! fetches end before they need a timer, and setting one for each would take a good part of the CPU of a request.

use super::one_shot::OneShot;
use super::timer::sleep;
use worker::Context;
use worker::wasm_bindgen::{self, prelude::wasm_bindgen};

/// Milliseconds from the first fetch after a sweep to the next sweep. A fetch may exceed its timeout by so much.
const SWEEP_MS: u16 = 500;

#[wasm_bindgen(module = "/src/edge/runtime/fetch.js")]
extern "C" {
    #[wasm_bindgen(js_name = setPendingTimers)]
    fn set_pending_timers();
}

thread_local! {
    static NEXT_SWEEP: OneShot = const { OneShot::never() };
}

/// Schedules a sweep, unless one is scheduled. It runs even if the request that scheduled it ends first.
pub(super) fn ensure_scheduled(execution: &Context) {
    if !NEXT_SWEEP.with(|sweep| sweep.try_begin(SWEEP_MS.into())) {
        return;
    }
    execution.wait_until(async {
        sleep(SWEEP_MS.into()).await;
        NEXT_SWEEP.with(OneShot::end);
        set_pending_timers();
    });
}
