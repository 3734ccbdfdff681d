//! Rounds: a timer for every call of the API would take a good part of the call's time, and most calls end soon. So twice
//! a second, while calls are made, those that are under way without a timer are given theirs.

use super::clock::Due;
use super::pause::pause;
use worker::Context;
use worker::wasm_bindgen::{self, prelude::wasm_bindgen};

/// Milliseconds from the first call of a round to its end, which a call may take longer than it should.
const ROUND: u16 = 500;

#[wasm_bindgen(module = "/src/edge/fetch.js")]
extern "C" {
    fn round();
}

thread_local! {
    /// The end of the round under way.
    static OVER: Due = const { Due::never() };
}

/// Sees to it that there is a round under way, which goes on when the request that began it is over.
pub(super) fn see_to_it(context: &Context) {
    if !OVER.with(|over| over.begin(ROUND.into())) {
        return;
    }
    context.wait_until(async {
        pause(ROUND.into()).await;
        OVER.with(Due::end);
        round();
    });
}
