//! Summaries, in the binary of exports: takes pages of rollups or responses, and returns the summary at the end.

use crate::results::summary::{SummaryBuilder, SummaryJson};
use crate::wire::check::Mismatch;
use crate::wire::failure::Failure;
use wasm_bindgen::prelude::*;

/// A summary in progress. Its functions throw a failure as JSON.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Counting {
    summary: SummaryBuilder,
    fractions: Vec<f64>,
}

#[wasm_bindgen]
impl Counting {
    /// An empty summary of a survey's design, the response of `surveys.details`.
    ///
    /// # Errors
    ///
    /// If the design is not as documented.
    #[wasm_bindgen(constructor)]
    pub fn new(design: &[u8]) -> Result<Counting, String> {
        Ok(Counting { summary: SummaryBuilder::new(design).map_err(mismatch_json)?, fractions: Vec::new() })
    }

    /// Adds a page of `surveys.rollups`.
    ///
    /// # Errors
    ///
    /// If the page is not as documented.
    pub fn rollups(&mut self, page: &[u8]) -> Result<(), String> {
        self.summary.add_rollups(page).map_err(mismatch_json)
    }

    /// Counts a page of `surveys.responses.bulk`.
    ///
    /// # Errors
    ///
    /// If the page is not as documented.
    pub fn responses(&mut self, page: &[u8]) -> Result<(), String> {
        self.summary.add_responses(page).map_err(mismatch_json)
    }

    /// The summary as JSON; its fractions are positions in the list that [`Counting::fractions`] returns next.
    pub fn summary(&mut self) -> String {
        let SummaryJson { json, fractions } = self.summary.build_summary().to_json();
        self.fractions = fractions;
        json
    }

    /// The fractions of the last summary.
    pub fn fractions(&mut self) -> Vec<f64> {
        std::mem::take(&mut self.fractions)
    }
}

fn mismatch_json(mismatch: Box<Mismatch>) -> String {
    Failure::bad_response(200, mismatch).to_json(None)
}
