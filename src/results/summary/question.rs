//! A question, as far as its answers are counted: its kind and what can be chosen.

use super::option::Choosable;
use super::{fields, scalar};
use crate::spec::questions::{Display, DisplayType, Family, Kind, Parts, Picks, Subtype};
use crate::wire::check::Mismatch;
use crate::wire::json::{self, Reader};

/// A question.
#[derive(Debug)]
pub(super) struct Question {
    pub(super) id: String,
    pub(super) heading: String,
    pub(super) family: String,
    pub(super) subtype: String,
    pub(super) parts: Parts,
    pub(super) picks: Picks,
    /// Whether numbers are entered.
    pub(super) is_number: bool,
    pub(super) choices: Vec<Choosable>,
    pub(super) rows: Vec<Choosable>,
    pub(super) columns: Vec<Choosable>,
    /// Whether there is an "other" field.
    pub(super) has_other: bool,
}

impl Question {
    pub(super) fn read(reader: &mut Reader) -> Result<Question, Box<Mismatch>> {
        let mut question = Question {
            id: String::new(),
            heading: String::new(),
            family: String::new(),
            subtype: String::new(),
            parts: Parts::Nothing,
            picks: Picks::Zero,
            is_number: false,
            choices: Vec::new(),
            rows: Vec::new(),
            columns: Vec::new(),
            has_other: false,
        };
        let mut display = String::new();
        fields(reader, &mut |name, reader| {
            match name {
                "id" => question.id = scalar(reader)?,
                "family" => question.family = scalar(reader)?,
                "subtype" => question.subtype = scalar(reader)?,
                "headings" if reader.peek()? == json::Kind::Array => question.heading = heading(reader)?,
                "answers" if reader.peek()? == json::Kind::Object => question.options(reader)?,
                "display_options" if reader.peek()? == json::Kind::Object => fields(reader, &mut |name, reader| {
                    if name != "display_type" {
                        return Ok(false);
                    }
                    display = scalar(reader)?;
                    Ok(true)
                })?,
                _ => return Ok(false),
            }
            Ok(true)
        })?;
        let family = Family::parse(&question.family);
        if let Some(kind) = family.zip(Subtype::parse(&question.subtype)).and_then(|(one, two)| Kind::of(one, two)) {
            let display = DisplayType::parse(&display).and_then(|name| Display::of(name, kind));
            question.parts = display.map_or(kind.parts, |display| display.parts);
            question.picks = kind.picks;
            let slides = display.is_some_and(|display| display.display_type == DisplayType::Slider);
            question.is_number = slides || kind.subtype == Subtype::Numerical;
        }
        if question.heading.is_empty() {
            question.heading.clone_from(&question.id);
        }
        Ok(question)
    }

    fn options(&mut self, reader: &mut Reader) -> Result<(), Box<Mismatch>> {
        fields(reader, &mut |name, reader| {
            match name {
                "choices" => self.choices = Choosable::list(reader)?,
                "rows" => self.rows = Choosable::list(reader)?,
                "cols" => self.columns = Choosable::list(reader)?,
                "other" | "others" => self.has_other = reader.raw()?.contains(&b'"'),
                _ => return Ok(false),
            }
            Ok(true)
        })
    }

    /// What can be chosen in one row: the choices, or those of all columns one behind the other.
    pub(super) fn width(&self) -> usize {
        self.cells().count()
    }

    /// The options of one row with their columns' ids, which are empty where there are no columns.
    pub(super) fn cells(&self) -> impl Iterator<Item = (&str, &Choosable)> {
        let plain = self.choices.iter().map(|choice| ("", choice));
        plain.chain(
            self.columns.iter().flat_map(|column| column.choices.iter().map(|choice| (column.id.as_str(), choice))),
        )
    }

    /// The position of a row; that of the whole question where there are none.
    pub(super) fn row(&self, id: &str) -> Option<usize> {
        match self.parts {
            Parts::RowChoice | Parts::RowColumnChoice | Parts::RowText => self.rows.iter().position(|row| row.id == id),
            _ => id.is_empty().then_some(0),
        }
    }
}

/// The first heading of a list that is not empty.
fn heading(reader: &mut Reader) -> Result<String, Box<Mismatch>> {
    let mut first = String::new();
    reader.array()?;
    while reader.item()? {
        fields(reader, &mut |name, reader| {
            if name != "heading" || !first.is_empty() {
                return Ok(false);
            }
            first = scalar(reader)?;
            Ok(true)
        })?;
    }
    Ok(first)
}
