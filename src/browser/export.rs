//! Layer 3: the SDK's second shell, a binary of its own that is loaded by the first export or summary.
//!
//! Bytes go in and bytes come out: the facade fetches the pages of an export as those of any other list, so that
//! they are repeated, spread and stopped alike, and hands each to the table, which keeps nothing of it.

use crate::results::{Format, Table};
use crate::wire::check::{Expected, Mismatch};
use crate::wire::fault::Fault;
use wasm_bindgen::prelude::*;

/// The failure, in JSON, of a format that there is not.
#[wasm_bindgen]
pub fn refused(format: &str) -> Option<String> {
    Format::parse(format).is_none().then(unknown)
}

/// An export under way. Its functions throw a failure's facts, in JSON.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Export {
    table: Table,
    format: Format,
}

#[wasm_bindgen]
impl Export {
    /// The table of a survey's design, as `surveys.details` answers it. `mark` says whether CSV begins with a byte
    /// order mark, and `passed` how many responses of the first page were exported before.
    #[wasm_bindgen(constructor)]
    pub fn new(design: &[u8], format: &str, mark: bool, passed: usize) -> Result<Export, String> {
        let known = Format::parse(format).ok_or_else(unknown)?;
        let mut table = Table::new(design).map_err(misfit)?;
        table.pass_over(passed);
        Ok(Export { table, format: if mark { known.with_mark() } else { known } })
    }

    /// The columns from left to right.
    pub fn columns(&self) -> JsValue {
        serde_wasm_bindgen::to_value(self.table.columns()).unwrap_or(JsValue::UNDEFINED)
    }

    /// What stands before the first row.
    pub fn header(&self) -> Vec<u8> {
        let mut out = Vec::new();
        self.table.header(self.format, &mut out);
        out
    }

    /// The rows of a page, as `surveys.responses.bulk` answers it.
    pub fn page(&mut self, page: &[u8]) -> Result<Vec<u8>, String> {
        let mut out = Vec::new();
        self.table.page(page, self.format, &mut out).map_err(misfit)?;
        Ok(out)
    }
}

fn unknown() -> String {
    Fault::argument(Mismatch::here(Expected::Choice(Format::NAMES)).under("format")).facts(None)
}

fn misfit(mismatch: Box<Mismatch>) -> String {
    Fault::answer(200, mismatch).facts(None)
}
