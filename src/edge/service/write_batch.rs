//! Writes that arrive together commit together: the platform commits at the end of a turn, which waits for the disk,
//! and each reply waits for the commit of its turn.
//!
//! The platform delivers each message in a turn of its own. So a write waits for those that its sender has sent at the
//! same time, a millisecond at most, and all continue in one turn. A write that no other accompanies does not wait.

use crate::edge::hooks;
use crate::edge::timer::waiter;
use crate::wire::http::Request;
use std::cell::{Cell, RefCell};
use worker::js_sys::Function;
use worker::wasm_bindgen::JsValue;

/// Other writes under way from which on a write waits for them. With fewer, waiting takes longer than a commit.
const OTHERS_MIN: u32 = 3;

/// Writes of a batch that wait for the last one. Together they hold the thread for a few milliseconds.
const WRITES_MAX: usize = 7;

/// Bytes of a body that joins a batch. What a larger one takes is long beside a commit.
const BODY_BYTES_MAX: usize = 4_000;

/// Milliseconds that a batch waits for more writes.
const WAIT_MS: u32 = 1;

thread_local! {
    /// The writes under way of this isolate: the name of the object, and their number.
    static UNDER_WAY: RefCell<Vec<(String, u32)>> = const { RefCell::new(Vec::new()) };
}

/// A write under way from this isolate to an object.
pub(super) struct WriteUnderWay {
    name: String,
    /// The number of others that were under way before.
    pub(super) others: u32,
}

impl WriteUnderWay {
    /// Begins a write to an object; `None` for a request that does not join a batch.
    pub(super) fn begin(name: &str, request: &Request) -> Option<WriteUnderWay> {
        if matches!(request.method.as_str(), "GET" | "HEAD") || request.body.len() > BODY_BYTES_MAX {
            return None;
        }
        let others = UNDER_WAY.with_borrow_mut(|writes| match writes.iter_mut().find(|(known, _)| known == name) {
            Some((_, count)) => {
                *count = count.saturating_add(1);
                count.saturating_sub(1)
            }
            None => {
                writes.push((name.to_owned(), 1));
                0
            }
        });
        Some(WriteUnderWay { name: name.to_owned(), others })
    }
}

impl Drop for WriteUnderWay {
    fn drop(&mut self) {
        UNDER_WAY.with_borrow_mut(|writes| {
            let Some(at) = writes.iter().position(|(known, _)| *known == self.name) else { return };
            match writes.get_mut(at) {
                Some((_, count)) if *count > 1 => *count = count.saturating_sub(1),
                _ => _ = writes.swap_remove(at),
            }
        });
    }
}

/// The writes that wait for each other at an object.
#[derive(Default)]
pub(super) struct WriteBatch {
    /// Functions that let them continue.
    waiting: RefCell<Vec<Function>>,
    /// The number of the batch.
    number: Cell<u64>,
}

impl WriteBatch {
    /// Waits for the writes that were sent at the same time as this one.
    pub(super) async fn join(&self, others: u32) {
        if others < OTHERS_MIN {
            return;
        }
        let before = self.waiting.borrow().len();
        if before >= WRITES_MAX.min(others as usize) {
            self.end();
            return;
        }
        let number = self.number.get();
        let (wake, woken) = waiter(WAIT_MS);
        self.waiting.borrow_mut().push(wake);
        woken.await;
        if self.number.get() == number {
            self.end();
        }
    }

    /// Lets the waiting writes continue, and begins the next batch.
    fn end(&self) {
        self.number.set(self.number.get().wrapping_add(1));
        let waiting = self.waiting.take();
        if waiting.len() > 1 {
            hooks::writes_grouped(waiting.len());
        }
        for wake in waiting {
            let _ = wake.call0(&JsValue::UNDEFINED);
        }
    }
}
