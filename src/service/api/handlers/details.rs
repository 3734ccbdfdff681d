//! A survey's details: its design as JSON text, written in portions of questions.

use crate::service::actor::call_context::CallContext;
use crate::service::actor::chunked_work::CHUNK_COPIED_CELLS;
use crate::service::store::sql::Row;
use crate::service::surveys::answers::{QuestionPosition, design_tables, has_more_questions, questions_up_to};
use crate::service::surveys::design::representation;
use crate::service::surveys::design::stored_question::StoredQuestion;
use crate::spec::errors::Error;
use crate::spec::payload::Encode as _;
use crate::spec::resources::pages::{PageDetails, PageRef};
use crate::spec::resources::surveys::SurveyDetails;
use crate::spec::types::{Id, Integer};
use crate::wire::dates::Timestamp;
use crate::wire::error::ApiError;
use crate::wire::payload;
use litemap::LiteMap;
use std::rc::Rc;

/// Estimated bytes of a page without its questions.
const PAGE_OVERHEAD_BYTES: usize = 1000;

/// The pages of a survey's details in progress.
pub struct PagesWriter {
    /// When the survey was last changed. After another change the writing starts again.
    modified: Timestamp,
    /// The number of the last write before the writing started.
    since: u64,
    /// The last question written.
    after: QuestionPosition,
    /// The number of questions of each page, and their JSON text.
    pages: LiteMap<String, (u64, Vec<u8>)>,
}

/// The details of a survey as JSON text.
///
/// # Errors
///
/// An internal error, if a statement fails; between two portions, one that is never sent.
pub fn details_json(context: &CallContext, survey_id: &Id, survey: &Row) -> Result<Vec<u8>, ApiError> {
    let pages = pages_json(context, survey_id, survey)?;
    let mut fields = representation::row_fields(context, survey);
    fields.insert("pages".to_owned(), serde_json::Value::Array(Vec::new()));
    let survey: SurveyDetails = payload::from_value(fields.into()).ok_or(Error::Internal)?;
    Ok(payload::fill_list(&payload::to_json(&survey), "pages", &pages))
}

/// The pages with their questions as JSON texts, separated by commas. They are cached until a page or a question is
/// written, also when the rest of the survey changes, such as the number of its responses.
fn pages_json(context: &CallContext, survey_id: &Id, survey: &Row) -> Result<Rc<Vec<u8>>, ApiError> {
    let CallContext { memory, chunked_work, sql, .. } = *context;
    let modified = survey.timestamp("modified");
    let key = format!("pages {} {}", context.request.origin, survey_id.as_str());
    let mut writer = match chunked_work.take_state(|writer: &PagesWriter| writer.modified == modified) {
        Some(writer) => writer,
        None => {
            if let Some(pages) = memory.object_cache.borrow_mut().find(&key, &memory.table_versions, chunked_work) {
                return Ok(pages);
            }
            let (since, after, pages) =
                (memory.table_versions.last_write(), QuestionPosition::default(), LiteMap::new_vec());
            Box::new(PagesWriter { modified, since, after, pages })
        }
    };
    let rows = questions_up_to(sql, survey_id.as_str(), &mut writer.after, CHUNK_COPIED_CELLS)?;
    for row in rows.into_iter().flatten() {
        let (count, text) = writer.pages.entry(row.text("page_id")).or_default();
        if *count > 0 {
            text.push(b',');
        }
        *count = count.saturating_add(1);
        if !StoredQuestion::write_row(&row, &representation::question_url(context, survey_id, &row), text) {
            representation::question_from_row(context, survey_id, &row)?.write(text);
        }
    }
    if has_more_questions(sql, survey_id.as_str(), &writer.after)? {
        return Err(chunked_work.pause_with(writer));
    }
    let basis = (design_tables(), writer.since);
    let pages = Rc::new(writer.join_pages(context, survey_id)?);
    memory.object_cache.borrow_mut().insert(key, Rc::<Vec<u8>>::clone(&pages), basis, pages.len());
    Ok(pages)
}

impl PagesWriter {
    /// Joins the pages. Copying takes most of the time of a large survey, so the size is reserved and each byte is
    /// copied once.
    fn join_pages(mut self, context: &CallContext, survey_id: &Id) -> Result<Vec<u8>, ApiError> {
        let rows = representation::page_rows(context.sql, survey_id.as_str())?;
        let length = self.pages.values().map(|(_, text)| text.len()).sum::<usize>();
        let mut whole = Vec::with_capacity(length.saturating_add(rows.len().saturating_mul(PAGE_OVERHEAD_BYTES)));
        for (number, row) in rows.iter().enumerate() {
            let (count, questions) = self.pages.remove(&row.text("id")).unwrap_or_default();
            let PageRef { title, description, position, id, href } =
                representation::page_ref_from_row(context, survey_id, row);
            let question_count = Integer::saturating(count);
            let page = PageDetails { title, description, position, id, href, question_count, questions: Vec::new() };
            if number > 0 {
                whole.push(b',');
            }
            let page = payload::to_json(&page);
            let (head, tail) = payload::parted(&page, "questions");
            [head, &questions, tail].iter().for_each(|part| whole.extend_from_slice(part));
        }
        Ok(whole)
    }
}
