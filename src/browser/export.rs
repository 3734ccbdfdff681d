//! Layer 3: the SDK's second shell, a binary of its own that is loaded by the first export alone.
//!
//! It knows no network: the engine fetches and checks, and the facade hands the bytes over.

use crate::results::{self, Format};
use crate::wire::check::Mismatch;
use crate::wire::fault::Fault;
use crate::wire::paging;
use js_sys::{Error, JSON, Uint8Array};
use wasm_bindgen::prelude::*;

/// The table of an export.
#[wasm_bindgen]
pub struct Table {
    table: results::Table,
    format: Format,
    rows: usize,
    total: u64,
}

#[wasm_bindgen]
impl Table {
    /// The table of a survey's details, in a format; it throws the facts of an error.
    #[wasm_bindgen(constructor)]
    pub fn new(details: Vec<u8>, format: &str) -> Result<Table, JsValue> {
        let format = Format::parse(format).ok_or_else(|| Error::new("There is no such format."))?;
        let table = results::Table::new(&details).map_err(thrown)?;
        Ok(Table { table, format, rows: 0, total: 0 })
    }

    /// The columns.
    pub fn columns(&self) -> JsValue {
        JSON::parse(&self.table.columns_json()).unwrap_or(JsValue::UNDEFINED)
    }

    /// The bytes before the first row.
    pub fn head(&self) -> Uint8Array {
        let mut out = Vec::new();
        self.table.header(self.format, &mut out);
        Uint8Array::from(out.as_slice())
    }

    /// The rows of a page of responses; it throws the facts of an error.
    pub fn page(&mut self, page: Vec<u8>) -> Result<Uint8Array, JsValue> {
        let mut out = Vec::new();
        let rows = self.table.page(&page, self.format, &mut out).map_err(thrown)?;
        self.rows = self.rows.saturating_add(rows);
        self.total = paging::total(&page).map_err(thrown)?;
        Ok(Uint8Array::from(out.as_slice()))
    }

    /// Rows so far.
    #[wasm_bindgen(getter)]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Responses in all, as the last page told.
    #[wasm_bindgen(getter)]
    pub fn total(&self) -> f64 {
        self.total as f64
    }
}

fn thrown(mismatch: Box<Mismatch>) -> JsValue {
    JSON::parse(&Fault::answer(200, mismatch).facts(None)).unwrap_or(JsValue::UNDEFINED)
}
