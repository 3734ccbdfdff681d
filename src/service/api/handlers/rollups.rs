//! Rollups and trends of a survey, a page or a question: those who may read answers may see them counted.

mod counting;

use super::responses::narrowed;
use crate::service::actor::context::Context;
use crate::service::api::dispatch::Handle;
use crate::service::store::filter::{Filter, json_list};
use crate::service::store::sql::values;
use crate::service::surveys::access::readable;
use crate::service::surveys::rollups::Range;
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
use counting::Scope;

pub use counting::Counting;

impl Handle for ListSurveyRollups {
    fn handle(self, context: &Context) -> Result<List<Rollup>, ApiError> {
        let (paging, filter, collectors) = &self.query;
        Err(counted::<Self>(context, (&self.survey_id, None, None), (paging, filter, collectors), None))
    }
}

impl Handle for ListPageRollups {
    fn handle(self, context: &Context) -> Result<List<Rollup>, ApiError> {
        let (paging, filter, collectors) = &self.query;
        let scope = (&self.survey_id, Some(&self.page_id), None);
        Err(counted::<Self>(context, scope, (paging, filter, collectors), None))
    }
}

impl Handle for ListQuestionRollups {
    fn handle(self, context: &Context) -> Result<List<Rollup>, ApiError> {
        let (paging, filter, collectors) = &self.query;
        let scope = (&self.survey_id, Some(&self.page_id), Some(&self.question_id));
        Err(counted::<Self>(context, scope, (paging, filter, collectors), None))
    }
}

impl Handle for ListSurveyTrends {
    fn handle(self, context: &Context) -> Result<List<Trend>, ApiError> {
        let (paging, filter, collectors, range) = &self.query;
        Err(counted::<Self>(context, (&self.survey_id, None, None), (paging, filter, collectors), Some(range)))
    }
}

impl Handle for ListPageTrends {
    fn handle(self, context: &Context) -> Result<List<Trend>, ApiError> {
        let (paging, filter, collectors, range) = &self.query;
        let scope = (&self.survey_id, Some(&self.page_id), None);
        Err(counted::<Self>(context, scope, (paging, filter, collectors), Some(range)))
    }
}

impl Handle for ListQuestionTrends {
    fn handle(self, context: &Context) -> Result<List<Trend>, ApiError> {
        let (paging, filter, collectors, range) = &self.query;
        let scope = (&self.survey_id, Some(&self.page_id), Some(&self.question_id));
        Err(counted::<Self>(context, scope, (paging, filter, collectors), Some(range)))
    }
}

/// What narrows a list down.
type Narrowed<'a> = (&'a Paging, &'a ResponseFilter, &'a CollectorSelection);

/// Ends the handler: with the list, which is written in pieces, or with a refusal.
fn counted<E: Endpoint>(context: &Context, scope: Scope, narrowed: Narrowed, trend: Option<&TrendRange>) -> ApiError {
    let empty =
        |counting: &Counting| payload::text(&context.envelope::<E, ()>(counting.slice(), Vec::new(), counting.total));
    list(context, scope, narrowed, trend, &empty).map_or_else(|error| error, |text| context.pieces.write(text))
}

fn list(
    context: &Context,
    scope: Scope,
    (paging, query, collectors): Narrowed,
    trend: Option<&TrendRange>,
    empty: &dyn Fn(&Counting) -> Vec<u8>,
) -> Result<Vec<u8>, ApiError> {
    let (survey_id, ..) = scope;
    readable(context, survey_id)?;
    let mut filter = narrowed(Filter::new("survey_id = ?", values![survey_id.as_str()]), query)?;
    let collectors = collectors.collector_ids.as_ref();
    let collectors = collectors.map(|ids| json_list(ids.0.iter().map(Id::as_str)));
    filter.and_if("collector_id IN (SELECT value FROM json_each(?))", collectors);
    let begun = context.pieces.kept(|_: &Counting| true);
    let mut counting = match begun {
        Some(begun) => begun,
        None => {
            let trend = match trend {
                Some(trend) => Some((range(trend)?, trend.trend_by.unwrap_or(TrendBy::Month))),
                None => None,
            };
            Box::new(Counting::begin(context, scope, context.slice(paging), trend)?)
        }
    };
    match counting.go_on(context, survey_id, &filter)? {
        Some(items) => Ok(payload::filled(&empty(&counting), "data", &items)),
        None => Err(context.pieces.pause(counting)),
    }
}

/// Which responses a trend counts.
fn range(range: &TrendRange) -> Result<Range, ApiError> {
    let number = |number: Option<Integer>| number.map(|number| u64::from(number.get()));
    let first = number(range.first_respondent).unwrap_or(Range::ALL.first);
    let last = number(range.last_respondent.or(range.last_respondnet)).unwrap_or(Range::ALL.last);
    if first == 0 || last < first {
        let detail = "`first_respondent` must be 1 or more, and `last_respondent` not less.";
        return Err(ApiError::with(Error::BadParameters, detail));
    }
    Ok(Range { first, last })
}
