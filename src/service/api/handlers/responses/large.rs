//! A response with many answers, which is read and written in pieces.

use super::{Parent, current_page};
use crate::service::actor::context::Context;
use crate::service::actor::pieces::BYTES;
use crate::service::store::sql::Row;
use crate::service::surveys::answers::{Record, Split};
use crate::service::surveys::simple::Words;
use crate::spec::endpoints::responses::AnswerSelection;
use crate::spec::errors::Error;
use crate::spec::payload::Encode as _;
use crate::spec::resources::responses::{Response, ResponsePage};
use crate::spec::types::Id;
use crate::wire::error::ApiError;
use crate::wire::payload;

/// A response that is being read.
pub struct Large {
    record: Record,
    split: Split,
    /// The page on which its respondent is.
    pub current: Id,
    /// The pages that are written, and how many are begun.
    text: Vec<u8>,
    begun: usize,
}

impl Large {
    /// The response of a row, if it is too large to be read in one piece.
    pub fn of(row: &Row, record: impl FnOnce(&Row) -> Result<Record, ApiError>) -> Result<Option<Large>, ApiError> {
        let stored = row.text("pages");
        if stored.len() <= BYTES {
            return Ok(None);
        }
        let split = Split::of(&stored).ok_or(Error::Internal)?;
        let mut answered: Vec<bool> = vec![false; split.pages.len()];
        split.answered().for_each(|place| answered.get_mut(place).into_iter().for_each(|page| *page = true));
        let record = record(row)?;
        let pages = split.pages.iter().map(|page| &page.id).zip(answered);
        let current = current_page(&record, pages);
        Ok(Some(Large { record, split, current, text: Vec::new(), begun: 0 }))
    }

    /// Reads and writes some of it. True once that is all.
    pub fn go_on(&mut self, selection: &AnswerSelection, words: Option<&Words>) -> Result<bool, ApiError> {
        for (place, question) in self.split.some().ok_or(Error::Internal)? {
            self.turn(place.saturating_add(1), selection);
            let Some(page) = self.split.pages.get(place).filter(|page| is_named(&page.id, selection)) else { continue };
            if selection.question_ids.as_ref().is_some_and(|ids| !ids.0.contains(&question.id)) {
                continue;
            }
            let mut pages = [ResponsePage { id: page.id.clone(), questions: vec![question] }];
            if let Some(words) = words {
                words.add_to(&mut pages);
            }
            for question in pages.iter().flat_map(|page| &page.questions) {
                separate(&mut self.text);
                question.write(&mut self.text);
            }
        }
        if self.split.is_read() {
            self.turn(self.split.pages.len(), selection);
        }
        Ok(self.split.is_read())
    }

    /// Begins pages until there are so many, and ends those before.
    fn turn(&mut self, count: usize, selection: &AnswerSelection) {
        for page in self.split.pages.iter().take(count).skip(self.begun).filter(|page| is_named(&page.id, selection)) {
            if !self.text.is_empty() {
                self.text.extend_from_slice(b"]}");
            }
            separate(&mut self.text);
            // Its questions follow behind the opening bracket.
            let page = payload::text(page);
            self.text.extend_from_slice(page.strip_suffix(b"]}").unwrap_or_default());
        }
        self.begun = self.begun.max(count);
    }

    /// The text of the response, of which all is read. With the page on which its respondent is, if that is asked for.
    pub fn text(self, context: &Context, parent: &Parent, with_current: bool) -> Vec<u8> {
        let Large { record, mut text, current, .. } = self;
        if !text.is_empty() {
            text.extend_from_slice(b"]}");
        }
        let shown = parent.shown(context, record);
        let current_page_id = Some(current).filter(|_| with_current);
        payload::filled(&payload::text(&Response { pages: Some(Vec::new()), current_page_id, ..shown }), "pages", &text)
    }
}

fn is_named(page: &Id, selection: &AnswerSelection) -> bool {
    selection.page_ids.as_ref().is_none_or(|ids| ids.0.contains(page))
}

/// A comma, unless nothing stands before, or the bracket that opened a list.
fn separate(text: &mut Vec<u8>) {
    if !matches!(text.last(), None | Some(b'[')) {
        text.push(b',');
    }
}
