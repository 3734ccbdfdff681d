//! One answer: the ids and texts it carries, and the cells that they belong to.

use super::labels::Item;
use super::question::Question;
use crate::spec::questions::{Parts, Picks};
use crate::wire::check::Mismatch;
use crate::wire::json::{Kind, Reader};
use std::borrow::Cow;

/// The parts of an answer; ids are empty where it has none.
#[derive(Debug, Default)]
pub(super) struct Answer<'a> {
    choice: Cow<'a, [u8]>,
    row: Cow<'a, [u8]>,
    column: Cow<'a, [u8]>,
    other: Cow<'a, [u8]>,
    text: Option<Cow<'a, str>>,
    file: Option<Cow<'a, str>>,
}

/// A value and the column of its cell.
pub(super) type Placed<'a> = Option<(usize, Cow<'a, str>)>;

impl<'a> Answer<'a> {
    pub(super) fn read(reader: &mut Reader<'a>) -> Result<Answer<'a>, Box<Mismatch>> {
        let mut answer = Answer::default();
        reader.object()?;
        while let Some(key) = reader.key()? {
            if key.is("choice_id") {
                answer.choice = id_of(reader)?;
            } else if key.is("row_id") {
                answer.row = id_of(reader)?;
            } else if key.is("text") {
                answer.text = scalar(reader)?;
            } else if key.is("other_id") {
                answer.other = id_of(reader)?;
            } else if key.is("col_id") {
                answer.column = id_of(reader)?;
            } else if key.is("download_url") {
                answer.file = scalar(reader)?;
            } else {
                reader.skip()?;
            }
        }
        Ok(answer)
    }

    /// The cells of the answer's parts: choice, file and text. None if a part has no cell, and then none is put.
    pub(super) fn placed<'p>(&'p self, question: &'p Question) -> Option<[Placed<'p>; 3]> {
        let row = if self.row.is_empty() { None } else { Some(question.rows.find(&self.row)?.0) };
        let choice = match (self.choice.is_empty(), self.column.is_empty()) {
            (false, _) => Some(self.chosen(question, row)?),
            (true, false) => return None,
            (true, true) => None,
        };
        let file = match (&self.file, question.parts) {
            (None, _) => None,
            (Some(file), Parts::File) => Some((question.first, Cow::Borrowed(file.as_ref()))),
            _ => return None,
        };
        let text = if self.other.is_empty() {
            match (&self.text, question.parts, row) {
                (None, _, _) => None,
                (Some(text), Parts::RowText, Some(row)) => Some((question.cell(row), Cow::Borrowed(text.as_ref()))),
                (Some(text), Parts::Text, None) => Some((question.first, Cow::Borrowed(text.as_ref()))),
                (Some(text), Parts::File, None) => Some((question.cell(1), Cow::Borrowed(text.as_ref()))),
                _ => return None,
            }
        } else {
            Some(self.other(question, row)?)
        };
        (choice.is_some() || file.is_some() || text.is_some()).then_some([choice, file, text])
    }

    /// The cell of a chosen option, and the option's label; an unknown id stands for itself.
    fn chosen<'p>(&'p self, question: &'p Question, row: Option<usize>) -> Option<(usize, Cow<'p, str>)> {
        let id = self.choice.as_ref();
        if !self.column.is_empty() {
            let (column, menu) = question.columns.find(&self.column)?;
            let label = labelled(menu.choices.find(id).or_else(|| question.others.find(id)), id);
            let cell = question.crossing(row?, question.columns.as_slice().len(), column);
            return (question.parts == Parts::RowColumnChoice).then_some((cell, label));
        }
        let chosen = question.choices.find(id);
        let other = if chosen.is_none() { question.others.find(id) } else { None };
        let label = labelled(chosen.or(other), id);
        let cell = match (question.parts, question.picks, row, chosen) {
            (Parts::Choice, Picks::One, None, _) => question.first,
            (Parts::Choice, _, None, Some((place, _))) => question.cell(place),
            (Parts::RowChoice, Picks::OnePerRow, Some(row), _) => question.cell(row),
            (Parts::RowChoice, _, Some(row), Some((place, _))) => {
                question.crossing(row, question.choices.as_slice().len(), place)
            }
            _ => question.other(other?.0, row)?,
        };
        Some((cell, label))
    }

    /// The cell of what was written beside the choices. Who wrote nothing there still picked it: its label says so.
    fn other<'p>(&'p self, question: &'p Question, row: Option<usize>) -> Option<(usize, Cow<'p, str>)> {
        let (place, item) = question.others.find(&self.other)?;
        // The row of a choice that stands in the same answer is told by the choice's own cell.
        let of_choice = row.filter(|_| item.every_row || self.choice.is_empty());
        let written = self.text.as_deref().filter(|text| !text.is_empty());
        Some((question.other(place, of_choice)?, Cow::Borrowed(written.unwrap_or(&item.label))))
    }
}

/// What an option is called; an unknown one by its id.
fn labelled<'a>(found: Option<(usize, &'a Item)>, id: &'a [u8]) -> Cow<'a, str> {
    found.map_or_else(|| String::from_utf8_lossy(id), |(_, item)| Cow::Borrowed(item.label.as_str()))
}

/// Reads an id, which may be a number; empty for `null`.
pub(super) fn id_of<'a>(reader: &mut Reader<'a>) -> Result<Cow<'a, [u8]>, Box<Mismatch>> {
    match reader.peek()? {
        Kind::Null => reader.null()?,
        Kind::Text => {
            let text = reader.text()?;
            return Ok(match text.plain() {
                Some(plain) => Cow::Borrowed(plain),
                None => Cow::Owned(text.decoded()?.into_owned().into_bytes()),
            });
        }
        _ => return Ok(Cow::Borrowed(reader.raw()?)),
    }
    Ok(Cow::Borrowed(&[]))
}

/// Reads a value as text; none for `null`. Arrays and objects stand as their JSON.
pub(super) fn scalar<'a>(reader: &mut Reader<'a>) -> Result<Option<Cow<'a, str>>, Box<Mismatch>> {
    Ok(match reader.peek()? {
        Kind::Null => {
            reader.null()?;
            None
        }
        Kind::Text => Some(reader.text()?.decoded()?),
        _ => Some(String::from_utf8_lossy(reader.raw()?)),
    })
}
