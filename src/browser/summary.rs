//! Results in numbers, in the binary of exports: pages go in, and what they come to comes out at the end.

use crate::results::summary::{Summary, Written};
use crate::wire::check::Mismatch;
use crate::wire::fault::Fault;
use wasm_bindgen::prelude::*;

/// Counts that are being made. Its functions throw a failure's facts, in JSON.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Counting {
    summary: Summary,
    fractions: Vec<f64>,
}

#[wasm_bindgen]
impl Counting {
    /// Nothing counted yet of a survey's design, as `surveys.details` answers it.
    #[wasm_bindgen(constructor)]
    pub fn new(design: &[u8]) -> Result<Counting, String> {
        Ok(Counting { summary: Summary::new(design).map_err(misfit)?, fractions: Vec::new() })
    }

    /// Takes a page of `surveys.rollups`.
    pub fn rollups(&mut self, page: &[u8]) -> Result<(), String> {
        self.summary.rollups(page).map_err(misfit)
    }

    /// Counts a page of `surveys.responses.bulk`.
    pub fn responses(&mut self, page: &[u8]) -> Result<(), String> {
        self.summary.responses(page).map_err(misfit)
    }

    /// What the counts come to, in JSON; its fractions are places in what [`Counting::fractions`] gives then.
    pub fn summary(&mut self) -> String {
        let Written { json, fractions } = self.summary.summary().written();
        self.fractions = fractions;
        json
    }

    /// The fractions of the summary that was given last.
    pub fn fractions(&mut self) -> Vec<f64> {
        std::mem::take(&mut self.fractions)
    }
}

fn misfit(mismatch: Box<Mismatch>) -> String {
    Fault::answer(200, mismatch).facts(None)
}
