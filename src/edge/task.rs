//! Runs a future as a promise: polled at once, and again whenever it is woken. The usual way queues a microtask for the
//! beginning and one for every wake, which took a tenth of the time of a request that is passed on.

use super::clock;
use crate::wire::dates::{MINUTE, Moment};
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
pub(super) const WAITS_MAX: i64 = 15 * MINUTE;

struct Work {
    future: Pin<Box<dyn Future<Output = ()>>>,
    /// Fails the promise, should the future panic.
    reject: Function,
}

/// A place for a task. A place is used again, so that a late wake may reach the next task there, which does no harm.
#[derive(Default)]
enum Place {
    #[default]
    Free,
    /// Waiting since then.
    Waiting(Work, Moment),
    Running,
    /// Running, and woken meanwhile.
    Woken,
}

#[derive(Default)]
struct Places {
    list: Vec<Place>,
    free: Vec<usize>,
    /// The place that is looked at next for a task that has been left.
    next: usize,
}

thread_local! {
    static PLACES: RefCell<Places> = RefCell::default();
}

struct Bell(usize);

impl Wake for Bell {
    fn wake(self: Arc<Bell>) {
        wake(self.0, &Waker::from(self));
    }
}

/// Runs the future; the promise settles with its output.
pub(crate) fn promise<F: Future<Output = Result<JsValue, JsValue>> + 'static>(future: F) -> Promise {
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
        start(Work { future, reject });
    })
}

fn start(work: Work) {
    clock::release();
    clock::turn(|| {
        let now = clock::platform();
        let (at, left) = PLACES.with_borrow_mut(|places| (places.give(Place::Running), places.left(now)));
        drop(left);
        // Should this panic, the promise fails by itself: it is being made.
        run(at, work, &Waker::from(Arc::new(Bell(at))), Work::poll);
    });
}

fn wake(at: usize, waker: &Waker) {
    let Some(work) = take(at) else { return };
    clock::turn(|| run(at, work, waker, Work::attempt));
}

/// Polls a task until it waits and has not been woken meanwhile.
fn run(at: usize, mut work: Work, waker: &Waker, poll: impl Fn(&mut Work, &Waker) -> Poll<()>) {
    loop {
        let rest = match poll(&mut work, waker) {
            Poll::Ready(()) => Place::Free,
            Poll::Pending => Place::Waiting(work, clock::platform()),
        };
        if !matches!(put(at, rest), Place::Woken) {
            return;
        }
        let Some(woken) = take(at) else { return };
        work = woken;
    }
}

impl Work {
    fn poll(&mut self, waker: &Waker) -> Poll<()> {
        self.future.as_mut().poll(&mut Context::from_waker(waker))
    }

    /// Polls where nothing else sees to a panic.
    fn attempt(&mut self, waker: &Waker) -> Poll<()> {
        let mut poll = Poll::Pending;
        let Work { future, reject } = self;
        attempt(&mut || poll = future.as_mut().poll(&mut Context::from_waker(waker)), reject);
        poll
    }
}

impl Places {
    /// Finds a place for a task.
    fn give(&mut self, place: Place) -> usize {
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
    fn left(&mut self, now: Moment) -> Option<Place> {
        let at = self.next;
        self.next = if at < self.list.len() { at.wrapping_add(1) } else { 0 };
        let place = self.list.get_mut(at)?;
        let is_left = matches!(place, Place::Waiting(_, since) if since.plus(WAITS_MAX) < now);
        is_left.then(|| {
            self.free.push(at);
            mem::take(place)
        })
    }
}

/// The waiting task of a place, which is running from now on. A running one is noted as woken.
fn take(at: usize) -> Option<Work> {
    PLACES.with_borrow_mut(|places| {
        let place = places.list.get_mut(at)?;
        match mem::take(place) {
            Place::Waiting(work, _) => {
                *place = Place::Running;
                return Some(work);
            }
            Place::Running | Place::Woken => *place = Place::Woken,
            Place::Free => {}
        }
        None
    })
}

/// Puts what is left of a task into its place; what was there.
fn put(at: usize, rest: Place) -> Place {
    PLACES.with_borrow_mut(|places| {
        if matches!(rest, Place::Free) {
            places.free.push(at);
        }
        places.list.get_mut(at).map(|place| mem::replace(place, rest)).unwrap_or_default()
    })
}
