//! Rollups and trends of a survey, a page or a question, for users who may read its responses.

mod counting;

use super::responses::narrow_filter;
use crate::service::actor::call_context::CallContext;
use crate::service::api::dispatch::Handle;
use crate::service::store::filter::{Filter, json_list};
use crate::service::store::sql::values;
use crate::service::surveys::access::require_readable;
use crate::service::surveys::rollups::ResponseRange;
use crate::spec::endpoint::Endpoint;
use crate::spec::endpoints::query::Paging;
use crate::spec::endpoints::responses::{CollectorSelection, ResponseFilter};
use crate::spec::endpoints::rollups::{
    ListPageRollups, ListPageTrends, ListQuestionRollups, ListQuestionTrends, ListSurveyRollups, ListSurveyTrends,
    TrendRange,
};
use crate::spec::errors::Error;
use crate::spec::resources::rollups::{Rollup, Trend, TrendBy};
use crate::spec::types::{Id, Integer, List};
use crate::wire::error::ApiError;
use crate::wire::payload;
use counting::RollupScope;

pub use counting::RollupWriter;

impl Handle for ListSurveyRollups {
    fn handle_request(self, context: &CallContext) -> Result<List<Rollup>, ApiError> {
        let (paging, filter, collectors) = &self.query;
        Err(respond_with_list::<Self>(context, (&self.survey_id, None, None), (paging, filter, collectors), None))
    }
}

impl Handle for ListPageRollups {
    fn handle_request(self, context: &CallContext) -> Result<List<Rollup>, ApiError> {
        let (paging, filter, collectors) = &self.query;
        let scope = (&self.survey_id, Some(&self.page_id), None);
        Err(respond_with_list::<Self>(context, scope, (paging, filter, collectors), None))
    }
}

impl Handle for ListQuestionRollups {
    fn handle_request(self, context: &CallContext) -> Result<List<Rollup>, ApiError> {
        let (paging, filter, collectors) = &self.query;
        let scope = (&self.survey_id, Some(&self.page_id), Some(&self.question_id));
        Err(respond_with_list::<Self>(context, scope, (paging, filter, collectors), None))
    }
}

impl Handle for ListSurveyTrends {
    fn handle_request(self, context: &CallContext) -> Result<List<Trend>, ApiError> {
        let (paging, filter, collectors, range) = &self.query;
        Err(respond_with_list::<Self>(
            context,
            (&self.survey_id, None, None),
            (paging, filter, collectors),
            Some(range),
        ))
    }
}

impl Handle for ListPageTrends {
    fn handle_request(self, context: &CallContext) -> Result<List<Trend>, ApiError> {
        let (paging, filter, collectors, range) = &self.query;
        let scope = (&self.survey_id, Some(&self.page_id), None);
        Err(respond_with_list::<Self>(context, scope, (paging, filter, collectors), Some(range)))
    }
}

impl Handle for ListQuestionTrends {
    fn handle_request(self, context: &CallContext) -> Result<List<Trend>, ApiError> {
        let (paging, filter, collectors, range) = &self.query;
        let scope = (&self.survey_id, Some(&self.page_id), Some(&self.question_id));
        Err(respond_with_list::<Self>(context, scope, (paging, filter, collectors), Some(range)))
    }
}

/// Paging and filters of a list.
type ListFilters<'a> = (&'a Paging, &'a ResponseFilter, &'a CollectorSelection);

/// Ends the handler with the list, which is written in chunks, or with an error.
fn respond_with_list<E: Endpoint>(
    context: &CallContext,
    scope: RollupScope,
    filters: ListFilters,
    trend: Option<&TrendRange>,
) -> ApiError {
    let empty = |counting: &RollupWriter| {
        payload::to_json(&context.list_envelope::<E, ()>(counting.slice(), Vec::new(), counting.total))
    };
    write_list(context, scope, filters, trend, &empty)
        .map_or_else(|error| error, |text| context.chunked_work.finish_with_body(text))
}

fn write_list(
    context: &CallContext,
    scope: RollupScope,
    (paging, query, collectors): ListFilters,
    trend: Option<&TrendRange>,
    empty: &dyn Fn(&RollupWriter) -> Vec<u8>,
) -> Result<Vec<u8>, ApiError> {
    let (survey_id, ..) = scope;
    require_readable(context, survey_id)?;
    let mut filter = narrow_filter(Filter::new("survey_id = ?", values![survey_id.as_str()]), query)?;
    let collectors = collectors.collector_ids.as_ref();
    let collectors = collectors.map(|ids| json_list(ids.0.iter().map(Id::as_str)));
    filter.and_if("collector_id IN (SELECT value FROM json_each(?))", collectors);
    let pending = context.chunked_work.take_state(|_: &RollupWriter| true);
    let mut counting = match pending {
        Some(pending) => pending,
        None => {
            let trend = match trend {
                Some(trend) => Some((trend_range(trend)?, trend.trend_by.unwrap_or(TrendBy::Month))),
                None => None,
            };
            Box::new(RollupWriter::begin_counting(context, scope, context.page_range(paging), trend)?)
        }
    };
    match counting.run_chunk(context, survey_id, &filter)? {
        Some(items) => Ok(payload::fill_list(&empty(&counting), "data", &items)),
        None => Err(context.chunked_work.pause_with(counting)),
    }
}

/// The range of responses that a trend counts.
fn trend_range(range: &TrendRange) -> Result<ResponseRange, ApiError> {
    let number = |number: Option<Integer>| number.map(|number| u64::from(number.get()));
    let first = number(range.first_respondent).unwrap_or(ResponseRange::ALL.first);
    let last = number(range.last_respondent.or(range.last_respondnet)).unwrap_or(ResponseRange::ALL.last);
    if first == 0 || last < first {
        let detail = "`first_respondent` must be at least 1, and `last_respondent` must not be smaller.";
        return Err(ApiError::with_detail(Error::BadParameters, detail));
    }
    Ok(ResponseRange { first, last })
}
