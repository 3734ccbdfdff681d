//! Results in numbers, in the binary of exports: pages go in, and what they come to comes out at the end.

use crate::results::summary::{SummaryBuilder, SummaryJson};
use crate::wire::check::Mismatch;
use crate::wire::failure::Failure;
use wasm_bindgen::prelude::*;

/// Counts that are being made. Its functions throw a failure's facts, in JSON.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Counting {
    summary: SummaryBuilder,
    fractions: Vec<f64>,
}

#[wasm_bindgen]
impl Counting {
    /// Nothing counted yet of a survey's design, as `surveys.details` answers it.
    #[wasm_bindgen(constructor)]
    pub fn new(design: &[u8]) -> Result<Counting, String> {
        Ok(Counting { summary: SummaryBuilder::new(design).map_err(mismatch_json)?, fractions: Vec::new() })
    }

    /// Takes a page of `surveys.rollups`.
    pub fn rollups(&mut self, page: &[u8]) -> Result<(), String> {
        self.summary.add_rollups(page).map_err(mismatch_json)
    }

    /// Counts a page of `surveys.responses.bulk`.
    pub fn responses(&mut self, page: &[u8]) -> Result<(), String> {
        self.summary.add_responses(page).map_err(mismatch_json)
    }

    /// What the counts come to, in JSON; its fractions are places in what [`Counting::fractions`] gives then.
    pub fn summary(&mut self) -> String {
        let SummaryJson { json, fractions } = self.summary.build_summary().to_json();
        self.fractions = fractions;
        json
    }

    /// The fractions of the summary that was given last.
    pub fn fractions(&mut self) -> Vec<f64> {
        std::mem::take(&mut self.fractions)
    }
}

fn mismatch_json(mismatch: Box<Mismatch>) -> String {
    Failure::bad_response(200, mismatch).to_json(None)
}
