//! Lists of responses, of ids or in bulk with answers, by survey and by collector.

use super::ResponseParent;
use super::answer_filter::{AnswerFilter, QuestionPages, load_question_pages};
use super::large_response::LargeResponse;
use crate::service::actor::call_context::CallContext;
use crate::service::actor::chunked_work::{CHUNK_COPIED_BYTES, CHUNK_RESPONSE_BYTES};
use crate::service::api::dispatch::Handle;
use crate::service::store::filter::{Filter, json_list, parse_date_parameter};
use crate::service::store::sql::{Row, Value, values};
use crate::service::surveys::answers::{RESPONSE_COLUMNS, ROW_BYTES, Record};
use crate::service::surveys::formats::stored_address;
use crate::service::surveys::rollups::fitting_count;
use crate::service::surveys::simple_text::SimpleTexts;
use crate::spec::endpoints::query::SortOrder;
use crate::spec::endpoints::responses::{
    AnswerSelection, BulkCollectorResponses, BulkSurveyResponses, ListCollectorResponses, ListSurveyResponses,
    ResponseFilter, ResponseOrder, ResponseSort, TimeUnit,
};
use crate::spec::errors::Error;
use crate::spec::limits::{BULK_BYTES_MAX, FITTING_PAGE};
use crate::spec::resources::responses::{Response, ResponseRef};
use crate::spec::types::{Encoded, Id, Integer, List};
use crate::wire::error::ApiError;
use crate::wire::order;
use crate::wire::page_links::PageRange;
use std::collections::VecDeque;

impl Handle for ListSurveyResponses {
    fn handle_request(self, context: &CallContext) -> Result<List<ResponseRef>, ApiError> {
        let (paging, query, order) = self.query;
        let page = ResponseListPage {
            parent: ResponseParent::Survey(self.survey_id),
            slice: context.page_range(&paging),
            query,
            order,
        };
        let (data, total) = page.read_refs(context)?;
        Ok(context.list_envelope::<ListSurveyResponses, _>(page.slice, data, total))
    }
}

impl Handle for BulkSurveyResponses {
    fn handle_request(self, context: &CallContext) -> Result<List<Encoded<Response>>, ApiError> {
        let (paging, query, order, selection, collectors) = self.query;
        let page = ResponseListPage {
            parent: ResponseParent::Survey(self.survey_id),
            slice: context.page_range(&paging),
            query,
            order,
        };
        let collectors = collectors.collector_ids.map(|ids| json_list(ids.0.iter().map(Id::as_str)));
        let (data, total) = page.read_bulk(context, &selection, collectors)?;
        Ok(context.list_envelope::<BulkSurveyResponses, _>(page.slice, data, total))
    }
}

impl Handle for ListCollectorResponses {
    fn handle_request(self, context: &CallContext) -> Result<List<ResponseRef>, ApiError> {
        let (paging, query, order) = self.query;
        let page = ResponseListPage {
            parent: ResponseParent::Collector(self.collector_id),
            slice: context.page_range(&paging),
            query,
            order,
        };
        let (data, total) = page.read_refs(context)?;
        Ok(context.list_envelope::<ListCollectorResponses, _>(page.slice, data, total))
    }
}

impl Handle for BulkCollectorResponses {
    fn handle_request(self, context: &CallContext) -> Result<List<Encoded<Response>>, ApiError> {
        let (paging, query, order, selection) = self.query;
        let page = ResponseListPage {
            parent: ResponseParent::Collector(self.collector_id),
            slice: context.page_range(&paging),
            query,
            order,
        };
        let (data, total) = page.read_bulk(context, &selection, None)?;
        Ok(context.list_envelope::<BulkCollectorResponses, _>(page.slice, data, total))
    }
}

/// Number of responses whose sizes are read at once.
const LOOKAHEAD: usize = 100;

/// A bulk page in progress.
pub struct BulkReader {
    texts: Option<Box<SimpleTexts>>,
    page_of: QuestionPages,
    /// The ids that are still to be read.
    ids: VecDeque<String>,
    total: u64,
    /// A response so large that it takes several chunks.
    large: Option<LargeResponse>,
    responses: Vec<Encoded<Response>>,
    bytes: usize,
}

/// The request for a page of responses.
struct ResponseListPage {
    parent: ResponseParent,
    slice: PageRange,
    query: ResponseFilter,
    order: ResponseOrder,
}

impl ResponseListPage {
    fn read_refs(&self, context: &CallContext) -> Result<(Vec<ResponseRef>, u64), ApiError> {
        self.parent.load_readable_survey(context)?;
        let (ids, total) = self.read_ids(context, None)?;
        let refs =
            ids.into_iter().map(|id| ResponseRef { href: self.parent.response_href(context, &id), id: id.into() });
        Ok((refs.collect(), total))
    }

    /// The responses of a page, read in chunks. Each is encoded before the next is read, so that a page that is too
    /// large is recognised before it fills the memory. `collectors` is a JSON list of collector ids.
    fn read_bulk(
        &self,
        context: &CallContext,
        selection: &AnswerSelection,
        collectors: Option<Value>,
    ) -> Result<(Vec<Encoded<Response>>, u64), ApiError> {
        let survey = self.parent.load_readable_survey(context)?;
        let pending = context.chunked_work.take_state(|_: &BulkReader| true);
        let mut bulk = match pending {
            Some(pending) => pending,
            None => {
                let in_words = selection.simple.is_some_and(|simple| simple.0);
                let simple_texts = if in_words { Some(SimpleTexts::load(context, &survey.text("id"))?) } else { None };
                let (ids, total) = self.read_ids(context, collectors)?;
                Box::new(BulkReader {
                    texts: simple_texts,
                    page_of: load_question_pages(context, &survey.text("id"), selection)?,
                    ids: ids.into(),
                    total,
                    large: None,
                    responses: Vec::new(),
                    bytes: 0,
                })
            }
        };
        let filter = AnswerFilter::new(selection, &bulk.page_of);
        self.read_responses(context, selection, &filter, &mut bulk)?;
        match bulk.ids.is_empty() && bulk.large.is_none() {
            true => Ok((bulk.responses, bulk.total)),
            false => Err(context.chunked_work.pause_with(bulk)),
        }
    }

    /// Reads the responses of one chunk of work.
    fn read_responses(
        &self,
        context: &CallContext,
        selection: &AnswerSelection,
        filter: &AnswerFilter,
        bulk: &mut BulkReader,
    ) -> Result<(), ApiError> {
        if let Some(mut large) = bulk.large.take() {
            if !large.run_chunk(filter, bulk.texts.as_deref())? {
                bulk.large = Some(large);
                return Ok(());
            }
            return self.add_response(bulk, Encoded::written(large.into_json(context, &self.parent, false)));
        }
        let ahead: Vec<String> = bulk.ids.iter().take(LOOKAHEAD).cloned().collect();
        let sizes = read_columns(context, &format!("id, {ROW_BYTES} AS size"), &ahead)?;
        // At least one: a response that is larger than a chunk could otherwise never be read.
        let is_copied = selection.page_ids.is_none() && selection.question_ids.is_none() && bulk.texts.is_none();
        let bytes_max = if is_copied { CHUNK_COPIED_BYTES } else { CHUNK_RESPONSE_BYTES };
        let next_ids: Vec<String> =
            bulk.ids.drain(..fitting_count(&sizes, bytes_max).max(1).min(ahead.len())).collect();
        for row in read_columns(context, RESPONSE_COLUMNS, &next_ids)? {
            if is_copied {
                self.add_response(bulk, self.parent.copied_response(context, &row)?)?;
                continue;
            }
            let head = |row: &Row| self.parent.load_head(context, &row.text("id").into());
            bulk.large = LargeResponse::from_row(&row, head)?;
            if bulk.large.is_some() {
                continue;
            }
            let mut response = self.parent.with_answers(context, Record::from_row(&row)?, filter);
            if let (Some(simple_texts), Some(pages)) = (&bulk.texts, &mut response.pages) {
                simple_texts.add_to(pages);
            }
            self.add_response(bulk, Encoded::encode_payload(&response))?;
        }
        Ok(())
    }

    /// Adds a response to the page, unless the page becomes too large.
    fn add_response(&self, bulk: &mut BulkReader, response: Encoded<Response>) -> Result<(), ApiError> {
        bulk.bytes = bulk.bytes.saturating_add(response.byte_count());
        // A page of one response has no limit, because a smaller page is not possible.
        if bulk.bytes > BULK_BYTES_MAX && !(bulk.responses.is_empty() && bulk.ids.is_empty()) {
            return Err(self.too_large(bulk.responses.len()));
        }
        bulk.responses.push(response);
        Ok(())
    }

    /// The error of a page that is too large; it names the page size that fits.
    fn too_large(&self, fitting: usize) -> ApiError {
        let size = self.slice.fitting_page_size(fitting);
        let detail = format!("The page has more than {BULK_BYTES_MAX} bytes: ask for {FITTING_PAGE}{size} or fewer.");
        ApiError::with_detail(Error::TooLarge, detail)
    }

    /// The ids of the page's responses, and the total number.
    fn read_ids(&self, context: &CallContext, collectors: Option<Value>) -> Result<(Vec<String>, u64), ApiError> {
        let parent = match &self.parent {
            ResponseParent::Survey(id) => Filter::new("survey_id = ?", values![id.as_str()]),
            ResponseParent::Collector(id) => Filter::new("collector_id = ?", values![id.as_str()]),
        };
        let mut filter = narrow_filter(parent, &self.query)?;
        filter.and_if("collector_id IN (SELECT value FROM json_each(?))", collectors);
        let direction = self.order.sort_order.unwrap_or(SortOrder::Ascending).as_str();
        // By id a response that is imported with an earlier date does not move the later pages.
        let order = match self.order.sort_by {
            Some(ResponseSort::DateModified) => format!("modified {direction}, id {direction}"),
            None => format!("id {direction}"),
        };
        // All pages of a list have the same total.
        let count = format!("SELECT COUNT(*) AS total FROM responses WHERE {}", filter.where_clause());
        let total = context.sql.run_cached(&count, &filter.bind_values(&[]))?;
        let rows = context.sql.run(
            &format!(
                "SELECT id
                 FROM responses
                 WHERE {}
                 ORDER BY {order}
                 LIMIT ? OFFSET ?",
                filter.where_clause()
            ),
            &filter.bind_values(values![self.slice.limit(), self.slice.offset()]),
        )?;
        Ok((rows.iter().map(|row| row.text("id")).collect(), total.first().map_or(0, |row| row.count("total"))))
    }
}

/// Columns of the responses with these ids, in the order of the ids.
fn read_columns(context: &CallContext, columns: &str, ids: &[String]) -> Result<Vec<Row>, ApiError> {
    let rows = context.sql.run(
        &format!(
            "SELECT {columns}
             FROM responses
             WHERE id IN (SELECT value FROM json_each(?))"
        ),
        &[json_list(ids.iter().map(String::as_str))],
    )?;
    let mut rows = order::collect_list_map(rows.into_iter().map(|row| (row.text("id"), row)));
    Ok(ids.iter().filter_map(|id| rows.remove(id)).collect())
}

/// Adds the conditions of a query to a filter. Starts are inclusive and ends exclusive, as in the legacy operation: our
/// choice.
///
/// # Errors
///
/// [`Error::BadParameters`](crate::spec::errors::Error::BadParameters) for an invalid date.
pub fn narrow_filter(parent: Filter, query: &ResponseFilter) -> Result<Filter, ApiError> {
    let mut filter = parent;
    filter.and_if("created >= ?", parse_date_parameter("start_created_at", query.start_created_at.as_ref())?);
    filter.and_if("created < ?", parse_date_parameter("end_created_at", query.end_created_at.as_ref())?);
    filter.and_if("modified >= ?", parse_date_parameter("start_modified_at", query.start_modified_at.as_ref())?);
    filter.and_if("modified < ?", parse_date_parameter("end_modified_at", query.end_modified_at.as_ref())?);
    if let Some(statuses) = &query.status {
        let names = json_list(statuses.0.iter().map(|status| status.as_str()));
        filter.and("status IN (SELECT value FROM json_each(?))", [names]);
    }
    if let Some(email) = &query.email {
        // The address of an old recipient may be stored as it was typed.
        let stored = stored_address(email).unwrap_or_else(|| email.clone());
        filter.and("email COLLATE NOCASE IN (?, ?)", [email.as_str().into(), stored.into()]);
    }
    filter.and_if("first_name = ?", query.first_name.clone());
    filter.and_if("last_name = ?", query.last_name.clone());
    filter.and_if("ip = ?", query.ip.clone());
    filter.and_if("custom_value = ?", query.custom.clone());
    let seconds = match query.total_time_units.unwrap_or(TimeUnit::Second) {
        TimeUnit::Second => 1,
        TimeUnit::Minute => 60,
        TimeUnit::Hour => 3600,
    };
    let time = |bound: Option<Integer>| bound.map(|bound| i64::from(bound.get()).saturating_mul(seconds));
    filter.and_if("total_time >= ?", time(query.total_time_min));
    filter.and_if("total_time <= ?", time(query.total_time_max));
    Ok(filter)
}
