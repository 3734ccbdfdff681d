//! The cost of a survey's design to show and to count, in cells, and its limits per question, page and survey.
//!
//! A question has a cell for each place where a respondent picks or writes something. A long text counts as more cells,
//! each time that it is shown. `spec/limits.rs` has the limits. Limits on the lengths of lists are not enough: 500 rows
//! of 500 choices are within them, but result in a page of 30 MB. So their product is limited, when a design is
//! written.
//!
//! The cost is stored with the question. A question without a stored cost is measured at the next write. A survey that
//! is older than the limits stays readable, and can be changed as long as it does not grow.

use super::representation;
use crate::service::store::sql::{Sql, SqlError, first_row, values};
use crate::spec::errors::Error;
use crate::spec::limits::{CELL_CHARS, PAGE_CELLS_MAX, QUESTION_CELLS_MAX, SURVEY_CELLS_MAX};
use crate::spec::resources::questions::{Question, QuestionNew, Row};
use crate::spec::types::Nullable;
use crate::wire::error::ApiError;
use serde_json::Value;

/// The cost of one question.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct QuestionCost {
    /// Its cells, including hidden options, which are counted in results too.
    pub cells: i64,
    /// The cells that respondents see; 0 if the question is hidden.
    pub visible_cells: i64,
}

impl QuestionCost {
    /// Measures a question.
    pub fn from_question(question: &Question) -> QuestionCost {
        let cells = i64::try_from(count_cells(question)).unwrap_or(i64::MAX);
        QuestionCost { cells, visible_cells: if question.visible { cells } else { 0 } }
    }
}

/// The cells of a question: each place where a respondent picks or writes something, at least one. A text longer than a
/// cell counts as more cells, each time that it is shown.
fn count_cells(question: &Question) -> usize {
    let heading = question.headings.iter().map(|heading| {
        let image = heading.image.as_ref().map(|image| image.url.as_str());
        let parts = [Some(heading.heading.as_str()), heading.description.as_deref(), image];
        parts.into_iter().flatten().map(extra_cells).sum::<usize>()
    });
    let heading = heading.max().unwrap_or(0);
    let answers = question.answers.as_ref();
    let rows = answers.and_then(|answers| answers.rows.as_deref()).unwrap_or_default();
    let choice = |text: &str, image: &str| 1_usize.saturating_add(extra_cells(text)).saturating_add(extra_cells(image));
    let own = answers.and_then(|answers| answers.choices.as_deref()).unwrap_or_default().iter();
    let own = own.map(|own| choice(&own.text, own.image.as_ref().map_or("", |image| &image.url))).sum::<usize>();
    let columns = answers.and_then(|answers| answers.cols.as_deref()).unwrap_or_default().iter().map(|column| {
        let choices = column.choices.iter().map(|own| choice(&own.text, "")).sum::<usize>();
        choices.saturating_add(extra_cells(&column.text))
    });
    let across = own.saturating_add(columns.sum()).max(1);
    // Screen readers read the question's text for a row without one, so the page repeats it.
    let label = |row: &Row| if row.text.is_empty() { heading } else { extra_cells(&row.text) };
    let labels = rows.iter().map(label).sum::<usize>();
    let other = answers.and_then(|answers| answers.other.as_ref()).map_or(0, |other| {
        let each = choice(&other.text, other.error_text.as_deref().unwrap_or_default());
        if other.is_in_every_row() { each.saturating_mul(rows.len().max(1)) } else { each }
    });
    let grid = across.saturating_mul(rows.len().max(1));
    [labels, heading, other, count_text_cells(question)].into_iter().fold(grid, usize::saturating_add)
}

/// The cells of texts that are shown once.
fn count_text_cells(question: &Question) -> usize {
    let Question { required, validation, display_options, .. } = question;
    let required = if let Nullable::Value(required) = required { extra_cells(&required.text) } else { 0 };
    let validation = match validation {
        Nullable::Value(validation) => extra_cells(&validation.text).saturating_add(extra_cells(&validation.sum_text)),
        Nullable::Null => 0,
    };
    let labels = display_options.iter().flat_map(|display| {
        [&display.left_label, &display.middle_label, &display.right_label]
            .map(|label| label.as_deref().map_or(0, extra_cells))
    });
    labels.fold(required.saturating_add(validation), usize::saturating_add)
}

/// The number of cells by which a text exceeds one.
fn extra_cells(text: &str) -> usize {
    // A text has no more characters than bytes, so most texts need not be counted.
    if text.len() < CELL_CHARS {
        return 0;
    }
    text.chars().count().checked_div(CELL_CHARS).unwrap_or(0)
}

/// Measures the questions of a survey that were stored before costs were.
///
/// # Errors
///
/// Fails if a statement fails.
fn measure_questions(sql: &dyn Sql, survey_id: &str) -> Result<(), SqlError> {
    let rows = sql.run(
        "SELECT id, body
         FROM questions
         WHERE survey_id = ? AND cells IS NULL",
        values![survey_id],
    )?;
    for row in rows {
        let cost = representation::parse_question(row.json("body"), "", 0)
            .map_or(QuestionCost::default(), |question| QuestionCost::from_question(&question));
        sql.run(
            "UPDATE questions
             SET cells = ?, visible_cells = ?
             WHERE id = ?",
            values![cost.cells, cost.visible_cells, row.text("id")],
        )?;
    }
    Ok(())
}

/// The advice for a question with too many cells.
const SPLIT_REMEDY: &str = "Split it, or take out rows or choices.";

/// The error for a question at this page number and position.
fn limit_error(
    [page, position]: [i64; 2],
    heading: &str,
    what: &str,
    [count, max]: [i64; 2],
    remedy: &str,
) -> ApiError {
    let heading: String = heading.chars().take(60).collect();
    let detail = format!(
        "Question {position} of page {page}, \"{heading}\": {what} {count} cells (rows times choices); \
         the maximum is {max}. {remedy}"
    );
    ApiError::with_detail(Error::ResourceLimit, detail)
}

/// Fails if the lists of a question are too long, before any option is built. Their product is the minimum of its
/// cells; a question that had as many before may keep them.
///
/// # Errors
///
/// 1062 names the question and its cells.
pub fn check_early(at: [i64; 2], new: &QuestionNew, before: QuestionCost) -> Result<(), ApiError> {
    let Some(answers) = &new.answers else { return Ok(()) };
    let columns = answers.cols.iter().flatten().map(|column| column.choices.len()).sum::<usize>();
    let across = answers.choices.as_ref().map_or(0, Vec::len).saturating_add(columns);
    let cells = across.saturating_mul(answers.rows.as_ref().map_or(1, Vec::len));
    let [cells, max] = [i64::try_from(cells).unwrap_or(i64::MAX), i64::from(QUESTION_CELLS_MAX)];
    if cells <= max || cells <= before.cells {
        return Ok(());
    }
    let heading = new.headings.iter().flatten().next().map_or("", |heading| &heading.heading);
    Err(limit_error(at, heading, "it has", [cells, max], SPLIT_REMEDY))
}

/// The cells of a survey and of one of its pages while questions are written. A new survey has none.
#[derive(Debug, Default)]
pub struct CellBudget {
    survey: i64,
    page: i64,
    /// The number of the page, from 1.
    number: i64,
}

impl CellBudget {
    /// Loads the cells of a survey and of a page.
    ///
    /// # Errors
    ///
    /// Fails if a statement fails.
    pub fn load_for(sql: &dyn Sql, survey_id: &str, page_id: &str, number: i64) -> Result<CellBudget, SqlError> {
        measure_questions(sql, survey_id)?;
        let row = first_row(
            sql,
            "SELECT SUM(cells) AS survey, SUM(CASE WHEN page_id = ? THEN visible_cells END) AS page
             FROM questions
             WHERE survey_id = ?",
            values![page_id, survey_id],
        )?;
        let [survey, page] = ["survey", "page"].map(|cells| row.as_ref().map_or(0, |row| row.integer(cells)));
        Ok(CellBudget { survey, page, number })
    }

    /// Continues with a new, empty page.
    pub fn start_page(&mut self, number: i64) {
        (self.page, self.number) = (0, number);
    }

    /// Adds the cost of a question, given as JSON text and cost, at a position of the page; `before` is the cost of the
    /// question that it replaces.
    ///
    /// # Errors
    ///
    /// 1062 if question, page or survey exceeds its limit and is larger than before.
    pub fn charge_question(
        &mut self,
        position: i64,
        (text, cost): (&str, QuestionCost),
        before: QuestionCost,
    ) -> Result<(), ApiError> {
        self.survey = self.survey.saturating_sub(before.cells).saturating_add(cost.cells);
        self.page = self.page.saturating_sub(before.visible_cells).saturating_add(cost.visible_cells);
        let (grows, shows) = (cost.cells > before.cells, cost.visible_cells > before.visible_cells);
        let refused = |what: &str, count: i64, max: u32, remedy: &str| {
            let body: Value = serde_json::from_str(text).unwrap_or_default();
            let heading = body.pointer("/headings/0/heading").and_then(Value::as_str).unwrap_or_default();
            Err(limit_error([self.number, position], heading, what, [count, i64::from(max)], remedy))
        };
        if grows && cost.cells > i64::from(QUESTION_CELLS_MAX) {
            return refused("it has", cost.cells, QUESTION_CELLS_MAX, SPLIT_REMEDY);
        }
        if shows && self.page > i64::from(PAGE_CELLS_MAX) {
            return refused("with it the page has", self.page, PAGE_CELLS_MAX, "Put it on another page.");
        }
        if grows && self.survey > i64::from(SURVEY_CELLS_MAX) {
            return refused("with it the survey has", self.survey, SURVEY_CELLS_MAX, "Put it into another survey.");
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{CELL_CHARS, Value, representation};
    use serde_json::json;

    fn options(count: usize) -> Value {
        vec![json!({ "text": "x" }); count].into()
    }

    /// What every option has, whatever its kind.
    fn complete(value: &mut Value) {
        match value {
            Value::Array(items) => items.iter_mut().for_each(complete),
            Value::Object(fields) => {
                fields.values_mut().for_each(complete);
                let text = json!({ "id": "", "text": "", "error_text": "", "visible": true, "is_na": false,
                                   "choices": [], "position": 1, "is_answer_choice": false,
                                   "apply_all_rows": false, "num_chars": 1, "num_lines": 1 });
                for (name, value) in text.as_object().unwrap() {
                    fields.entry(name).or_insert(value.clone());
                }
            }
            _ => {}
        }
    }

    fn cells(given: &Value) -> usize {
        let mut body = json!({ "visible": true, "family": "open_ended", "subtype": "single", "layout": null,
                               "sorting": null, "required": null, "validation": null, "forced_ranking": false });
        let mut given = given.clone();
        given.get_mut("answers").into_iter().for_each(complete);
        body.as_object_mut().unwrap().extend(given.as_object().unwrap().clone());
        super::count_cells(&representation::parse_question(body, "", 0).unwrap())
    }

    fn measured(answers: Value) -> usize {
        cells(&json!({ "headings": [{ "heading": "Why?" }], "answers": answers }))
    }

    #[test]
    fn a_question_has_a_cell_for_each_place_where_something_is_picked_or_written() {
        assert_eq!(cells(&json!({ "headings": [{ "heading": "Why?" }] })), 1);
        assert_eq!(measured(json!({ "choices": options(7) })), 7);
        assert_eq!(measured(json!({ "rows": options(4) })), 4);
        assert_eq!(measured(json!({ "rows": options(50), "choices": options(50) })), 2500);
        let columns = json!([{ "text": "a", "choices": options(3) }, { "text": "b", "choices": options(4) }]);
        assert_eq!(measured(json!({ "rows": options(10), "cols": columns })), 70);
        assert_eq!(measured(json!({ "choices": options(7), "other": { "text": "Other" } })), 8);
        let every =
            json!({ "rows": options(5), "choices": options(2), "other": { "text": "x", "apply_all_rows": true } });
        assert_eq!(measured(every), 15);
    }

    #[test]
    fn a_long_text_counts_as_more_cells_each_time_that_it_is_shown() {
        let long = "x".repeat(CELL_CHARS);
        assert_eq!(cells(&json!({ "headings": [{ "heading": long }] })), 2);
        assert_eq!(cells(&json!({ "headings": [{ "heading": "é".repeat(CELL_CHARS - 1) }] })), 1);
        assert_eq!(measured(json!({ "rows": options(3), "choices": [{ "text": long }, { "text": "x" }] })), 9);
        assert_eq!(measured(json!({ "rows": [{ "text": long }, { "text": "x" }], "choices": options(2) })), 5);
        // A row without a text has the question's for its label.
        let unlabelled =
            json!({ "headings": [{ "heading": long }], "answers": { "rows": [{ "text": "" }, { "text": "" }] } });
        assert_eq!(cells(&unlabelled), 5);
    }
}
