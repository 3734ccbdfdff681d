//! An isolate's copy of the sandbox's state.
//!
//! The sandbox's object owns the state. In its own isolate, the only one of a local Worker, this copy is always
//! current; any other isolate asks the object before each request.

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

/// A copy of the state.
pub(super) fn current_state() -> SandboxState {
    STATE.with_borrow(SandboxState::clone)
}

/// Works with the state without copying it.
pub(super) fn with_state<T>(work: impl FnOnce(&SandboxState) -> T) -> T {
    STATE.with_borrow(work)
}

/// Whether the object is in this isolate.
pub(super) fn is_here() -> bool {
    IS_HERE.get()
}

/// Sets the state of the object, which is in this isolate.
pub(super) fn host_state(state: SandboxState) {
    update_state(&state);
    IS_HERE.set(true);
}

/// Updates the state, unless this isolate has a newer one. After a reset all caches of the isolate are emptied.
pub(super) fn update_state(state: &SandboxState) {
    STATE.with_borrow_mut(|current| {
        // Replies can overtake each other.
        if state.changes < current.changes {
            return;
        }
        if state.world != current.world {
            isolate_state::with_record_cache(|cache| *cache = SessionRecordCache::default());
            isolate_state::with_lease_pool(|pool| *pool = LeasePool::default());
            isolate_state::with_region_cache(|regions| *regions = RegionCache::default());
            isolate_state::with_unknown_regions(|unknown| *unknown = UnknownRegionCache::default());
            isolate_state::with_unstored_ends(|unstored| *unstored = UnstoredEnds::default());
        }
        *current = state.clone();
    });
}

/// The sandbox's time at a time of the platform.
pub(crate) fn sandbox_time(platform: Timestamp) -> Timestamp {
    with_state(|state| state.clock.now(platform))
}

/// The platform's time for an alarm at a time of the sandbox. `None` if its clock is stopped before that.
pub(crate) fn alarm_time(at: Timestamp, platform: Timestamp) -> Option<Timestamp> {
    with_state(|state| state.clock.platform_time(at, platform))
}
