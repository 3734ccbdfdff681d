//! The Worker's own runtime: runs a future as a promise, polled at once, and again whenever it is woken.
//!
//! The crate's executor queues a microtask for the start and one for every wake, which took a tenth of the time of a
//! proxied request. The parts of the runtime:
//!
//! | File | What it does |
//! |---|---|
//! | `task.rs` | polls futures; drops those that nothing will wake any more |
//! | `timer.rs` | sleeps, and lets one request wait for another |
//! | `pending_fetch.rs`, `fetch.js` | requests to a remote API, each known by its number |
//! | `timeout_sweep.rs` | timeouts, given only to requests that have not ended soon |
//! | `clock.rs` | the time, which stands still while a task is polled |
//!
//! Requests wait for each other only through `timer::waiter`, so that each resumes in its own request context.

use super::clock;
use crate::wire::dates::{MINUTE, Timestamp};
use std::cell::RefCell;
use std::future::Future;
use std::mem;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};
use worker::js_sys::{Function, Promise};
use worker::wasm_bindgen::{self, JsValue, prelude::wasm_bindgen};

#[wasm_bindgen(module = "/src/edge/task.js")]
extern "C" {
    fn attempt(work: &mut dyn FnMut(), reject: &Function);
}

/// For so long a task may wait without being woken. When a page goes away, the platform may drop all that would wake its
/// task, and tells nobody.
pub(super) const WAIT_MAX_MS: i64 = 15 * MINUTE;

struct Task {
    future: Pin<Box<dyn Future<Output = ()>>>,
    /// Fails the promise, should the future panic.
    reject: Function,
}

/// A place for a task. A place is used again, so that a late wake may reach the next task there, which does no harm.
#[derive(Default)]
enum Slot {
    #[default]
    Free,
    /// Waiting since then.
    Waiting(Task, Timestamp),
    Running,
    /// Running, and woken meanwhile.
    Woken,
}

#[derive(Default)]
struct TaskSlab {
    list: Vec<Slot>,
    free: Vec<usize>,
    /// The place that is looked at next for a task that has been left.
    next: usize,
}

thread_local! {
    static TASKS: RefCell<TaskSlab> = RefCell::default();
}

struct TaskWaker(usize);

impl Wake for TaskWaker {
    fn wake(self: Arc<TaskWaker>) {
        wake_task(self.0, &Waker::from(self));
    }
}

/// Runs the future; the promise settles with its output.
pub(crate) fn run_as_promise<F: Future<Output = Result<JsValue, JsValue>> + 'static>(future: F) -> Promise {
    let mut future = Some(future);
    Promise::new(&mut |resolve, reject| {
        let Some(future) = future.take() else { return };
        let fail = reject.clone();
        let future = Box::pin(async move {
            let _ = match future.await {
                Ok(value) => resolve.call1(&JsValue::UNDEFINED, &value),
                Err(value) => fail.call1(&JsValue::UNDEFINED, &value),
            };
        });
        start_task(Task { future, reject });
    })
}

fn start_task(work: Task) {
    clock::unfreeze_clock();
    clock::with_frozen_clock(|| {
        let now = clock::platform_time();
        let (at, left) = TASKS.with_borrow_mut(|places| (places.insert(Slot::Running), places.reap_abandoned(now)));
        drop(left);
        // Should this panic, the promise fails by itself: it is being made.
        run_task(at, work, &Waker::from(Arc::new(TaskWaker(at))), Task::poll_future);
    });
}

fn wake_task(at: usize, waker: &Waker) {
    let Some(work) = take_task(at) else { return };
    clock::with_frozen_clock(|| run_task(at, work, waker, Task::poll_or_reject));
}

/// Polls a task until it waits and has not been woken meanwhile.
fn run_task(at: usize, mut work: Task, waker: &Waker, poll: impl Fn(&mut Task, &Waker) -> Poll<()>) {
    loop {
        let rest = match poll(&mut work, waker) {
            Poll::Ready(()) => Slot::Free,
            Poll::Pending => Slot::Waiting(work, clock::platform_time()),
        };
        if !matches!(put_slot(at, rest), Slot::Woken) {
            return;
        }
        let Some(woken) = take_task(at) else { return };
        work = woken;
    }
}

impl Task {
    fn poll_future(&mut self, waker: &Waker) -> Poll<()> {
        self.future.as_mut().poll(&mut Context::from_waker(waker))
    }

    /// Polls where nothing else sees to a panic.
    fn poll_or_reject(&mut self, waker: &Waker) -> Poll<()> {
        let mut poll = Poll::Pending;
        let Task { future, reject } = self;
        attempt(&mut || poll = future.as_mut().poll(&mut Context::from_waker(waker)), reject);
        poll
    }
}

impl TaskSlab {
    /// Finds a place for a task.
    fn insert(&mut self, place: Slot) -> usize {
        let at = self.free.pop().unwrap_or(self.list.len());
        match self.list.get_mut(at) {
            Some(free) => *free = place,
            None => self.list.push(place),
        }
        at
    }

    /// A task that nothing will wake any more, if the one that is looked at now is such. Each task that starts has
    /// another one looked at, so that they do not become more and more.
    #[inline(never)]
    fn reap_abandoned(&mut self, now: Timestamp) -> Option<Slot> {
        let at = self.next;
        self.next = if at < self.list.len() { at.wrapping_add(1) } else { 0 };
        let place = self.list.get_mut(at)?;
        let is_left = matches!(place, Slot::Waiting(_, since) if since.saturating_add(WAIT_MAX_MS) < now);
        is_left.then(|| {
            self.free.push(at);
            mem::take(place)
        })
    }
}

/// The waiting task of a place, which is running from now on. A running one is noted as woken.
fn take_task(at: usize) -> Option<Task> {
    TASKS.with_borrow_mut(|places| {
        let place = places.list.get_mut(at)?;
        match mem::take(place) {
            Slot::Waiting(work, _) => {
                *place = Slot::Running;
                return Some(work);
            }
            Slot::Running | Slot::Woken => *place = Slot::Woken,
            Slot::Free => {}
        }
        None
    })
}

/// Puts what is left of a task into its place; what was there.
fn put_slot(at: usize, rest: Slot) -> Slot {
    TASKS.with_borrow_mut(|places| {
        if matches!(rest, Slot::Free) {
            places.free.push(at);
        }
        places.list.get_mut(at).map(|place| mem::replace(place, rest)).unwrap_or_default()
    })
}
