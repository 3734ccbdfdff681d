//! A response with many answers, read and written in chunks.

use super::answer_filter::AnswerFilter;
use super::{ResponseParent, current_page};
use crate::service::actor::call_context::CallContext;
use crate::service::actor::chunked_work::CHUNK_RESPONSE_BYTES;
use crate::service::store::sql::Row;
use crate::service::surveys::answers::{AnswerReader, Record};
use crate::service::surveys::simple_text::SimpleTexts;
use crate::spec::errors::Error;
use crate::spec::payload::Encode as _;
use crate::spec::resources::responses::{Response, ResponsePage};
use crate::spec::types::Id;
use crate::wire::error::ApiError;
use crate::wire::payload;

/// A response in progress.
pub struct LargeResponse {
    record: Record,
    split: AnswerReader,
    /// The page that its respondent is on.
    pub current: Id,
    /// The JSON text of the pages so far, and the number of pages begun.
    json: Vec<u8>,
    pages_begun: usize,
}

impl LargeResponse {
    /// The response of a row; `None` if it is small enough for one chunk.
    ///
    /// # Errors
    ///
    /// An internal error, if the stored answers are damaged; errors of `record`.
    pub fn from_row(
        row: &Row,
        record: impl FnOnce(&Row) -> Result<Record, ApiError>,
    ) -> Result<Option<LargeResponse>, ApiError> {
        let stored = row.text("pages");
        if stored.len() <= CHUNK_RESPONSE_BYTES {
            return Ok(None);
        }
        let split = AnswerReader::parse_stored(&stored).ok_or(Error::Internal)?;
        let mut answered: Vec<bool> = vec![false; split.pages.len()];
        split.unread_pages().for_each(|index| answered.get_mut(index).into_iter().for_each(|page| *page = true));
        let record = record(row)?;
        let pages = split.pages.iter().map(|page| &page.id).zip(answered);
        let current = current_page(&record, pages);
        Ok(Some(LargeResponse { record, split, current, json: Vec::new(), pages_begun: 0 }))
    }

    /// Reads and writes one chunk. True after the last one.
    ///
    /// # Errors
    ///
    /// An internal error, if the stored answers are damaged.
    pub fn run_chunk(&mut self, filter: &AnswerFilter, simple_texts: Option<&SimpleTexts>) -> Result<bool, ApiError> {
        for (index, question) in self.split.take_some().ok_or(Error::Internal)? {
            self.start_pages(index, |page| filter.has_page(page));
            let page = self.split.pages.get(index).map(|page| page.id.clone());
            let Some(id) = page.filter(|page| filter.has_question(page, &question.id)) else { continue };
            self.start_pages(index.saturating_add(1), |_| true);
            let mut pages = [ResponsePage { id, questions: vec![question] }];
            if let Some(simple_texts) = simple_texts {
                simple_texts.add_to(&mut pages);
            }
            for question in pages.iter().flat_map(|page| &page.questions) {
                write_comma(&mut self.json);
                question.write(&mut self.json);
            }
        }
        if self.split.is_read() {
            self.start_pages(self.split.pages.len(), |page| filter.has_page(page));
        }
        Ok(self.split.is_read())
    }

    /// Begins the selected ones of the next pages until there are `count`, and ends the ones before.
    fn start_pages(&mut self, count: usize, is_selected: impl Fn(&str) -> bool) {
        for page in
            self.split.pages.iter().take(count).skip(self.pages_begun).filter(|page| is_selected(page.id.as_str()))
        {
            if !self.json.is_empty() {
                self.json.extend_from_slice(b"]}");
            }
            write_comma(&mut self.json);
            // Without its closing brackets, so that the questions can follow.
            let page = payload::to_json(page);
            self.json.extend_from_slice(page.strip_suffix(b"]}").unwrap_or_default());
        }
        self.pages_begun = self.pages_begun.max(count);
    }

    /// The JSON text of the response after the last chunk, optionally with the respondent's current page.
    pub fn into_json(self, context: &CallContext, parent: &ResponseParent, with_current: bool) -> Vec<u8> {
        let LargeResponse { record, json: mut text, current, .. } = self;
        if !text.is_empty() {
            text.extend_from_slice(b"]}");
        }
        let response = parent.to_response(context, record);
        let current_page_id = Some(current).filter(|_| with_current);
        payload::fill_list(
            &payload::to_json(&Response { pages: Some(Vec::new()), current_page_id, ..response }),
            "pages",
            &text,
        )
    }
}

/// Adds a comma, unless the text is empty or ends with an opening bracket.
fn write_comma(text: &mut Vec<u8>) {
    if !matches!(text.last(), None | Some(b'[')) {
        text.push(b',');
    }
}
