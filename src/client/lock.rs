//! A Web Lock: what only one tab of the origin does at a time.

use js_sys::{Array, Function, Promise, Reflect};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

/// A lock, which is held until this is dropped; nothing where the platform has no locks, such as outside a secure
/// context.
#[derive(Debug)]
pub(super) struct Lock {
    /// Settles the promise that the browser waits for.
    release: Option<Function>,
}

impl Drop for Lock {
    fn drop(&mut self) {
        if let Some(release) = &self.release {
            // It cannot fail: it is the `resolve` of a promise.
            let _ = release.call0(&JsValue::UNDEFINED);
        }
    }
}

/// Waits for the lock of this name. Dropping the future gives up the place in the queue.
pub(super) async fn acquire(name: &str) -> Lock {
    let mut lock = Lock { release: None };
    let released = Promise::new(&mut |resolve, _| lock.release = Some(resolve));
    let mut requested = None;
    let granted = Promise::new(&mut |resolve, _| {
        let released = released.clone();
        let hold = Closure::once_into_js(move || {
            let _ = resolve.call0(&JsValue::UNDEFINED);
            released
        });
        requested = request(name, &hold);
    });
    if let Some(requested) = requested {
        // A request that the browser refuses is settled first.
        let _ = JsFuture::from(Promise::race(&Array::of2(&granted, &requested))).await;
    }
    lock
}

/// `navigator.locks.request`, which `web-sys` does not have without a flag of the compiler.
fn request(name: &str, hold: &JsValue) -> Option<JsValue> {
    let navigator = Reflect::get(&js_sys::global(), &"navigator".into()).ok()?;
    let locks = Reflect::get(&navigator, &"locks".into()).ok()?;
    let request: Function = Reflect::get(&locks, &"request".into()).ok()?.dyn_into().ok()?;
    request.call2(&locks, &name.into(), hold).ok()
}
