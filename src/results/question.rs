//! A question of a design: what its answers name, and the columns that they take.

use super::column::{Column, Content, key_of};
use super::labels::{Item, Items};
use super::scalar::scalar;
use super::words::Words;
use crate::spec::questions::{Display, DisplayType, Family, Kind, Parts, Picks, Subtype};
use crate::spec::resources::languages::TextContext;
use crate::wire::check::Mismatch;
use crate::wire::json::{self, Reader};

/// A question, as far as its answers need it.
#[derive(Debug)]
pub(super) struct Question {
    pub(super) id: String,
    pub(super) parts: Parts,
    pub(super) picks: Picks,
    pub(super) choices: Items,
    pub(super) columns: Items,
    pub(super) rows: Items,
    pub(super) others: Items,
    /// The headings of which a respondent saw one; empty if there is but one.
    pub(super) variants: Items,
    /// The column of its first cell; that of the variant stands before it.
    pub(super) first: usize,
    /// The columns of the options in `others`; those for the rows stand behind each.
    others_at: Vec<usize>,
    kind: Option<&'static Kind>,
    heading: String,
}

impl Question {
    pub(super) fn read(reader: &mut Reader, words: &Words) -> Result<Question, Box<Mismatch>> {
        let mut question = Question {
            id: String::new(),
            parts: Parts::Nothing,
            picks: Picks::Zero,
            choices: Items::default(),
            columns: Items::default(),
            rows: Items::default(),
            others: Items::default(),
            variants: Items::default(),
            first: 0,
            others_at: Vec::new(),
            kind: None,
            heading: String::new(),
        };
        let (mut family, mut subtype, mut display) = (None, None, None);
        let mut headings = Vec::new();
        reader.object()?;
        while let Some(key) = reader.key()? {
            if key.is("id") {
                question.id = scalar(reader)?.unwrap_or_default().into_owned();
            } else if key.is("family") {
                family = scalar(reader)?;
            } else if key.is("subtype") {
                subtype = scalar(reader)?;
            } else if key.is("headings") && reader.peek()? == json::Kind::Array {
                reader.array()?;
                while reader.item()? {
                    headings.push(heading(reader)?);
                }
            } else if key.is("display_options") && reader.peek()? == json::Kind::Object {
                reader.object()?;
                while let Some(key) = reader.key()? {
                    if key.is("display_type") { display = scalar(reader)? } else { reader.skip()? }
                }
            } else if key.is("answers") && reader.peek()? == json::Kind::Object {
                question.options(reader, words)?;
            } else {
                reader.skip()?;
            }
        }
        let (family, subtype) = (family.unwrap_or_default(), subtype.unwrap_or_default());
        let kind = Family::parse(&family)
            .and_then(|family| Subtype::parse(&subtype).and_then(|subtype| Kind::of(family, subtype)));
        if let Some(kind) = kind {
            let display = display.and_then(|name| DisplayType::parse(&name)).and_then(|name| Display::of(name, kind));
            question.parts = display.map_or(kind.parts, |display| display.parts);
            question.picks = kind.picks;
        }
        question.kind = kind;
        for heading in &mut headings {
            words.translate(TextContext::QuestionHeading, &question.id, &mut heading.label);
        }
        let shown = headings.iter().find(|heading| !heading.label.is_empty());
        question.heading = shown.map_or_else(|| question.id.clone(), |heading| heading.label.clone());
        headings.retain(|heading| !heading.id.is_empty());
        if headings.len() > 1 {
            question.variants = Items::of(headings);
        }
        Ok(question)
    }

    fn options(&mut self, reader: &mut Reader, words: &Words) -> Result<(), Box<Mismatch>> {
        reader.object()?;
        while let Some(key) = reader.key()? {
            let (list, context) = if key.is("choices") {
                (&mut self.choices, TextContext::AnswerChoice)
            } else if key.is("rows") {
                (&mut self.rows, TextContext::AnswerRow)
            } else if key.is("cols") {
                (&mut self.columns, TextContext::AnswerColumn)
            } else if key.is("other") || key.is("others") {
                (&mut self.others, TextContext::AnswerOther)
            } else {
                reader.skip()?;
                continue;
            };
            *list = Items::read(reader, words, context)?;
        }
        Ok(())
    }

    /// The column of a cell, counted from the first.
    pub(super) fn cell(&self, place: usize) -> usize {
        self.first.saturating_add(place)
    }

    /// The column of a cell in a row of `width` cells.
    pub(super) fn crossing(&self, row: usize, width: usize, place: usize) -> usize {
        self.cell(row.saturating_mul(width).saturating_add(place))
    }

    /// The column of an "other" option, or of a row's own, if the rows have their own.
    pub(super) fn other(&self, place: usize, row: Option<usize>) -> Option<usize> {
        let first = *self.others_at.get(place)?;
        match row {
            None => Some(first),
            Some(row) => {
                let every_row = self.others.as_slice().get(place)?.every_row;
                every_row.then(|| first.saturating_add(1).saturating_add(row))
            }
        }
    }

    /// Adds the question's columns to those of the questions before it.
    pub(super) fn add_columns(&mut self, columns: &mut Vec<Column>) {
        if !self.variants.as_slice().is_empty() {
            let shown = Item::named("variable_id", "Heading shown");
            columns.push(self.column(Content::Variant, None, Some(&shown)));
        }
        self.first = columns.len();
        let (file, name) = (Item::named("file", "File"), Item::named("name", "File name"));
        let mut add = |content, row, choice| columns.push(self.column(content, row, choice));
        let (rows, choices) = (self.rows.as_slice(), self.choices.as_slice());
        let is_date = self.kind.is_some_and(|kind| kind.moment().is_some());
        match (self.parts, self.picks) {
            (Parts::Nothing, _) => {}
            (Parts::Choice, Picks::One) => add(Content::Choice, None, None),
            (Parts::Choice, _) => choices.iter().for_each(|choice| add(Content::Picked, None, Some(choice))),
            (Parts::RowChoice, Picks::OnePerRow) => rows.iter().for_each(|row| add(Content::Choice, Some(row), None)),
            (Parts::RowChoice, _) => rows.iter().for_each(|row| {
                choices.iter().for_each(|choice| add(Content::Picked, Some(row), Some(choice)));
            }),
            (Parts::RowColumnChoice, _) => rows.iter().for_each(|row| {
                self.columns.as_slice().iter().for_each(|column| add(Content::Choice, Some(row), Some(column)));
            }),
            (Parts::RowText, _) => {
                let text = if is_date { Content::Date } else { Content::Text };
                rows.iter().for_each(|row| add(text, Some(row), None));
            }
            (Parts::Text, _) => add(Content::Text, None, None),
            (Parts::File, _) => {
                add(Content::File, None, Some(&file));
                add(Content::Text, None, Some(&name));
            }
        }
        let mut others_at = Vec::new();
        for other in self.others.as_slice() {
            others_at.push(columns.len());
            columns.push(self.column(Content::Other, None, Some(other)));
            for row in self.rows.as_slice().iter().filter(|_| other.every_row) {
                columns.push(self.column(Content::Other, Some(row), Some(other)));
            }
        }
        self.others_at = others_at;
    }

    fn column(&self, content: Content, row: Option<&Item>, choice: Option<&Item>) -> Column {
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
            ..Column::plain(String::new(), heading, content)
        }
        .keyed()
    }
}

impl Column {
    fn keyed(mut self) -> Column {
        self.key = key_of(&[&self.question_id, &self.row_id, &self.choice_id]);
        self
    }
}

/// A heading: its text, and the id by which responses name it where headings are assigned at random.
fn heading(reader: &mut Reader) -> Result<Item, Box<Mismatch>> {
    let mut heading = Item::default();
    if reader.peek()? != json::Kind::Object {
        reader.skip()?;
        return Ok(heading);
    }
    reader.object()?;
    while let Some(key) = reader.key()? {
        if key.is("heading") {
            heading.label = scalar(reader)?.unwrap_or_default().into_owned();
        } else if key.is("random_assignment") && reader.peek()? == json::Kind::Object {
            reader.object()?;
            while let Some(key) = reader.key()? {
                // Some records name the id `assignment_id`.
                if key.is("id") || key.is("assignment_id") {
                    heading.id = scalar(reader)?.unwrap_or_default().into_owned();
                } else {
                    reader.skip()?;
                }
            }
        } else {
            reader.skip()?;
        }
    }
    Ok(heading)
}
