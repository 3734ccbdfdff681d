//! All columns of a store, and how the parts of a response are marked in them.

use super::bits::Bits;
use super::codes::Codes;
use super::columns::{CellColumns, OtherColumns, QuestionColumns, code_of};
use super::field::Field;
use super::records::Records;
use super::survey_design::{AnswerKind, DesignQuestion, SurveyDesign};
use super::values::{Precedence, ValueColumn, ValuePlace, text_of};
use crate::results::summary::parse_entered_number;
use crate::spec::questions::Parts;

/// The columns derived from the records and the design.
#[derive(Debug, Default)]
pub(super) struct DerivedColumns {
    pub(super) questions: Vec<QuestionColumns>,
    pub(super) paths: PathColumns,
    /// The fields with a name of their own, in the order of [`Field::NAMED`].
    pub(super) fields: Vec<ValueColumn>,
    /// Custom variables: name and column. Those of the design come first.
    pub(super) variables: Vec<(String, ValueColumn)>,
    pub(super) created: Vec<u64>,
    pub(super) modified: Vec<u64>,
    /// Seconds spent + 1; 0 if they are unknown.
    pub(super) seconds: Vec<u32>,
}

/// Which pages responses visited.
#[derive(Debug, Clone, Default)]
pub struct PathColumns {
    /// Rows that reached each page, in the order of the design.
    pub reached: Vec<Bits>,
    /// The last page of each row: code `n` means page `n - 1`.
    pub last: Codes,
    /// Rows whose path the service reports.
    pub known: Bits,
}

/// What an answer says of its row, in any member.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    /// The question has an answer entry.
    Answered(u16),
    /// An option was picked: question, cell, option.
    Pick(u16, u16, u16),
    /// A cell has an entry that is no option: question and cell.
    Entry(u16, u16),
    /// An "other" field has an entry: question and field.
    OtherEntry(u16, u16),
    /// A question of the page is answered.
    Page(u16),
    /// The page is on the path.
    Visited(u16),
}

impl DerivedColumns {
    /// Empty columns of a design.
    pub(super) fn new(design: &SurveyDesign) -> DerivedColumns {
        DerivedColumns {
            questions: design.questions.iter().map(question_columns).collect(),
            paths: PathColumns { reached: vec![Bits::new(); design.pages.len()], ..PathColumns::default() },
            fields: vec![ValueColumn::default(); Field::NAMED.len()],
            variables: design.variables.iter().map(|name| (name.clone(), ValueColumn::default())).collect(),
            ..DerivedColumns::default()
        }
    }

    /// The column of a field; `None` for a custom variable that no response and no design has.
    pub(super) fn field(&self, field: &Field) -> Option<&ValueColumn> {
        match field {
            Field::Variable(name) => self.variables.iter().find(|(known, _)| known == name).map(|(_, column)| column),
            field => self.fields.get(Field::NAMED.iter().position(|named| named == field)?),
        }
    }

    /// Gives a row the value of a field.
    pub(super) fn set_field(&mut self, field: &Field, row: u32, place: ValuePlace, precedence: Precedence) {
        let position = Field::NAMED.iter().position(|named| named == field);
        if let Some(column) = position.and_then(|position| self.fields.get_mut(position)) {
            column.set(row, place, precedence);
        }
    }

    /// Gives a row the value of a custom variable.
    pub(super) fn set_variable(&mut self, name: &str, row: u32, place: ValuePlace) {
        if let Some((_, column)) = self.variables.iter_mut().find(|(known, _)| known == name) {
            column.set(row, place, Precedence::Own);
            return;
        }
        let mut column = ValueColumn::default();
        column.set(row, place, Precedence::Own);
        self.variables.push((name.to_owned(), column));
    }

    /// Notes what an answer says; `place` is where its text is in the record.
    #[inline]
    pub(super) fn apply(&mut self, mark: Mark, place: Option<u32>, row: u32, design: &SurveyDesign, records: &Records) {
        match mark {
            Mark::Answered(question) => {
                if let Some(columns) = self.questions.get_mut(usize::from(question)) {
                    columns.answered.insert(row);
                }
            }
            Mark::Pick(question, cell, option) => {
                let columns = self.questions.get_mut(usize::from(question));
                if let Some(cell) = columns.and_then(|columns| columns.cells.get_mut(usize::from(cell))) {
                    cell.pick(option, row);
                }
            }
            Mark::Entry(question, cell) => {
                let columns = self.questions.get_mut(usize::from(question));
                let Some(cell) = columns.and_then(|columns| columns.cells.get_mut(usize::from(cell))) else { return };
                cell.answered.insert(row);
                cell.texts.push(row, place);
                let kind = design.questions.get(usize::from(question)).map(|question| question.kind);
                if let (Some(AnswerKind::Numbers), Some(place)) = (kind, place) {
                    let number = parse_entered_number(&text_of(records.tokens_at(row, place).next()));
                    number.into_iter().for_each(|number| cell.enter(number, row));
                }
            }
            Mark::OtherEntry(question, other) => {
                let columns = self.questions.get_mut(usize::from(question));
                if let Some(other) = columns.and_then(|columns| columns.others.get_mut(usize::from(other))) {
                    other.texts.push(row, place);
                }
            }
            Mark::Page(_) | Mark::Visited(_) => {}
        }
    }

    /// Notes the pages of a row: its path if the service reports it, otherwise all up to the last page with an answer.
    pub(super) fn apply_path(&mut self, row: u32, visited: &[u16], last_answered: Option<u16>) {
        let last = visited.last().copied().or(last_answered);
        if !visited.is_empty() {
            self.paths.known.insert(row);
        }
        for (number, page) in (0_u16..).zip(&mut self.paths.reached) {
            let reached =
                if visited.is_empty() { last.is_some_and(|last| number <= last) } else { visited.contains(&number) };
            if reached {
                page.insert(row);
            }
        }
        if let Some(last) = last {
            self.paths.last.set(row, code_of(usize::from(last)));
        }
    }

    /// Bytes that the columns take.
    pub(super) fn memory(&self) -> usize {
        let questions: usize = self.questions.iter().map(QuestionColumns::memory).sum();
        let values = self.fields.iter().chain(self.variables.iter().map(|(_, column)| column));
        let values: usize = values.map(ValueColumn::memory).sum();
        let times = self.created.capacity().saturating_add(self.modified.capacity());
        let numbers = times.saturating_mul(2).saturating_add(self.seconds.capacity());
        let paths: usize = self.paths.reached.iter().map(Bits::memory).sum();
        questions.saturating_add(values).saturating_add(numbers.saturating_mul(4)).saturating_add(paths)
    }
}

/// The cells of a question's design, in its order.
fn question_columns(question: &DesignQuestion) -> QuestionColumns {
    let choices: Vec<String> = question.choices.iter().map(|choice| choice.id.clone()).collect();
    let cell = |row: &str, column: &str, options: Vec<String>| {
        let picked = if question.is_multiple() { vec![Bits::new(); options.len()] } else { Vec::new() };
        let (row, column) = (row.to_owned(), column.to_owned());
        CellColumns { row, column, options, picked, is_multiple: question.is_multiple(), ..CellColumns::default() }
    };
    let mut cells = Vec::new();
    match question.parts {
        Parts::Nothing => {}
        Parts::Choice | Parts::Text | Parts::File => cells.push(cell("", "", choices)),
        Parts::RowChoice | Parts::RowText => {
            cells.extend(question.rows.iter().map(|row| cell(&row.id, "", choices.clone())));
        }
        Parts::RowColumnChoice => {
            for row in &question.rows {
                for column in &question.columns {
                    let menu = column.choices.iter().map(|choice| choice.id.clone()).collect();
                    cells.push(cell(&row.id, &column.id, menu));
                }
            }
        }
    }
    let others = question.others.iter().map(|other| OtherColumns { id: other.id.clone(), ..OtherColumns::default() });
    QuestionColumns { cells, others: others.collect(), answered: Bits::new() }
}

/// Gives a row of a column of numbers its number.
pub(super) fn set_number<T: Copy + Default>(column: &mut Vec<T>, row: u32, number: T) {
    let length = (row as usize).saturating_add(1);
    if column.len() < length {
        column.resize(length, T::default());
    }
    if let Some(known) = column.get_mut(row as usize) {
        *known = number;
    }
}
