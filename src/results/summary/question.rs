//! The parts of a question that counting needs: its kind and its options.

use super::option::CountedOption;
use super::{read_fields, read_scalar};
use crate::spec::questions::{Display, DisplayType, Family, Kind, Parts, Picks, Subtype};
use crate::spec::resources::languages::TextContext;
use crate::wire::check::Mismatch;
use crate::wire::json::{self, Reader};
use crate::wire::plain_text::plain_text;

/// A question.
#[derive(Debug)]
pub(super) struct CountedQuestion {
    pub(super) id: String,
    pub(super) heading: String,
    pub(super) family: String,
    pub(super) subtype: String,
    pub(super) parts: Parts,
    pub(super) picks: Picks,
    /// Whether answers are entered numbers.
    pub(super) is_number: bool,
    pub(super) choices: Vec<CountedOption>,
    pub(super) rows: Vec<CountedOption>,
    pub(super) columns: Vec<CountedOption>,
    /// Whether there is an "other" field.
    pub(super) has_other: bool,
    has_places: bool,
}

impl CountedQuestion {
    pub(super) fn read_question(reader: &mut Reader) -> Result<CountedQuestion, Box<Mismatch>> {
        let mut question = CountedQuestion {
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
            has_places: false,
        };
        let mut display = String::new();
        read_fields(reader, &mut |name, reader| {
            match name {
                "id" => question.id = read_scalar(reader)?,
                "family" => question.family = read_scalar(reader)?,
                "subtype" => question.subtype = read_scalar(reader)?,
                "headings" if reader.peek_kind()? == json::ValueKind::Array => {
                    question.heading = first_heading(reader)?
                }
                "answers" if reader.peek_kind()? == json::ValueKind::Object => question.read_options(reader)?,
                "display_options" if reader.peek_kind()? == json::ValueKind::Object => {
                    read_fields(reader, &mut |name, reader| {
                        if name != "display_type" {
                            return Ok(false);
                        }
                        display = read_scalar(reader)?;
                        Ok(true)
                    })?
                }
                _ => return Ok(false),
            }
            Ok(true)
        })?;
        let family = Family::parse(&question.family);
        if let Some(kind) =
            family.zip(Subtype::parse(&question.subtype)).and_then(|(one, two)| Kind::find_kind(one, two))
        {
            let display = DisplayType::parse(&display).and_then(|name| Display::find_display(name, kind));
            question.parts = display.map_or(kind.parts, |display| display.parts);
            question.picks = kind.picks;
            let slides = display.is_some_and(|display| display.display_type == DisplayType::Slider);
            question.is_number = slides || kind.subtype == Subtype::Numerical;
            question.has_places = kind.subtype == Subtype::Ranking;
        }
        if question.heading.is_empty() {
            question.heading.clone_from(&question.id);
        }
        Ok(question)
    }

    fn read_options(&mut self, reader: &mut Reader) -> Result<(), Box<Mismatch>> {
        read_fields(reader, &mut |name, reader| {
            match name {
                "choices" => self.choices = CountedOption::read_list(reader, TextContext::AnswerChoice)?,
                "rows" => self.rows = CountedOption::read_list(reader, TextContext::AnswerRow)?,
                "cols" => self.columns = CountedOption::read_list(reader, TextContext::AnswerColumn)?,
                "other" => self.has_other = reader.read_raw()?.contains(&b'"'),
                _ => return Ok(false),
            }
            Ok(true)
        })
    }

    /// Whether a single choice can be selected, in all or in each row, so that choices have statistics.
    pub(super) fn has_values(&self) -> bool {
        matches!((self.parts, self.picks), (Parts::Choice, Picks::One) | (Parts::RowChoice, Picks::OnePerRow))
    }

    /// Whether a mean says something: of entered numbers, of places, or of choices that all have a weight, "not
    /// applicable" apart.
    pub(super) fn has_mean(&self) -> bool {
        let mut scored = self.choices.iter().filter(|choice| !choice.deleted && !choice.is_na).peekable();
        let is_scale = scored.peek().is_some() && scored.all(|choice| choice.has_weight);
        self.is_number || (self.has_values() && (self.has_places || is_scale))
    }

    /// The options of one row: the choices, or those of all columns in order.
    pub(super) fn row_width(&self) -> usize {
        self.cells().count()
    }

    /// The options of one row with their columns' ids, which are empty without columns.
    pub(super) fn cells(&self) -> impl Iterator<Item = (&str, &CountedOption)> {
        let plain = self.choices.iter().map(|choice| ("", choice));
        plain.chain(
            self.columns.iter().flat_map(|column| column.choices.iter().map(|choice| (column.id.as_str(), choice))),
        )
    }

    /// The position of a row; 0, the whole question, without rows.
    pub(super) fn row_position(&self, id: &str) -> Option<usize> {
        match self.parts {
            Parts::RowChoice | Parts::RowColumnChoice | Parts::RowText => self.rows.iter().position(|row| row.id == id),
            _ => id.is_empty().then_some(0),
        }
    }
}

/// The first heading of a list that is not empty, as plain text.
fn first_heading(reader: &mut Reader) -> Result<String, Box<Mismatch>> {
    let mut first = String::new();
    reader.begin_array()?;
    while reader.next_item()? {
        read_fields(reader, &mut |name, reader| {
            if name != "heading" || !first.is_empty() {
                return Ok(false);
            }
            first = plain_text(&read_scalar(reader)?);
            Ok(true)
        })?;
    }
    Ok(first)
}
