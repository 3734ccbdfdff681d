//! The active requests of an isolate. Each begins with the sandbox's current state. New ones wait while a reset runs,
//! and the reset waits for those that began before it.

use super::object::{self, SandboxRequest};
use super::state_cache;
use crate::edge::clock::platform_time;
use crate::edge::log_error;
use crate::edge::timer::sleep;
use crate::wire::dates::{SECOND, Timestamp};
use std::cell::{Cell, RefCell};
use worker::Env;

thread_local! {
    static RESETTING: Cell<bool> = const { Cell::new(false) };
    static ACTIVE: RefCell<Vec<(u64, Timestamp)>> = const { RefCell::new(Vec::new()) };
    static NUMBER: Cell<u64> = const { Cell::new(0) };
}

/// Milliseconds that a reset waits for a request. One that a fault delays for longer is refused after the delay.
const WAIT_MAX_MS: i64 = 6 * SECOND;

/// Milliseconds between two checks of a waiting request.
const POLL_MS: u64 = 5;

/// An active request, until it is dropped. `None` for one that no reset waits for.
pub(crate) struct RequestGuard(Option<u64>);

impl RequestGuard {
    /// Ends the request after its response.
    pub(crate) fn finish(self) {}
}

impl Drop for RequestGuard {
    fn drop(&mut self) {
        ACTIVE.with_borrow_mut(|all| all.retain(|(number, _)| Some(*number) != self.0));
    }
}

/// Begins a request, after a reset that is under way and with the current state.
pub(crate) async fn begin_request(env: &Env) -> RequestGuard {
    while RESETTING.get() {
        sleep(POLL_MS).await;
    }
    let number = NUMBER.get().wrapping_add(1);
    NUMBER.set(number);
    // Before the state is awaited: a reset that begins meanwhile must wait for this request.
    ACTIVE.with_borrow_mut(|all| all.push((number, platform_time())));
    let guard = RequestGuard(Some(number));
    sync_state(env).await;
    guard
}

/// Waits while a reset runs that does not wait for a request which began at `since`.
pub(super) async fn outwait_reset(since: Timestamp) {
    while RESETTING.get() && platform_time() >= since.saturating_add(WAIT_MAX_MS) {
        sleep(POLL_MS).await;
    }
}

/// Updates this isolate's copy of the state.
pub(crate) async fn sync_state(env: &Env) -> RequestGuard {
    if !state_cache::is_here()
        && let Err(error) = object::call_sandbox(env, &SandboxRequest::Look).await
    {
        log_error("the sandbox does not answer", &error);
    }
    RequestGuard(None)
}

/// Runs a reset after the active requests and before all others. If another reset runs, waits for that one instead.
///
/// # Errors
///
/// If the reset fails.
pub(super) async fn run_exclusively<F: Future<Output = worker::Result<()>>>(work: F) -> worker::Result<()> {
    if RESETTING.get() {
        while RESETTING.get() {
            sleep(POLL_MS).await;
        }
        return Ok(());
    }
    RESETTING.set(true);
    while has_active_requests() {
        sleep(POLL_MS).await;
    }
    let result = work.await;
    RESETTING.set(false);
    result
}

/// Whether requests are active. One whose client went away may never have ended, so old ones are dropped.
fn has_active_requests() -> bool {
    let now = platform_time();
    ACTIVE.with_borrow_mut(|all| {
        all.retain(|(_, since)| now < since.saturating_add(WAIT_MAX_MS));
        !all.is_empty()
    })
}
