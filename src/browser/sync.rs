//! The synchronisation of a store with the service, in the binary of the store.
//!
//! The facade sends what [`Sync::next`] returns and hands the answer to [`Sync::take`] or [`Sync::refuse`]. After each
//! answer it writes first the store's segment and then the state.

use super::results::{Results, failure_json};
use crate::results::sync::{SyncMachine, SyncMode, SyncState};
use crate::wire::check::{Expected, Mismatch};
use crate::wire::failure::Failure;
use wasm_bindgen::prelude::*;

/// The synchronisation of a survey. Its functions throw a failure as JSON.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Sync {
    machine: SyncMachine,
}

#[wasm_bindgen]
impl Sync {
    /// Goes on from a state that [`Sync::state`] returned; from an empty text at the beginning. `overlap` is the number
    /// of seconds before the last known change that are read again, from 0 to 3600; 120 if not given.
    ///
    /// # Errors
    ///
    /// If the state is not one.
    #[wasm_bindgen(constructor)]
    pub fn new(state: &str, overlap: Option<u32>) -> Result<Sync, String> {
        let state = SyncState::from_json(state).map_err(|mismatch| argument_json(mismatch.in_field("state")))?;
        Ok(Sync { machine: SyncMachine::new(state, overlap) })
    }

    /// The state as JSON, to be stored after the responses that it covers.
    pub fn state(&self) -> String {
        self.machine.state().to_json()
    }

    /// Begins a run, `probe` or `audit`, or goes on with one that was broken off.
    ///
    /// # Errors
    ///
    /// If there is no such mode.
    pub fn begin(&mut self, mode: &str) -> Result<(), String> {
        let unknown = || argument_json(Mismatch::at_cursor(Expected::Choice(SyncMode::NAMES)).in_field("mode"));
        self.machine.begin(SyncMode::parse(mode).ok_or_else(unknown)?);
        Ok(())
    }

    /// The next request as JSON: the operation, `bulk`, `list` or `respondents`, and its arguments without the survey's
    /// id. `None` if the run is over.
    pub fn next(&mut self, store: &Results) -> Option<String> {
        self.machine.next_request(&store.store)
    }

    /// Takes the body of the answer. Returns what it changed, as JSON.
    ///
    /// # Errors
    ///
    /// If the answer is not as documented. The same request is next.
    pub fn take(&mut self, store: &mut Results, body: &[u8]) -> Result<String, String> {
        self.machine.take(&mut store.store, body).map(|taken| taken.to_json()).map_err(failure_json)
    }

    /// Takes the refusal of the request: its HTTP status, and the page size that fits if the service named one. True if
    /// the run goes on with another request; otherwise the refusal is final.
    pub fn refuse(&mut self, status: u16, fits: Option<u32>) -> bool {
        self.machine.refuse(status, fits)
    }
}

fn argument_json(mismatch: Box<Mismatch>) -> String {
    Failure::bad_argument(mismatch).to_json(None)
}
