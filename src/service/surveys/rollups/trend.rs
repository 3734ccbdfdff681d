//! The answers to one question over time, counted per period.

use super::counts::{Counts, result_size};
use super::periods::period_bounds;
use crate::service::surveys::answers::{answer_parts, is_slider, rows_of};
use crate::spec::questions::{Family, Parts};
use crate::spec::resources::questions::Question;
use crate::spec::resources::responses::Answer;
use crate::spec::resources::rollups::{ChoiceCount, Trend, TrendBy, TrendPeriod, TrendRow};
use crate::spec::types::{Id, Integer};
use crate::wire::dates::Timestamp;
use litemap::LiteMap;

/// Counts the answers to a question per period.
pub struct TrendCounter {
    question: Question,
    by: TrendBy,
    answered: u64,
    periods: LiteMap<Timestamp, Counts>,
}

impl TrendCounter {
    /// A counter for periods of this length.
    pub fn new(question: Question, by: TrendBy) -> TrendCounter {
        TrendCounter { question, by, answered: 0, periods: LiteMap::new_vec() }
    }

    /// The question.
    pub fn question(&self) -> &Question {
        &self.question
    }

    /// Counts the answers of one response, which was started at this time.
    pub fn add_response(&mut self, started: Timestamp, answers: &[Answer]) {
        if answers.is_empty() {
            return;
        }
        self.answered = self.answered.saturating_add(1);
        if has_trend(&self.question) {
            let (start, _) = period_bounds(started, self.by);
            let counts = self.periods.entry(start).or_default();
            answers.iter().for_each(|answer| counts.add_answer(answer));
        }
    }

    /// The number of counts in the result.
    pub fn size(&self) -> usize {
        self.periods.len().saturating_mul(result_size(&self.question))
    }

    /// The number of periods. Periods without answers are left out: our choice.
    pub fn len(&self) -> usize {
        self.periods.len()
    }

    /// Some of the periods.
    pub fn periods(&self, from: usize, count: usize) -> impl Iterator<Item = TrendPeriod> {
        self.periods.iter().skip(from).take(count).map(|(start, counts)| self.to_period(*start, counts))
    }

    /// The trend among this number of responses, without its periods.
    pub fn trend_without_periods(&self, responses: u64, href: String) -> Trend {
        Trend {
            id: self.question.id.clone(),
            family: self.question.family,
            subtype: self.question.subtype,
            href,
            answered: Integer::saturating(self.answered),
            skipped: Integer::saturating(responses.saturating_sub(self.answered)),
            trend_by: self.by,
            trends: Vec::new(),
        }
    }

    fn to_period(&self, start: Timestamp, counts: &Counts) -> TrendPeriod {
        let (_, end) = period_bounds(start, self.by);
        let by_row = matches!(answer_parts(&self.question), Parts::RowChoice | Parts::RowText);
        let row = |id: &Id| self.to_row(id, counts);
        TrendPeriod {
            start: start.with_offset(),
            end: end.with_offset(),
            rows: by_row.then(|| rows_of(&self.question).iter().map(|table| row(&table.id)).collect()),
            choices: (!by_row).then(|| counts.choice_counts(&self.question, "")),
        }
    }

    /// A row for texts has only a total.
    fn to_row(&self, id: &Id, counts: &Counts) -> TrendRow {
        let choices = counts.choice_counts(&self.question, id.as_str());
        let number = |count: &ChoiceCount| u64::from(count.count.get());
        let chosen = choices.iter().map(number).fold(0, u64::saturating_add);
        let written = counts.text_count(id.as_str());
        TrendRow {
            id: id.clone(),
            max: Integer::saturating(choices.iter().map(number).max().unwrap_or(written)),
            total: Integer::saturating(chosen.saturating_add(written)),
            choices,
        }
    }
}

/// Whether this kind of question has trends.
fn has_trend(question: &Question) -> bool {
    let unsuited = matches!(question.family, Family::Presentation | Family::Demographic | Family::Datetime);
    let counted = !matches!(answer_parts(question), Parts::Nothing | Parts::RowColumnChoice | Parts::File);
    counted && !unsuited && !is_slider(question)
}
