//! Responses: the small list, and bulk with its answers, by survey and by collector.

use super::surveys::visible;
use crate::service::context::Context;
use crate::service::dispatch::Handle;
use crate::service::filter::{Filter, json_list, moment};
use crate::service::simple::Words;
use crate::service::sql::{Row, Value, first, values};
use crate::spec::endpoints::query::{Paging, SortOrder};
use crate::spec::endpoints::responses::{
    AnswerSelection, BulkCollectorResponses, BulkSurveyResponses, GetCollectorResponse, GetSurveyResponse,
    ListCollectorResponses, ListSurveyResponses, ResponseFilter, ResponseOrder, ResponseSort, TimeUnit,
};
use crate::spec::errors::Error;
use crate::spec::limits::{PER_PAGE_BULK_MAX, PER_PAGE_DEFAULT};
use crate::spec::payload::Decode;
use crate::spec::resources::responses::{CollectionMode, Response, ResponsePage, ResponseRef, ResponseStatus};
use crate::spec::types::{Id, Integer, List};
use crate::wire::error::ApiError;
use crate::wire::links::Slice;
use crate::wire::payload;

/// What the responses of a list hang on; their addresses lead through it.
enum Parent {
    Survey(Id),
    Collector(Id),
}

impl Handle for ListSurveyResponses {
    fn handle(self, context: &Context) -> Result<List<ResponseRef>, ApiError> {
        visible(context, &self.survey_id)?;
        let (paging, query, order) = self.query;
        let page = Page { parent: Parent::Survey(self.survey_id), slice: context.slice(&paging), query, order };
        let (rows, total) = page.read(context, None)?;
        let data = rows.iter().map(|row| page.parent.response_ref(context, row)).collect();
        Ok(context.envelope::<ListSurveyResponses, _>(page.slice, data, total))
    }
}

impl Handle for BulkSurveyResponses {
    fn handle(self, context: &Context) -> Result<List<Response>, ApiError> {
        visible(context, &self.survey_id)?;
        let (paging, query, order, selection, collectors) = self.query;
        let page = Page { parent: Parent::Survey(self.survey_id), slice: bulk(&paging), query, order };
        let collectors = collectors.collector_ids.map(|ids| json_list(ids.0.iter().map(Id::as_str)));
        let (rows, total) = page.read(context, collectors)?;
        let data = page.parent.responses(context, &rows, &selection)?;
        Ok(context.envelope::<BulkSurveyResponses, _>(page.slice, data, total))
    }
}

impl Handle for ListCollectorResponses {
    fn handle(self, context: &Context) -> Result<List<ResponseRef>, ApiError> {
        visible_collector(context, &self.collector_id)?;
        let (paging, query, order) = self.query;
        let page = Page { parent: Parent::Collector(self.collector_id), slice: context.slice(&paging), query, order };
        let (rows, total) = page.read(context, None)?;
        let data = rows.iter().map(|row| page.parent.response_ref(context, row)).collect();
        Ok(context.envelope::<ListCollectorResponses, _>(page.slice, data, total))
    }
}

impl Handle for BulkCollectorResponses {
    fn handle(self, context: &Context) -> Result<List<Response>, ApiError> {
        visible_collector(context, &self.collector_id)?;
        let (paging, query, order, selection) = self.query;
        let page = Page { parent: Parent::Collector(self.collector_id), slice: bulk(&paging), query, order };
        let (rows, total) = page.read(context, None)?;
        let data = page.parent.responses(context, &rows, &selection)?;
        Ok(context.envelope::<BulkCollectorResponses, _>(page.slice, data, total))
    }
}

fn bulk(paging: &Paging) -> Slice {
    Slice::of(paging, PER_PAGE_DEFAULT, PER_PAGE_BULK_MAX)
}

fn visible_collector(context: &Context, id: &Id) -> Result<(), ApiError> {
    let row = first(context.sql, "SELECT survey_id FROM collectors WHERE id = ?", values![id.as_str()])?;
    let row = row.ok_or(Error::NotFound)?;
    visible(context, &row.text("survey_id").into()).map(|_| ())
}

/// A page of a list of responses: what was asked for.
struct Page {
    parent: Parent,
    slice: Slice,
    query: ResponseFilter,
    order: ResponseOrder,
}

impl Page {
    /// The rows of the page and the number of all; `collectors` is a JSON list of collector ids.
    fn read(&self, context: &Context, collectors: Option<Value>) -> Result<(Vec<Row>, u64), ApiError> {
        let mut filter = self.filter()?;
        filter.and_if("collector_id IN (SELECT value FROM json_each(?))", collectors);
        let column = match self.order.sort_by {
            Some(ResponseSort::DateModified) => "modified",
            None => "created",
        };
        let direction = self.order.sort_order.unwrap_or(SortOrder::Ascending).as_str();
        let total = first(
            context.sql,
            &format!("SELECT COUNT(*) AS total FROM responses WHERE {}", filter.sql()),
            &filter.values(&[]),
        )?;
        let rows = context.sql.run(
            &format!(
                "SELECT id, survey_id, collector_id, recipient_id, status, mode, email, first_name, last_name, ip,
                        custom_value, total_time, body, pages, created, modified
                 FROM responses
                 WHERE {}
                 ORDER BY {column} {direction}, id {direction}
                 LIMIT ? OFFSET ?",
                filter.sql()
            ),
            &filter.values(values![self.slice.limit(), self.slice.offset()]),
        )?;
        Ok((rows, total.map_or(0, |row| row.count("total"))))
    }

    /// Starts are inclusive and ends exclusive, as the legacy operation has it: our choice.
    fn filter(&self) -> Result<Filter, ApiError> {
        let query = &self.query;
        let mut filter = match &self.parent {
            Parent::Survey(id) => Filter::new("survey_id = ?", values![id.as_str()]),
            Parent::Collector(id) => Filter::new("collector_id = ?", values![id.as_str()]),
        };
        filter.and_if("created >= ?", moment("start_created_at", query.start_created_at.as_ref())?);
        filter.and_if("created < ?", moment("end_created_at", query.end_created_at.as_ref())?);
        filter.and_if("modified >= ?", moment("start_modified_at", query.start_modified_at.as_ref())?);
        filter.and_if("modified < ?", moment("end_modified_at", query.end_modified_at.as_ref())?);
        if let Some(statuses) = &query.status {
            let names = json_list(statuses.0.iter().map(|status| status.as_str()));
            filter.and("status IN (SELECT value FROM json_each(?))", [names]);
        }
        filter.and_if("email = ?", query.email.clone());
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
}

impl Parent {
    fn href(&self, context: &Context, id: &str) -> String {
        match self {
            Parent::Survey(survey) => context.href::<GetSurveyResponse>(&[survey.as_str(), id]),
            Parent::Collector(collector) => context.href::<GetCollectorResponse>(&[collector.as_str(), id]),
        }
    }

    fn response_ref(&self, context: &Context, row: &Row) -> ResponseRef {
        let id = row.text("id");
        ResponseRef { href: self.href(context, &id), id: id.into() }
    }

    fn responses(
        &self,
        context: &Context,
        rows: &[Row],
        selection: &AnswerSelection,
    ) -> Result<Vec<Response>, ApiError> {
        let mut responses =
            rows.iter().map(|row| self.response(context, row, selection)).collect::<Result<Vec<_>, _>>()?;
        if selection.simple.is_some_and(|simple| simple.0)
            && let Some(survey) = rows.first().map(|row| row.text("survey_id"))
        {
            let words = Words::load(context, &survey)?;
            responses.iter_mut().filter_map(|response| response.pages.as_mut()).for_each(|pages| words.add_to(pages));
        }
        Ok(responses)
    }

    fn response(&self, context: &Context, row: &Row, selection: &AnswerSelection) -> Result<Response, ApiError> {
        let id = row.text("id");
        let body = row.json("body");
        let page = format!("{}/#/surveys/{}/responses/{id}", context.request.origin, row.text("survey_id"));
        Ok(Response {
            survey_id: row.text("survey_id").into(),
            collector_id: row.text("collector_id").into(),
            recipient_id: row.text("recipient_id").into(),
            response_status: ResponseStatus::parse(&row.text("status")).ok_or(Error::Internal)?,
            collection_mode: CollectionMode::parse(&row.text("mode")).ok_or(Error::Internal)?,
            total_time: Integer::saturating(row.count("total_time")),
            custom_value: row.text("custom_value"),
            first_name: Some(row.text("first_name")),
            last_name: Some(row.text("last_name")),
            email_address: Some(row.text("email")),
            ip_address: Some(row.text("ip")),
            custom_variables: part(&body, "custom_variables"),
            logic_path: part(&body, "logic_path"),
            page_path: part(&body, "page_path"),
            metadata: part(&body, "metadata"),
            current_page_id: None,
            quiz_results: part(&body, "quiz_results"),
            pages: Some(selected(row, selection)?),
            edit_url: page.clone(),
            analyze_url: page,
            href: self.href(context, &id),
            date_created: row.moment("created").with_offset(),
            date_modified: row.moment("modified").with_offset(),
            id: id.into(),
        })
    }
}

fn part<T: Decode>(body: &serde_json::Value, name: &str) -> Option<T> {
    payload::read(body.get(name)?.clone())
}

/// The answered pages, cut down to the pages and questions that the caller names.
fn selected(row: &Row, selection: &AnswerSelection) -> Result<Vec<ResponsePage>, ApiError> {
    let mut pages: Vec<ResponsePage> = payload::read(row.json("pages")).ok_or(Error::Internal)?;
    if let Some(ids) = &selection.page_ids {
        pages.retain(|page| ids.0.contains(&page.id));
    }
    if let Some(ids) = &selection.question_ids {
        for page in &mut pages {
            page.questions.retain(|question| ids.0.contains(&question.id));
        }
    }
    Ok(pages)
}
