//! Layer 2: a survey's design and its responses joined into one table, by id and a page at a time.
//!
//! A table is built from the design once. Each page of responses is then converted to rows and not stored. The ids of
//! an answer determine its cell. An id that is not in the design is written as it is; an answer without a cell goes
//! into the last column, so that none is lost.

pub mod analysis;
mod answer;
mod answers;
mod arguments;
mod column;
mod design;
mod field_layout;
mod format;
mod index;
mod json;
mod labels;
mod query;
mod question;
mod row;
mod scalar;
pub mod statistics;
pub mod store;
pub mod summary;
pub mod sync;
mod translations;

pub use column::{Column, ColumnContent};
pub use format::{Csv, Format};
pub use query::run_query;

use crate::spec::endpoint::Endpoint;
use crate::spec::endpoints::responses::BulkSurveyResponses;
use crate::spec::shape::Shape;
use crate::wire::check::{Direction, ENVELOPE, Expected, Mismatch, check_body, check_raw_value};
use crate::wire::field_set::{FieldSet, Member};
use crate::wire::json::{Reader, ValueKind};
use crate::wire::text::quote_into;
use design::Design;
use row::ResponseRow;
use translations::Translation;

/// The metadata of a response, in columns before its answers: name in the API, heading of the column.
const METADATA: &[(&str, &str)] = &[
    ("id", "Response ID"),
    ("collector_id", "Collector ID"),
    ("response_status", "Status"),
    ("date_created", "First saved"),
    ("date_modified", "Last changed"),
    ("ip_address", "IP address"),
    ("email_address", "Email address"),
    ("first_name", "First name"),
    ("last_name", "Last name"),
    ("custom_value", "Custom value"),
    ("recipient_id", "Recipient ID"),
    ("collection_mode", "Collection mode"),
    ("total_time", "Seconds spent"),
    ("language", "Language"),
];

/// The score of a response to a quiz, in columns behind the metadata: name in `quiz_results`, heading of the column.
const SCORE: &[(&str, &str)] = &[
    ("score", "Score"),
    ("total_score", "Total score"),
    ("correct", "Correct answers"),
    ("partially_correct", "Partially correct answers"),
    ("incorrect", "Incorrect answers"),
    ("total_questions", "Scored questions"),
];

/// Fields of a response's `metadata`, each with the column that it fills if the response itself has no value.
const OF_METADATA: &[(&str, &str, &str)] = &[
    ("contact", "email", "email_address"),
    ("contact", "first_name", "first_name"),
    ("contact", "last_name", "last_name"),
    ("contact", "custom_value", "custom_value"),
    ("respondent", "language", "language"),
];

/// The column of answers without another column.
const UNMATCHED: &str = "unmatched";

/// A table for a survey's responses.
#[derive(Debug)]
pub struct Table {
    design: Design,
    /// The keys of the columns, as JSON.
    names: Vec<String>,
    passed: usize,
}

/// The result of a page of responses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExportedPage<'a> {
    /// Number of rows that were written.
    pub rows: usize,
    /// Number of responses on the page, including those that an earlier table has.
    pub responses: usize,
    /// `page` as in the JSON.
    pub page: &'a [u8],
    /// `per_page` as in the JSON.
    pub per_page: &'a [u8],
    /// `total` as in the JSON.
    pub total: &'a [u8],
    /// `links` as in the JSON.
    pub links: &'a [u8],
    /// Whether the page is known to be as documented. Otherwise the check must decide.
    pub is_documented: bool,
}

impl Table {
    /// The table of a design, the JSON of `surveys.details`. If there is a translation, the JSON of
    /// `surveys.languages.get`, headings and labels are from it.
    ///
    /// # Errors
    ///
    /// The first value that is not as documented, in the design or the translation.
    pub fn new(design: &[u8], translation: Option<&[u8]>) -> Result<Table, Box<Mismatch>> {
        let texts = translation.map(Translation::from_json).transpose()?.unwrap_or_default();
        let design = Design::from_json(design, &texts)?;
        let mut names = Vec::with_capacity(design.columns.len());
        for column in &design.columns {
            let mut name = String::new();
            quote_into(&mut name, &column.key);
            names.push(name);
        }
        Ok(Table { design, names, passed: 0 })
    }

    /// Skips the next `responses` responses, because an earlier table has them.
    pub fn skip_responses(&mut self, responses: usize) {
        self.passed = responses;
    }

    /// The columns from left to right.
    pub fn columns(&self) -> &[Column] {
        &self.design.columns
    }

    /// The descriptions of the columns, as JSON.
    pub fn columns_json(&self) -> String {
        let mut json = String::new();
        for column in &self.design.columns {
            json.push(if json.is_empty() { '[' } else { ',' });
            column.write_json(&mut json);
        }
        json.push(']');
        json
    }

    /// A fingerprint of the columns. Rows of a table with another fingerprint do not fit below this table's header.
    pub fn fingerprint(&self) -> u32 {
        column::fingerprint_of(&self.design.columns)
    }

    /// Writes the text before the first row.
    pub fn write_header(&self, format: Format, out: &mut String) {
        format.write_header(&self.design.columns, out);
    }

    /// Writes a row for each response of an unchecked page. A separate check would double the time, so the page is
    /// checked only if the table cannot confirm that it is as documented.
    ///
    /// # Errors
    ///
    /// The first value of the page that is not as documented.
    pub fn write_unchecked_page<'a>(
        &mut self,
        page: &'a [u8],
        format: Format,
        out: &mut String,
    ) -> Result<ExportedPage<'a>, Box<Mismatch>> {
        let read = self.write_page(page, format, out);
        if !read.as_ref().is_ok_and(|read| read.is_documented) {
            check_body(page, &BulkSurveyResponses::ROUTE.response, Direction::Response)?;
        }
        read
    }

    /// Writes a row for each response of a page, the JSON of `surveys.responses.bulk`.
    ///
    /// # Errors
    ///
    /// If the page is not JSON, or a value that becomes a cell has another type than documented.
    pub fn write_page<'a>(
        &mut self,
        page: &'a [u8],
        format: Format,
        out: &mut String,
    ) -> Result<ExportedPage<'a>, Box<Mismatch>> {
        let mut reader = Reader::new(page);
        if reader.peek_kind()? != ValueKind::Object {
            return Err(Mismatch::at_cursor(Expected::Object));
        }
        let nothing: &[u8] = b"0";
        let mut read = ExportedPage {
            rows: 0,
            responses: 0,
            page: nothing,
            per_page: nothing,
            total: nothing,
            links: b"{}",
            is_documented: true,
        };
        let mut row = ResponseRow::new(&self.design);
        format.open_page(out);
        reader.begin_object()?;
        let mut members = FieldSet::new(ENVELOPE);
        while let Some(member) = members.next_by_name(&mut reader)? {
            let Member::Known(_, field) = member else {
                reader.skip_value()?;
                continue;
            };
            if !matches!(field.shape, Shape::Array(_)) {
                let raw = reader.read_raw()?;
                read.is_documented &= check_raw_value(raw, &field.shape, Direction::Response).is_ok();
                match field.name {
                    "page" => read.page = raw,
                    "per_page" => read.per_page = raw,
                    "total" => read.total = raw,
                    _ => read.links = raw,
                }
                continue;
            }
            reader.begin_array()?;
            while reader.next_item()? {
                read.responses = read.responses.saturating_add(1);
                if let Some(left) = self.passed.checked_sub(1) {
                    self.passed = left;
                    read.is_documented = false;
                    reader.skip_value()?;
                    continue;
                }
                row.fill_response(&mut reader)?;
                format.write_row(read.rows, &self.names, &row.cells, out);
                read.rows = read.rows.saturating_add(1);
            }
        }
        read.is_documented &= row.is_documented && members.first_missing().is_none();
        reader.expect_end()?;
        format.close_page(out);
        Ok(read)
    }
}
