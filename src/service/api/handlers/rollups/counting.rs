//! Answers that are being counted: some responses at a time, then some counts of the answer at a time.

use crate::service::actor::context::Context;
use crate::service::store::filter::Filter;
use crate::service::surveys::answers::Design;
use crate::service::surveys::rollups::{Counter, Range, Stream, Trending, size};
use crate::spec::endpoints::rollups::{ListQuestionRollups, ListQuestionTrends};
use crate::spec::errors::Error;
use crate::spec::limits::COUNTS_MAX;
use crate::spec::payload::Encode as _;
use crate::spec::resources::questions::Question;
use crate::spec::resources::responses::{Answer, ResponsePage};
use crate::spec::resources::rollups::{Rollup, TrendBy};
use crate::spec::types::Id;
use crate::wire::error::ApiError;
use crate::wire::links::Slice;
use crate::wire::payload;
use std::collections::BTreeMap;

/// Counts that one piece of work writes.
const PIECE: usize = 2000;

/// What is counted: a survey, one of its pages, or one of the page's questions.
pub type Scope<'a> = (&'a Id, Option<&'a Id>, Option<&'a Id>);

/// Answers that are being counted.
pub struct Counting {
    slice: Slice,
    /// How many questions there are in all.
    pub total: u64,
    /// The place of each listed question: no others are counted.
    places: BTreeMap<Id, usize>,
    /// The page of each.
    pages: Vec<Id>,
    work: Work,
    /// How many counts a trend has so far.
    size: usize,
    stream: Stream,
    counted: bool,
    /// The questions that are written, and the periods of the next one.
    written: (usize, usize),
    text: Vec<u8>,
}

/// What is counted of each question.
enum Work {
    Rollups(Vec<Counter>),
    Trends(Vec<Trending>),
}

impl Counting {
    /// Begins to count the questions of a page of the list: all answers, or those of a range over time.
    pub fn begin(
        context: &Context,
        (survey_id, page_id, question_id): Scope,
        slice: Slice,
        trend: Option<(Range, TrendBy)>,
    ) -> Result<Counting, ApiError> {
        let design = Design::load(context.pieces, context.sql, survey_id.as_str())?.ok_or(Error::NotFound)?;
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
        let total = u64::try_from(questions.len()).unwrap_or(u64::MAX);
        let listed: Vec<(Id, Question)> = slice.cut(questions.into_iter()).collect();
        let places = listed.iter().enumerate().map(|(place, (_, question))| (question.id.clone(), place)).collect();
        let (pages, questions): (Vec<Id>, Vec<Question>) = listed.into_iter().unzip();
        let (range, work) = match trend {
            Some((range, by)) => {
                (range, Work::Trends(questions.into_iter().map(|question| Trending::new(question, by)).collect()))
            }
            None => {
                // How much a rollup has is known before anything is counted.
                let counts = questions.iter().map(size).fold(0, usize::saturating_add);
                fits(counts, "Ask for a smaller `per_page`.")?;
                (Range::ALL, Work::Rollups(questions.into_iter().map(Counter::new).collect()))
            }
        };
        let (stream, text) = (Stream::of(range), Vec::new());
        Ok(Counting { slice, total, places, pages, work, size: 0, stream, counted: false, written: (0, 0), text })
    }

    /// Counts some responses, or writes some of what they came to. The items of the list once all are written.
    pub fn go_on(&mut self, context: &Context, survey_id: &Id, filter: &Filter) -> Result<Option<Vec<u8>>, ApiError> {
        if self.counted {
            return Ok(self.write(context, survey_id).then(|| std::mem::take(&mut self.text)));
        }
        let Counting { places, work, size, .. } = self;
        self.counted = self.stream.read(context.sql, filter, &mut |begun, pages| {
            answered(pages, places, &mut |place, answers| match work {
                Work::Rollups(counters) => {
                    if let Some(counter) = counters.get_mut(place) {
                        counter.add(answers);
                    }
                }
                Work::Trends(trends) => {
                    if let Some(trend) = trends.get_mut(place).filter(|_| *size <= COUNTS_MAX) {
                        *size = size.saturating_sub(trend.size());
                        trend.add(begun, answers);
                        *size = size.saturating_add(trend.size());
                    }
                }
            });
        })?;
        fits(self.size, "Ask for longer periods or a smaller `per_page`.")?;
        // What is little is written at once.
        if self.counted && self.size() <= PIECE { self.go_on(context, survey_id, filter) } else { Ok(None) }
    }

    /// The slice of the list.
    pub fn slice(&self) -> Slice {
        self.slice
    }

    fn size(&self) -> usize {
        match &self.work {
            Work::Rollups(counters) => counters.iter().map(|counter| size(counter.question())).sum(),
            Work::Trends(_) => self.size,
        }
    }

    /// Writes some counts. True if all are written.
    fn write(&mut self, context: &Context, survey_id: &Id) -> bool {
        let (mut left, responses) = (PIECE, self.stream.seen);
        while left > 0 {
            let (at, period) = self.written;
            let Some(page_id) = self.pages.get(at) else { return true };
            let arguments = |question: &Question| [survey_id.0.clone(), page_id.0.clone(), question.id.0.clone()];
            match &self.work {
                Work::Rollups(counters) => {
                    let Some(counter) = counters.get(at) else { return true };
                    let question = counter.question();
                    let rollup = Rollup {
                        id: question.id.clone(),
                        family: question.family,
                        subtype: question.subtype,
                        summary: counter.summary(responses),
                        href: context.href::<ListQuestionRollups>(&arguments(question).each_ref().map(String::as_str)),
                    };
                    separate(&mut self.text, at == 0);
                    rollup.write(&mut self.text);
                    left = left.saturating_sub(size(question));
                    self.written = (at.saturating_add(1), 0);
                }
                Work::Trends(trends) => {
                    let Some(trend) = trends.get(at) else { return true };
                    let question = trend.question();
                    let each = size(question);
                    let some = left.checked_div(each).unwrap_or(1).max(1);
                    if period == 0 {
                        let href =
                            context.href::<ListQuestionTrends>(&arguments(question).each_ref().map(String::as_str));
                        // The periods follow behind its opening bracket.
                        let head = payload::text(&trend.head(responses, href));
                        separate(&mut self.text, at == 0);
                        self.text.extend(head.strip_suffix(b"]}").unwrap_or(&head));
                    }
                    let mut written = 0_usize;
                    for one in trend.periods(period, some) {
                        separate(&mut self.text, period == 0 && written == 0);
                        one.write(&mut self.text);
                        written = written.saturating_add(1);
                    }
                    left = left.saturating_sub(each.saturating_mul(written.max(1)));
                    let next = period.saturating_add(written);
                    self.written = (at, next);
                    if written < some || next >= trend.len() {
                        self.text.extend_from_slice(b"]}");
                        self.written = (at.saturating_add(1), 0);
                    }
                }
            }
        }
        self.written.0 >= self.pages.len()
    }
}

fn separate(text: &mut Vec<u8>, first: bool) {
    if !first {
        text.push(b',');
    }
}

/// Refuses more counts than one answer may have.
fn fits(counts: usize, remedy: &str) -> Result<(), ApiError> {
    if counts > COUNTS_MAX {
        let detail = format!("It would have {counts} counts or more, and may have at most {COUNTS_MAX}. {remedy}");
        return Err(ApiError::with(Error::TooLarge, detail));
    }
    Ok(())
}

/// Shows the answers to each listed question that a response answers.
fn answered(pages: &[ResponsePage], places: &BTreeMap<Id, usize>, look: &mut dyn FnMut(usize, &[Answer])) {
    for question in pages.iter().flat_map(|page| &page.questions) {
        if let Some(place) = places.get(&question.id) {
            look(*place, &question.answers);
        }
    }
}
