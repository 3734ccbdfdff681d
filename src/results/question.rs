//! A question of a design: its options, and the columns of its answers.

use super::column::{Column, ColumnContent, key_of};
use super::labels::{OptionLabel, OptionLabels};
use super::scalar::read_scalar;
use super::translations::Translation;
use crate::spec::questions::{Display, DisplayType, Family, Kind, Parts, Picks, Subtype};
use crate::spec::resources::languages::TextContext;
use crate::wire::check::Mismatch;
use crate::wire::json::{self, Reader};
use crate::wire::plain_text::plain_text;

/// The parts of a question that its answers need.
#[derive(Debug)]
pub(super) struct Question {
    pub(super) id: String,
    pub(super) parts: Parts,
    pub(super) picks: Picks,
    pub(super) choices: OptionLabels,
    pub(super) columns: OptionLabels,
    pub(super) rows: OptionLabels,
    pub(super) others: OptionLabels,
    /// The headings of which each respondent saw one; empty if there is only one.
    pub(super) variants: OptionLabels,
    /// The column of its first cell; the column of the heading is before it.
    pub(super) first: usize,
    /// The columns of the options in `others`; each is followed by those of its rows.
    others_at: Vec<usize>,
    kind: Option<&'static Kind>,
    heading: String,
}

impl Question {
    pub(super) fn read_question(reader: &mut Reader, translation: &Translation) -> Result<Question, Box<Mismatch>> {
        let mut question = Question {
            id: String::new(),
            parts: Parts::Nothing,
            picks: Picks::Zero,
            choices: OptionLabels::default(),
            columns: OptionLabels::default(),
            rows: OptionLabels::default(),
            others: OptionLabels::default(),
            variants: OptionLabels::default(),
            first: 0,
            others_at: Vec::new(),
            kind: None,
            heading: String::new(),
        };
        let (mut family, mut subtype, mut display) = (None, None, None);
        let mut headings = Vec::new();
        reader.begin_object()?;
        while let Some(key) = reader.next_key()? {
            if key.equals("id") {
                question.id = read_scalar(reader)?.unwrap_or_default().into_owned();
            } else if key.equals("family") {
                family = read_scalar(reader)?;
            } else if key.equals("subtype") {
                subtype = read_scalar(reader)?;
            } else if key.equals("headings") && reader.peek_kind()? == json::ValueKind::Array {
                reader.begin_array()?;
                while reader.next_item()? {
                    headings.push(read_heading(reader)?);
                }
            } else if key.equals("display_options") && reader.peek_kind()? == json::ValueKind::Object {
                reader.begin_object()?;
                while let Some(key) = reader.next_key()? {
                    if key.equals("display_type") { display = read_scalar(reader)? } else { reader.skip_value()? }
                }
            } else if key.equals("answers") && reader.peek_kind()? == json::ValueKind::Object {
                question.read_options(reader, translation)?;
            } else {
                reader.skip_value()?;
            }
        }
        let (family, subtype) = (family.unwrap_or_default(), subtype.unwrap_or_default());
        let kind = Family::parse(&family)
            .and_then(|family| Subtype::parse(&subtype).and_then(|subtype| Kind::find_kind(family, subtype)));
        if let Some(kind) = kind {
            let display =
                display.and_then(|name| DisplayType::parse(&name)).and_then(|name| Display::find_display(name, kind));
            question.parts = display.map_or(kind.parts, |display| display.parts);
            question.picks = kind.picks;
        }
        question.kind = kind;
        for heading in &mut headings {
            translation.translate_text(TextContext::QuestionHeading, &question.id, &mut heading.label);
            heading.label = plain_text(&heading.label);
        }
        let shown = headings.iter().find(|heading| !heading.label.is_empty());
        question.heading = shown.map_or_else(|| question.id.clone(), |heading| heading.label.clone());
        headings.retain(|heading| !heading.id.is_empty());
        if headings.len() > 1 {
            question.variants = OptionLabels::from_list(headings);
        }
        Ok(question)
    }

    fn read_options(&mut self, reader: &mut Reader, translation: &Translation) -> Result<(), Box<Mismatch>> {
        reader.begin_object()?;
        while let Some(key) = reader.next_key()? {
            let (list, context) = if key.equals("choices") {
                (&mut self.choices, TextContext::AnswerChoice)
            } else if key.equals("rows") {
                (&mut self.rows, TextContext::AnswerRow)
            } else if key.equals("cols") {
                (&mut self.columns, TextContext::AnswerColumn)
            } else if key.equals("other") {
                (&mut self.others, TextContext::AnswerOther)
            } else {
                reader.skip_value()?;
                continue;
            };
            *list = OptionLabels::read_items(reader, translation, context)?;
        }
        Ok(())
    }

    /// The column of a cell, counted from the first.
    pub(super) fn cell_column(&self, position: usize) -> usize {
        self.first.saturating_add(position)
    }

    /// The column of a cell in a row of `width` cells.
    pub(super) fn matrix_column(&self, row: usize, width: usize, position: usize) -> usize {
        self.cell_column(row.saturating_mul(width).saturating_add(position))
    }

    /// The column of an "other" option, or of a row's own, if the rows have their own.
    pub(super) fn other_column(&self, position: usize, row: Option<usize>) -> Option<usize> {
        let first = *self.others_at.get(position)?;
        match row {
            None => Some(first),
            Some(row) => {
                let every_row = self.others.as_slice().get(position)?.every_row;
                every_row.then(|| first.saturating_add(1).saturating_add(row))
            }
        }
    }

    /// Adds the question's columns to those of the questions before it.
    pub(super) fn add_columns(&mut self, columns: &mut Vec<Column>) {
        if !self.variants.as_slice().is_empty() {
            let shown = OptionLabel::with_label("variable_id", "Heading shown");
            columns.push(self.make_column(ColumnContent::Variant, None, Some(&shown)));
        }
        self.first = columns.len();
        let (file, name) = (OptionLabel::with_label("file", "File"), OptionLabel::with_label("name", "File name"));
        let mut add = |content, row, choice| columns.push(self.make_column(content, row, choice));
        let (rows, choices) = (self.rows.as_slice(), self.choices.as_slice());
        let is_date = self.kind.is_some_and(|kind| kind.date_style().is_some());
        match (self.parts, self.picks) {
            (Parts::Nothing, _) => {}
            (Parts::Choice, Picks::One) => add(ColumnContent::Choice, None, None),
            (Parts::Choice, _) => choices.iter().for_each(|choice| add(ColumnContent::Picked, None, Some(choice))),
            (Parts::RowChoice, Picks::OnePerRow) => {
                rows.iter().for_each(|row| add(ColumnContent::Choice, Some(row), None))
            }
            (Parts::RowChoice, _) => rows.iter().for_each(|row| {
                choices.iter().for_each(|choice| add(ColumnContent::Picked, Some(row), Some(choice)));
            }),
            (Parts::RowColumnChoice, _) => rows.iter().for_each(|row| {
                self.columns.as_slice().iter().for_each(|column| add(ColumnContent::Choice, Some(row), Some(column)));
            }),
            (Parts::RowText, _) => {
                let text = if is_date { ColumnContent::Date } else { ColumnContent::Text };
                rows.iter().for_each(|row| add(text, Some(row), None));
            }
            (Parts::Text, _) => add(ColumnContent::Text, None, None),
            (Parts::File, _) => {
                add(ColumnContent::File, None, Some(&file));
                add(ColumnContent::Text, None, Some(&name));
            }
        }
        let mut others_at = Vec::new();
        for other in self.others.as_slice() {
            others_at.push(columns.len());
            columns.push(self.make_column(ColumnContent::Other, None, Some(other)));
            for row in self.rows.as_slice().iter().filter(|_| other.every_row) {
                columns.push(self.make_column(ColumnContent::Other, Some(row), Some(other)));
            }
        }
        self.others_at = others_at;
    }

    fn make_column(&self, content: ColumnContent, row: Option<&OptionLabel>, choice: Option<&OptionLabel>) -> Column {
        let [row_id, choice_id] = [row, choice].map(|part| part.map_or_else(String::new, |part| part.id.clone()));
        let [row, choice] = [row, choice].map(|part| part.map_or_else(String::new, |part| part.label.clone()));
        let mut heading = self.heading.clone();
        for part in [&row, &choice].into_iter().filter(|part| !part.is_empty()) {
            heading.push_str(" - ");
            heading.push_str(part);
        }
        Column {
            family: self.kind.map_or("", |kind| kind.family.as_str()),
            subtype: self.kind.map_or("", |kind| kind.subtype.as_str()),
            question_id: self.id.clone(),
            question: self.heading.clone(),
            row_id,
            choice_id,
            row,
            choice,
            ..Column::without_question(String::new(), heading, content)
        }
        .with_key()
    }
}

impl Column {
    fn with_key(mut self) -> Column {
        self.key = key_of(&[&self.question_id, &self.row_id, &self.choice_id]);
        self
    }
}

/// A heading: its text as in the design, and the id by which responses refer to a random heading.
fn read_heading(reader: &mut Reader) -> Result<OptionLabel, Box<Mismatch>> {
    let mut heading = OptionLabel::default();
    if reader.peek_kind()? != json::ValueKind::Object {
        reader.skip_value()?;
        return Ok(heading);
    }
    reader.begin_object()?;
    while let Some(key) = reader.next_key()? {
        if key.equals("heading") {
            heading.label = read_scalar(reader)?.unwrap_or_default().into_owned();
        } else if key.equals("random_assignment") && reader.peek_kind()? == json::ValueKind::Object {
            reader.begin_object()?;
            while let Some(key) = reader.next_key()? {
                // Some records call the id `assignment_id`.
                if key.equals("id") || key.equals("assignment_id") {
                    heading.id = read_scalar(reader)?.unwrap_or_default().into_owned();
                } else {
                    reader.skip_value()?;
                }
            }
        } else {
            reader.skip_value()?;
        }
    }
    Ok(heading)
}
