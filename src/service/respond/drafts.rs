//! Drafts: what was typed on a page and could not be saved as answers.

use super::form_token::TOKEN_LIFETIME;
use super::pages::status_pages::RespondError;
use super::respondent::Progress;
use super::{RespondContext, internal_error};
use crate::service::store::sql::{first_row, values};
use crate::service::surveys::answers::Record;
use crate::wire::dates::Timestamp;
use crate::wire::form::Form;
use serde_json::{Value, json};

/// Bytes of a respondent's drafts. Our choice.
const BYTES_MAX: usize = 65_536;

/// Number of the drafts without a response in a collector, which no response limit counts. Our choice.
const COUNT_MAX: i64 = 1_000;

impl Progress {
    /// The stored draft of a page.
    pub fn draft_fields(&self, page: &str) -> Option<Form> {
        let pairs = self.drafts.get(page)?.as_array()?.iter();
        let text = |pair: &Value, at: usize| pair.get(at).and_then(Value::as_str).map(str::to_owned);
        Some(Form::from_pairs(pairs.filter_map(|pair| Some((text(pair, 0)?, text(pair, 1)?)))))
    }

    /// Sets the draft of a page, or deletes it. The newest draft is the last.
    pub fn update_draft(&mut self, page: &str, typed: Option<&Form>) {
        self.drafts.shift_remove(page);
        if let Some(form) = typed {
            let pairs = form.texts().filter(|(name, _)| name.starts_with('q'));
            self.drafts.insert(page.to_owned(), pairs.map(|(name, value)| json!([name, value])).collect());
        }
    }

    /// JSON of the drafts that are stored: the oldest that are not too large together. A draft beyond that is shown again,
    /// but not stored.
    pub fn stored_drafts(&self) -> String {
        let (mut fitting, mut bytes) = (self.drafts.clone(), 0_usize);
        fitting.retain(|_, draft| {
            bytes = bytes.saturating_add(draft.to_string().len());
            bytes <= BYTES_MAX
        });
        Value::Object(fitting).to_string()
    }

    /// Stores the progress with a draft of a page that was opened at a time. Without a response it is stored only within
    /// the limits, and as long as the page can be sent.
    ///
    /// # Errors
    ///
    /// When a statement fails.
    pub fn store_draft(
        &mut self,
        context: RespondContext,
        record: &Record,
        opened: Timestamp,
    ) -> Result<(), RespondError> {
        if !self.is_draft() {
            return self.store(context, record);
        }
        self.modified = self.modified.max(opened);
        context
            .sql
            .run(
                "DELETE FROM respondent_progress
                 WHERE id IN (SELECT id
                              FROM respondent_progress
                              WHERE response_id IS NULL AND page_id <> '' AND modified <= ?
                              LIMIT 100)",
                values![context.now.saturating_add(TOKEN_LIFETIME.saturating_neg())],
            )
            .map_err(internal_error)?;
        let row = first_row(
            context.sql,
            "SELECT COUNT(*) AS others
             FROM respondent_progress
             WHERE collector_id = ? AND response_id IS NULL AND page_id <> '' AND id <> ?",
            values![record.collector_id.as_str(), self.id.as_str()],
        );
        let others = row.map_err(internal_error)?.map_or(0, |row| row.integer("others"));
        let is_stored = others < COUNT_MAX && self.stored_drafts() != "{}";
        if is_stored { self.store(context, record) } else { Ok(()) }
    }
}
