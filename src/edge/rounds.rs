//! Rounds: a timer for every call of the API would take a good part of the call's time, and most calls end soon. So twice
//! a second, while calls are made, those that are under way without a timer are given theirs.

use super::clock;
use super::pause::pause;
use crate::wire::dates::Moment;
use std::cell::Cell;
use worker::Context;
use worker::wasm_bindgen::{self, prelude::wasm_bindgen};

/// Milliseconds from the first call of a round to its end, which a call may take longer than it should.
const ROUND: u16 = 500;

#[wasm_bindgen(module = "/src/edge/fetch.js")]
extern "C" {
    fn round();
}

thread_local! {
    /// When the round under way is over at the latest, unless it was lost.
    static OVER: Cell<Moment> = const { Cell::new(Moment(0)) };
}

/// Sees to it that there is a round under way, which goes on when the request that began it is over.
pub(super) fn see_to_it(context: &Context) {
    let (now, over) = (clock::platform(), OVER.get());
    // A clock may be set back.
    if now < over && over <= now.plus(ROUND.into()) {
        return;
    }
    OVER.set(now.plus(ROUND.into()));
    context.wait_until(async {
        pause(ROUND.into()).await;
        OVER.set(Moment(0));
        round();
    });
}
