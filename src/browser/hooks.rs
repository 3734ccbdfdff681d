//! What the engine asks of the page: the facade's hooks and the platform's own functions.

use js_sys::{Array, Promise};
use wasm_bindgen::prelude::*;
use web_sys::AbortSignal;

#[wasm_bindgen]
extern "C" {
    /// What the facade hands to the engine.
    pub type Hooks;

    /// Makes an error of the facade's class from its facts.
    #[wasm_bindgen(method)]
    pub fn fail(this: &Hooks, facts: JsValue) -> JsValue;

    /// Makes the result of a call: the value, what the answer says beside it, and the arguments of the next page.
    #[wasm_bindgen(method)]
    pub fn answer(this: &Hooks, value: JsValue, facts: JsValue, next: Option<String>) -> JsValue;

    /// Sends a request.
    #[wasm_bindgen(method, catch)]
    pub fn fetch(this: &Hooks, request: &web_sys::Request) -> Result<Promise, JsValue>;

    #[wasm_bindgen(js_namespace = AbortSignal, js_name = any, catch)]
    fn any_of(signals: &Array) -> Result<AbortSignal, JsValue>;

    #[wasm_bindgen(js_namespace = AbortSignal, js_name = timeout, catch)]
    fn after(milliseconds: f64) -> Result<AbortSignal, JsValue>;

    #[wasm_bindgen(js_namespace = sessionStorage, js_name = getItem, catch)]
    fn get_item(key: &str) -> Result<Option<String>, JsValue>;

    #[wasm_bindgen(js_namespace = sessionStorage, js_name = setItem, catch)]
    fn set_item(key: &str, value: &str) -> Result<(), JsValue>;

    #[wasm_bindgen(js_namespace = crypto, js_name = getRandomValues, catch)]
    fn get_random_values(bytes: &mut [u8]) -> Result<(), JsValue>;

    #[wasm_bindgen(js_namespace = Date, js_name = now)]
    fn date_now() -> f64;
}

/// Where the transactions of a tab are kept.
const STORE: &str = "canvass.sign_in";

/// The caller's signal and the time limit, as one signal for the request.
pub(super) struct Limits {
    caller: Option<AbortSignal>,
    timer: Option<AbortSignal>,
    both: Option<AbortSignal>,
}

impl Limits {
    pub(super) fn new(caller: Option<AbortSignal>, milliseconds: f64) -> Limits {
        let timer = if milliseconds > 0.0 { after(milliseconds.min(2_147_483_647.0)).ok() } else { None };
        let both = match (&caller, &timer) {
            (Some(caller), Some(timer)) => any_of(&Array::of2(caller, timer)).ok().or(Some(caller.clone())),
            (caller, timer) => caller.as_ref().or(timer.as_ref()).cloned(),
        };
        Limits { caller, timer, both }
    }

    /// The signal to send with.
    pub(super) fn signal(&self) -> Option<&AbortSignal> {
        self.both.as_ref()
    }

    /// The reason that the caller gave for stopping, if it did.
    pub(super) fn stopped(&self) -> Option<JsValue> {
        self.caller.as_ref().filter(|signal| signal.aborted()).map(AbortSignal::reason)
    }

    /// Whether the time is up.
    pub(super) fn is_over(&self) -> bool {
        self.timer.as_ref().is_some_and(AbortSignal::aborted)
    }
}

/// The transactions under way in this tab; none where the platform has no such store.
pub(super) fn transactions() -> Option<String> {
    get_item(STORE).ok().map(Option::unwrap_or_default)
}

/// Stores the transactions; false where the platform refuses.
pub(super) fn store_transactions(text: &str) -> bool {
    set_item(STORE, text).is_ok()
}

/// 256 random bits in hexadecimal digits.
pub(super) fn random_state() -> Option<String> {
    let mut bytes = [0_u8; 32];
    get_random_values(&mut bytes).ok()?;
    Some(
        bytes
            .iter()
            .flat_map(|byte| [byte >> 4, byte & 15])
            .filter_map(|digit| char::from_digit(digit.into(), 16))
            .collect(),
    )
}

/// Milliseconds since 1970.
pub(super) fn now() -> u64 {
    date_now() as u64
}
