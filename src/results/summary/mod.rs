//! Results in numbers: how often what was chosen, question by question, from rollups or from the responses themselves.
//!
//! Both ways lead through the same counts, so that both say the same: what the numbers come to is reckoned here alone.
//! Rollups do not tell the rows of questions that are answered in words apart; everything else they do.
//!
//! The binary is compiled for speed, which exports need and counting does not: what many call is kept from being copied
//! into each of them.

mod json;
mod option;
mod parse;
mod question;
mod stats;
mod tally;

pub use json::SummaryJson;
pub use stats::Stats;

use crate::wire::check::Mismatch;
use crate::wire::json::{Reader, ValueKind};
use crate::wire::order::sorted_positions;
use question::CountedQuestion;
use tally::Tally;

/// The numbers of a survey.
#[derive(Debug, Clone, PartialEq)]
pub struct SurveySummary {
    /// Responses that were counted; none where no rollup tells.
    pub responses: Option<u32>,
    /// The questions that can be answered, in the order of the survey.
    pub questions: Vec<QuestionSummary>,
}

/// The numbers of a question. Percentages go from 0 to 100 and are 0 where nobody answered.
#[derive(Debug, Clone, PartialEq)]
pub struct QuestionSummary {
    /// Id of the question.
    pub id: String,
    /// Its first heading.
    pub heading: String,
    /// Family.
    pub family: String,
    /// Subtype.
    pub subtype: String,
    /// Responses that answer it.
    pub answered: u32,
    /// Responses that do not.
    pub skipped: u32,
    /// Percentage of the responses that answer it.
    pub percent: f64,
    /// Answers in the "other" field, where there is one.
    pub other_answered: Option<u32>,
    /// Answers in words or files, where there are no choices.
    pub text: Option<u32>,
    /// The choices of a question without rows.
    pub choices: Option<Vec<ChoiceSummary>>,
    /// The rows.
    pub rows: Option<Vec<RowSummary>>,
    /// What the weights of the choices, or the numbers that were entered, come to.
    pub stats: Option<Stats>,
}

/// How often a choice was chosen.
#[derive(Debug, Clone, PartialEq)]
pub struct ChoiceSummary {
    /// Id of the choice.
    pub id: String,
    /// Its text, else its weight, else its id.
    pub label: String,
    /// Answers.
    pub count: u32,
    /// Percentage of those who answered: the row or cell where one choice is made in each, else the question.
    pub percent: f64,
}

/// The numbers of a row.
#[derive(Debug, Clone, PartialEq)]
pub struct RowSummary {
    /// Id of the row.
    pub id: String,
    /// Its text, else its id.
    pub label: String,
    /// Answers to the row, where each is answered once.
    pub answered: Option<u32>,
    /// Percentage of those who answered the question who answered this row too.
    pub percent: Option<f64>,
    /// The choices.
    pub choices: Option<Vec<ChoiceSummary>>,
    /// The cells of a matrix of menus.
    pub columns: Option<Vec<ColumnSummary>>,
    /// What the weights of the choices, or the numbers that were entered, come to.
    pub stats: Option<Stats>,
}

/// The numbers of a cell in a matrix of menus.
#[derive(Debug, Clone, PartialEq)]
pub struct ColumnSummary {
    /// Id of the column.
    pub id: String,
    /// Its text, else its id.
    pub label: String,
    /// Answers in the cell.
    pub answered: u32,
    /// The choices of the cell's menu.
    pub choices: Vec<ChoiceSummary>,
}

/// Counts that are being made.
#[derive(Debug)]
pub struct SummaryBuilder {
    questions: Vec<(CountedQuestion, Tally)>,
    /// Positions of the questions in the order of their ids.
    by_id: Vec<usize>,
    response_count: Option<u64>,
}

impl SummaryBuilder {
    /// Nothing counted yet of a design: the JSON of `surveys.details`.
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

    /// Takes a page of `surveys.rollups`.
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

    /// Counts a page of `surveys.responses.bulk`. Previews do not count, as they do not in rollups.
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

    /// What the counts come to.
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

/// A count as it is told.
fn saturating_u32(count: u64) -> u32 {
    count.try_into().unwrap_or(u32::MAX)
}

/// So many of so many, in percent.
fn percent_of(count: u64, of: u64) -> f64 {
    if of == 0 { 0.0 } else { 100.0 * count as f64 / of as f64 }
}

/// What takes the value of a field whose name it is shown, and says whether it did.
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

/// A value as text; empty for `null`.
#[inline(never)]
fn read_scalar(reader: &mut Reader) -> Result<String, Box<Mismatch>> {
    Ok(match reader.peek_kind()? {
        ValueKind::Text => reader.read_text()?.decode()?.into_owned(),
        ValueKind::Null => {
            reader.read_null()?;
            String::new()
        }
        _ => String::from_utf8_lossy(reader.read_raw()?).into_owned(),
    })
}
