//! Password hashes: derived by the platform, a limited number at a time.

use crate::edge::clock::platform_time;
use crate::edge::log::print_line;
use crate::edge::{OneShot, log_error};
use crate::gateway::log::{Level, UpstreamStatus};
use crate::service::environment::derivation::PasswordDerivation;
use crate::service::environment::secret::CarriedSecret;
use crate::spec::errors::Error;
use crate::wire::dates::{MINUTE, Timestamp};
use std::cell::RefCell;
use wasm_bindgen_futures::JsFuture;
use worker::js_sys::{Promise, Uint8Array};
use worker::wasm_bindgen::{self, JsCast, prelude::wasm_bindgen};

#[wasm_bindgen(module = "/src/edge/service/derive.js")]
extern "C" {
    #[wasm_bindgen(js_name = deriveHash)]
    fn derive_by_platform(password: &Uint8Array, salt: &Uint8Array, calls: u32, rounds: u32) -> Promise;
}

/// Passwords that an isolate hashes at the same time. Each holds the thread for a good part of a second. More fail, and
/// the page asks the user to try again.
const CONCURRENT_MAX: usize = 50;

/// Milliseconds after which a derivation is no longer counted: its request went away.
const LOST_AFTER_MS: u64 = 60_000;

thread_local! {
    /// The start times of the active derivations.
    static ACTIVE: RefCell<Vec<Timestamp>> = const { RefCell::new(Vec::new()) };
    /// The line of the log for derivations that were refused.
    static FULL_LOGGED: OneShot = const { OneShot::never() };
}

/// Counts a derivation, unless there are too many.
fn try_begin(now: Timestamp) -> bool {
    ACTIVE.with_borrow_mut(|active| {
        // One that began later than now began before the clock was set back.
        active.retain(|began| now.0.abs_diff(began.0) < LOST_AFTER_MS);
        let has_room = active.len() < CONCURRENT_MAX;
        if has_room {
            active.push(now);
        }
        has_room
    })
}

fn finish_derivation(began: Timestamp) {
    ACTIVE.with_borrow_mut(|active| {
        // Of two with the same start time either may go: only their number counts.
        if let Some(index) = active.iter().position(|other| *other == began) {
            active.swap_remove(index);
        }
    });
}

/// The hash. `None` if the platform refuses, or too many derivations are active.
pub(super) async fn derive_hash(derivation: &PasswordDerivation) -> Option<CarriedSecret> {
    let began = platform_time();
    if !try_begin(began) {
        if FULL_LOGGED.with(|logged| logged.try_begin(MINUTE)) {
            print_line(
                Level::Warn,
                "too many passwords at once",
                None,
                &UpstreamStatus(Error::Unavailable.row().status),
            );
        }
        return None;
    }
    let bytes = |bytes: &[u8]| Uint8Array::from(bytes);
    let (password, salt) = (bytes(derivation.password.expose().as_bytes()), bytes(&derivation.salt));
    let hash =
        JsFuture::from(derive_by_platform(&password, &salt, derivation.cost.calls, derivation.cost.rounds)).await;
    finish_derivation(began);
    match hash.and_then(|hash| hash.dyn_into::<Uint8Array>()) {
        Ok(hash) => Some(PasswordDerivation::encode_hash(&hash.to_vec())),
        Err(error) => {
            log_error("a password was not hashed", &worker::Error::from(error));
            None
        }
    }
}
