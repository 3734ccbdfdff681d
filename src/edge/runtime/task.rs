//! The executor: runs a future as a promise, polled at once, and again whenever it is woken.

use super::clock;
use crate::wire::dates::MINUTE;
use std::cell::RefCell;
use std::future::Future;
use std::mem;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};
use worker::js_sys::{Function, Promise};
use worker::wasm_bindgen::{self, JsValue, prelude::wasm_bindgen};

#[wasm_bindgen(module = "/src/edge/runtime/task.js")]
extern "C" {
    #[wasm_bindgen(js_name = pollOrReject)]
    fn poll_or_reject(poll: &mut dyn FnMut(), reject: &Function);
}

/// Milliseconds after which a task that has not been woken is removed. When a page disconnects, the platform may drop
/// everything that would wake its task, without a signal.
pub(super) const WAIT_MAX_MS: i64 = 15 * MINUTE;

struct Task {
    future: Pin<Box<dyn Future<Output = ()>>>,
    /// Rejects the promise if the future panics.
    reject: Function,
}

/// A slot for a task. Slots are reused, so a late wake may poll the next task in the slot. That is harmless: futures
/// tolerate extra polls.
#[derive(Default)]
enum Slot {
    #[default]
    Free,
    /// Waiting since this age of the isolate.
    Waiting(Task, i64),
    Running,
    /// Running, and woken in the meantime.
    Woken,
}

#[derive(Default)]
struct TaskSlab {
    slots: Vec<Slot>,
    free: Vec<usize>,
    /// The slot that is checked next for an abandoned task.
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

/// Runs the future. The promise settles with its output.
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

fn start_task(task: Task) {
    let age = clock::advance_age();
    let (index, abandoned) = TASKS.with_borrow_mut(|slab| (slab.insert(Slot::Running), slab.reap_abandoned(age)));
    // Dropping a task runs its destructors, which may wake others: only after the borrow of the slab has ended.
    drop(abandoned);
    // A panic needs no `poll_or_reject` here: this runs inside the promise's constructor, which rejects by itself.
    run_task(index, task, &Waker::from(Arc::new(TaskWaker(index))), Task::poll_future);
}

fn wake_task(index: usize, waker: &Waker) {
    let Some(task) = take_task(index) else { return };
    run_task(index, task, waker, Task::poll_or_reject);
}

/// Polls a task until it waits and was not woken during the poll.
fn run_task(index: usize, mut task: Task, waker: &Waker, poll: impl Fn(&mut Task, &Waker) -> Poll<()>) {
    loop {
        let next = match poll(&mut task, waker) {
            Poll::Ready(()) => Slot::Free,
            Poll::Pending => Slot::Waiting(task, clock::last_age()),
        };
        // A wake during the poll could not poll again, because the task was out of its slot. It is made up for here.
        if !matches!(replace_slot(index, next), Slot::Woken) {
            return;
        }
        let Some(woken) = take_task(index) else { return };
        task = woken;
    }
}

impl Task {
    fn poll_future(&mut self, waker: &Waker) -> Poll<()> {
        self.future.as_mut().poll(&mut Context::from_waker(waker))
    }

    /// Polls from a callback of the platform, where a panic would not reject the promise.
    fn poll_or_reject(&mut self, waker: &Waker) -> Poll<()> {
        let mut result = Poll::Pending;
        let Task { future, reject } = self;
        poll_or_reject(&mut || result = future.as_mut().poll(&mut Context::from_waker(waker)), reject);
        result
    }
}

impl TaskSlab {
    /// Stores a slot. Returns its index.
    fn insert(&mut self, slot: Slot) -> usize {
        let index = self.free.pop().unwrap_or(self.slots.len());
        match self.slots.get_mut(index) {
            Some(free) => *free = slot,
            None => self.slots.push(slot),
        }
        index
    }

    /// Takes out the task of the slot that is checked now, if it was abandoned. Each new task checks one slot, so that
    /// abandoned tasks do not accumulate and no request pays for a full scan.
    #[inline(never)]
    fn reap_abandoned(&mut self, age: i64) -> Option<Slot> {
        let index = self.next;
        self.next = if index < self.slots.len() { index.wrapping_add(1) } else { 0 };
        let slot = self.slots.get_mut(index)?;
        let is_abandoned = matches!(slot, Slot::Waiting(_, since) if since.saturating_add(WAIT_MAX_MS) < age);
        is_abandoned.then(|| {
            self.free.push(index);
            mem::take(slot)
        })
    }
}

/// Takes a waiting task out of its slot and marks the slot as running. A running slot is marked as woken.
fn take_task(index: usize) -> Option<Task> {
    TASKS.with_borrow_mut(|slab| {
        let slot = slab.slots.get_mut(index)?;
        match mem::take(slot) {
            Slot::Waiting(task, _) => {
                *slot = Slot::Running;
                return Some(task);
            }
            Slot::Running | Slot::Woken => *slot = Slot::Woken,
            Slot::Free => {}
        }
        None
    })
}

/// Replaces a slot after a poll. Returns the former one.
fn replace_slot(index: usize, next: Slot) -> Slot {
    TASKS.with_borrow_mut(|slab| {
        if matches!(next, Slot::Free) {
            slab.free.push(index);
        }
        slab.slots.get_mut(index).map(|slot| mem::replace(slot, next)).unwrap_or_default()
    })
}
