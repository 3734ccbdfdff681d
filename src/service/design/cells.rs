//! What a survey costs to show and to count, in cells; and how many a question, a page and a survey may have.
//!
//! Limits of each side alone bound nothing: 500 rows of 500 choices are within them, and a page of 30 MB. So what is
//! limited is their product, when a design is written. A survey that was stored before stays as it is, and may be written
//! as long as it does not grow.

use crate::service::sql::{Sql, SqlError, first, values};
use crate::spec::errors::Error;
use crate::spec::limits::{CELL_CHARS, PAGE_CELLS_MAX, QUESTION_CELLS_MAX, SURVEY_CELLS_MAX};
use crate::wire::error::ApiError;
use serde_json::Value;

/// The texts of a question that are shown once.
const TEXTS: &[&str] = &[
    "/required/text",
    "/validation/text",
    "/validation/sum_text",
    "/display_options/left_label",
    "/display_options/middle_label",
    "/display_options/right_label",
];

/// What one question costs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Cost {
    /// Its cells, hidden options included: they are counted too.
    pub cells: i64,
    /// The same, or none if respondents do not see it.
    pub shown: i64,
}

impl Cost {
    /// The cost of a question as it is stored.
    pub fn of(body: &Value) -> Cost {
        let cells = i64::try_from(cells(body)).unwrap_or(i64::MAX);
        let visible = body.get("visible") == Some(&Value::Bool(true));
        Cost { cells, shown: if visible { cells } else { 0 } }
    }
}

/// The cells of a question: each place where respondents pick or write something, one at least. A text that is longer
/// than a cell holds counts as more of them, each time that it is shown.
fn cells(body: &Value) -> usize {
    let rows = list(body, "/answers/rows");
    let heading = list(body, "/headings").iter().map(|heading| {
        let parts = [text(heading, "/heading"), text(heading, "/description"), text(heading, "/image/url")];
        parts.into_iter().map(more).sum::<usize>()
    });
    let heading = heading.max().unwrap_or(0);
    let choice = |choice: &Value| {
        1_usize.saturating_add(more(text(choice, "/text"))).saturating_add(more(text(choice, "/image/url")))
    };
    let own = list(body, "/answers/choices").iter().map(choice).sum::<usize>();
    let columns = list(body, "/answers/cols").iter().map(|column| {
        let choices = list(column, "/choices").iter().map(choice).sum::<usize>();
        choices.saturating_add(more(text(column, "/text")))
    });
    let across = own.saturating_add(columns.sum()).max(1);
    // A row without a text is read out with the question's.
    let label = |row: &Value| if text(row, "/text").is_empty() { heading } else { more(text(row, "/text")) };
    let labels = rows.iter().map(label).sum::<usize>();
    let other = body.pointer("/answers/other").filter(|other| other.is_object()).map_or(0, |other| {
        let each = 1_usize.saturating_add(more(text(other, "/text"))).saturating_add(more(text(other, "/error_text")));
        let every_row = other.get("apply_all_rows") == Some(&Value::Bool(true));
        if every_row { each.saturating_mul(rows.len().max(1)) } else { each }
    });
    let once = TEXTS.iter().map(|pointer| more(text(body, pointer))).sum::<usize>();
    let grid = across.saturating_mul(rows.len().max(1));
    [labels, heading, other, once].into_iter().fold(grid, usize::saturating_add)
}

/// The cells that a text is longer than one holds.
fn more(text: &str) -> usize {
    // As many bytes hold no more characters: most texts need not be counted.
    if text.len() < CELL_CHARS {
        return 0;
    }
    text.chars().count().checked_div(CELL_CHARS).unwrap_or(0)
}

fn list<'a>(value: &'a Value, pointer: &str) -> &'a [Value] {
    value.pointer(pointer).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
}

fn text<'a>(value: &'a Value, pointer: &str) -> &'a str {
    value.pointer(pointer).and_then(Value::as_str).unwrap_or_default()
}

/// Measures the questions of a survey that were written before questions had a cost.
pub fn measure(sql: &dyn Sql, survey_id: &str) -> Result<(), SqlError> {
    let rows = sql.run(
        "SELECT id, body
         FROM questions
         WHERE survey_id = ? AND cells IS NULL",
        values![survey_id],
    )?;
    for row in rows {
        let cost = Cost::of(&row.json("body"));
        sql.run(
            "UPDATE questions
             SET cells = ?, shown = ?
             WHERE id = ?",
            values![cost.cells, cost.shown, row.text("id")],
        )?;
    }
    Ok(())
}

/// How many cells a survey and one of its pages have, while questions are written there.
pub struct Room<'a> {
    sql: &'a dyn Sql,
    survey_id: &'a str,
    survey: i64,
    page: i64,
    /// The number of the page.
    number: i64,
}

impl<'a> Room<'a> {
    /// The room of a survey, before any of its pages is written.
    pub fn of(sql: &'a dyn Sql, survey_id: &'a str) -> Result<Room<'a>, SqlError> {
        measure(sql, survey_id)?;
        let row = first(
            sql,
            "SELECT SUM(cells) AS cells
             FROM questions
             WHERE survey_id = ?",
            values![survey_id],
        )?;
        let survey = row.map_or(0, |row| row.integer("cells"));
        Ok(Room { sql, survey_id, survey, page: 0, number: 0 })
    }

    /// The survey.
    pub fn survey_id(&self) -> &'a str {
        self.survey_id
    }

    /// Turns to a page, which has this number.
    pub fn turn(&mut self, page_id: &str, number: i64) -> Result<(), SqlError> {
        let row = first(
            self.sql,
            "SELECT SUM(shown) AS shown
             FROM questions
             WHERE survey_id = ? AND page_id = ?",
            values![self.survey_id, page_id],
        )?;
        (self.page, self.number) = (row.map_or(0, |row| row.integer("shown")), number);
        Ok(())
    }

    /// Takes a question at a place of the page, in place of one that had a cost until now. Refused is what is too large
    /// and makes something larger than it was.
    pub fn take(&mut self, place: i64, body: &Value, before: Cost) -> Result<Cost, ApiError> {
        let cost = Cost::of(body);
        self.survey = self.survey.saturating_sub(before.cells).saturating_add(cost.cells);
        self.page = self.page.saturating_sub(before.shown).saturating_add(cost.shown);
        let (grows, shows) = (cost.cells > before.cells, cost.shown > before.shown);
        let refused = |what: &str, count: i64, most: u32, remedy: &str| {
            let heading: String = text(body, "/headings/0/heading").chars().take(60).collect();
            let detail = format!(
                "Question {place} of page {}, \"{heading}\": {what} {count} cells, which are rows times choices, and may \
                 have at most {most}. {remedy}",
                self.number
            );
            Err(ApiError::with(Error::ResourceLimit, detail))
        };
        if grows && cost.cells > i64::from(QUESTION_CELLS_MAX) {
            return refused("it has", cost.cells, QUESTION_CELLS_MAX, "Split it, or take out rows or choices.");
        }
        if shows && self.page > i64::from(PAGE_CELLS_MAX) {
            return refused("with it the page has", self.page, PAGE_CELLS_MAX, "Put it on another page.");
        }
        if grows && self.survey > i64::from(SURVEY_CELLS_MAX) {
            return refused("with it the survey has", self.survey, SURVEY_CELLS_MAX, "Put it into another survey.");
        }
        Ok(cost)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn options(count: usize) -> Value {
        vec![json!({ "text": "x" }); count].into()
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
