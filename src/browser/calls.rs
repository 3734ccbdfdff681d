//! The SDK's first binary: calls. It hands text from JavaScript to the engine and back.
//!
//! It neither sends nor waits: `async` would cost a third of the binary's size, and `pkg/src/calls/exchange.js` does
//! both in a few lines. It has no state between two calls, so any number of calls can run at once, and a call that
//! crashes the engine does not affect the others.

use crate::wire::cause::Cause;
use crate::wire::engine::{BodyCheck, Engine};
use crate::wire::pacing::{self, RemainingQuota};
use crate::wire::retry;
use std::sync::OnceLock;
use wasm_bindgen::prelude::*;

static ENGINE: OnceLock<Engine> = OnceLock::new();

fn engine() -> &'static Engine {
    ENGINE.get_or_init(Engine::default)
}

/// Why there is no readable response.
#[wasm_bindgen]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Missing {
    /// The connection failed.
    Network,
    /// The timeout has passed.
    Timeout,
    /// The browser is offline.
    Offline,
    /// The response's bytes are not UTF-8.
    Text,
}

/// The request of an operation: see [`Engine::prepare_request`].
#[wasm_bindgen]
pub fn request(operation: usize, arguments: &str) -> String {
    engine().prepare_request(operation, arguments)
}

/// Decodes a response: see [`Engine::decode_response`]. With `raw`, another part checks the body of a successful one.
#[wasm_bindgen]
pub fn answer(operation: usize, arguments: &str, status: u16, headers: &str, body: &[u8], raw: bool) -> String {
    let checked = if raw { BodyCheck::Elsewhere } else { BodyCheck::Here };
    engine().decode_response(operation, arguments, status, headers, body, checked)
}

/// The failure of a call without a readable response.
#[wasm_bindgen]
pub fn unanswered(operation: usize, why: Missing, status: u16) -> String {
    let cause = match why {
        Missing::Network => Cause::Network,
        Missing::Timeout => Cause::Timeout,
        Missing::Offline => Cause::Offline,
        Missing::Text => return engine().unreadable_response(operation, status),
    };
    engine().missing_response(operation, cause)
}

/// Milliseconds before a retry: see [`retry::retry_delay`]. `random` is below 1.
#[wasm_bindgen]
pub fn delay(attempts: u32, wait: Option<u32>, random: f64) -> f64 {
    retry::retry_delay(attempts, wait, (random * 4_294_967_296.0) as u32) as f64
}

/// Milliseconds before the next of `needed` requests: see [`pacing::pause_before_next`]. Each window has a limit, the
/// remaining requests, and the milliseconds until its reset. Background work leaves a tenth of the minute to others.
#[wasm_bindgen]
#[allow(clippy::too_many_arguments)] // numbers cross for nothing, lists do not
pub fn pause(
    minute_limit: u32,
    minute_left: u32,
    minute_time: f64,
    day_limit: u32,
    day_left: u32,
    day_time: f64,
    background: bool,
    needed: u32,
    patience: f64,
) -> f64 {
    let minute = remaining_quota(minute_limit, minute_left, minute_time);
    let minute = if background { minute.minus_reserve() } else { minute };
    pacing::pause_before_next(minute, remaining_quota(day_limit, day_left, day_time), needed, patience as u64) as f64
}

/// Milliseconds until the last of `needed` requests can be sent: see [`pacing::time_to_finish`].
#[wasm_bindgen]
pub fn finish(
    minute_limit: u32,
    minute_left: u32,
    minute_time: f64,
    day_limit: u32,
    day_left: u32,
    day_time: f64,
    needed: u32,
) -> f64 {
    let minute = remaining_quota(minute_limit, minute_left, minute_time);
    pacing::time_to_finish(minute, remaining_quota(day_limit, day_left, day_time), needed) as f64
}

fn remaining_quota(limit: u32, remaining: u32, time: f64) -> RemainingQuota {
    RemainingQuota { limit, remaining, reset_millis: time as u64 }
}
