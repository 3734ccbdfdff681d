//! The store: a survey's responses as packed records, and columns for analysis derived from them and the design.
//!
//! A row is a response. Rows are only added: a response that is replaced or removed leaves a dead row behind, which no
//! set of rows contains, until the store is packed again. Rows are therefore numbers from 0 to [`Store::slots`], and a
//! row's number is good until the next change of the store. Previews are held but never in view.

mod binary_codec;
mod bits;
mod change;
mod clock;
mod codes;
mod column_file;
mod columns;
mod crc;
mod derive;
mod derive_fields;
mod derived;
mod field;
mod filter;
mod ids;
mod lookup;
mod members;
mod pack;
mod page;
mod read_design;
mod read_page;
mod records;
mod rule;
mod scalars;
mod segment;
mod shortest;
mod survey_design;
mod symbols;
mod tokens;
mod unpack;
mod values;

pub use bits::{Bits, BitsIter};
pub use codes::Codes;
pub use columns::{CellColumns, OtherColumns, QuestionColumns, TextColumn};
pub use derived::PathColumns;
pub use field::{Field, FieldGroup};
pub use rule::{Condition, NumberRange, QuestionPart, Rule, TimeRange, refuse};
pub use survey_design::{
    AnswerKind, DesignChoice, DesignColumn, DesignOther, DesignPage, DesignQuestion, DesignRow, SurveyDesign,
};

use derive::Deriver;
use derived::DerivedColumns;
use filter::ConditionCache;
use records::Records;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// A survey's responses.
#[derive(Debug, Default)]
pub struct Store {
    design: SurveyDesign,
    records: Records,
    deriver: Deriver,
    derived: DerivedColumns,
    /// The rows that are not dead, and of these the ones that are no previews.
    held: Bits,
    in_view: Bits,
    /// Rows and ids that no segment has yet.
    unsaved: Vec<u32>,
    removed: Vec<String>,
    /// The tags of each response that has some.
    tags: BTreeMap<String, Vec<String>>,
    version: u64,
    /// CRC-32 of the design, and that of the segment that the store consists of, if it consists of one.
    design_sum: u32,
    segment_sum: Option<u32>,
    /// The symbol of the mode of previews.
    preview: u32,
    /// The rows of the conditions that were evaluated since the last change.
    condition_cache: RefCell<ConditionCache>,
    /// The rows in view in the order that was asked for last.
    sorted: RefCell<Option<SortedRows>>,
}

/// The rows in view in an order.
#[derive(Debug)]
struct SortedRows {
    version: u64,
    /// The order as it was asked for.
    order: String,
    rows: Rc<[u32]>,
}

/// What a page of responses changed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PutPage {
    /// `page` of the list.
    pub page: u64,
    /// `per_page` of the list.
    pub per_page: u64,
    /// `total` of the list.
    pub total: u64,
    /// Number of responses on the page.
    pub responses: u32,
    /// Responses that were not held.
    pub added: u32,
    /// Responses that replaced another version.
    pub changed: u32,
    /// Responses that were held already, in this version or a later one.
    pub same: u32,
    /// The least and the greatest second of `date_modified` on the page.
    pub modified: Option<(i64, i64)>,
    /// The second of `date_modified` of the page's last response.
    pub last_modified: Option<i64>,
}
