//! What is known of a response, other than its answers.

use super::clock::{NO_TIME, seconds_of};
use super::derived::PathColumns;
use super::records::ResponseKey;
use super::values::{ValuePlace, text_of};
use super::{Bits, Field, FieldGroup, QuestionColumns, SortedRows, Store, SurveyDesign, TextColumn, TimeRange};
use crate::spec::resources::responses::CollectionMode;
use std::borrow::Cow;
use std::cmp::{Ordering, Reverse};
use std::collections::BTreeMap;
use std::rc::Rc;

impl Store {
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
        self.records.len()
    }

    /// A number that changes with every change of the rows, the design or the tags.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// The row of a response.
    pub fn row_of(&self, id: &str) -> Option<u32> {
        self.live_row(self.records.find_key(id)?)
    }

    /// Id of a response.
    pub fn id(&self, row: u32) -> Cow<'_, str> {
        self.records.id(self.records.key(row))
    }

    /// When it was started, in seconds since 1970, if known.
    pub fn date_created(&self, row: u32) -> Option<i64> {
        seconds_of(*self.derived.created.get(row as usize)?)
    }

    /// When it was last changed, in seconds since 1970, if known.
    pub fn date_modified(&self, row: u32) -> Option<i64> {
        seconds_of(self.modified_at(row))
    }

    /// Seconds spent, if known.
    pub fn seconds(&self, row: u32) -> Option<u32> {
        self.derived.seconds.get(row as usize).and_then(|seconds| seconds.checked_sub(1))
    }

    /// The ids of held responses, previews included, that were started in a range of time, its end not in it.
    pub fn ids_created(&self, range: TimeRange) -> Vec<String> {
        let rows = self.held.iter().filter(|row| range.contains(self.date_created(*row).unwrap_or_default()));
        rows.map(|row| self.id(row).into_owned()).collect()
    }

    /// The design of the survey.
    pub fn design(&self) -> &SurveyDesign {
        &self.design
    }

    /// The columns of the question at this position of [`SurveyDesign::questions`].
    pub fn columns(&self, question: usize) -> Option<&QuestionColumns> {
        self.derived.questions.get(question)
    }

    /// Which pages responses visited.
    pub fn paths(&self) -> &PathColumns {
        &self.derived.paths
    }

    /// The texts of a row in a column of texts; one as a rule.
    pub fn text_at<'s>(&'s self, column: &'s TextColumn, row: u32) -> impl Iterator<Item = Cow<'s, str>> {
        column.places_of(row).map(move |place| self.text_of_place(row, place))
    }

    /// The value of a field; empty without one.
    pub fn field(&self, field: &Field, row: u32) -> Cow<'_, str> {
        self.derived.field(field).map_or(Cow::Borrowed(""), |column| column.text(row, &self.records))
    }

    /// Names of the custom variables: those of the design, then others that responses have.
    pub fn variables(&self) -> impl Iterator<Item = &str> {
        self.derived.variables.iter().map(|(name, _)| name.as_str())
    }

    /// Rows by the value of a field, from the most frequent to the least, and no more than `limit` groups.
    pub fn groups(&self, field: &Field, rows: &Bits, limit: usize) -> Vec<FieldGroup> {
        let groups = self.rows_by_value(field, rows).into_iter().take(limit);
        groups.map(|(value, rows)| FieldGroup { value, rows: rows.into_iter().collect() }).collect()
    }

    /// All values of a field in a set of rows, each with its rows; the most frequent first.
    pub(in crate::results) fn rows_by_value(&self, field: &Field, rows: &Bits) -> Vec<(String, Vec<u32>)> {
        let Some(column) = self.derived.field(field) else { return Vec::new() };
        // Lists of rows, because there may be as many values as rows.
        let (mut by_symbol, mut by_text) = (BTreeMap::<u32, Vec<u32>>::new(), BTreeMap::<String, Vec<u32>>::new());
        for row in rows {
            match column.place(row) {
                ValuePlace::Symbol(symbol) => by_symbol.entry(symbol).or_default().push(row),
                _ => by_text.entry(column.text(row, &self.records).into_owned()).or_default().push(row),
            }
        }
        for (symbol, rows) in by_symbol {
            let value = text_of(self.records.symbols.tokens(symbol).next()).into_owned();
            by_text.entry(value).or_default().extend(rows);
        }
        let mut groups: Vec<(String, Vec<u32>)> = by_text.into_iter().collect();
        groups.sort_by_key(|(_, rows)| Reverse(rows.len()));
        groups
    }

    /// The tags of a response.
    pub fn tags(&self, row: u32) -> &[String] {
        self.tags.get(&*self.id(row)).map_or(&[], Vec::as_slice)
    }

    /// Replaces all tags: those of each response by its id.
    pub fn set_tags(&mut self, tags: BTreeMap<String, Vec<String>>) {
        self.tags = tags;
        self.version = self.version.saturating_add(1);
        self.condition_cache.borrow_mut().clear();
    }

    /// The order of two responses by their ids.
    pub(in crate::results) fn compare_ids(&self, one: u32, other: u32) -> Ordering {
        self.records.key(one).cmp(&self.records.key(other))
    }

    /// A number by which responses are ordered by their ids, if these are numbers.
    pub(in crate::results) fn id_rank(&self, row: u32) -> u64 {
        self.records.key(row).0
    }

    /// The rows in view in an order that was kept.
    pub(in crate::results) fn sorted(&self, order: &str) -> Option<Rc<[u32]>> {
        let kept = self.sorted.borrow();
        let known = kept.as_ref().filter(|known| known.version == self.version && known.order == order);
        known.map(|known| Rc::clone(&known.rows))
    }

    /// Keeps the rows in view in an order, until the store changes or another order is kept.
    pub(in crate::results) fn keep_sorted(&self, order: String, rows: Rc<[u32]>) {
        *self.sorted.borrow_mut() = Some(SortedRows { version: self.version, order, rows });
    }

    /// The JSON of a response, without the members that follow from its id.
    pub fn response_json(&self, row: u32) -> String {
        let mut json = String::new();
        self.records.json_into(row, &mut json);
        json
    }

    /// Bytes that records, columns and what is known of symbols take.
    pub fn memory(&self) -> usize {
        self.records.memory().saturating_add(self.derived.memory()).saturating_add(self.deriver.memory())
    }

    pub(super) fn text_of_place(&self, row: u32, place: u32) -> Cow<'_, str> {
        text_of(self.records.tokens_at(row, place).next())
    }

    pub(super) fn live_row(&self, key: ResponseKey) -> Option<u32> {
        self.records.row(key).filter(|row| self.held.contains(*row))
    }

    pub(super) fn modified_at(&self, row: u32) -> u64 {
        self.derived.modified.get(row as usize).copied().unwrap_or(NO_TIME)
    }

    pub(super) fn is_preview(&self, row: u32) -> bool {
        let column = self.derived.field(&Field::Mode);
        match column.map(|column| column.place(row)) {
            Some(ValuePlace::Symbol(symbol)) => symbol == self.preview,
            _ => self.field(&Field::Mode, row) == CollectionMode::SurveyPreview.as_str(),
        }
    }
}
