//! One answer: the ids and texts it carries, and the cells that they belong to.

use super::column::Key;
use super::design::{Design, Question};
use super::labels;
use crate::spec::questions::{Parts, Picks};
use crate::wire::check::Mismatch;
use crate::wire::json::{Kind, Reader};

/// The parts of an answer; empty where it has none.
#[derive(Debug, Default)]
pub(super) struct Answer {
    choice: String,
    row: String,
    column: String,
    other: String,
    text: Option<String>,
    file: Option<String>,
}

impl Answer {
    pub(super) fn read(raw: &[u8]) -> Result<Answer, Box<Mismatch>> {
        let mut reader = Reader::new(raw);
        let mut answer = Answer::default();
        reader.object()?;
        while let Some(key) = reader.key()? {
            if key.is("choice_id") {
                answer.choice = scalar(&mut reader)?.unwrap_or_default();
            } else if key.is("row_id") {
                answer.row = scalar(&mut reader)?.unwrap_or_default();
            } else if key.is("col_id") {
                answer.column = scalar(&mut reader)?.unwrap_or_default();
            } else if key.is("other_id") {
                answer.other = scalar(&mut reader)?.unwrap_or_default();
            } else if key.is("text") {
                answer.text = scalar(&mut reader)?;
            } else if key.is("download_url") {
                answer.file = scalar(&mut reader)?;
            } else {
                reader.skip()?;
            }
        }
        Ok(answer)
    }

    /// The cells of the answer's parts, each with its value. A part that no cell can take makes the list empty.
    pub(super) fn placed(&self, question: &Question, design: &Design) -> Vec<(Key, String)> {
        let mut placed = Vec::new();
        let id = question.id.as_str();
        if !self.choice.is_empty() {
            let Some(part) = self.chosen(question) else { return Vec::new() };
            placed.push(part);
        } else if !self.column.is_empty() {
            return Vec::new();
        }
        if let Some(file) = &self.file {
            placed.push((Key::of(&[id, "file"]), file.clone()));
        }
        if let Some(text) = &self.text {
            let key = match question.parts {
                _ if !self.other.is_empty() => {
                    let of_row = Key::of(&[id, &self.row, &self.other]);
                    if design.column(&of_row).is_some() { of_row } else { Key::of(&[id, &self.other]) }
                }
                Parts::RowText => Key::of(&[id, &self.row]),
                Parts::Text => Key::of(&[id]),
                Parts::File => Key::of(&[id, "name"]),
                _ => return Vec::new(),
            };
            placed.push((key, text.clone()));
        } else if !self.other.is_empty() {
            return Vec::new();
        }
        placed
    }

    /// The cell of a chosen option, and the option's label; an unknown id stands for itself.
    fn chosen(&self, question: &Question) -> Option<(Key, String)> {
        let id = question.id.as_str();
        let column = labels::find(&question.columns, &self.column);
        let choices =
            if self.column.is_empty() { Some(&question.choices) } else { column.map(|column| &column.choices) };
        let label = choices
            .and_then(|choices| labels::find(choices, &self.choice))
            .or_else(|| labels::find(&question.others, &self.choice))
            .map_or_else(|| self.choice.clone(), |choice| choice.label.clone());
        let (row, choice) = (self.row.as_str(), self.choice.as_str());
        let key = match (question.parts, question.picks) {
            (Parts::Choice, Picks::One) if row.is_empty() && self.column.is_empty() => Key::of(&[id]),
            (Parts::Choice, _) if row.is_empty() && self.column.is_empty() => Key::of(&[id, choice]),
            (Parts::RowChoice, Picks::OnePerRow) if self.column.is_empty() && !row.is_empty() => Key::of(&[id, row]),
            (Parts::RowChoice, _) if self.column.is_empty() && !row.is_empty() => Key::of(&[id, row, choice]),
            (Parts::RowColumnChoice, _) if !row.is_empty() && !self.column.is_empty() => {
                Key::of(&[id, row, &self.column])
            }
            _ => return None,
        };
        Some((key, label))
    }
}

/// Reads a value as text; none for `null`. Arrays and objects stand as their JSON.
pub(super) fn scalar(reader: &mut Reader) -> Result<Option<String>, Box<Mismatch>> {
    Ok(match reader.peek()? {
        Kind::Null => {
            reader.null()?;
            None
        }
        Kind::Text => Some(reader.text()?.decoded()?.into_owned()),
        _ => Some(String::from_utf8_lossy(reader.raw()?).into_owned()),
    })
}

/// The text of one value's bytes.
pub(super) fn plain(raw: &[u8]) -> Result<Option<String>, Box<Mismatch>> {
    scalar(&mut Reader::new(raw))
}
