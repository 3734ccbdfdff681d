//! Rollups and trends of a survey, a page or a question: those who may read answers may see them counted.

use super::responses::narrowed;
use crate::service::access::readable;
use crate::service::answers::Design;
use crate::service::context::Context;
use crate::service::dispatch::Handle;
use crate::service::filter::{Filter, json_list};
use crate::service::rollups::{Counter, Range, Trending, each};
use crate::service::sql::values;
use crate::spec::endpoints::query::Paging;
use crate::spec::endpoints::responses::{CollectorSelection, ResponseFilter};
use crate::spec::endpoints::rollups::{
    ListPageRollups, ListPageTrends, ListQuestionRollups, ListQuestionTrends, ListSurveyRollups, ListSurveyTrends,
    TrendRange,
};
use crate::spec::errors::Error;
use crate::spec::limits::TREND_COUNTS_MAX;
use crate::spec::resources::questions::Question;
use crate::spec::resources::responses::{Answer, ResponsePage};
use crate::spec::resources::rollups::{Rollup, Trend, TrendBy};
use crate::spec::types::{Id, Integer, List};
use crate::wire::error::ApiError;
use crate::wire::links::Slice;
use crate::wire::order;
use std::collections::BTreeMap;

/// What is counted: a survey, one of its pages, or one of the page's questions.
type Scope<'a> = (&'a Id, Option<&'a Id>, Option<&'a Id>);

impl Handle for ListSurveyRollups {
    fn handle(self, context: &Context) -> Result<List<Rollup>, ApiError> {
        let (paging, filter, collectors) = &self.query;
        let asked = Asked::of(context, (&self.survey_id, None, None), paging, filter, collectors)?;
        Ok(context.envelope::<ListSurveyRollups, _>(asked.slice, asked.rollups(context)?, asked.total()))
    }
}

impl Handle for ListPageRollups {
    fn handle(self, context: &Context) -> Result<List<Rollup>, ApiError> {
        let (paging, filter, collectors) = &self.query;
        let scope = (&self.survey_id, Some(&self.page_id), None);
        let asked = Asked::of(context, scope, paging, filter, collectors)?;
        Ok(context.envelope::<ListPageRollups, _>(asked.slice, asked.rollups(context)?, asked.total()))
    }
}

impl Handle for ListQuestionRollups {
    fn handle(self, context: &Context) -> Result<List<Rollup>, ApiError> {
        let (paging, filter, collectors) = &self.query;
        let scope = (&self.survey_id, Some(&self.page_id), Some(&self.question_id));
        let asked = Asked::of(context, scope, paging, filter, collectors)?;
        Ok(context.envelope::<ListQuestionRollups, _>(asked.slice, asked.rollups(context)?, asked.total()))
    }
}

impl Handle for ListSurveyTrends {
    fn handle(self, context: &Context) -> Result<List<Trend>, ApiError> {
        let (paging, filter, collectors, range) = &self.query;
        let asked = Asked::of(context, (&self.survey_id, None, None), paging, filter, collectors)?;
        Ok(context.envelope::<ListSurveyTrends, _>(asked.slice, asked.trends(context, range)?, asked.total()))
    }
}

impl Handle for ListPageTrends {
    fn handle(self, context: &Context) -> Result<List<Trend>, ApiError> {
        let (paging, filter, collectors, range) = &self.query;
        let scope = (&self.survey_id, Some(&self.page_id), None);
        let asked = Asked::of(context, scope, paging, filter, collectors)?;
        Ok(context.envelope::<ListPageTrends, _>(asked.slice, asked.trends(context, range)?, asked.total()))
    }
}

impl Handle for ListQuestionTrends {
    fn handle(self, context: &Context) -> Result<List<Trend>, ApiError> {
        let (paging, filter, collectors, range) = &self.query;
        let scope = (&self.survey_id, Some(&self.page_id), Some(&self.question_id));
        let asked = Asked::of(context, scope, paging, filter, collectors)?;
        Ok(context.envelope::<ListQuestionTrends, _>(asked.slice, asked.trends(context, range)?, asked.total()))
    }
}

/// The questions and responses that are asked for.
struct Asked {
    survey_id: Id,
    /// The questions with their pages.
    questions: Vec<(Id, Question)>,
    slice: Slice,
    filter: Filter,
}

impl Asked {
    fn of(
        context: &Context,
        (survey_id, page_id, question_id): Scope,
        paging: &Paging,
        query: &ResponseFilter,
        collectors: &CollectorSelection,
    ) -> Result<Asked, ApiError> {
        readable(context, survey_id)?;
        let mut filter = narrowed(Filter::new("survey_id = ?", values![survey_id.as_str()]), query)?;
        let collectors = collectors.collector_ids.as_ref();
        let collectors = collectors.map(|ids| json_list(ids.0.iter().map(Id::as_str)));
        filter.and_if("collector_id IN (SELECT value FROM json_each(?))", collectors);
        let design = Design::load(context.sql, survey_id.as_str())?.ok_or(Error::NotFound)?;
        if page_id.is_some_and(|id| design.page(id).is_none()) {
            return Err(Error::NotFound.into());
        }
        let pages = design.pages.into_iter().filter(|page| page_id.is_none_or(|id| page.id == *id));
        let questions: Vec<(Id, Question)> = pages
            .flat_map(|page| page.questions.into_iter().map(move |question| (page.id.clone(), question)))
            .filter(|(_, question)| question_id.is_none_or(|id| question.id == *id))
            .collect();
        if question_id.is_some() && questions.is_empty() {
            return Err(Error::NotFound.into());
        }
        Ok(Asked { survey_id: survey_id.clone(), questions, slice: context.slice(paging), filter })
    }

    fn total(&self) -> u64 {
        u64::try_from(self.questions.len()).unwrap_or(u64::MAX)
    }

    /// The questions of the page of the list: no others are counted.
    fn listed(&self) -> impl Iterator<Item = &(Id, Question)> {
        self.slice.cut(self.questions.iter())
    }

    fn rollups(&self, context: &Context) -> Result<Vec<Rollup>, ApiError> {
        let mut counters: Vec<Counter> = self.listed().map(|(_, question)| Counter::new(question)).collect();
        let places = self.places();
        let responses = each(context.sql, &self.filter, Range::ALL, &mut |_, pages| {
            answered(pages, &places, &mut |place, answers| {
                if let Some(counter) = counters.get_mut(place) {
                    counter.add(answers);
                }
            });
        })?;
        let rollup = |((page_id, question), counter): (&(Id, Question), &Counter)| Rollup {
            id: question.id.clone(),
            family: question.family,
            subtype: question.subtype,
            summary: counter.summary(responses),
            href: context.href::<ListQuestionRollups>(&[
                self.survey_id.as_str(),
                page_id.as_str(),
                question.id.as_str(),
            ]),
        };
        Ok(self.listed().zip(&counters).map(rollup).collect())
    }

    fn trends(&self, context: &Context, range: &TrendRange) -> Result<Vec<Trend>, ApiError> {
        let by = range.trend_by.unwrap_or(TrendBy::Month);
        let mut trends: Vec<Trending> = self.listed().map(|(_, question)| Trending::new(question, by)).collect();
        let (places, mut size) = (self.places(), 0_usize);
        let responses = each(context.sql, &self.filter, counted(range)?, &mut |begun, pages| {
            answered(pages, &places, &mut |place, answers| {
                if let Some(trend) = trends.get_mut(place).filter(|_| size <= TREND_COUNTS_MAX) {
                    size = size.saturating_sub(trend.size());
                    trend.add(begun, answers);
                    size = size.saturating_add(trend.size());
                }
            });
        })?;
        if size > TREND_COUNTS_MAX {
            return Err(ApiError::with(Error::TooLarge, "Ask for longer periods or a smaller `per_page`."));
        }
        let href = |page_id: &Id, question: &Question| {
            let arguments = [self.survey_id.as_str(), page_id.as_str(), question.id.as_str()];
            context.href::<ListQuestionTrends>(&arguments)
        };
        let listed = self.listed().zip(&trends);
        Ok(listed.map(|((page_id, question), trend)| trend.trend(responses, href(page_id, question))).collect())
    }

    /// The place of each listed question.
    fn places(&self) -> BTreeMap<&Id, usize> {
        order::map(self.listed().enumerate().map(|(place, (_, question))| (&question.id, place)))
    }
}

/// Which responses a trend counts.
fn counted(range: &TrendRange) -> Result<Range, ApiError> {
    let number = |number: Option<Integer>| number.map(|number| u64::from(number.get()));
    let first = number(range.first_respondent).unwrap_or(Range::ALL.first);
    let last = number(range.last_respondent.or(range.last_respondnet)).unwrap_or(Range::ALL.last);
    if first == 0 || last < first {
        let detail = "`first_respondent` must be 1 or more, and `last_respondent` not less.";
        return Err(ApiError::with(Error::BadParameters, detail));
    }
    Ok(Range { first, last })
}

/// Shows the answers to each listed question that a response answers.
fn answered(pages: &[ResponsePage], places: &BTreeMap<&Id, usize>, look: &mut dyn FnMut(usize, &[Answer])) {
    for question in pages.iter().flat_map(|page| &page.questions) {
        if let Some(place) = places.get(&question.id) {
            look(*place, &question.answers);
        }
    }
}
