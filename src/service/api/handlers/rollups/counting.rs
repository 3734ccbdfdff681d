//! Counting answers for rollups and trends, and writing the counts, both in chunks.

use crate::service::actor::call_context::CallContext;
use crate::service::store::filter::Filter;
use crate::service::surveys::answers::Design;
use crate::service::surveys::rollups::{Counter, ResponseRange, ResponseStream, TrendCounter, result_size};
use crate::spec::endpoints::rollups::{ListQuestionRollups, ListQuestionTrends};
use crate::spec::errors::Error;
use crate::spec::limits::COUNTS_MAX;
use crate::spec::payload::Encode as _;
use crate::spec::resources::questions::Question;
use crate::spec::resources::responses::{Answer, ResponsePage};
use crate::spec::resources::rollups::{Rollup, TrendBy};
use crate::spec::types::Id;
use crate::wire::error::ApiError;
use crate::wire::order;
use crate::wire::page_links::PageRange;
use crate::wire::payload;
use litemap::LiteMap;
use std::rc::Rc;

/// Number of counts that one chunk of work writes.
const COUNTS_PER_CHUNK: usize = 2000;

/// The scope of a count: a survey, one of its pages, or one of the page's questions.
pub type RollupScope<'a> = (&'a Id, Option<&'a Id>, Option<&'a Id>);

/// A count in progress.
pub struct RollupWriter {
    slice: PageRange,
    /// Total number of questions.
    pub total: u64,
    /// The index of each question of the list's page. Other questions are not counted.
    indexes: LiteMap<Id, usize>,
    /// The survey page of each of these questions.
    pages: Vec<Id>,
    counters: RollupCounters,
    /// Number of counts of the trends so far.
    size: usize,
    stream: ResponseStream,
    is_counted: bool,
    /// Number of questions written, and number of periods written of the next one.
    write_position: (usize, usize),
    text: Vec<u8>,
}

/// The counters of the questions, by index.
enum RollupCounters {
    Rollups(Vec<Counter>),
    Trends(Vec<TrendCounter>),
}

impl RollupWriter {
    /// Begins to count the questions of a page of the list. Without a trend, all responses are counted.
    ///
    /// # Errors
    ///
    /// [`Error::NotFound`] for the survey, page or question; [`Error::TooLarge`], if a rollup would have too many
    /// counts.
    pub fn begin_counting(
        context: &CallContext,
        (survey_id, page_id, question_id): RollupScope,
        slice: PageRange,
        trend: Option<(ResponseRange, TrendBy)>,
    ) -> Result<RollupWriter, ApiError> {
        let design = Design::load(context.design_source(), survey_id.as_str())?.ok_or(Error::NotFound)?;
        if page_id.is_some_and(|id| design.find_page(id).is_none()) {
            return Err(Error::NotFound.into());
        }
        let pages =
            Rc::unwrap_or_clone(design.pages).into_iter().filter(|page| page_id.is_none_or(|id| page.id == *id));
        let questions: Vec<(Id, Question)> = pages
            .flat_map(|page| page.questions.into_iter().map(move |question| (page.id.clone(), question)))
            .filter(|(_, question)| question_id.is_none_or(|id| question.id == *id))
            .collect();
        if question_id.is_some() && questions.is_empty() {
            return Err(Error::NotFound.into());
        }
        let total = u64::try_from(questions.len()).unwrap_or(u64::MAX);
        let listed: Vec<(Id, Question)> = slice.take_rows(questions.into_iter()).collect();
        let indexes = order::collect_list_map(
            listed.iter().enumerate().map(|(index, (_, question))| (question.id.clone(), index)),
        );
        let (pages, questions): (Vec<Id>, Vec<Question>) = listed.into_iter().unzip();
        let (range, work) = match trend {
            Some((range, by)) => (
                range,
                RollupCounters::Trends(questions.into_iter().map(|question| TrendCounter::new(question, by)).collect()),
            ),
            None => {
                // The size of a rollup follows from the questions alone, so it is checked before anything is counted.
                let counts = questions.iter().map(result_size).fold(0, usize::saturating_add);
                check_size(counts, "Ask for a smaller `per_page`.")?;
                (ResponseRange::ALL, RollupCounters::Rollups(questions.into_iter().map(Counter::new).collect()))
            }
        };
        let (stream, text) = (ResponseStream::from_range(range), Vec::new());
        Ok(RollupWriter {
            slice,
            total,
            indexes,
            pages,
            counters: work,
            size: 0,
            stream,
            is_counted: false,
            write_position: (0, 0),
            text,
        })
    }

    /// Counts some responses, or writes some counts. Returns the items of the list once all are written.
    ///
    /// # Errors
    ///
    /// [`Error::TooLarge`], if a trend gets too many counts; an internal error, if a statement fails.
    pub fn run_chunk(
        &mut self,
        context: &CallContext,
        survey_id: &Id,
        filter: &Filter,
    ) -> Result<Option<Vec<u8>>, ApiError> {
        if self.is_counted {
            return Ok(self.write_counts(context, survey_id).then(|| std::mem::take(&mut self.text)));
        }
        let RollupWriter { indexes, counters: work, size, .. } = self;
        self.is_counted = self.stream.read_batch(context.sql, survey_id.as_str(), filter, &mut |started, pages| {
            for_listed_questions(pages, indexes, &mut |index, answers| match work {
                RollupCounters::Rollups(counters) => {
                    if let Some(counter) = counters.get_mut(index) {
                        counter.add_response(answers);
                    }
                }
                RollupCounters::Trends(trends) => {
                    if let Some(trend) = trends.get_mut(index).filter(|_| *size <= COUNTS_MAX) {
                        *size = size.saturating_sub(trend.size());
                        trend.add_response(started, answers);
                        *size = size.saturating_add(trend.size());
                    }
                }
            });
        })?;
        check_size(self.size, "Ask for longer periods or a smaller `per_page`.")?;
        // A small result is written in the same chunk.
        if self.is_counted && self.size() <= COUNTS_PER_CHUNK {
            self.run_chunk(context, survey_id, filter)
        } else {
            Ok(None)
        }
    }

    /// The range of the list's page.
    pub fn slice(&self) -> PageRange {
        self.slice
    }

    fn size(&self) -> usize {
        match &self.counters {
            RollupCounters::Rollups(counters) => counters.iter().map(|counter| result_size(counter.question())).sum(),
            RollupCounters::Trends(_) => self.size,
        }
    }

    /// Writes some counts. True after the last one.
    fn write_counts(&mut self, context: &CallContext, survey_id: &Id) -> bool {
        let (mut budget, responses) = (COUNTS_PER_CHUNK, self.stream.seen);
        while budget > 0 {
            let (at, period) = self.write_position;
            let Some(page_id) = self.pages.get(at) else { return true };
            let arguments = |question: &Question| [survey_id.0.clone(), page_id.0.clone(), question.id.0.clone()];
            match &self.counters {
                RollupCounters::Rollups(counters) => {
                    let Some(counter) = counters.get(at) else { return true };
                    let question = counter.question();
                    let rollup = Rollup {
                        id: question.id.clone(),
                        family: question.family,
                        subtype: question.subtype,
                        summary: counter.summary(responses),
                        href: context
                            .operation_url::<ListQuestionRollups>(&arguments(question).each_ref().map(String::as_str)),
                    };
                    write_comma(&mut self.text, at == 0);
                    rollup.write(&mut self.text);
                    budget = budget.saturating_sub(result_size(question));
                    self.write_position = (at.saturating_add(1), 0);
                }
                RollupCounters::Trends(trends) => {
                    let Some(trend) = trends.get(at) else { return true };
                    let question = trend.question();
                    let cells_per_period = result_size(question);
                    let periods_left = budget.checked_div(cells_per_period).unwrap_or(1).max(1);
                    if period == 0 {
                        let href = context
                            .operation_url::<ListQuestionTrends>(&arguments(question).each_ref().map(String::as_str));
                        // Without its closing brackets, so that the periods can follow.
                        let head = payload::to_json(&trend.trend_without_periods(responses, href));
                        write_comma(&mut self.text, at == 0);
                        self.text.extend(head.strip_suffix(b"]}").unwrap_or(&head));
                    }
                    let mut written = 0_usize;
                    for one in trend.periods(period, periods_left) {
                        write_comma(&mut self.text, period == 0 && written == 0);
                        one.write(&mut self.text);
                        written = written.saturating_add(1);
                    }
                    budget = budget.saturating_sub(cells_per_period.saturating_mul(written.max(1)));
                    let next = period.saturating_add(written);
                    self.write_position = (at, next);
                    if written < periods_left || next >= trend.len() {
                        self.text.extend_from_slice(b"]}");
                        self.write_position = (at.saturating_add(1), 0);
                    }
                }
            }
        }
        self.write_position.0 >= self.pages.len()
    }
}

fn write_comma(text: &mut Vec<u8>, first: bool) {
    if !first {
        text.push(b',');
    }
}

/// Refuses a response with too many counts.
fn check_size(counts: usize, remedy: &str) -> Result<(), ApiError> {
    if counts > COUNTS_MAX {
        let detail =
            format!("The response would have {counts} or more counts; at most {COUNTS_MAX} are allowed. {remedy}");
        return Err(ApiError::with_detail(Error::TooLarge, detail));
    }
    Ok(())
}

/// Calls `add` with the answers to each listed question, and its index.
fn for_listed_questions(pages: &[ResponsePage], indexes: &LiteMap<Id, usize>, add: &mut dyn FnMut(usize, &[Answer])) {
    for question in pages.iter().flat_map(|page| &page.questions) {
        if let Some(index) = indexes.get(&question.id) {
            add(*index, &question.answers);
        }
    }
}
