//! The SDK's fourth binary: the store of a survey's responses and the answers to questions about it.
//!
//! It takes and returns bytes and JSON. Its functions throw a failure as JSON.

use crate::results::run_query;
use crate::results::store::{Rule, Store};
use crate::wire::failure::Failure;
use wasm_bindgen::prelude::*;

/// A survey's responses.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Results {
    pub(super) store: Store,
}

#[wasm_bindgen]
impl Results {
    /// An empty store of a survey's design, the response of `surveys.details`.
    ///
    /// # Errors
    ///
    /// If the design is not as documented.
    #[wasm_bindgen(constructor)]
    pub fn new(design: &[u8]) -> Result<Results, String> {
        Ok(Results { store: Store::new(design).map_err(failure_json)? })
    }

    /// Takes another version of the design.
    ///
    /// # Errors
    ///
    /// If the design is not as documented.
    pub fn redesign(&mut self, design: &[u8]) -> Result<(), String> {
        self.store.redesign(design).map_err(failure_json)
    }

    /// Adds the responses of a segment.
    ///
    /// # Errors
    ///
    /// If the segment is damaged.
    pub fn load(&mut self, segment: Vec<u8>) -> Result<(), String> {
        self.store.load(segment).map_err(failure_json)
    }

    /// Adds the responses of the first segment, with its file of columns. Returns whether that fitted.
    ///
    /// # Errors
    ///
    /// If the segment is damaged.
    pub fn load_with(&mut self, segment: Vec<u8>, column_file: &[u8]) -> Result<bool, String> {
        self.store.load_with(segment, column_file).map_err(failure_json)
    }

    /// Number of records in memory that were removed or replaced.
    pub fn dead(&self) -> u32 {
        self.store.dead()
    }

    /// What changed since the last call, as a segment; empty if nothing did.
    pub fn segment(&mut self) -> Vec<u8> {
        self.store.segment()
    }

    /// All responses as one segment.
    pub fn compact(&mut self) -> Vec<u8> {
        self.store.compact()
    }

    /// All responses as one segment, of which the store then consists.
    pub fn pack(&mut self) -> Vec<u8> {
        self.store.pack()
    }

    /// The file of columns of the segment that the store consists of; empty if it does not consist of one.
    pub fn column_file(&self) -> Vec<u8> {
        self.store.column_file()
    }

    /// Number of responses, previews included.
    pub fn held(&self) -> u32 {
        self.store.held()
    }

    /// Runs a query and returns its result, both JSON.
    ///
    /// # Errors
    ///
    /// If the query is not as documented, or names something that the design does not have.
    pub fn query(&mut self, query: &str) -> Result<String, String> {
        run_query(&mut self.store, query).map_err(failure_json)
    }

    /// A page of `surveys.responses.bulk` with the responses that a rule lets through, for an export.
    ///
    /// # Errors
    ///
    /// If the rule is not as documented, or names something that the design does not have.
    pub fn page(&self, rule: &str, from: u32, count: u32) -> Result<Vec<u8>, String> {
        let rule = Rule::parse(rule).map_err(failure_json)?;
        self.store.page(&rule, from, count).map_err(failure_json)
    }
}

#[allow(clippy::boxed_local)] // Callers have it boxed already.
pub(super) fn failure_json(failure: Box<Failure>) -> String {
    failure.to_json(None)
}
