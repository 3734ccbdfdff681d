//! Rounds: a timer for every call of the API would take a good part of the call's time, and most calls end soon. So twice
//! a second, while calls are made, those that are under way without a timer are given theirs.

use super::clock;
use super::pause::pause;
use crate::wire::dates::Moment;
use std::cell::Cell;
use worker::Context;
use worker::wasm_bindgen::{self, prelude::wasm_bindgen};

/// Milliseconds from the first call of a round to its end: less than any call may take.
const ROUND: u16 = 500;

#[wasm_bindgen(module = "/src/edge/fetch.js")]
extern "C" {
    fn round();
}

thread_local! {
    /// When the round under way is over at the latest, unless it was lost.
    static OVER: Cell<Moment> = const { Cell::new(Moment(0)) };
}

/// Sees to it that there is a round under way, which goes on even if the request that began it goes away.
pub(super) fn see_to_it(context: &Context) {
    let now = clock::platform();
    if now < OVER.get() {
        return;
    }
    OVER.set(now.plus(ROUND.into()));
    context.wait_until(async {
        pause(ROUND.into()).await;
        OVER.set(Moment(0));
        round();
    });
}
