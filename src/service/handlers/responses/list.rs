//! Lists of responses: the small one, and bulk with its answers, by survey and by collector.

use super::Parent;
use crate::service::answers::{COLUMNS, Record};
use crate::service::context::Context;
use crate::service::dispatch::Handle;
use crate::service::filter::{Filter, json_list, moment};
use crate::service::simple::Words;
use crate::service::sql::{Row, Value, first, values};
use crate::spec::endpoints::query::{Paging, SortOrder};
use crate::spec::endpoints::responses::{
    AnswerSelection, BulkCollectorResponses, BulkSurveyResponses, ListCollectorResponses, ListSurveyResponses,
    ResponseFilter, ResponseOrder, ResponseSort, TimeUnit,
};
use crate::spec::limits::{PER_PAGE_BULK_MAX, PER_PAGE_DEFAULT};
use crate::spec::resources::responses::{Response, ResponseRef};
use crate::spec::types::{Id, Integer, List};
use crate::wire::error::ApiError;
use crate::wire::links::Slice;

impl Handle for ListSurveyResponses {
    fn handle(self, context: &Context) -> Result<List<ResponseRef>, ApiError> {
        let (paging, query, order) = self.query;
        let page = Page { parent: Parent::Survey(self.survey_id), slice: context.slice(&paging), query, order };
        let (data, total) = page.refs(context)?;
        Ok(context.envelope::<ListSurveyResponses, _>(page.slice, data, total))
    }
}

impl Handle for BulkSurveyResponses {
    fn handle(self, context: &Context) -> Result<List<Response>, ApiError> {
        let (paging, query, order, selection, collectors) = self.query;
        let page = Page { parent: Parent::Survey(self.survey_id), slice: bulk(&paging), query, order };
        let collectors = collectors.collector_ids.map(|ids| json_list(ids.0.iter().map(Id::as_str)));
        let (data, total) = page.bulk(context, &selection, collectors)?;
        Ok(context.envelope::<BulkSurveyResponses, _>(page.slice, data, total))
    }
}

impl Handle for ListCollectorResponses {
    fn handle(self, context: &Context) -> Result<List<ResponseRef>, ApiError> {
        let (paging, query, order) = self.query;
        let page = Page { parent: Parent::Collector(self.collector_id), slice: context.slice(&paging), query, order };
        let (data, total) = page.refs(context)?;
        Ok(context.envelope::<ListCollectorResponses, _>(page.slice, data, total))
    }
}

impl Handle for BulkCollectorResponses {
    fn handle(self, context: &Context) -> Result<List<Response>, ApiError> {
        let (paging, query, order, selection) = self.query;
        let page = Page { parent: Parent::Collector(self.collector_id), slice: bulk(&paging), query, order };
        let (data, total) = page.bulk(context, &selection, None)?;
        Ok(context.envelope::<BulkCollectorResponses, _>(page.slice, data, total))
    }
}

fn bulk(paging: &Paging) -> Slice {
    Slice::of(paging, PER_PAGE_DEFAULT, PER_PAGE_BULK_MAX)
}

/// A page of a list of responses: what was asked for.
struct Page {
    parent: Parent,
    slice: Slice,
    query: ResponseFilter,
    order: ResponseOrder,
}

impl Page {
    fn refs(&self, context: &Context) -> Result<(Vec<ResponseRef>, u64), ApiError> {
        let (rows, total) = self.read(context, "id", None)?;
        let refs = rows.iter().map(|row| {
            let id = row.text("id");
            ResponseRef { href: self.parent.href(context, &id), id: id.into() }
        });
        Ok((refs.collect(), total))
    }

    fn bulk(
        &self,
        context: &Context,
        selection: &AnswerSelection,
        collectors: Option<Value>,
    ) -> Result<(Vec<Response>, u64), ApiError> {
        let (rows, total) = self.read(context, COLUMNS, collectors)?;
        let shown = |row: &Row| Ok(self.parent.with_answers(context, Record::of(row)?, selection));
        let mut responses: Vec<Response> = rows.iter().map(shown).collect::<Result<_, ApiError>>()?;
        if let Some(survey) = responses.first().map(|response| response.survey_id.clone())
            && selection.simple.is_some_and(|simple| simple.0)
        {
            let words = Words::load(context, survey.as_str())?;
            responses.iter_mut().filter_map(|response| response.pages.as_mut()).for_each(|pages| words.add_to(pages));
        }
        Ok((responses, total))
    }

    /// Columns of the rows of the page, and the number of all rows; `collectors` is a JSON list of collector ids.
    fn read(&self, context: &Context, columns: &str, collectors: Option<Value>) -> Result<(Vec<Row>, u64), ApiError> {
        self.parent.survey(context)?;
        let parent = match &self.parent {
            Parent::Survey(id) => Filter::new("survey_id = ?", values![id.as_str()]),
            Parent::Collector(id) => Filter::new("collector_id = ?", values![id.as_str()]),
        };
        let mut filter = narrowed(parent, &self.query)?;
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
                "SELECT {columns}
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
}

/// The responses of a parent that the caller asks for. Starts are inclusive and ends exclusive, as the legacy
/// operation has it: our choice.
pub fn narrowed(parent: Filter, query: &ResponseFilter) -> Result<Filter, ApiError> {
    let mut filter = parent;
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
