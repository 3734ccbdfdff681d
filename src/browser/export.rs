//! The SDK's second binary, which the first export or summary loads.
//!
//! It takes and returns bytes. The facade fetches the pages of an export like those of any other list, with the same
//! retries, pauses and signal, and passes each to the table, which does not store it.

use crate::results::{Csv, ExportedPage, Format, Table};
use crate::spec::endpoint::Endpoint;
use crate::spec::endpoints::responses::BulkSurveyResponses;
use crate::wire::check::{Envelope, Expected, Mismatch};
use crate::wire::failure::Failure;
use crate::wire::next_page;
use crate::wire::text::{number_into, quote_into};
use serde::Deserialize;
use wasm_bindgen::prelude::*;

/// The failure of an unknown format, as JSON; `None` if the format is known.
#[wasm_bindgen]
pub fn refused(format: &str) -> Option<String> {
    Format::parse(format, Csv { mark: false, exact: false }).is_none().then(unknown_format)
}

/// The options of an export.
#[derive(Debug, Deserialize)]
struct Options {
    format: String,
    /// Whether CSV begins with a byte order mark.
    mark: bool,
    /// Whether CSV's cells are written unchanged, even if a spreadsheet would run or change them.
    exact: bool,
}

/// An export in progress. Its functions throw a failure as JSON.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Export {
    table: Table,
    format: Format,
    written: String,
    /// Length of the previous page's rows in bytes.
    last_length: usize,
}

#[wasm_bindgen]
impl Export {
    /// The table of a survey's design, the response of `surveys.details`, with the texts of a translation, the response
    /// of `surveys.languages.get`, if given. The options are an object with `format`, `mark` and `exact`.
    ///
    /// # Errors
    ///
    /// If the format is unknown, or the design or the translation is not as documented.
    #[wasm_bindgen(constructor)]
    pub fn new(design: &[u8], translation: Option<Box<[u8]>>, options: JsValue) -> Result<Export, String> {
        let Options { format, mark, exact } = serde_wasm_bindgen::from_value(options).map_err(|_| unknown_format())?;
        let format = Format::parse(&format, Csv { mark, exact }).ok_or_else(unknown_format)?;
        let table = Table::new(design, translation.as_deref()).map_err(mismatch_json)?;
        Ok(Export { table, format, written: String::new(), last_length: 0 })
    }

    /// The columns from left to right, as JSON.
    pub fn columns(&self) -> String {
        self.table.columns_json()
    }

    /// A fingerprint of the columns.
    pub fn print(&self) -> u32 {
        self.table.fingerprint()
    }

    /// The text before the first row.
    pub fn header(&self) -> Vec<u8> {
        let mut out = String::new();
        self.table.write_header(self.format, &mut out);
        out.into_bytes()
    }

    /// Takes an unchecked page, the response of `surveys.responses.bulk` to its arguments, without its first `passed`
    /// responses, which were exported before. Returns the page's envelope as JSON, with the arguments of the next page
    /// if there is one.
    ///
    /// # Errors
    ///
    /// If the page is not as documented.
    pub fn page(&mut self, page: &[u8], arguments: &str, passed: f64) -> Result<String, String> {
        self.table.skip_responses(passed as usize);
        let mut out = String::with_capacity(self.last_length);
        let read = self.table.write_unchecked_page(page, self.format, &mut out).map_err(mismatch_json)?;
        let envelope = Envelope { page: read.page, links: read.links };
        let next = next_page::next_arguments(BulkSurveyResponses::ROUTE, arguments, envelope).map_err(mismatch_json)?;
        self.last_length = out.len();
        self.written = out;
        Ok(page_json(&read, next.as_deref()))
    }

    /// The rows of the last page.
    pub fn rows(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.written).into_bytes()
    }
}

fn page_json(read: &ExportedPage, next: Option<&str>) -> String {
    let mut json = String::from("{\"data\":{\"length\":");
    number_into(&mut json, read.responses as u64);
    for (name, value) in [("},\"page\":", read.page), (",\"per_page\":", read.per_page), (",\"total\":", read.total)] {
        json.push_str(name);
        json.push_str(&String::from_utf8_lossy(value));
    }
    if let Some(next) = next {
        json.push_str(",\"next\":");
        quote_into(&mut json, next);
    }
    json.push('}');
    json
}

fn unknown_format() -> String {
    Failure::bad_argument(Mismatch::at_cursor(Expected::Choice(Format::NAMES)).in_field("format")).to_json(None)
}

fn mismatch_json(mismatch: Box<Mismatch>) -> String {
    Failure::bad_response(200, mismatch).to_json(None)
}
