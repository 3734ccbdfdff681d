//! Hashes of passwords: by the platform, and only so many at a time.

use crate::edge::clock::platform;
use crate::edge::note;
use crate::service::store::derivation::Derivation;
use crate::service::store::secret::CarriedSecret;
use crate::wire::dates::Moment;
use std::cell::RefCell;
use wasm_bindgen_futures::JsFuture;
use worker::js_sys::{Promise, Uint8Array};
use worker::wasm_bindgen::{self, JsCast, prelude::wasm_bindgen};

#[wasm_bindgen(module = "/src/edge/service/derive.js")]
extern "C" {
    fn derived(password: &Uint8Array, salt: &Uint8Array, calls: u32, rounds: u32) -> Promise;
}

/// Passwords that an isolate hashes at the same time: each takes a good part of a second of the thread. More fail, and
/// whoever gave them is asked to try again.
const AT_ONCE: usize = 50;

/// Milliseconds after which one counts no longer: the request that it was for went away.
const LOST: i64 = 60_000;

thread_local! {
    /// When those that are under way began.
    static UNDER_WAY: RefCell<Vec<Moment>> = const { RefCell::new(Vec::new()) };
}

/// Counts one more, unless there are too many.
fn begin(now: Moment) -> bool {
    UNDER_WAY.with_borrow_mut(|under_way| {
        under_way.retain(|began| now < began.plus(LOST));
        let fits = under_way.len() < AT_ONCE;
        if fits {
            under_way.push(now);
        }
        fits
    })
}

fn end(began: Moment) {
    UNDER_WAY.with_borrow_mut(|under_way| {
        if let Some(at) = under_way.iter().position(|known| *known == began) {
            under_way.swap_remove(at);
        }
    });
}

/// The hash; none if the platform refuses or has too many to do.
pub(super) async fn derive(derivation: &Derivation) -> Option<CarriedSecret> {
    let began = platform();
    if !begin(began) {
        note("too many passwords at once", &worker::Error::RustError(String::new()));
        return None;
    }
    let bytes = |bytes: &[u8]| Uint8Array::from(bytes);
    let (password, salt) = (bytes(derivation.password.expose().as_bytes()), bytes(&derivation.salt));
    let hash = JsFuture::from(derived(&password, &salt, derivation.cost.calls, derivation.cost.rounds)).await;
    end(began);
    match hash.and_then(|hash| hash.dyn_into::<Uint8Array>()) {
        Ok(hash) => Some(Derivation::reply(&hash.to_vec())),
        Err(error) => {
            note("a password was not hashed", &worker::Error::from(error));
            None
        }
    }
}
