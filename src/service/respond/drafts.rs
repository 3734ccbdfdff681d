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

/// Limits of the drafts without a response, which no response limit counts: bytes of one, and number in a collector. What
/// is beyond is shown again, but not stored. Our choices.
const BYTES_MAX: usize = 65_536;
const COUNT_MAX: i64 = 1_000;

impl Progress {
    /// The stored draft of a page.
    pub fn draft_fields(&self, page: &str) -> Option<Form> {
        let pairs = self.drafts.get(page)?.as_array()?.iter();
        let text = |pair: &Value, at: usize| pair.get(at).and_then(Value::as_str).map(str::to_owned);
        Some(Form::from_pairs(pairs.filter_map(|pair| Some((text(pair, 0)?, text(pair, 1)?)))))
    }

    /// Stores a draft of a page, or deletes it.
    pub fn update_draft(&mut self, page: &str, typed: Option<&Form>) {
        match typed {
            Some(form) => {
                let pairs = form.texts().filter(|(name, _)| name.starts_with('q'));
                self.drafts.insert(page.to_owned(), pairs.map(|(name, value)| json!([name, value])).collect());
            }
            None => {
                self.drafts.shift_remove(page);
            }
        }
    }

    /// Stores the progress with a draft of a page that was opened at a time. Without a response it is kept within limits,
    /// and only as long as the page can be sent.
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
        let bytes = Value::Object(self.drafts.clone()).to_string().len();
        if bytes > BYTES_MAX || others >= COUNT_MAX { Ok(()) } else { self.store(context, record) }
    }
}
