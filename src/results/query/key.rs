//! The columns of the table of responses: their keys, labels, and the cell of a row.

use crate::results::store::{AnswerKind, CellColumns, DesignQuestion, Field, Store, refuse};
use crate::wire::dates::{SECOND, Timestamp};
use crate::wire::failure::Failure;
use serde_json::{Value, json};

/// A column of the table.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum TableKey {
    Id,
    Created,
    Modified,
    Seconds,
    Tags,
    Field(Field),
    /// Position of the question, and id of a row; `None` for all rows.
    Question(usize, Option<String>),
}

impl TableKey {
    /// The column of a key.
    pub(super) fn parse(key: &str, store: &Store) -> Result<TableKey, Box<Failure>> {
        Ok(match key {
            "id" => TableKey::Id,
            "date_created" => TableKey::Created,
            "date_modified" => TableKey::Modified,
            "seconds" => TableKey::Seconds,
            "tags" => TableKey::Tags,
            _ => match key.strip_prefix("question:") {
                None => TableKey::Field(Field::parse(key).ok_or_else(|| refuse(key, "the key of a column"))?),
                Some(place) => {
                    let (id, row) = place.split_once(':').map_or((place, None), |(id, row)| (id, Some(row)));
                    let question = store.design().question(id);
                    let question = question.ok_or_else(|| refuse(key, "a column of a question of the survey"))?;
                    TableKey::Question(question, row.map(str::to_owned))
                }
            },
        })
    }

    /// The cell of a row; `null` if it is empty.
    pub(super) fn cell(&self, store: &Store, row: u32) -> Value {
        match self {
            TableKey::Id => json!(store.id(row)),
            TableKey::Created => date(store.date_created(row)),
            TableKey::Modified => date(store.date_modified(row)),
            TableKey::Seconds => store.seconds(row).map_or(Value::Null, Value::from),
            TableKey::Tags => text(store.tags(row).join(", ")),
            TableKey::Field(field) => text(store.field(field, row).into_owned()),
            TableKey::Question(question, part) => answer_cell(store, *question, part.as_deref(), row),
        }
    }

    /// The cell as text, for sorting.
    pub(super) fn text(&self, store: &Store, row: u32) -> String {
        match self {
            TableKey::Field(field) => store.field(field, row).into_owned(),
            key => match key.cell(store, row) {
                Value::String(text) => text,
                Value::Null => String::new(),
                other => other.to_string(),
            },
        }
    }
}

fn text(text: String) -> Value {
    if text.is_empty() { Value::Null } else { Value::String(text) }
}

fn date(second: Option<i64>) -> Value {
    second.map_or(Value::Null, |second| Value::String(Timestamp(second.saturating_mul(SECOND)).with_offset().0))
}

/// The label of an option of a cell; the id of one that the design does not have.
pub(super) fn option_label<'c>(question: &'c DesignQuestion, cell: &'c CellColumns, option: usize) -> &'c str {
    let menu = question.columns.iter().find(|column| column.id == cell.column && !cell.column.is_empty());
    let choices = menu.map_or(&question.choices, |column| &column.choices);
    let id = cell.options.get(option).map_or("", String::as_str);
    match choices.get(option).filter(|choice| choice.id == id) {
        Some(choice) => &choice.label,
        None => question.others.iter().find(|other| other.id == id).map_or(id, |other| &other.label),
    }
}

/// The options that a row picked in a cell.
pub(super) fn picks(cell: &CellColumns, row: u32) -> Vec<usize> {
    if cell.is_multiple {
        let picked = cell.picked.iter().enumerate().filter(|(_, picked)| picked.contains(row));
        return picked.map(|(option, _)| option).collect();
    }
    let codes = std::iter::once(cell.codes.get(row));
    let further = cell.codes.further().iter().filter(|(other, _)| *other == row).map(|(_, code)| *code);
    codes.chain(further).filter_map(|code| usize::from(code).checked_sub(1)).collect()
}

/// The answer of a row to a question, or to one of its rows, in one cell.
fn answer_cell(store: &Store, question: usize, part: Option<&str>, row: u32) -> Value {
    let (Some(design), Some(columns)) = (store.design().questions.get(question), store.columns(question)) else {
        return Value::Null;
    };
    if !columns.answered.contains(row) {
        return Value::Null;
    }
    let mut parts: Vec<String> = Vec::new();
    for cell in columns.cells.iter().filter(|cell| part.is_none_or(|part| part == cell.row)) {
        let mut said: Vec<String> =
            picks(cell, row).into_iter().map(|option| option_label(design, cell, option).to_owned()).collect();
        said.extend(store.text_at(&cell.texts, row).map(|text| text.into_owned()));
        if let (AnswerKind::Numbers, Some(number), Some(_)) = (design.kind, cell.number(row), part.or(single(design))) {
            return json!(number);
        }
        if said.is_empty() {
            continue;
        }
        let column = design.columns.iter().find(|column| column.id == cell.column).map(|column| column.label.as_str());
        let label = design.rows.iter().find(|known| known.id == cell.row).map(|known| known.label.as_str());
        let labels = [label.filter(|_| part.is_none()), column];
        let before: String = labels.into_iter().flatten().flat_map(|label| [label, ": "]).collect();
        parts.push([before, said.join("; ")].concat());
    }
    for other in columns.others.iter().filter(|other| part.is_none_or(|part| part == other.row)) {
        parts.extend(store.text_at(&other.texts, row).map(|text| text.into_owned()));
    }
    text(parts.join("; "))
}

/// The empty id of the only cell of a question without rows.
fn single(design: &DesignQuestion) -> Option<&'static str> {
    design.rows.is_empty().then_some("")
}
