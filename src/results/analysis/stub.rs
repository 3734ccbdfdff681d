//! The stub of a crosstab: the lines of a question, counted within any set of rows.

use super::question_results::entered_numbers;
use super::score::{is_ranking, is_scale};
use crate::results::arguments::{Arguments, refuse};
use crate::results::statistics::{Moments, Spread};
use crate::results::store::{
    AnswerKind, Bits, CellColumns, DesignChoice, DesignOther, DesignQuestion, QuestionColumns, Store,
};
use crate::spec::questions::Picks;
use crate::wire::failure::Failure;

/// A question, or a cell of it, whose choices are the lines.
#[derive(Debug)]
pub(super) struct Stub<'s> {
    pub(super) lines: Vec<StubLine<'s>>,
    /// Heading, with the labels of row and column.
    pub(super) title: String,
    /// Rows that answered: the base of percentages.
    pub(super) base: Bits,
    /// Whether a response may stand in several lines.
    pub(super) is_multiple: bool,
    cell: &'s CellColumns,
    values: Values,
}

/// A choice as a line.
#[derive(Debug)]
pub(super) struct StubLine<'s> {
    pub(super) id: &'s str,
    pub(super) label: &'s str,
    source: LineSource<'s>,
}

#[derive(Debug)]
enum LineSource<'s> {
    /// The option at this position.
    Option(usize),
    /// The "other" option.
    Other(&'s Bits),
}

/// What means are of.
#[derive(Debug)]
enum Values {
    Nothing,
    /// The value of each option.
    Options(Vec<Option<f64>>),
    Entered,
}

impl<'s> Stub<'s> {
    /// Reads `{question, row?, column?}`.
    pub(super) fn read(store: &'s Store, part: Arguments) -> Result<Stub<'s>, Box<Failure>> {
        let nothing = || refuse("question", "the id of a question with choices or numbers");
        let position = part.only(&["question", "row", "column"])?.question(store)?;
        let design = store.design().questions.get(position).ok_or_else(nothing)?;
        let columns = store.columns(position).ok_or_else(nothing)?;
        if !matches!(design.kind, AnswerKind::Choices | AnswerKind::Rows | AnswerKind::Menus | AnswerKind::Numbers) {
            return Err(nothing());
        }
        let (row, mut title) = (find_row(design, part)?, design.heading.clone());
        let (column, choices) = find_column(design, part)?;
        let [row_id, column_id] = [row, column].map(|part| part.map_or("", |(id, _)| id));
        for (_, label) in [row, column].into_iter().flatten().filter(|(_, label)| !label.is_empty()) {
            title.push_str(" – ");
            title.push_str(label);
        }
        let cell = columns.cell(row_id, column_id).ok_or_else(nothing)?;
        let base = base_of(design, columns, cell, choices.len());
        Ok(Stub {
            lines: lines_of(store, design, columns, cell, choices),
            title,
            base,
            is_multiple: design.is_multiple(),
            cell,
            values: values_of(design, choices),
        })
    }

    /// The counts of the lines within these rows.
    pub(super) fn counts(&self, rows: &Bits) -> Vec<u32> {
        if self.lines.is_empty() {
            return Vec::new();
        }
        let counts = self.cell.counts(rows);
        let count = |line: &StubLine| match line.source {
            LineSource::Option(option) => counts.get(option).copied().unwrap_or(0),
            LineSource::Other(other) => other.count_and(rows),
        };
        self.lines.iter().map(count).collect()
    }

    /// The rows of each line. A response may stand in several.
    pub(super) fn split(&self, rows: &Bits) -> Vec<Bits> {
        let mut by_option = vec![Bits::new(); self.cell.options.len()];
        if self.cell.picked.is_empty() {
            let mut add = |row: u32, code: u16| {
                let option = usize::from(code).checked_sub(1).and_then(|option| by_option.get_mut(option));
                if let Some(option) = option {
                    option.insert(row);
                }
            };
            rows.iter().for_each(|row| add(row, self.cell.codes.get(row)));
            let further = self.cell.codes.further().iter().filter(|(row, _)| rows.contains(*row));
            further.for_each(|(row, code)| add(*row, *code));
        } else {
            by_option = self.cell.picked.iter().map(|picked| picked.and(rows)).collect();
        }
        let rows_of = |line: &StubLine| match line.source {
            LineSource::Option(option) => by_option.get(option).cloned().unwrap_or_default(),
            LineSource::Other(other) => other.and(rows),
        };
        self.lines.iter().map(rows_of).collect()
    }

    /// Whether the question has means.
    pub(super) fn has_means(&self) -> bool {
        !matches!(self.values, Values::Nothing)
    }

    /// The moments of the values within these rows.
    pub(super) fn moments(&self, rows: &Bits) -> Moments {
        match &self.values {
            Values::Nothing => Moments::default(),
            Values::Options(values) => {
                let counts = self.cell.counts(rows);
                let counted: Vec<(f64, u32)> =
                    values.iter().zip(&counts).filter_map(|(value, count)| Some(((*value)?, *count))).collect();
                Moments::from_values(&counted)
            }
            Values::Entered => {
                let mut numbers: Vec<f64> = entered_numbers(self.cell, rows).collect();
                Spread::from_list(&mut numbers).map(Spread::moments).unwrap_or_default()
            }
        }
    }
}

/// An id and its label.
type IdAndLabel<'s> = Option<(&'s str, &'s str)>;

/// The row that is meant. It may be left out if there is only one.
fn find_row<'s>(design: &'s DesignQuestion, part: Arguments) -> Result<IdAndLabel<'s>, Box<Failure>> {
    let found = match part.text("row")? {
        Some(id) => design.rows.iter().find(|row| row.id == id),
        None if design.rows.is_empty() => return Ok(None),
        None => design.rows.first().filter(|_| design.rows.len() == 1),
    };
    let row = found.ok_or_else(|| refuse("row", "the id of a row of the question"))?;
    Ok(Some((&row.id, &row.label)))
}

/// The menu that is meant, and its choices; without menus the choices of the question.
fn find_column<'s>(
    design: &'s DesignQuestion,
    part: Arguments,
) -> Result<(IdAndLabel<'s>, &'s [DesignChoice]), Box<Failure>> {
    let found = match part.text("column")? {
        Some(id) => design.columns.iter().find(|column| column.id == id),
        None if design.columns.is_empty() => return Ok((None, &design.choices)),
        None => design.columns.first().filter(|_| design.columns.len() == 1),
    };
    let column = found.ok_or_else(|| refuse("column", "the id of a column of the question"))?;
    Ok((Some((&column.id, &column.label)), &column.choices))
}

/// Rows of a matrix and menus have their own base where one choice can be picked: those who picked one.
fn base_of(design: &DesignQuestion, columns: &QuestionColumns, cell: &CellColumns, choices: usize) -> Bits {
    match (design.kind, design.picks) {
        (AnswerKind::Rows | AnswerKind::Menus, Picks::OnePerRow) => {
            let codes: Vec<u16> = (1..=u16::try_from(choices).unwrap_or(u16::MAX)).collect();
            cell.codes.rows_with(&codes)
        }
        (AnswerKind::Numbers, _) => cell.answered.clone(),
        _ => columns.answered.clone(),
    }
}

fn lines_of<'s>(
    store: &'s Store,
    design: &'s DesignQuestion,
    columns: &'s QuestionColumns,
    cell: &'s CellColumns,
    choices: &'s [DesignChoice],
) -> Vec<StubLine<'s>> {
    if design.kind == AnswerKind::Numbers {
        return Vec::new();
    }
    let ever = if choices.iter().all(|choice| choice.visible) { Vec::new() } else { cell.counts(store.rows_in_view()) };
    let listed = |visible: bool| {
        let ever = &ever;
        choices.iter().enumerate().filter(move |(option, choice)| {
            choice.visible == visible && (visible || ever.get(*option).is_some_and(|count| *count > 0))
        })
    };
    let option = |(option, choice): (usize, &'s DesignChoice)| StubLine {
        id: &choice.id,
        label: &choice.label,
        source: LineSource::Option(option),
    };
    let other = |other: &'s DesignOther| {
        let entries = columns.others.iter().find(|entries| entries.id == other.id && entries.row.is_empty())?;
        let present = &entries.texts.present;
        let is_listed = other.visible || present.count_and(store.rows_in_view()) > 0;
        is_listed.then_some(StubLine { id: &other.id, label: &other.label, source: LineSource::Other(present) })
    };
    let others = |visible: bool| {
        let listed = design.others.iter().filter(move |other| other.is_choice && other.visible == visible);
        listed.filter(|_| design.kind == AnswerKind::Choices).filter_map(other)
    };
    let lines = |visible: bool| listed(visible).map(option).chain(others(visible));
    lines(true).chain(lines(false)).collect()
}

fn values_of(design: &DesignQuestion, choices: &[DesignChoice]) -> Values {
    match design.kind {
        AnswerKind::Numbers => Values::Entered,
        _ if is_ranking(design) || is_scale(design) => {
            Values::Options(choices.iter().map(DesignChoice::value).collect())
        }
        _ => Values::Nothing,
    }
}
