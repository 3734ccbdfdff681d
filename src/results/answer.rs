//! One answer: its ids and texts, and the cells that they belong to.

use super::labels::OptionLabel;
use super::question::Question;
use crate::spec::questions::{Parts, Picks};
use std::borrow::Cow;

/// The parts of an answer; ids are empty where it has none.
#[derive(Debug, Default)]
pub(super) struct ResponseAnswer<'a> {
    pub(super) choice: Cow<'a, [u8]>,
    pub(super) row: Cow<'a, [u8]>,
    pub(super) column: Cow<'a, [u8]>,
    pub(super) other: Cow<'a, [u8]>,
    pub(super) text: Option<Cow<'a, str>>,
    pub(super) file: Option<Cow<'a, str>>,
}

/// A value and the column of its cell.
pub(super) type CellValue<'s> = Option<(usize, Cow<'s, str>)>;

impl<'s> ResponseAnswer<'s> {
    /// The cells of the answer's parts: choice, file and text. `None` if a part has no cell; then no part is written.
    pub(super) fn into_cells(self, question: &'s Question) -> Option<[CellValue<'s>; 3]> {
        let ResponseAnswer { choice, row, column, other, text, file } = self;
        let row = if row.is_empty() { None } else { Some(question.rows.find_item(&row)?.0) };
        // The choice's own cell already identifies its row.
        let stands_alone = choice.is_empty();
        let choice = match (stands_alone, column.is_empty()) {
            (false, _) => Some(choice_cell(choice, &column, question, row)?),
            (true, false) => return None,
            (true, true) => None,
        };
        let file = match (file, question.parts) {
            (None, _) => None,
            (Some(file), Parts::File) => Some((question.first, file)),
            _ => return None,
        };
        let text = if other.is_empty() {
            match (text, question.parts, row) {
                (None, _, _) => None,
                (Some(text), Parts::RowText, Some(row)) => Some((question.cell_column(row), text)),
                (Some(text), Parts::Text, None) => Some((question.first, text)),
                (Some(text), Parts::File, None) => Some((question.cell_column(1), text)),
                _ => return None,
            }
        } else {
            Some(text_cell(&other, text, question, row.map(|row| (row, stands_alone)))?)
        };
        (choice.is_some() || file.is_some() || text.is_some()).then_some([choice, file, text])
    }
}

/// The cell of a chosen option, and the option's label; the label of an unknown id is the id.
fn choice_cell<'s>(
    id: Cow<'s, [u8]>,
    column: &[u8],
    question: &'s Question,
    row: Option<usize>,
) -> Option<(usize, Cow<'s, str>)> {
    if !column.is_empty() {
        let (column, menu) = question.columns.find_item(column)?;
        let found = menu.choices.find_item(&id).or_else(|| question.others.find_item(&id));
        let cell = question.matrix_column(row?, question.columns.as_slice().len(), column);
        return (question.parts == Parts::RowColumnChoice).then(|| (cell, option_label(found, id)));
    }
    let chosen = question.choices.find_item(&id);
    let other = if chosen.is_none() { question.others.find_item(&id) } else { None };
    let cell = match (question.parts, question.picks, row, chosen) {
        (Parts::Choice, Picks::One, None, _) => question.first,
        (Parts::Choice, _, None, Some((position, _))) => question.cell_column(position),
        (Parts::RowChoice, Picks::OnePerRow, Some(row), _) => question.cell_column(row),
        (Parts::RowChoice, _, Some(row), Some((position, _))) => {
            question.matrix_column(row, question.choices.as_slice().len(), position)
        }
        _ => question.other_column(other?.0, row)?,
    };
    Some((cell, option_label(chosen.or(other), id)))
}

/// The cell of the "other" text. The flag of the row says that no other part of the answer identifies it. An empty text
/// means that the option was selected: the value is then its label.
fn text_cell<'s>(
    id: &[u8],
    text: Option<Cow<'s, str>>,
    question: &'s Question,
    row: Option<(usize, bool)>,
) -> Option<(usize, Cow<'s, str>)> {
    let (position, item) = question.others.find_item(id)?;
    let row = row.filter(|(_, alone)| item.every_row || *alone).map(|(row, _)| row);
    let written = text.filter(|text| !text.is_empty());
    Some((question.other_column(position, row)?, written.unwrap_or(Cow::Borrowed(&item.label))))
}

/// The label of an option; for an unknown option its id.
fn option_label<'s>(found: Option<(usize, &'s OptionLabel)>, id: Cow<'s, [u8]>) -> Cow<'s, str> {
    match (found, id) {
        (Some((_, item)), _) => Cow::Borrowed(item.label.as_str()),
        (None, Cow::Borrowed(id)) => String::from_utf8_lossy(id),
        (None, Cow::Owned(id)) => Cow::Owned(String::from_utf8_lossy(&id).into_owned()),
    }
}
