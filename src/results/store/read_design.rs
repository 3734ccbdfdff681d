//! Reads a survey's design from the JSON of `surveys.details`.

use super::survey_design::{
    AnswerKind, DesignChoice, DesignColumn, DesignOther, DesignPage, DesignQuestion, DesignRow, SurveyDesign,
};
use crate::results::labels::label_of_blank_row;
use crate::results::summary::parse_float;
use crate::spec::questions::{Display, DisplayType, Family, Kind, Parts, Picks, Subtype};
use crate::wire::check::{Expected, Mismatch};
use crate::wire::plain_text::plain_text;
use serde_json::Value;

/// Reads a design.
///
/// # Errors
///
/// If it is not JSON, or no object.
pub(super) fn read_design(json: &[u8]) -> Result<SurveyDesign, Box<Mismatch>> {
    let json: Value = serde_json::from_slice(json).map_err(|_| Mismatch::at_cursor(Expected::Json))?;
    if !json.is_object() {
        return Err(Mismatch::at_cursor(Expected::Object));
    }
    let mut design = SurveyDesign { id: text(&json, "id"), ..SurveyDesign::default() };
    if let Some(Value::Object(variables)) = json.get("custom_variables") {
        design.variables = variables.keys().cloned().collect();
    }
    let mut number = 0_u32;
    for page in list(&json, "pages") {
        design.pages.push(DesignPage { id: text(page, "id"), title: plain_text(&text(page, "title")) });
        for question in list(page, "questions") {
            let mut question = read_question(question, design.pages.len().saturating_sub(1));
            if question.parts != Parts::Nothing {
                number = number.saturating_add(1);
                question.number = number;
            }
            design.questions.push(question);
        }
    }
    Ok(design)
}

fn read_question(question: &Value, page: usize) -> DesignQuestion {
    let id = text(question, "id");
    let (family, subtype) = (text(question, "family"), text(question, "subtype"));
    let display = question.get("display_options").map(|options| text(options, "display_type")).unwrap_or_default();
    let kind = Family::parse(&family).zip(Subtype::parse(&subtype));
    let kind = kind.and_then(|(family, subtype)| Kind::find_kind(family, subtype));
    let shown = kind.and_then(|kind| Display::find_display(DisplayType::parse(&display)?, kind));
    let (parts, picks) = kind.map_or((Parts::Nothing, Picks::Zero), |kind| (kind.parts, kind.picks));
    let parts = shown.map_or(parts, |display| display.parts);
    let answers = question.get("answers").unwrap_or(&Value::Null);
    let heading = list(question, "headings").map(|heading| plain_text(&text(heading, "heading")));
    let others = answers.get("other").map(one_or_several).unwrap_or_default();
    DesignQuestion {
        page,
        number: 0,
        heading: heading.into_iter().find(|heading| !heading.is_empty()).unwrap_or_else(|| id.clone()),
        kind: answer_kind(kind, shown, parts),
        date_style: kind.and_then(Kind::date_style),
        visible: is_visible(question),
        choices: list(answers, "choices").map(read_choice).collect(),
        rows: read_rows(answers),
        columns: list(answers, "cols").map(read_column).collect(),
        others: others.iter().map(read_other).collect(),
        id,
        family,
        subtype,
        display,
        parts,
        picks,
    }
}

fn answer_kind(kind: Option<&Kind>, display: Option<&Display>, parts: Parts) -> AnswerKind {
    let is_slider = display.is_some_and(|display| display.display_type == DisplayType::Slider);
    match (parts, kind) {
        (Parts::Choice, _) => AnswerKind::Choices,
        (Parts::RowChoice, _) => AnswerKind::Rows,
        (Parts::RowColumnChoice, _) => AnswerKind::Menus,
        (Parts::File, _) => AnswerKind::Files,
        (Parts::Text, _) if is_slider => AnswerKind::Numbers,
        (Parts::RowText, Some(kind)) if kind.subtype == Subtype::Numerical => AnswerKind::Numbers,
        (Parts::RowText, Some(kind)) if kind.date_style().is_some() => AnswerKind::Dates,
        (Parts::Text | Parts::RowText, _) => AnswerKind::Texts,
        (Parts::Nothing, _) => AnswerKind::None,
    }
}

fn read_choice(choice: &Value) -> DesignChoice {
    let id = text(choice, "id");
    let weight = text(choice, "weight");
    let label = plain_text(&text(choice, "text"));
    let blank = || if weight.is_empty() { id.clone() } else { weight.clone() };
    DesignChoice {
        label: if label.is_empty() { blank() } else { label },
        weight: parse_float(&weight),
        position: parse_float(&text(choice, "position")),
        is_na: choice.get("is_na").and_then(Value::as_bool).unwrap_or(false),
        visible: is_visible(choice),
        id,
    }
}

fn read_rows(answers: &Value) -> Vec<DesignRow> {
    let count = list(answers, "rows").count();
    let read = |(row, number): (&Value, usize)| {
        let label = plain_text(&text(row, "text"));
        let label = if label.is_empty() { label_of_blank_row(number, count) } else { label };
        DesignRow { id: text(row, "id"), label, visible: is_visible(row) }
    };
    list(answers, "rows").zip(1..).map(read).collect()
}

fn read_column(column: &Value) -> DesignColumn {
    let (id, label) = labelled(column);
    let choices = list(column, "choices").map(read_choice).collect();
    DesignColumn { id, label, visible: is_visible(column), choices }
}

fn read_other(other: &Value) -> DesignOther {
    let (id, label) = labelled(other);
    let flag = |name: &str| other.get(name).and_then(Value::as_bool).unwrap_or(false);
    DesignOther {
        id,
        label,
        is_choice: flag("is_answer_choice"),
        every_row: flag("apply_all_rows"),
        visible: is_visible(other),
    }
}

/// Id, and label as plain text; the id where it is blank.
fn labelled(part: &Value) -> (String, String) {
    let (id, label) = (text(part, "id"), plain_text(&text(part, "text")));
    let label = if label.is_empty() { id.clone() } else { label };
    (id, label)
}

/// Parts are visible unless the design says otherwise.
fn is_visible(part: &Value) -> bool {
    part.get("visible").and_then(Value::as_bool).unwrap_or(true)
}

/// A member as text; numbers as written.
fn text(object: &Value, name: &str) -> String {
    match object.get(name) {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Number(number)) => number.to_string(),
        _ => String::new(),
    }
}

fn list<'v>(object: &'v Value, name: &str) -> impl Iterator<Item = &'v Value> {
    object.get(name).and_then(Value::as_array).into_iter().flatten()
}

/// The documentation shows `other` as a list, and the service an object.
fn one_or_several(value: &Value) -> &[Value] {
    match value {
        Value::Array(items) => items,
        Value::Object(_) => std::slice::from_ref(value),
        _ => &[],
    }
}
