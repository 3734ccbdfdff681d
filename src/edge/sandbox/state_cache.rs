//! An isolate's copy of the sandbox's state.
//!
//! The object has the state. Where it lives in the same isolate, as in a local Worker, its memory is read; any other
//! isolate asks it before each request.

use crate::edge::isolate_state;
use crate::gateway::bearer::RegionCache;
use crate::gateway::budget::lease_pool::LeasePool;
use crate::gateway::region_discovery::UnknownRegionCache;
use crate::gateway::session_record_cache::SessionRecordCache;
use crate::gateway::unstored_ends::UnstoredEnds;
use crate::service::sandbox::SandboxState;
use crate::wire::dates::Timestamp;
use std::cell::{Cell, RefCell};

thread_local! {
    static STATE: RefCell<SandboxState> = RefCell::new(SandboxState::default());
    static IS_HERE: Cell<bool> = const { Cell::new(false) };
}

/// The state.
pub(super) fn current_state() -> SandboxState {
    STATE.with_borrow(SandboxState::clone)
}

/// Works with the state, as far as it need not be another's.
pub(super) fn with_state<T>(work: impl FnOnce(&SandboxState) -> T) -> T {
    STATE.with_borrow(work)
}

/// Whether the object is in this isolate.
pub(super) fn is_here() -> bool {
    IS_HERE.get()
}

/// The object is in this isolate, and this is its state.
pub(super) fn host_state(state: SandboxState) {
    update_state(&state);
    IS_HERE.set(true);
}

/// Learns a state, unless a newer one is known. In another world no session, budget or region is known any more.
pub(super) fn update_state(state: &SandboxState) {
    STATE.with_borrow_mut(|known| {
        if state.changes < known.changes {
            return;
        }
        if state.world != known.world {
            isolate_state::with_record_cache(|recent| *recent = SessionRecordCache::default());
            isolate_state::with_lease_pool(|stock| *stock = LeasePool::default());
            isolate_state::with_region_cache(|homes| *homes = RegionCache::default());
            isolate_state::with_unknown_regions(|nowhere| *nowhere = UnknownRegionCache::default());
            isolate_state::with_unstored_ends(|unstored| *unstored = UnstoredEnds::default());
        }
        *known = state.clone();
    });
}

/// The time while the platform's is this.
pub(crate) fn sandbox_time(platform: Timestamp) -> Timestamp {
    with_state(|state| state.clock.now(platform))
}

/// When the platform must ring for a moment; none while the clock stands still before it.
pub(crate) fn alarm_time(at: Timestamp, platform: Timestamp) -> Option<Timestamp> {
    with_state(|state| state.clock.platform_time(at, platform))
}
