//! The page around the client: clock, randomness, URL, session storage.

use super::error::Error;
use crate::wire::cause::Cause;
use crate::wire::sign_in::callback_query;
use crate::wire::text::hex;
use gloo_timers::future::TimeoutFuture;
use wasm_bindgen::JsValue;
use web_sys::{Location, Storage, Window};

/// Milliseconds after which a pause looks at the clock: the timers of a computer stop while it sleeps.
const LOOK: f64 = 30_000.0;

/// Milliseconds since 1970.
pub(super) fn now() -> f64 {
    js_sys::Date::now()
}

/// Waits for so many milliseconds.
pub(super) async fn sleep(milliseconds: u64) {
    let end = now() + milliseconds as f64;
    let mut left = milliseconds as f64;
    while left > 0.0 {
        TimeoutFuture::new(left.min(LOOK) as u32).await;
        // A clock that is put back makes no wait longer.
        left = (left - LOOK).min(end - now());
    }
}

/// A number that spreads retries over time; it need not be unpredictable.
pub(super) fn jitter() -> u32 {
    (js_sys::Math::random() * 4_294_967_296.0) as u32
}

/// An unpredictable state of 256 bits, in hexadecimal digits.
pub(super) fn new_state() -> Result<String, Error> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes)
        .map_err(|_| unavailable("Signing in needs random numbers, which this platform lacks."))?;
    Ok(hex(&bytes))
}

/// True in a page, where all code can read what the client holds.
pub(super) fn is_page() -> bool {
    web_sys::window().is_some()
}

/// True if the browser knows that it is offline.
pub(super) fn is_offline() -> bool {
    web_sys::window().is_some_and(|window| !window.navigator().on_line())
}

/// Sends the browser to a URL.
pub(super) fn open(url: &str) -> Result<(), Error> {
    window()?.location().assign(url).map_err(|_| unavailable("The browser refused to open the sign-in page."))
}

/// The path, query and fragment of the page.
pub(super) fn current_path() -> Result<String, Error> {
    let location = window()?.location();
    Ok([part(location.pathname()), part(location.search()), part(location.hash())].concat())
}

/// The origin of the page.
pub(super) fn origin() -> Result<String, Error> {
    Ok(part(window()?.location().origin()))
}

/// Removes the query and the fragment from the address bar, and returns the one that has a callback.
pub(super) fn take_callback() -> Result<String, Error> {
    let window = window()?;
    let location: Location = window.location();
    let (query, fragment) = (part(location.search()), part(location.hash()));
    let history = window.history().map_err(|_| no_page())?;
    let state = history.state().unwrap_or(JsValue::NULL);
    let path = part(location.pathname());
    history.replace_state_with_url(&state, "", Some(&path)).map_err(|_| no_page())?;
    Ok(callback_query(&query, &fragment).to_owned())
}

/// An item of the tab's session storage; empty if there is none.
pub(super) fn load_stored(name: &str) -> Result<String, Error> {
    Ok(storage()?.get_item(name).map_err(|_| no_storage())?.unwrap_or_default())
}

/// Replaces an item of the tab's session storage.
pub(super) fn save_stored(name: &str, text: &str) -> Result<(), Error> {
    storage()?.set_item(name, text).map_err(|_| no_storage())
}

fn storage() -> Result<Storage, Error> {
    window()?.session_storage().ok().flatten().ok_or_else(no_storage)
}

fn window() -> Result<Window, Error> {
    web_sys::window().ok_or_else(no_page)
}

/// A part of the URL; it is absent only in a document without one.
fn part(text: Result<String, JsValue>) -> String {
    text.unwrap_or_default()
}

fn no_page() -> Error {
    unavailable("Only a page can sign in: call this from a page, not from a worker.")
}

fn no_storage() -> Error {
    unavailable("Signing in needs session storage, which this page or browser forbids.")
}

fn unavailable(message: &str) -> Error {
    Error::local(Cause::Unavailable, message)
}
