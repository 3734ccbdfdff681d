//! Which rows a rule lets through: a set for each condition, cached until the store changes, and their combination.

use super::rule::{TimeRange, refuse};
use super::values::ValuePlace;
use super::{
    AnswerKind, Bits, CellColumns, Condition, Field, OtherColumns, QuestionColumns, QuestionPart, Rule, Store,
    TextColumn,
};
use crate::spec::resources::responses::ResponseStatus;
use crate::wire::answer_dates::parse_answer_date;
use crate::wire::failure::Failure;
use crate::wire::fold::{fold, fold_into};
use std::rc::Rc;

/// Number of conditions whose rows are cached.
const CACHED_CONDITIONS: usize = 128;

/// The rows of conditions, the oldest first.
#[derive(Debug, Default)]
pub(super) struct ConditionCache(Vec<(Condition, Rc<Bits>)>);

impl ConditionCache {
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    fn get(&self, condition: &Condition) -> Option<Rc<Bits>> {
        self.0.iter().find(|(known, _)| known == condition).map(|(_, rows)| Rc::clone(rows))
    }

    fn insert(&mut self, condition: &Condition, rows: &Rc<Bits>) {
        if self.0.len() >= CACHED_CONDITIONS {
            self.0.remove(0);
        }
        self.0.push((condition.clone(), Rc::clone(rows)));
    }
}

impl Store {
    /// The rows in view that a rule lets through.
    ///
    /// # Errors
    ///
    /// If the rule names a question or a page that the design does not have. Other ids that it does not have let
    /// nothing through.
    pub fn filter(&self, rule: &Rule) -> Result<Bits, Box<Failure>> {
        Ok(match rule {
            Rule::All(rules) => {
                let mut rows = self.in_view.clone();
                for rule in rules {
                    match rule {
                        Rule::Condition(condition) => rows.intersect(&*self.rows_of(condition)?),
                        rule => rows.intersect(&self.filter(rule)?),
                    }
                }
                rows
            }
            Rule::Any(rules) => {
                let mut rows = Bits::new();
                for rule in rules {
                    rows.extend(&self.filter(rule)?);
                }
                rows
            }
            Rule::Not(rule) => self.in_view.without(&self.filter(rule)?),
            Rule::Condition(condition) => self.in_view.and(&*self.rows_of(condition)?),
        })
    }

    /// The rows of a condition, those out of view included.
    fn rows_of(&self, condition: &Condition) -> Result<Rc<Bits>, Box<Failure>> {
        if let Some(rows) = self.condition_cache.borrow().get(condition) {
            return Ok(rows);
        }
        let rows = Rc::new(self.evaluate(condition)?);
        self.condition_cache.borrow_mut().insert(condition, &rows);
        Ok(rows)
    }

    /// Evaluates a condition; the rows may include some that are not in view.
    fn evaluate(&self, condition: &Condition) -> Result<Bits, Box<Failure>> {
        Ok(match condition {
            Condition::Choices(part, ids) => self.picked(part, ids)?,
            Condition::Answered(part, true) => self.answered(part)?,
            Condition::Answered(part, false) => self.in_view.without(&self.answered(part)?),
            Condition::Text(part, text) => {
                let columns = self.question_columns(&part.question)?;
                let mut found = Bits::new();
                self.search(texts_of(columns, part), &mut Needle::new(text), &mut found);
                found
            }
            Condition::Number(part, range) => {
                let columns = self.question_columns(&part.question)?;
                let rows = cells_of(columns, part).flat_map(|cell| (0_u32..).zip(&cell.numbers));
                rows.filter(|(_, number)| range.contains(**number) && !number.is_nan()).map(|(row, _)| row).collect()
            }
            Condition::Date(part, range) => self.dated(part, *range)?,
            Condition::Values(field, values) => self.with_value(field, values),
            Condition::Created(range) => {
                self.rows_where(|row| self.date_created(row).is_some_and(|second| range.contains(second)))
            }
            Condition::Modified(range) => {
                self.rows_where(|row| self.date_modified(row).is_some_and(|second| range.contains(second)))
            }
            Condition::Seconds(range) => {
                self.rows_where(|row| self.seconds(row).is_some_and(|seconds| range.contains(seconds.into())))
            }
            Condition::Contact(text) => self.with_contact(&mut Needle::new(text)),
            Condition::AnyText(text) => {
                let mut needle = Needle::new(text);
                let mut found = self.with_contact(&mut needle);
                for (question, columns) in self.design.questions.iter().zip(&self.derived.questions) {
                    let part = QuestionPart::default();
                    let texts = texts_of(columns, &part);
                    let own = usize::from(question.kind == AnswerKind::Files);
                    self.search(texts.skip(own.wrapping_mul(columns.cells.len())), &mut needle, &mut found);
                }
                found
            }
            Condition::Tags(tags) => {
                let tagged = self.tags.iter().filter(|(_, own)| own.iter().any(|tag| tags.contains(tag)));
                tagged.filter_map(|(id, _)| self.row_of(id)).collect()
            }
            Condition::Ids(ids) => ids.iter().filter_map(|id| self.row_of(id)).collect(),
            Condition::Reached(page) => {
                let page = self.page_position(page, "reached")?;
                self.derived.paths.reached.get(page).cloned().unwrap_or_default()
            }
            Condition::LeftAt(page) => {
                let page = self.page_position(page, "left_at")?;
                let partial = self.with_value(&Field::Status, &[ResponseStatus::Partial.as_str().to_owned()]);
                self.derived.paths.last.rows_with(&[super::columns::code_of(page)]).and(&partial)
            }
        })
    }

    fn rows_where(&self, matches: impl Fn(u32) -> bool) -> Bits {
        self.in_view.iter().filter(|row| matches(*row)).collect()
    }

    fn picked(&self, part: &QuestionPart, ids: &[String]) -> Result<Bits, Box<Failure>> {
        let columns = self.question_columns(&part.question)?;
        let mut found = Bits::new();
        for cell in cells_of(columns, part) {
            found.extend(&cell.rows_with_any(ids));
        }
        for other in others_of(columns, part).filter(|other| ids.contains(&other.id)) {
            found.extend(&other.texts.present);
        }
        Ok(found)
    }

    fn answered(&self, part: &QuestionPart) -> Result<Bits, Box<Failure>> {
        let columns = self.question_columns(&part.question)?;
        if part.row.is_none() && part.column.is_none() {
            return Ok(columns.answered.clone());
        }
        let mut found = Bits::new();
        cells_of(columns, part).for_each(|cell| found.extend(&cell.answered));
        Ok(found)
    }

    fn dated(&self, part: &QuestionPart, range: TimeRange) -> Result<Bits, Box<Failure>> {
        let columns = self.question_columns(&part.question)?;
        let design = self.design.question(&part.question).and_then(|position| self.design.questions.get(position));
        let Some(style) = design.and_then(|design| design.date_style) else { return Ok(Bits::new()) };
        let mut found = Bits::new();
        for texts in cells_of(columns, part).map(|cell| &cell.texts) {
            for row in &texts.present {
                let mut dates = self.text_at(texts, row).filter_map(|text| parse_answer_date(&text, style));
                if dates.any(|second| range.contains(second)) {
                    found.insert(row);
                }
            }
        }
        Ok(found)
    }

    fn with_value(&self, field: &Field, values: &[String]) -> Bits {
        let wants_none = values.iter().any(String::is_empty);
        let Some(column) = self.derived.field(field) else {
            return if wants_none { self.in_view.clone() } else { Bits::new() };
        };
        let symbols: Vec<u32> = values.iter().filter_map(|value| self.records.symbols.find_text(value)).collect();
        self.rows_where(|row| match column.place(row) {
            ValuePlace::Nowhere => wants_none,
            ValuePlace::Symbol(symbol) => symbols.contains(&symbol),
            ValuePlace::Record(_) => {
                let text = column.text(row, &self.records);
                values.iter().any(|value| *value == text)
            }
        })
    }

    fn with_contact(&self, needle: &mut Needle) -> Bits {
        let mut found = Bits::new();
        for field in [Field::Email, Field::FirstName, Field::LastName] {
            let Some(column) = self.derived.field(&field) else { continue };
            for row in &self.in_view {
                if !found.contains(row) && needle.is_in(&column.text(row, &self.records)) {
                    found.insert(row);
                }
            }
        }
        found
    }

    /// Adds the rows in view with a text that contains the needle.
    fn search<'c>(&self, columns: impl Iterator<Item = &'c TextColumn>, needle: &mut Needle, found: &mut Bits) {
        for column in columns {
            for row in &column.present.and(&self.in_view).without(found) {
                if column.places_of(row).any(|place| needle.is_in(&self.text_of_place(row, place))) {
                    found.insert(row);
                }
            }
        }
    }

    fn question_columns(&self, id: &str) -> Result<&QuestionColumns, Box<Failure>> {
        let position = self.design.question(id);
        let columns = position.and_then(|position| self.derived.questions.get(position));
        columns.ok_or_else(|| refuse("question", "a question of the survey"))
    }

    fn page_position(&self, id: &str, name: &str) -> Result<usize, Box<Failure>> {
        let position = self.design.pages.iter().position(|page| page.id == id);
        position.ok_or_else(|| refuse(name, "a page of the survey"))
    }
}

/// The cells that a condition is about.
fn cells_of<'c>(columns: &'c QuestionColumns, part: &'c QuestionPart) -> impl Iterator<Item = &'c CellColumns> {
    columns.cells.iter().filter(|cell| {
        part.row.as_ref().is_none_or(|row| *row == cell.row)
            && part.column.as_ref().is_none_or(|column| *column == cell.column)
    })
}

fn others_of<'c>(columns: &'c QuestionColumns, part: &'c QuestionPart) -> impl Iterator<Item = &'c OtherColumns> {
    columns.others.iter().filter(|other| part.row.as_ref().is_none_or(|row| *row == other.row))
}

/// The texts of cells, then those of "other" fields.
fn texts_of<'c>(columns: &'c QuestionColumns, part: &'c QuestionPart) -> impl Iterator<Item = &'c TextColumn> {
    cells_of(columns, part).map(|cell| &cell.texts).chain(others_of(columns, part).map(|other| &other.texts))
}

/// A text that is looked for, folded.
struct Needle {
    folded: String,
    /// The last text that was searched, folded.
    searched: String,
}

impl Needle {
    fn new(text: &str) -> Needle {
        Needle { folded: fold(text).into_owned(), searched: String::new() }
    }

    fn is_in(&mut self, text: &str) -> bool {
        if text.is_empty() || text.len() < self.folded.len() / 2 {
            return false;
        }
        self.searched.clear();
        fold_into(&mut self.searched, text);
        self.searched.contains(&self.folded)
    }
}
