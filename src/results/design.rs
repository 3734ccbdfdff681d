//! A survey's design as columns: which cells the answers to each question take.

use super::answer::scalar;
use super::column::{Column, Content, Key, distinguish};
use super::labels::Item;
use super::{METADATA, UNMATCHED};
use crate::spec::questions::{Display, DisplayType, Family, Kind, Parts, Picks, Subtype};
use crate::wire::check::{Expected, Mismatch};
use crate::wire::json::{self, Reader};
use crate::wire::order::ordered;

/// The columns of a survey, and how to find them.
#[derive(Debug, Default)]
pub(super) struct Design {
    pub(super) columns: Vec<Column>,
    /// Positions of the columns in the order of their keys.
    index: Vec<usize>,
    questions: Vec<Question>,
    /// Positions of the questions in the order of their ids.
    by_id: Vec<usize>,
}

/// A question, as far as its answers need it.
#[derive(Debug)]
pub(super) struct Question {
    pub(super) id: String,
    pub(super) parts: Parts,
    pub(super) picks: Picks,
    pub(super) choices: Vec<Item>,
    pub(super) columns: Vec<Item>,
    rows: Vec<Item>,
    pub(super) others: Vec<Item>,
    heading: String,
    is_date: bool,
}

impl Design {
    /// Reads the JSON of a survey's details.
    pub(super) fn read(bytes: &[u8]) -> Result<Design, Box<Mismatch>> {
        let mut design = Design::default();
        for (name, heading) in METADATA {
            design.push(Key::of(&[name]), heading.to_owned(), Content::Metadata, ["", "", ""]);
        }
        let mut reader = Reader::new(bytes);
        if reader.peek()? != json::Kind::Object {
            return Err(Mismatch::here(Expected::Object));
        }
        reader.object()?;
        let mut variables = Vec::new();
        while let Some(key) = reader.key()? {
            if key.is("pages") && reader.peek()? == json::Kind::Array {
                reader.array()?;
                while reader.item()? {
                    design.page(&mut reader)?;
                }
            } else if key.is("custom_variables") && reader.peek()? == json::Kind::Object {
                reader.object()?;
                while let Some(name) = reader.key()? {
                    variables.push(name.decoded()?.into_owned());
                    reader.skip()?;
                }
            } else {
                reader.skip()?;
            }
        }
        reader.end()?;
        for name in variables {
            design.push(Key::variable(&name), name, Content::Variable, ["", "", ""]);
        }
        for position in 0..design.questions.len() {
            design.columns_of(position);
        }
        design.push(Key::of(&[UNMATCHED]), "Answers without a column".to_owned(), Content::Unmatched, ["", "", ""]);
        design.finish();
        Ok(design)
    }

    /// The question with an id.
    pub(super) fn question(&self, id: &str) -> Option<&Question> {
        let found = self.by_id.binary_search_by(|position| self.id_at(*position).cmp(id)).ok()?;
        self.questions.get(*self.by_id.get(found)?)
    }

    /// The position of the column with a key.
    pub(super) fn column(&self, key: &Key) -> Option<usize> {
        let found = self.index.binary_search_by(|position| self.key_at(*position).cmp(key.as_str())).ok()?;
        self.index.get(found).copied()
    }

    fn key_at(&self, position: usize) -> &str {
        self.columns.get(position).map_or("", |column| &column.key)
    }

    fn id_at(&self, position: usize) -> &str {
        self.questions.get(position).map_or("", |question| &question.id)
    }

    fn finish(&mut self) {
        self.index = ordered(self.columns.len(), &|one, other| self.key_at(one).cmp(self.key_at(other)));
        self.by_id = ordered(self.questions.len(), &|one, other| self.id_at(one).cmp(self.id_at(other)));
        distinguish(&mut self.columns);
    }

    fn push(&mut self, key: Key, heading: String, content: Content, ids: [&str; 3]) {
        let [question_id, row_id, choice_id] = ids.map(str::to_owned);
        self.columns.push(Column { key: key.as_str().to_owned(), heading, question_id, row_id, choice_id, content });
    }

    fn page(&mut self, reader: &mut Reader) -> Result<(), Box<Mismatch>> {
        reader.object()?;
        while let Some(key) = reader.key()? {
            if key.is("questions") && reader.peek()? == json::Kind::Array {
                reader.array()?;
                while reader.item()? {
                    let question = Question::read(reader)?;
                    if !self.questions.iter().any(|known| known.id == question.id) {
                        self.questions.push(question);
                    }
                }
            } else {
                reader.skip()?;
            }
        }
        Ok(())
    }

    fn columns_of(&mut self, position: usize) {
        let Some(question) = self.questions.get(position) else { return };
        let mut made: Vec<(Key, String, Content, [String; 3])> = Vec::new();
        let id = question.id.as_str();
        let mut make = |content: Content, row: Option<&Item>, choice: Option<&Item>| {
            let (row_id, choice_id) = (row.map_or("", |row| &row.id), choice.map_or("", |choice| &choice.id));
            let mut heading = question.heading.clone();
            for part in [row, choice].into_iter().flatten() {
                heading.push_str(" - ");
                heading.push_str(&part.label);
            }
            let ids = [id, row_id, choice_id].map(str::to_owned);
            made.push((Key::of(&[id, row_id, choice_id]), heading, content, ids));
        };
        let text = if question.is_date { Content::Date } else { Content::Text };
        match (question.parts, question.picks) {
            (Parts::Nothing, _) => {}
            (Parts::Choice, Picks::One) => make(Content::Choice, None, None),
            (Parts::Choice, _) => question.choices.iter().for_each(|choice| make(Content::Picked, None, Some(choice))),
            (Parts::RowChoice, Picks::OnePerRow) => {
                question.rows.iter().for_each(|row| make(Content::Choice, Some(row), None));
            }
            (Parts::RowChoice, _) => question.rows.iter().for_each(|row| {
                question.choices.iter().for_each(|choice| make(Content::Picked, Some(row), Some(choice)));
            }),
            (Parts::RowColumnChoice, _) => question.rows.iter().for_each(|row| {
                question.columns.iter().for_each(|column| make(Content::Choice, Some(row), Some(column)));
            }),
            (Parts::RowText, _) => question.rows.iter().for_each(|row| make(text, Some(row), None)),
            (Parts::Text, _) => make(Content::Text, None, None),
            (Parts::File, _) => {
                let part =
                    |id: &str, label: &str| Item { id: id.to_owned(), label: label.to_owned(), ..Item::default() };
                make(Content::File, None, Some(&part("file", "File")));
                make(Content::Text, None, Some(&part("name", "File name")));
            }
        }
        for other in &question.others {
            make(Content::Other, None, Some(other));
            if other.every_row {
                question.rows.iter().for_each(|row| make(Content::Other, Some(row), Some(other)));
            }
        }
        for (key, heading, content, ids) in made {
            self.push(key, heading, content, ids.each_ref().map(String::as_str));
        }
    }
}

impl Question {
    fn read(reader: &mut Reader) -> Result<Question, Box<Mismatch>> {
        let mut question = Question {
            id: String::new(),
            parts: Parts::Nothing,
            picks: Picks::Zero,
            choices: Vec::new(),
            columns: Vec::new(),
            rows: Vec::new(),
            others: Vec::new(),
            heading: String::new(),
            is_date: false,
        };
        let (mut family, mut subtype, mut display) = (None, None, None);
        reader.object()?;
        while let Some(key) = reader.key()? {
            if key.is("id") {
                question.id = scalar(reader)?.unwrap_or_default();
            } else if key.is("family") {
                family = scalar(reader)?;
            } else if key.is("subtype") {
                subtype = scalar(reader)?;
            } else if key.is("headings") && reader.peek()? == json::Kind::Array {
                reader.array()?;
                while reader.item()? {
                    if let Some(heading) = member(reader, "heading")?.filter(|_| question.heading.is_empty()) {
                        question.heading = heading;
                    }
                }
            } else if key.is("display_options") {
                display = member(reader, "display_type")?;
            } else if key.is("answers") && reader.peek()? == json::Kind::Object {
                question.options(reader)?;
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
            question.is_date = kind.moment().is_some();
        }
        if question.heading.is_empty() {
            question.heading = question.id.clone();
        }
        Ok(question)
    }

    fn options(&mut self, reader: &mut Reader) -> Result<(), Box<Mismatch>> {
        reader.object()?;
        while let Some(key) = reader.key()? {
            let list = if key.is("choices") {
                &mut self.choices
            } else if key.is("rows") {
                &mut self.rows
            } else if key.is("cols") {
                &mut self.columns
            } else if key.is("other") || key.is("others") {
                &mut self.others
            } else {
                reader.skip()?;
                continue;
            };
            *list = Item::list(reader)?;
        }
        Ok(())
    }
}

/// One member of an object, as text; none if it is no object or has no such member.
fn member(reader: &mut Reader, name: &str) -> Result<Option<String>, Box<Mismatch>> {
    if reader.peek()? != json::Kind::Object {
        reader.skip()?;
        return Ok(None);
    }
    let mut value = None;
    reader.object()?;
    while let Some(key) = reader.key()? {
        if key.is(name) { value = scalar(reader)? } else { reader.skip()? }
    }
    Ok(value)
}
