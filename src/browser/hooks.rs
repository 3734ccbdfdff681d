//! What the engine asks of the page: the facade's hooks and the platform's own functions.

use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// What the facade hands to the engine.
    pub type Hooks;

    /// Makes an error of the facade's class from its facts.
    #[wasm_bindgen(method)]
    pub fn fail(this: &Hooks, facts: JsValue) -> JsValue;

    /// Makes what stands for a request until it is sent.
    #[wasm_bindgen(method)]
    pub fn request(this: &Hooks, method: &str, url: &str, body: Option<&str>) -> JsValue;

    /// Makes the result of a call: the value, what the answer says beside it, and the arguments of the next page.
    #[wasm_bindgen(method)]
    pub fn answer(this: &Hooks, value: JsValue, facts: JsValue, next: Option<&str>) -> JsValue;

    /// The headers of an answer.
    pub type Headers;

    /// The value of a header; none if the answer does not have it.
    #[wasm_bindgen(method)]
    pub fn get(this: &Headers, name: &str) -> Option<String>;

    #[wasm_bindgen(js_namespace = sessionStorage, js_name = getItem, catch)]
    fn get_item(key: &str) -> Result<Option<String>, JsValue>;

    #[wasm_bindgen(js_namespace = sessionStorage, js_name = setItem, catch)]
    fn set_item(key: &str, value: &str) -> Result<(), JsValue>;

    #[wasm_bindgen(js_namespace = crypto, js_name = getRandomValues, catch)]
    fn get_random_values(bytes: &mut [u8]) -> Result<(), JsValue>;

    #[wasm_bindgen(js_namespace = Date, js_name = now)]
    fn date_now() -> f64;

    #[wasm_bindgen(js_namespace = JSON, js_name = parse, catch)]
    fn json_parse(text: &str) -> Result<JsValue, JsValue>;
}

/// Where the transactions of a tab are kept.
const STORE: &str = "canvass.sign_in";

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
    let mut state = String::with_capacity(64);
    for byte in bytes {
        for digit in [byte >> 4, byte & 15] {
            state.extend(char::from_digit(digit.into(), 16));
        }
    }
    Some(state)
}

/// Milliseconds since 1970.
pub(super) fn now() -> u64 {
    date_now() as u64
}

/// Lets the platform build the value of some JSON.
pub(super) fn parsed(json: &str) -> Option<JsValue> {
    json_parse(json).ok()
}
