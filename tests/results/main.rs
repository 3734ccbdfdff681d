//! The table of results: every kind of question, joined by id, no answer lost or invented, and written so that it is
//! read as it was meant.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

mod analysis;
mod analysis_compare;
mod analysis_crosstab;
mod analysis_letters;
mod analysis_oracle;
mod analysis_published;
mod analysis_texts;
mod analysis_trend;
mod analysis_world;
mod column_file;
mod csv;
mod design;
mod documented;
mod join;
mod oracle;
mod random;
mod rules;
mod statistics;
mod store;
mod store_query;
mod store_rules;
mod store_scale;

use canvass::results::{Csv, Format, Table};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// CSV as programs read it, without a mark.
const EXACT: Format = Format::Csv(Csv { mark: false, exact: true });
/// CSV as spreadsheets read it.
const SAFE: Format = Format::Csv(Csv { mark: true, exact: false });

/// A row: its cells that are not empty, by the keys of their columns.
type Cells = BTreeMap<String, String>;

/// A page of `surveys.responses.bulk`.
fn page(responses: &[Value]) -> Vec<u8> {
    json!({ "page": 1, "data": responses, "per_page": 100, "total": responses.len() }).to_string().into_bytes()
}

/// What a table writes of a page.
fn written(table: &mut Table, responses: &[Value], format: Format) -> String {
    let mut out = String::new();
    table.write_page(&page(responses), format, &mut out).unwrap();
    out
}

/// The rows of a page, read from JSON lines by another reader.
fn rows(table: &mut Table, responses: &[Value]) -> Vec<Cells> {
    written(table, responses, Format::JsonLines).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}
