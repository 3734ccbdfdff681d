//! Drafts: what was typed on a page and could not be saved as answers.

use super::pages::status_pages::RespondError;
use super::respondent::Progress;
use super::{RespondContext, internal_error};
use crate::service::store::expiry::{self, DRAFT_LIFETIME};
use crate::service::store::sql::{first_row, values};
use crate::service::surveys::answers::{Design, DesignPage, Record};
use crate::wire::dates::Timestamp;
use crate::wire::form::Form;
use serde_json::{Value, json};

/// Bytes of a respondent's drafts. The platform stores 2 MB in a row. Our choice.
const BYTES_MAX: usize = 1_048_576;

/// Bytes of the drafts without a response, which no response limit counts, and their number in a collector, or in the
/// previews of a survey. Our choices.
const UNCOUNTED_BYTES_MAX: usize = 65_536;
const COUNT_MAX: i64 = 1_000;

impl Progress {
    /// The draft of a page.
    pub fn draft_fields(&self, page: &str) -> Option<Form> {
        let large = self.large_draft.as_ref().filter(|(id, _)| id == page).map(|(_, draft)| draft);
        let pairs = large.or_else(|| self.drafts.get(page))?.as_array()?.iter();
        let text = |pair: &Value, at: usize| pair.get(at).and_then(Value::as_str).map(str::to_owned);
        Some(Form::from_pairs(pairs.filter_map(|pair| Some((text(pair, 0)?, text(pair, 1)?)))))
    }

    /// Sets the draft of a page, and deletes those of pages that were deleted from the design. One that is too large
    /// together with those of the other pages is shown again, but not stored: the page keeps the draft that it has.
    pub fn set_draft(&mut self, design: &Design, page: &DesignPage, typed: &Form) {
        self.drafts.retain(|id, _| design.pages.iter().any(|page| page.id.as_str() == id));
        let page = page.id.as_str();
        let pairs = typed.texts().filter(|(name, _)| name.starts_with('q'));
        let draft: Value = pairs.map(|(name, value)| json!([name, value])).collect();
        let others = self.drafts.iter().filter(|(id, _)| *id != page).map(|(_, draft)| draft);
        let bytes: usize = others.chain([&draft]).map(|draft| draft.to_string().len()).sum();
        if bytes <= if self.has_response() { BYTES_MAX } else { UNCOUNTED_BYTES_MAX } {
            self.drafts.insert(page.to_owned(), draft);
        } else {
            self.large_draft = Some((page.to_owned(), draft));
        }
    }

    /// Stores the progress with a draft of a page that was opened at a time. Without a response it is stored only
    /// within the limits, and as long as the page can be sent.
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
        // In a row, the id of the survey comes after the drafts. It is compared in an index, so that no draft is read.
        let (parent, id) = match record.collector_id.as_str() {
            "" => ("collector_id = '' AND survey_id = ?", &record.survey_id),
            _ => ("collector_id = ?", &record.collector_id),
        };
        let row = first_row(
            context.sql,
            &format!(
                "SELECT COUNT(*) AS others
                 FROM respondent_progress
                 WHERE {parent} AND response_id IS NULL AND page_id <> '' AND id <> ?"
            ),
            values![id.as_str(), self.id.as_str()],
        );
        let others = row.map_err(internal_error)?.map_or(0, |row| row.integer("others"));
        if others >= COUNT_MAX || self.drafts.is_empty() {
            return Ok(());
        }
        expiry::schedule(context.effects(), self.modified.saturating_add(DRAFT_LIFETIME)).map_err(internal_error)?;
        self.store(context, record)
    }
}
