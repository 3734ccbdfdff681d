//! A survey's details: its design as JSON text, written in portions of questions.

use crate::service::actor::chunked_work::CHUNK_COPIED_CELLS;
use crate::service::actor::context::Context;
use crate::service::store::sql::Row;
use crate::service::surveys::answers::{QuestionPosition, has_more_questions, questions_up_to};
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

/// Estimated bytes of a page without its questions.
const PAGE_OVERHEAD_BYTES: usize = 1000;

/// Details in progress.
pub struct DetailsWriter {
    /// When the survey was last changed. After another change the writing starts again.
    modified: Timestamp,
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
pub fn details_json(context: &Context, survey_id: &Id, survey: &Row) -> Result<Vec<u8>, ApiError> {
    let modified = survey.timestamp("modified");
    let pending = context.chunked_work.take_state(|details: &DetailsWriter| details.modified == modified);
    let start = || Box::new(DetailsWriter { modified, after: (String::new(), 0), pages: LiteMap::new_vec() });
    let mut details = pending.unwrap_or_else(start);
    let rows = questions_up_to(context.sql, survey_id.as_str(), &mut details.after, CHUNK_COPIED_CELLS)?;
    for row in rows.into_iter().flatten() {
        let (count, text) = details.pages.entry(row.text("page_id")).or_default();
        if *count > 0 {
            text.push(b',');
        }
        *count = count.saturating_add(1);
        if !StoredQuestion::write_row(&row, &representation::question_url(context, survey_id, &row), text) {
            representation::question_from_row(context, survey_id, &row)?.write(text);
        }
    }
    if has_more_questions(context.sql, survey_id.as_str(), &details.after)? {
        return Err(context.chunked_work.pause_with(details));
    }
    details.join_pages(context, survey_id, survey)
}

impl DetailsWriter {
    /// Joins the pages. Copying takes most of the time of a large survey, so the size is reserved and each byte is
    /// copied once.
    fn join_pages(mut self, context: &Context, survey_id: &Id, survey: &Row) -> Result<Vec<u8>, ApiError> {
        let mut fields = representation::row_fields(context, survey);
        fields.insert("pages".to_owned(), serde_json::Value::Array(Vec::new()));
        let survey: SurveyDetails = payload::from_value(fields.into()).ok_or(Error::Internal)?;
        let survey = payload::to_json(&survey);
        let rows = representation::page_rows(context.sql, survey_id)?;
        let length = self.pages.values().map(|(_, text)| text.len()).sum::<usize>();
        let mut whole = Vec::with_capacity(length.saturating_add(rows.len().saturating_mul(PAGE_OVERHEAD_BYTES)));
        let (head, tail) = payload::parted(&survey, "pages");
        whole.extend_from_slice(head);
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
        whole.extend_from_slice(tail);
        Ok(whole)
    }
}
