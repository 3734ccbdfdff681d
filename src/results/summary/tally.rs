//! The counts of one question, and their summary.

use super::option::CountedOption;
use super::parse::{CountedAnswer, RollupCounts};
use super::question::CountedQuestion;
use super::stats::{Stats, parse_entered_number};
use super::{ChoiceSummary, ColumnSummary, QuestionSummary, RowSummary, percent_of, saturating_u32};
use crate::spec::questions::{Parts, Picks};

/// The counts of one question: a flat table of rows, each with one count per option.
#[derive(Debug)]
pub(super) struct Tally {
    answered: u64,
    skipped: Option<u64>,
    others: u64,
    /// Total number of texts.
    texts: u64,
    chosen: Vec<u64>,
    /// Texts by row, which rollups do not contain.
    written: Option<Vec<u64>>,
    /// Entered numbers, by row.
    numbers: Vec<Vec<(f64, u64)>>,
    /// Statistics from a rollup.
    stats: Option<Stats>,
}

impl Tally {
    /// Empty counts of a question.
    pub(super) fn new(question: &CountedQuestion) -> Tally {
        let rows = question.rows.len().max(1);
        Tally {
            answered: 0,
            skipped: None,
            others: 0,
            texts: 0,
            chosen: vec![0; rows.saturating_mul(question.row_width())],
            written: None,
            numbers: vec![Vec::new(); rows],
            stats: None,
        }
    }

    /// Adds the counts of a rollup.
    pub(super) fn set_rollup_counts(&mut self, question: &CountedQuestion, rollup: &RollupCounts) {
        self.answered = rollup.answered;
        self.skipped = Some(rollup.skipped);
        self.others = rollup.others;
        self.texts = rollup.texts;
        self.stats = rollup.stats;
        // A choice of several columns has one count for each column, in their order.
        let mut next = 0_usize;
        for (row, choice, times) in &rollup.chosen {
            let Some(row) = question.row_position(row) else { continue };
            let cells = || question.cells().enumerate().filter(|(_, (_, known))| known.id == *choice);
            let found = cells().find(|(position, _)| *position >= next).or_else(|| cells().next());
            let Some((position, _)) = found else { continue };
            next = position.saturating_add(1);
            self.add_choice(question, row, position, *times);
        }
    }

    /// Counts the answers of one response.
    pub(super) fn count_answers(&mut self, question: &CountedQuestion, answers: &[CountedAnswer]) {
        self.answered = self.answered.saturating_add(u64::from(!answers.is_empty()));
        let written = self.written.get_or_insert_with(|| vec![0; question.rows.len().max(1)]);
        let mut chosen = Vec::new();
        for answer in answers {
            self.others = self.others.saturating_add(u64::from(answer.is_other));
            let row = question.row_position(&answer.row);
            if !answer.choice.is_empty() {
                let mut cells = question.cells();
                let position = cells.position(|(column, known)| column == answer.column && known.id == answer.choice);
                chosen.extend(row.zip(position));
                continue;
            }
            if answer.is_other {
                continue;
            }
            self.texts = self.texts.saturating_add(1);
            if let Some(count) = row.and_then(|row| written.get_mut(row)) {
                *count = count.saturating_add(1);
            }
            let number = answer.text.as_deref().filter(|_| question.is_number).and_then(parse_entered_number);
            if let Some((number, numbers)) = number.zip(row.and_then(|row| self.numbers.get_mut(row))) {
                numbers.push((number, 1));
            }
        }
        chosen.into_iter().for_each(|(row, position)| self.add_choice(question, row, position, 1));
    }

    #[inline(never)]
    fn add_choice(&mut self, question: &CountedQuestion, row: usize, position: usize, times: u64) {
        let position = row.saturating_mul(question.row_width()).saturating_add(position);
        if let Some(count) = self.chosen.get_mut(position) {
            *count = count.saturating_add(times);
        }
    }

    /// Total number of responses, from a rollup.
    pub(super) fn response_count(&self) -> Option<u64> {
        self.skipped.map(|skipped| self.answered.saturating_add(skipped))
    }

    /// The summary of the counts, for this number of responses.
    pub(super) fn question_summary(&self, question: &CountedQuestion, responses: Option<u64>) -> QuestionSummary {
        let responses = responses.unwrap_or(self.answered);
        let by_row = matches!(question.parts, Parts::RowChoice | Parts::RowColumnChoice);
        let rows_of_texts = question.parts == Parts::RowText && self.written.is_some();
        let has_text = matches!(question.parts, Parts::Text | Parts::RowText | Parts::File);
        let rows = || {
            question.rows.iter().enumerate().map(|(position, row)| self.row_summary(question, position, row)).collect()
        };
        let of = self.answered;
        QuestionSummary {
            id: question.id.clone(),
            heading: question.heading.clone(),
            family: question.family.clone(),
            subtype: question.subtype.clone(),
            answered: saturating_u32(self.answered),
            skipped: saturating_u32(self.skipped.unwrap_or_else(|| responses.saturating_sub(self.answered))),
            percent: percent_of(self.answered, responses),
            other_answered: question.has_other.then(|| saturating_u32(self.others)),
            text: has_text.then(|| saturating_u32(self.texts)),
            choices: (question.parts == Parts::Choice).then(|| self.choice_summaries(question.choices.iter(), 0, of)),
            rows: (by_row || rows_of_texts).then(rows),
            stats: if question.is_number {
                self.stats.or_else(|| Stats::from_values(&self.numbers.concat()))
            } else {
                let rows = 0..question.rows.len().max(1);
                Stats::from_values(&rows.flat_map(|row| self.weighted_values(question, row)).collect::<Vec<_>>())
            },
            has_mean: question.has_mean(),
        }
    }

    fn row_summary(&self, question: &CountedQuestion, position: usize, row: &CountedOption) -> RowSummary {
        let width = question.row_width();
        let first = position.saturating_mul(width);
        let total = self.sum_range(first, width);
        let answered = match (question.parts, question.picks) {
            (Parts::RowText, _) => self.written.as_ref().and_then(|written| written.get(position).copied()),
            (Parts::RowChoice, Picks::OnePerRow) => Some(total),
            _ => None,
        };
        let of = answered.unwrap_or(self.answered);
        let numbers = self.numbers.get(position).filter(|_| question.is_number);
        RowSummary {
            id: row.id.clone(),
            label: row.label.clone(),
            deleted: row.deleted,
            answered: answered.map(saturating_u32),
            percent: answered.map(|answered| percent_of(answered, self.answered)),
            choices: (question.parts == Parts::RowChoice)
                .then(|| self.choice_summaries(question.choices.iter(), first, of)),
            columns: (question.parts == Parts::RowColumnChoice).then(|| self.column_summaries(question, first)),
            stats: match numbers {
                Some(numbers) => Stats::from_values(numbers),
                None => Stats::from_values(&self.weighted_values(question, position)),
            },
        }
    }

    fn column_summaries(&self, question: &CountedQuestion, first: usize) -> Vec<ColumnSummary> {
        let mut position = first;
        let column = |column: &CountedOption| {
            let (start, width) = (position, column.choices.len());
            position = position.saturating_add(width);
            let answered = self.sum_range(start, width);
            ColumnSummary {
                id: column.id.clone(),
                label: column.label.clone(),
                answered: saturating_u32(answered),
                choices: self.choice_summaries(column.choices.iter(), start, answered),
            }
        };
        question.columns.iter().map(column).collect()
    }

    #[inline(never)]
    fn choice_summaries<'a>(
        &self,
        all: impl Iterator<Item = &'a CountedOption>,
        first: usize,
        of: u64,
    ) -> Vec<ChoiceSummary> {
        let choice = |(choice, count): (&CountedOption, &u64)| ChoiceSummary {
            id: choice.id.clone(),
            label: choice.label.clone(),
            count: saturating_u32(*count),
            percent: percent_of(*count, of),
            is_na: choice.is_na,
            deleted: choice.deleted,
        };
        all.zip(self.chosen.iter().skip(first)).map(choice).collect()
    }

    #[inline(never)]
    fn sum_range(&self, first: usize, width: usize) -> u64 {
        self.chosen.iter().skip(first).take(width).fold(0, |sum, count| sum.saturating_add(*count))
    }

    /// The values of a row's choices, if a single one can be selected.
    #[inline(never)]
    fn weighted_values(&self, question: &CountedQuestion, row: usize) -> Vec<(f64, u64)> {
        let counts = self.chosen.iter().skip(row.saturating_mul(question.row_width()));
        let values = question.choices.iter().zip(counts).filter(|_| question.has_values());
        values.filter_map(|(choice, count)| Some((choice.value?, *count))).collect()
    }
}
