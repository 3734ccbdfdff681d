//! An export: the design of a survey, then its responses a page at a time, each turned into rows.
//!
//! The tables under way live in the engine and are named by number, so that no object of the engine's memory
//! is ever in the hands of a page.

use super::Engine;
use super::hooks::Limits;
use super::transport::{Failure, parsed};
use crate::results::{Format, Table};
use crate::wire::cause::Cause;
use crate::wire::check::{Expected, Mismatch};
use crate::wire::fault::Fault;
use crate::wire::packed::number_of;
use crate::wire::paging;
use crate::wire::text::quote_into;
use js_sys::{Array, Uint8Array};
use wasm_bindgen::prelude::*;
use web_sys::AbortSignal;

const DETAILS: usize = number_of("surveys.details");
const BULK: usize = number_of("surveys.responses.bulk");

/// Responses per request: the most that the service gives with their answers.
const PER_PAGE: &str = "100";

#[wasm_bindgen]
impl Engine {
    /// Begins an export: `[table, columns, bytes before the first row, arguments of the first page]`.
    pub async fn begin_export(
        &self,
        survey_id: String,
        format: String,
        signal: Option<AbortSignal>,
        timeout: f64,
    ) -> Result<Array, JsValue> {
        let begun = self.begun_export(&survey_id, &format, &Limits::new(signal, timeout)).await;
        begun.map_err(|failure| failure.thrown(&self.hooks, self.routes.get(DETAILS)))
    }

    /// Adds a page to an export: `[bytes, rows, responses in all, arguments of the next page]`.
    pub async fn export_page(
        &self,
        table: usize,
        format: String,
        arguments: String,
        signal: Option<AbortSignal>,
        timeout: f64,
    ) -> Result<Array, JsValue> {
        let page = self.exported(table, &format, &arguments, &Limits::new(signal, timeout)).await;
        page.map_err(|failure| failure.thrown(&self.hooks, self.routes.get(BULK)))
    }

    /// Ends an export and forgets its table.
    pub fn end_export(&self, table: usize) {
        let mut tables = self.tables.borrow_mut();
        if let Some(slot) = tables.get_mut(table) {
            *slot = None;
        }
    }
}

impl Engine {
    async fn begun_export(&self, survey_id: &str, format: &str, limits: &Limits) -> Result<Array, Failure> {
        let format = named(format)?;
        let mut arguments = String::from("{\"survey_id\":");
        quote_into(&mut arguments, survey_id);
        arguments.push('}');
        let details = self.perform(self.routes.get(DETAILS), &arguments, limits).await?.incoming;
        let table = Table::new(&details.body).map_err(|mismatch| Fault::answer(details.status, mismatch))?;
        let mut header = Vec::new();
        table.header(format, &mut header);
        let columns = parsed(&table.columns_json()).unwrap_or(JsValue::UNDEFINED);
        arguments.pop();
        arguments.push_str(",\"per_page\":");
        arguments.push_str(PER_PAGE);
        arguments.push('}');
        let number = self.keep(table);
        Ok(Array::of4(&number.into(), &columns, &Uint8Array::from(header.as_slice()), &arguments.into()))
    }

    async fn exported(&self, number: usize, format: &str, arguments: &str, limits: &Limits) -> Result<Array, Failure> {
        let format = named(format)?;
        let answered = self.perform(self.routes.get(BULK), arguments, limits).await?;
        let page = answered.incoming;
        let odd = |mismatch| Fault::answer(page.status, mismatch);
        let mut rows = Vec::new();
        let count = match self.tables.borrow_mut().get_mut(number) {
            Some(Some(table)) => table.page(&page.body, format, &mut rows).map_err(odd)?,
            _ => return Err(Fault::local(Cause::InvalidArgument, "The export has ended.").into()),
        };
        let total = paging::total(&page.body).map_err(odd)?;
        let next = answered.next.map_or(JsValue::UNDEFINED, JsValue::from);
        Ok(Array::of4(&Uint8Array::from(rows.as_slice()), &count.into(), &total.into(), &next))
    }

    fn keep(&self, table: Table) -> usize {
        let mut tables = self.tables.borrow_mut();
        let free = tables.iter().position(Option::is_none);
        match free.and_then(|number| tables.get_mut(number).map(|slot| (number, slot))) {
            Some((number, slot)) => {
                *slot = Some(table);
                number
            }
            None => {
                tables.push(Some(table));
                tables.len().saturating_sub(1)
            }
        }
    }
}

fn named(format: &str) -> Result<Format, Fault> {
    Format::parse(format)
        .ok_or_else(|| Fault::argument(Mismatch::here(Expected::Choice(Format::NAMES)).under("format")))
}
