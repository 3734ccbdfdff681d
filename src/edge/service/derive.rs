//! Hashes of passwords: by the platform, and only so many at a time.

use crate::edge::clock::platform_time;
use crate::edge::log_error;
use crate::service::store::derivation::PasswordDerivation;
use crate::service::store::secret::CarriedSecret;
use crate::wire::dates::Timestamp;
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
const CONCURRENT_MAX: usize = 50;

/// Milliseconds after which one counts no longer: the request that it was for went away.
const LOST_AFTER_MS: i64 = 60_000;

thread_local! {
    /// When those that are under way began.
    static UNDER_WAY: RefCell<Vec<Timestamp>> = const { RefCell::new(Vec::new()) };
}

/// Counts one more, unless there are too many.
fn try_begin(now: Timestamp) -> bool {
    UNDER_WAY.with_borrow_mut(|under_way| {
        under_way.retain(|began| now < began.saturating_add(LOST_AFTER_MS));
        let fits = under_way.len() < CONCURRENT_MAX;
        if fits {
            under_way.push(now);
        }
        fits
    })
}

fn finish_derivation(began: Timestamp) {
    UNDER_WAY.with_borrow_mut(|under_way| {
        if let Some(at) = under_way.iter().position(|known| *known == began) {
            under_way.swap_remove(at);
        }
    });
}

/// The hash; none if the platform refuses or has too many to do.
pub(super) async fn derive_hash(derivation: &PasswordDerivation) -> Option<CarriedSecret> {
    let began = platform_time();
    if !try_begin(began) {
        log_error("too many passwords at once", &worker::Error::RustError(String::new()));
        return None;
    }
    let bytes = |bytes: &[u8]| Uint8Array::from(bytes);
    let (password, salt) = (bytes(derivation.password.expose().as_bytes()), bytes(&derivation.salt));
    let hash = JsFuture::from(derived(&password, &salt, derivation.cost.calls, derivation.cost.rounds)).await;
    finish_derivation(began);
    match hash.and_then(|hash| hash.dyn_into::<Uint8Array>()) {
        Ok(hash) => Some(PasswordDerivation::encode_hash(&hash.to_vec())),
        Err(error) => {
            log_error("a password was not hashed", &worker::Error::from(error));
            None
        }
    }
}
