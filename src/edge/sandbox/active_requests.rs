//! Requests under way in an isolate. Each begins with the sandbox's present state; while everything is reset, new ones
//! wait, and the reset waits for those that began before.

use super::object::{self, SandboxRequest};
use super::state_cache;
use crate::edge::clock::platform_time;
use crate::edge::log_error as log;
use crate::edge::timer::sleep;
use crate::wire::dates::{SECOND, Timestamp};
use std::cell::{Cell, RefCell};
use worker::Env;

thread_local! {
    static RESETTING: Cell<bool> = const { Cell::new(false) };
    static ACTIVE: RefCell<Vec<(u64, Timestamp)>> = const { RefCell::new(Vec::new()) };
    static JOURNAL_WRITES: Cell<u64> = const { Cell::new(0) };
    static NUMBER: Cell<u64> = const { Cell::new(0) };
}

/// How long a reset waits for a request: longer than any takes that somebody still waits for.
const WAIT_MAX_MS: i64 = 6 * SECOND;

/// After how many milliseconds whoever waits looks again.
const POLL_MS: u64 = 5;

/// A request that is under way, until this is dropped; none for one that nothing waits for.
pub(crate) struct RequestGuard(Option<u64>);

impl RequestGuard {
    /// The request is answered.
    pub(crate) fn finish(self) {}
}

impl Drop for RequestGuard {
    fn drop(&mut self) {
        ACTIVE.with_borrow_mut(|all| all.retain(|(number, _)| Some(*number) != self.0));
    }
}

/// Begins a request: not while everything is reset, and with the state that holds now.
pub(crate) async fn begin_request(env: &Env) -> RequestGuard {
    while RESETTING.get() {
        sleep(POLL_MS).await;
    }
    let number = NUMBER.get().wrapping_add(1);
    NUMBER.set(number);
    ACTIVE.with_borrow_mut(|all| all.push((number, platform_time())));
    let under_way = RequestGuard(Some(number));
    sync_state(env).await;
    under_way
}

/// Learns the state that holds now.
pub(crate) async fn sync_state(env: &Env) -> RequestGuard {
    if !state_cache::is_here()
        && let Err(error) = object::call_sandbox(env, &SandboxRequest::Look).await
    {
        log("the sandbox does not answer", &error);
    }
    RequestGuard(None)
}

/// Does something that the journal waits for.
pub(super) async fn track_journal_write<F: Future<Output = ()>>(work: F) {
    JOURNAL_WRITES.set(JOURNAL_WRITES.get().saturating_add(1));
    work.await;
    JOURNAL_WRITES.set(JOURNAL_WRITES.get().saturating_sub(1));
}

/// Waits, but not for ever, until what was answered is noted.
pub(super) async fn wait_for_journal() {
    for _ in 0..200 {
        if JOURNAL_WRITES.get() == 0 {
            return;
        }
        sleep(POLL_MS).await;
    }
}

/// Does a reset alone: after those requests that are under way, and before all others. Nothing is done by whoever
/// comes while somebody else does it.
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
    let done = work.await;
    RESETTING.set(false);
    done
}

/// A request whose sender went away may never have come to its end: none is waited for too long.
fn has_active_requests() -> bool {
    let now = platform_time();
    ACTIVE.with_borrow_mut(|all| {
        all.retain(|(_, since)| now < since.saturating_add(WAIT_MAX_MS));
        !all.is_empty()
    })
}
