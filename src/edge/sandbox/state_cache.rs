//! An isolate's copy of the sandbox's state.
//!
//! The object has the state. Where it lives in the same isolate, as in a local Worker, its memory is read; any other
//! isolate asks it before each request.

use crate::edge::isolate;
use crate::gateway::bearer::Homes;
use crate::gateway::budget::stock::Stock;
use crate::gateway::recent::Recent;
use crate::gateway::search::Nowhere;
use crate::gateway::unstored::Unstored;
use crate::service::sandbox::State;
use crate::wire::dates::Moment;
use std::cell::{Cell, RefCell};

thread_local! {
    static STATE: RefCell<State> = RefCell::new(State::default());
    static IS_HERE: Cell<bool> = const { Cell::new(false) };
}

/// The state.
pub(super) fn state() -> State {
    STATE.with_borrow(State::clone)
}

/// Works with the state, as far as it need not be another's.
pub(super) fn with<T>(work: impl FnOnce(&State) -> T) -> T {
    STATE.with_borrow(work)
}

/// Whether the object is in this isolate.
pub(super) fn is_here() -> bool {
    IS_HERE.get()
}

/// The object is in this isolate, and this is its state.
pub(super) fn lives_here(state: State) {
    learn(&state);
    IS_HERE.set(true);
}

/// Learns a state, unless a newer one is known. In another world no session, budget or region is known any more.
pub(super) fn learn(state: &State) {
    STATE.with_borrow_mut(|known| {
        if state.changes < known.changes {
            return;
        }
        if state.world != known.world {
            isolate::recent(|recent| *recent = Recent::default());
            isolate::stock(|stock| *stock = Stock::default());
            isolate::homes(|homes| *homes = Homes::default());
            isolate::nowhere(|nowhere| *nowhere = Nowhere::default());
            isolate::unstored(|unstored| *unstored = Unstored::default());
        }
        *known = state.clone();
    });
}

/// The time while the platform's is this.
pub(crate) fn time(platform: Moment) -> Moment {
    with(|state| state.clock.now(platform))
}

/// When the platform must ring for a moment; none while the clock stands still before it.
pub(crate) fn alarm(at: Moment, platform: Moment) -> Option<Moment> {
    with(|state| state.clock.platform(at, platform))
}
