//! Requests under way in an isolate. Each begins with the sandbox's present state; while everything is reset, new ones
//! wait, and the reset waits for those that began before.

use super::object::{self, Ask};
use super::state_cache;
use crate::edge::clock::platform;
use crate::edge::note as log;
use crate::edge::pause::pause;
use crate::wire::dates::{Moment, SECOND};
use std::cell::{Cell, RefCell};
use worker::Env;

thread_local! {
    static RESETTING: Cell<bool> = const { Cell::new(false) };
    static UNDER_WAY: RefCell<Vec<(u64, Moment)>> = const { RefCell::new(Vec::new()) };
    static NOTING: Cell<u64> = const { Cell::new(0) };
    static NUMBER: Cell<u64> = const { Cell::new(0) };
}

/// How long a reset waits for a request: longer than any takes that somebody still waits for.
const PATIENCE: i64 = 6 * SECOND;

/// After how many milliseconds whoever waits looks again.
const PAUSE: u64 = 5;

/// A request that is under way, until this is dropped; none for one that nothing waits for.
pub(crate) struct UnderWay(Option<u64>);

impl UnderWay {
    /// The request is answered.
    pub(crate) fn over(self) {}
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        UNDER_WAY.with_borrow_mut(|all| all.retain(|(number, _)| Some(*number) != self.0));
    }
}

/// Begins a request: not while everything is reset, and with the state that holds now.
pub(crate) async fn enter(env: &Env) -> UnderWay {
    while RESETTING.get() {
        pause(PAUSE).await;
    }
    let number = NUMBER.get().wrapping_add(1);
    NUMBER.set(number);
    UNDER_WAY.with_borrow_mut(|all| all.push((number, platform())));
    let under_way = UnderWay(Some(number));
    ready(env).await;
    under_way
}

/// Learns the state that holds now.
pub(crate) async fn ready(env: &Env) -> UnderWay {
    if !state_cache::is_here()
        && let Err(error) = object::call(env, &Ask::Look).await
    {
        log("the sandbox does not answer", &error);
    }
    UnderWay(None)
}

/// Does something that the journal waits for.
pub(super) async fn noting<F: Future<Output = ()>>(work: F) {
    NOTING.set(NOTING.get().saturating_add(1));
    work.await;
    NOTING.set(NOTING.get().saturating_sub(1));
}

/// Waits, but not for ever, until what was answered is noted.
pub(super) async fn noted() {
    for _ in 0..200 {
        if NOTING.get() == 0 {
            return;
        }
        pause(PAUSE).await;
    }
}

/// Does a reset alone: after those requests that are under way, and before all others. Nothing is done by whoever
/// comes while somebody else does it.
pub(super) async fn alone<F: Future<Output = worker::Result<()>>>(work: F) -> worker::Result<()> {
    if RESETTING.get() {
        while RESETTING.get() {
            pause(PAUSE).await;
        }
        return Ok(());
    }
    RESETTING.set(true);
    while are_under_way() {
        pause(PAUSE).await;
    }
    let done = work.await;
    RESETTING.set(false);
    done
}

/// A request whose sender went away may never have come to its end: none is waited for too long.
fn are_under_way() -> bool {
    let now = platform();
    UNDER_WAY.with_borrow_mut(|all| {
        all.retain(|(_, since)| now < since.plus(PATIENCE));
        !all.is_empty()
    })
}
