//! The answers to one question, counted: per choice, per row and choice, or as a number of texts.

use super::stats::RunningStats;
use crate::service::surveys::answers::{
    answer_parts, choices_of, columns_of, is_slider, parse_decimal, pick_rule, rows_of,
};
use crate::spec::questions::{Parts, Picks, Subtype};
use crate::spec::resources::questions::Question;
use crate::spec::resources::responses::Answer;
use crate::spec::resources::rollups::{ChoiceCount, RollupSummary, RowCounts};
use crate::spec::types::{Id, Integer};
use litemap::LiteMap;
use std::collections::BTreeMap;

/// How often each choice was chosen, by row. Questions without rows have one row with an empty id.
#[derive(Debug, Clone, Default)]
pub struct Counts {
    choices_by_row: LiteMap<String, BTreeMap<String, u64>>,
    text_counts: BTreeMap<String, u64>,
}

impl Counts {
    /// Counts an answer. "Other" answers are not counted as choices.
    pub fn add_answer(&mut self, answer: &Answer) {
        let row = answer.row_id.as_ref().map_or("", Id::as_str).to_owned();
        let count = match &answer.choice_id {
            Some(choice) => self.choices_by_row.entry(row).or_default().entry(choice.0.clone()).or_default(),
            None if answer.other_id.is_none() => self.text_counts.entry(row).or_default(),
            None => return,
        };
        *count = count.saturating_add(1);
    }

    /// The counts of a question's choices in one row, including those never chosen.
    pub fn choice_counts(&self, question: &Question, row: &str) -> Vec<ChoiceCount> {
        let counted = self.choices_by_row.get(row);
        let all = choices_of(question).iter().map(|choice| &choice.id);
        let cells = columns_of(question).iter().flat_map(|column| &column.choices).map(|choice| &choice.id);
        all.chain(cells)
            .map(|id| {
                let count = counted.and_then(|counted| counted.get(id.as_str())).copied().unwrap_or(0);
                ChoiceCount { id: id.clone(), count: Integer::saturating(count) }
            })
            .collect()
    }

    /// How many texts were written in one row.
    pub fn text_count(&self, row: &str) -> u64 {
        self.text_counts.get(row).copied().unwrap_or(0)
    }

    fn total_texts(&self) -> u64 {
        self.text_counts.values().fold(0, |sum, count| sum.saturating_add(*count))
    }
}

/// The number of counts in the results of a question: one for each choice of each row.
pub fn result_size(question: &Question) -> usize {
    let columns = columns_of(question).iter().map(|column| column.choices.len()).sum::<usize>();
    let across = choices_of(question).len().saturating_add(columns).max(1);
    across.saturating_mul(rows_of(question).len().max(1))
}

/// Counts the answers to a question.
pub struct Counter {
    question: Question,
    answered: u64,
    others: u64,
    counts: Counts,
    values: RunningStats,
}

impl Counter {
    /// The counter of a question.
    pub fn new(question: Question) -> Counter {
        Counter { question, answered: 0, others: 0, counts: Counts::default(), values: RunningStats::default() }
    }

    /// The question.
    pub fn question(&self) -> &Question {
        &self.question
    }

    /// Counts the answers of one response.
    pub fn add_response(&mut self, answers: &[Answer]) {
        self.answered = self.answered.saturating_add(u64::from(!answers.is_empty()));
        for answer in answers {
            self.others = self.others.saturating_add(u64::from(answer.other_id.is_some()));
            self.counts.add_answer(answer);
            if let Some(value) = answer_value(&self.question, answer) {
                self.values.add_value(value);
            }
        }
    }

    /// The summary among this number of responses; empty for a question that takes no answers.
    pub fn summary(&self, responses: u64) -> Vec<RollupSummary> {
        let kind = answer_parts(&self.question);
        if kind == Parts::Nothing {
            return Vec::new();
        }
        let by_row = matches!(kind, Parts::RowChoice | Parts::RowColumnChoice);
        let row =
            |id: &Id| RowCounts { id: id.clone(), choices: self.counts.choice_counts(&self.question, id.as_str()) };
        // A deleted option is shown while answers have it, as in the SDK's results.
        let other = self.question.answers.as_ref().and_then(|answers| answers.other.as_ref());
        let has_other = other.is_some_and(|other| other.visible || self.others > 0);
        let in_words = matches!(kind, Parts::Text | Parts::RowText | Parts::File);
        vec![RollupSummary {
            answered: Integer::saturating(self.answered),
            skipped: Integer::saturating(responses.saturating_sub(self.answered)),
            other_answered: has_other.then(|| Integer::saturating(self.others)),
            text: in_words.then(|| Integer::saturating(self.counts.total_texts())),
            choices: (kind == Parts::Choice).then(|| self.counts.choice_counts(&self.question, "")),
            rows: by_row.then(|| rows_of(&self.question).iter().map(|table| row(&table.id)).collect()),
            stats: self.values.stats(),
        }]
    }
}

/// The numeric value of an answer, if it has one: the weight of a choice, or else its position, where one choice can be
/// picked; a number that was entered. Which questions have statistics is our choice.
fn answer_value(question: &Question, answer: &Answer) -> Option<f64> {
    if let Some(id) = &answer.choice_id {
        let one = matches!(pick_rule(question), Picks::One | Picks::OnePerRow) && answer.col_id.is_none();
        let mut choices = choices_of(question).iter().filter(|_| one);
        let choice = choices.find(|choice| choice.id == *id && choice.is_na != Some(true));
        return choice.and_then(|choice| choice.weight.clone().unwrap_or(choice.position.into()).as_f64());
    }
    let number = is_slider(question) || question.subtype == Subtype::Numerical;
    answer.text.as_deref().filter(|_| number).and_then(parse_decimal)
}
