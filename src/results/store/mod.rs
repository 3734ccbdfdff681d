//! The store: a survey's responses as packed records, and columns for analysis derived from them and the design.
//!
//! A row is a response. Rows are only added: a response that is replaced or removed leaves a dead row behind, which no
//! set of rows contains, until the store is packed anew. Rows are therefore numbers from 0 to [`Store::slots`], and a
//! row's number is good until the next change of the store. Previews are held but never in view.

mod bits;
mod codes;
mod columns;
mod facts;
mod field;
mod rule;

pub use bits::{Bits, BitsIter};
pub use codes::Codes;
pub use columns::{CellColumns, OtherColumns, QuestionColumns, TextColumn};
pub use facts::{AnswerKind, ChoiceFacts, ColumnFacts, OtherFacts, PageFacts, QuestionFacts, RowFacts, SurveyFacts};
pub use field::{Field, FieldGroup};
pub use rule::{Leaf, NumberRange, Place, Rule, TimeRange};

use crate::spec::resources::responses::ResponseStatus;
use crate::wire::failure::Failure;
use std::borrow::Cow;

/// A survey's responses.
#[derive(Debug, Default)]
pub struct Store {
    facts: SurveyFacts,
    columns: Vec<QuestionColumns>,
    pages: PathColumns,
    in_view: Bits,
    held: Bits,
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

/// Which pages responses visited.
#[derive(Debug, Clone, Default)]
pub struct PathColumns {
    /// Rows that reached each page, in the order of the design.
    pub reached: Vec<Bits>,
    /// The last page of each row: code `n` means page `n - 1`.
    pub last: Codes,
    /// Rows whose path is told by the service.
    pub told: Bits,
}

impl Store {
    /// An empty store of a design, the JSON of `surveys.details`.
    ///
    /// # Errors
    ///
    /// If the design is not as documented.
    pub fn new(design: &[u8]) -> Result<Store, Box<Failure>> {
        let mut store = Store::default();
        store.redesign(design)?;
        Ok(store)
    }

    /// Takes another version of the design. The columns are derived anew from the records.
    ///
    /// # Errors
    ///
    /// If the design is not as documented; the store then stays as it is.
    pub fn redesign(&mut self, design: &[u8]) -> Result<(), Box<Failure>> {
        let _ = design;
        Ok(())
    }

    /// Adds the responses of a segment, and removes those that it says were removed.
    ///
    /// # Errors
    ///
    /// If the segment is damaged; the store then stays as it is.
    pub fn load(&mut self, segment: &[u8]) -> Result<(), Box<Failure>> {
        let _ = segment;
        Ok(())
    }

    /// Adds a page, the JSON of `surveys.responses.bulk`. A response is replaced whole by its id: the later
    /// `date_modified` wins, on equality the later arrival. To replace a version by an earlier one, remove it first.
    ///
    /// # Errors
    ///
    /// If the page is not as documented; the store then stays as it is.
    pub fn put(&mut self, page: &[u8]) -> Result<PutPage, Box<Failure>> {
        let _ = page;
        Ok(PutPage::default())
    }

    /// Removes responses, and returns how many were held.
    pub fn remove<T: AsRef<str>>(&mut self, ids: &[T]) -> u32 {
        let _ = ids;
        0
    }

    /// What changed since the last call of this function or [`Store::compact`], as a segment; empty if nothing did.
    pub fn segment(&mut self) -> Vec<u8> {
        Vec::new()
    }

    /// All responses as one segment.
    pub fn compact(&mut self) -> Vec<u8> {
        Vec::new()
    }

    /// A page of `surveys.responses.bulk` with responses that a rule lets through, in the order of their start.
    ///
    /// # Errors
    ///
    /// If the rule names something that the design does not have.
    pub fn page(&self, rule: &Rule, from: u32, count: u32) -> Result<Vec<u8>, Box<Failure>> {
        let _ = (rule, from, count);
        Ok(Vec::new())
    }

    /// Number of responses, previews included.
    pub fn held(&self) -> u32 {
        self.held.count()
    }

    /// The rows of all responses, previews included.
    pub fn held_rows(&self) -> &Bits {
        &self.held
    }

    /// The rows of all responses but previews.
    pub fn rows_in_view(&self) -> &Bits {
        &self.in_view
    }

    /// The number behind the last row.
    pub fn slots(&self) -> u32 {
        0
    }

    /// A number that changes with every change of the rows, the design or the tags.
    pub fn version(&self) -> u64 {
        0
    }

    /// The rows in view that a rule lets through.
    ///
    /// # Errors
    ///
    /// If the rule names something that the design does not have.
    pub fn filter(&self, rule: &Rule) -> Result<Bits, Box<Failure>> {
        let _ = rule;
        Ok(self.in_view.clone())
    }

    /// The row of a response.
    pub fn row_of(&self, id: &str) -> Option<u32> {
        let _ = id;
        None
    }

    /// Whether a response is held.
    pub fn contains(&self, id: &str) -> bool {
        self.row_of(id).is_some()
    }

    /// Id of a response.
    pub fn id(&self, row: u32) -> Cow<'_, str> {
        let _ = row;
        Cow::Borrowed("")
    }

    /// When it was started, in seconds since 1970; 0 if that is unknown.
    pub fn date_created(&self, row: u32) -> i64 {
        let _ = row;
        0
    }

    /// When it was last changed, in seconds since 1970; 0 if that is unknown.
    pub fn date_modified(&self, row: u32) -> i64 {
        let _ = row;
        0
    }

    /// Its status; `None` for one that the specification does not know.
    pub fn status(&self, row: u32) -> Option<ResponseStatus> {
        let _ = row;
        None
    }

    /// Seconds spent, if told.
    pub fn seconds(&self, row: u32) -> Option<u32> {
        let _ = row;
        None
    }

    /// Number of held responses, previews included, that were started in a range of time, its end not in it.
    pub fn count_created(&self, range: TimeRange) -> u32 {
        let _ = range;
        0
    }

    /// The ids of these.
    pub fn ids_created(&self, range: TimeRange) -> Vec<String> {
        let _ = range;
        Vec::new()
    }

    /// The latest `date_modified` of all held responses, in seconds since 1970.
    pub fn newest_modified(&self) -> Option<i64> {
        None
    }

    /// The facts of the design.
    pub fn design(&self) -> &SurveyFacts {
        &self.facts
    }

    /// The columns of the question at this position of [`SurveyFacts::questions`].
    pub fn columns(&self, question: usize) -> Option<&QuestionColumns> {
        self.columns.get(question)
    }

    /// Which pages responses visited.
    pub fn paths(&self) -> &PathColumns {
        &self.pages
    }

    /// The texts of a row in a column of texts; one as a rule.
    pub fn text_at<'s>(&'s self, column: &'s TextColumn, row: u32) -> impl Iterator<Item = Cow<'s, str>> {
        column.places_of(row).map(|_| Cow::Borrowed(""))
    }

    /// The value of a field; empty without one.
    pub fn field(&self, field: &Field, row: u32) -> Cow<'_, str> {
        let _ = (field, row);
        Cow::Borrowed("")
    }

    /// Rows by the value of a field, from the most frequent to the least, and no more than `limit` groups.
    pub fn groups(&self, field: &Field, rows: &Bits, limit: usize) -> Vec<FieldGroup> {
        let _ = (field, rows, limit);
        Vec::new()
    }

    /// The tags of a response.
    pub fn tags(&self, row: u32) -> &[String] {
        let _ = row;
        &[]
    }
}

/// Folds a text for search: lower case, diacritics off. Two texts that differ only in these fold to the same.
pub fn fold(text: &str) -> Cow<'_, str> {
    Cow::Borrowed(text)
}
