//! Summaries: counts and statistics of each question, from rollups or from the responses themselves.
//!
//! Both sources fill the same counts, from which percentages and statistics are calculated here, so both return the
//! same numbers. The only difference: rollups do not separate the rows of open-ended questions.
//!
//! The binary is compiled for speed, which exports need and counting does not. Functions with many callers are
//! therefore marked `inline(never)`.

mod json;
mod option;
mod parse;
mod question;
mod stats;
mod tally;

pub use json::SummaryJson;
pub use stats::Stats;
pub(super) use stats::{parse_entered_number, parse_float};

use super::scalar;
use crate::wire::check::Mismatch;
use crate::wire::json::Reader;
use crate::wire::order::sorted_positions;
use question::CountedQuestion;
use tally::Tally;

/// The summary of a survey.
#[derive(Debug, Clone, PartialEq)]
pub struct SurveySummary {
    /// Number of counted responses; `None` if no rollup contains it.
    pub responses: Option<u32>,
    /// The questions with answers, in the order of the survey.
    pub questions: Vec<QuestionSummary>,
}

/// The numbers of a question. Percentages are from 0 to 100, and 0 without answers.
#[derive(Debug, Clone, PartialEq)]
pub struct QuestionSummary {
    /// Id of the question.
    pub id: String,
    /// Its first heading that is not empty, as plain text; otherwise its id.
    pub heading: String,
    /// Family.
    pub family: String,
    /// Subtype.
    pub subtype: String,
    /// Number of responses that answer it.
    pub answered: u32,
    /// Number of responses that do not answer it.
    pub skipped: u32,
    /// Percentage of the responses that answer it.
    pub percent: f64,
    /// Number of answers in the "other" field, if there is one.
    pub other_answered: Option<u32>,
    /// Number of texts or files, if there are no choices.
    pub text: Option<u32>,
    /// The choices of a question without rows.
    pub choices: Option<Vec<ChoiceSummary>>,
    /// The rows.
    pub rows: Option<Vec<RowSummary>>,
    /// Statistics of the entered numbers, or of the choices' weights, otherwise positions.
    pub stats: Option<Stats>,
    /// Whether a mean says something: of numbers, of places in a ranking, or of choices that all have a weight.
    pub has_mean: bool,
}

/// Count of one choice.
#[derive(Debug, Clone, PartialEq)]
pub struct ChoiceSummary {
    /// Id of the choice.
    pub id: String,
    /// Its text as plain text, otherwise its weight, otherwise its id.
    pub label: String,
    /// Number of answers.
    pub count: u32,
    /// Percentage of the answers: to the row or cell if each has a single choice, otherwise to the question.
    pub percent: f64,
    /// Whether it means "not applicable".
    pub is_na: bool,
    /// Whether it was deleted from the survey.
    pub deleted: bool,
}

/// The numbers of a row.
#[derive(Debug, Clone, PartialEq)]
pub struct RowSummary {
    /// Id of the row.
    pub id: String,
    /// Its text as plain text, otherwise its number; empty if it is the only row.
    pub label: String,
    /// Whether it was deleted from the survey.
    pub deleted: bool,
    /// Number of answers to the row, if each response has at most one.
    pub answered: Option<u32>,
    /// Percentage of the responses to the question that answer this row.
    pub percent: Option<f64>,
    /// The choices.
    pub choices: Option<Vec<ChoiceSummary>>,
    /// The cells of a matrix of menus.
    pub columns: Option<Vec<ColumnSummary>>,
    /// Statistics, as for a question.
    pub stats: Option<Stats>,
}

/// The numbers of a cell in a matrix of menus.
#[derive(Debug, Clone, PartialEq)]
pub struct ColumnSummary {
    /// Id of the column.
    pub id: String,
    /// Its text, otherwise its id.
    pub label: String,
    /// Number of answers in the cell.
    pub answered: u32,
    /// The choices of the cell's menu.
    pub choices: Vec<ChoiceSummary>,
}

/// A summary in progress.
#[derive(Debug)]
pub struct SummaryBuilder {
    questions: Vec<(CountedQuestion, Tally)>,
    /// Positions of the questions in the order of their ids.
    by_id: Vec<usize>,
    response_count: Option<u64>,
}

impl SummaryBuilder {
    /// An empty summary of a design, the JSON of `surveys.details`.
    ///
    /// # Errors
    ///
    /// The first value of the design that is not as documented.
    pub fn new(design: &[u8]) -> Result<SummaryBuilder, Box<Mismatch>> {
        let questions = parse::read_design(design)?;
        let id = |position: usize| questions.get(position).map_or("", |question| question.id.as_str());
        let by_id = sorted_positions(questions.len(), &|one, other| id(one).cmp(id(other)));
        let questions = questions.into_iter().map(|question| (Tally::new(&question), question));
        Ok(SummaryBuilder {
            questions: questions.map(|(tally, question)| (question, tally)).collect(),
            by_id,
            response_count: None,
        })
    }

    /// Adds a page of `surveys.rollups`.
    ///
    /// # Errors
    ///
    /// If the page is not as documented.
    pub fn add_rollups(&mut self, page: &[u8]) -> Result<(), Box<Mismatch>> {
        parse::read_items(page, &mut |reader| {
            let (id, summaries) = parse::read_rollup(reader)?;
            let Some((question, tally)) = self.question_tally(&id) else { return Ok(()) };
            for summary in &summaries {
                tally.set_rollup_counts(question, summary);
            }
            if let Some(responses) = tally.response_count() {
                self.response_count = Some(responses);
            }
            Ok(())
        })
    }

    /// Counts a page of `surveys.responses.bulk` without previews, like rollups.
    ///
    /// # Errors
    ///
    /// The first value of the page that is not as documented.
    pub fn add_responses(&mut self, page: &[u8]) -> Result<(), Box<Mismatch>> {
        let mut seen = self.response_count.unwrap_or(0);
        parse::read_items(page, &mut |reader| {
            let Some(pages) = parse::read_response(reader)? else { return Ok(()) };
            seen = seen.saturating_add(1);
            parse::for_each_question(pages, &mut |id, answers| {
                if let Some((question, tally)) = self.question_tally(id) {
                    tally.count_answers(question, answers);
                }
            })
        })?;
        self.response_count = Some(seen);
        Ok(())
    }

    /// Calculates the summary.
    pub fn build_summary(&self) -> SurveySummary {
        let questions =
            self.questions.iter().map(|(question, tally)| tally.question_summary(question, self.response_count));
        SurveySummary { responses: self.response_count.map(saturating_u32), questions: questions.collect() }
    }

    fn question_tally(&mut self, id: &str) -> Option<(&CountedQuestion, &mut Tally)> {
        let id_at = |position: &usize| self.questions.get(*position).map_or("", |(question, _)| question.id.as_str());
        let found = self.by_id.binary_search_by(|position| id_at(position).cmp(id)).ok()?;
        let (question, tally) = self.questions.get_mut(*self.by_id.get(found)?)?;
        Some((question, tally))
    }
}

/// The count in the output.
fn saturating_u32(count: u64) -> u32 {
    count.try_into().unwrap_or(u32::MAX)
}

/// `count` in percent of `of`.
fn percent_of(count: u64, of: u64) -> f64 {
    if of == 0 { 0.0 } else { 100.0 * count as f64 / of as f64 }
}

/// A function that gets the name of a field, and returns whether it has read the value.
type Take<'t, 'a> = &'t mut dyn FnMut(&str, &mut Reader<'a>) -> Result<bool, Box<Mismatch>>;

/// Reads one object.
#[inline(never)]
fn read_fields<'a>(reader: &mut Reader<'a>, take: Take<'_, 'a>) -> Result<(), Box<Mismatch>> {
    reader.begin_object()?;
    while let Some(key) = reader.next_key()? {
        if !take(&key.decode()?, reader)? {
            reader.skip_value()?;
        }
    }
    Ok(())
}

/// Reads a value as text; empty for `null`.
#[inline(never)]
fn read_scalar(reader: &mut Reader) -> Result<String, Box<Mismatch>> {
    Ok(scalar::read_scalar(reader)?.unwrap_or_default().into_owned())
}
