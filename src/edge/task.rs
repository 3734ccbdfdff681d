//! Runs a future as a promise: polled at once, and again whenever it is woken. The usual way queues a microtask for the
//! beginning and one for every wake, which took a tenth of the time of a request that is passed on.

use super::clock;
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
    Waiting(Work),
    Running,
    /// Running, and woken meanwhile.
    Woken,
}

thread_local! {
    static PLACES: RefCell<Vec<Place>> = const { RefCell::new(Vec::new()) };
}

struct Bell(usize);

impl Wake for Bell {
    fn wake(self: Arc<Bell>) {
        run(self.0, &Waker::from(self));
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
    let at = PLACES.with_borrow_mut(|places| {
        let free = places.iter().position(|place| matches!(place, Place::Free));
        let at = free.unwrap_or(places.len());
        match places.get_mut(at) {
            Some(place) => *place = Place::Waiting(work),
            None => places.push(Place::Waiting(work)),
        }
        at
    });
    run(at, &Waker::from(Arc::new(Bell(at))));
}

fn run(at: usize, waker: &Waker) {
    while let Some(mut work) = take(at) {
        let mut poll = Poll::Pending;
        let Work { future, reject } = &mut work;
        attempt(&mut || poll = clock::turn(|| future.as_mut().poll(&mut Context::from_waker(waker))), reject);
        let rest = match poll {
            Poll::Ready(()) => Place::Free,
            Poll::Pending => Place::Waiting(work),
        };
        if !matches!(put(at, rest), Place::Woken) {
            return;
        }
    }
}

/// The waiting task of a place, which is running from now on. A running one is noted as woken.
fn take(at: usize) -> Option<Work> {
    PLACES.with_borrow_mut(|places| {
        let place = places.get_mut(at)?;
        match mem::take(place) {
            Place::Waiting(work) => {
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
    PLACES.with_borrow_mut(|places| places.get_mut(at).map(|place| mem::replace(place, rest)).unwrap_or_default())
}
