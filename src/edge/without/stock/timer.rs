//! Sleeping by `worker::Delay`. `waiter` is the Worker's own: no crate has a counterpart.

use std::time::Duration;
use worker::Delay;

pub(crate) use crate::edge::runtime::timer::waiter;

/// Waits for milliseconds.
pub(crate) async fn sleep(milliseconds: u64) {
    Delay::from(Duration::from_millis(milliseconds)).await;
}
