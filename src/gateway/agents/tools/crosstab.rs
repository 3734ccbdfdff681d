//! The crosstab of two questions, counted from responses.

use super::design::{Question, ask_details, find_question, questions_of};
use super::responses::{Next, Reading, answers_to, picked};
use super::summary::MANY_PER_ROW;
use super::{Run, Step, percent, survey, text};
use crate::gateway::agents::value::{ToValue, Value, object};

/// The table while it is counted.
struct Table {
    survey: Value,
    row: Question,
    column: Question,
    /// Counts by column and row.
    cells: Vec<Vec<u64>>,
    bases: Vec<u64>,
    both: u64,
}

pub(super) fn crosstab(arguments: Value) -> Run {
    let mut reading = Reading::of(&arguments, &[text(&arguments, "row"), text(&arguments, "column")]);
    let mut table: Option<Table> = None;
    Box::new(move |reply| {
        let Some(table) = &mut table else {
            if reply.is_null() {
                return ask_details(text(&arguments, "survey_id"));
            }
            reading.learn_total(&reply);
            match Table::of(&reply, &arguments) {
                Ok(empty) => table = Some(empty),
                Err(failed) => return failed,
            }
            return reading.ask();
        };
        reading.counted(&reply).into_iter().for_each(|response| table.count(response));
        match reading.take(&reply) {
            Next::Page(step) => step,
            Next::End => Step::Done(table.result(&reading)),
        }
    })
}

impl Table {
    fn of(details: &Value, arguments: &Value) -> Result<Table, Step> {
        let questions = questions_of(details);
        let find = |name: &str| {
            let question = find_question(&questions, text(arguments, name))?;
            let rows = question.rows.iter().filter(|row| !row.is_deleted).count();
            if question.choices.is_empty() || rows > 1 {
                return Err(Step::Fail(format!(
                    "Question {} cannot be in a crosstab: it has no choices, or several rows. summarise counts it.",
                    question.n
                )));
            }
            Ok(question.clone())
        };
        let (row, column) = (find("row")?, find("column")?);
        let cells = vec![vec![0; row.choices.len()]; column.choices.len()];
        let bases = vec![0; column.choices.len()];
        Ok(Table { survey: survey(details), row, column, cells, bases, both: 0 })
    }

    fn count(&mut self, response: &Value) {
        let places = |question: &Question, ids: &[&str]| -> Vec<usize> {
            let choices = question.choices.iter().enumerate();
            choices.filter(|(_, choice)| ids.contains(&choice.id.as_str())).map(|(place, _)| place).collect()
        };
        let (row_ids, column_ids) = (picks(response, &self.row), picks(response, &self.column));
        // A choice that the design no longer has is an answer without a cell.
        if row_ids.is_empty() || column_ids.is_empty() {
            return;
        }
        let (rows, columns) = (places(&self.row, &row_ids), places(&self.column, &column_ids));
        self.both = self.both.saturating_add(1);
        for column in columns {
            if let Some(base) = self.bases.get_mut(column) {
                *base = base.saturating_add(1);
            }
            for row in &rows {
                if let Some(cell) = self.cells.get_mut(column).and_then(|cells| cells.get_mut(*row)) {
                    *cell = cell.saturating_add(1);
                }
            }
        }
    }

    fn result(&self, reading: &Reading) -> Value {
        // A deleted choice is shown for its answers.
        let columns = self.column.choices.iter().zip(&self.bases).zip(&self.cells);
        let columns = columns.filter(|((column, base), _)| **base > 0 || !column.is_deleted);
        let has_answers =
            |place: usize| self.cells.iter().any(|cells| cells.get(place).is_some_and(|count| *count > 0));
        let columns = columns.map(|((column, base), cells)| {
            let cells = self.row.choices.iter().zip(cells).enumerate();
            let cells = cells.filter(|(place, (row, _))| !row.is_deleted || has_answers(*place));
            let cells = cells.map(|(_, (row, count))| {
                object(vec![
                    ("text", row.text.to_value()),
                    ("count", count.to_value()),
                    ("percent", percent(*count, *base)),
                ])
            });
            object(vec![
                ("text", column.text.to_value()),
                ("base", base.to_value()),
                ("cells", (cells.collect::<Vec<_>>()).to_value()),
            ])
        });
        let columns: Vec<Value> = columns.collect();
        let mut result = object(vec![
            ("survey", self.survey.to_value()),
            ("row", self.row.name().to_value()),
            ("column", self.column.name().to_value()),
            ("columns_total", columns.len().to_value()),
            ("columns", columns.to_value()),
            ("both", self.both.to_value()),
        ]);
        if let Some(result) = result.as_object_mut() {
            reading.describe_into(result);
        }
        result
    }
}

/// The ids of the choices that a response picks, in rows that are not deleted. A comment picks none in a row that takes
/// one choice.
fn picks<'a>(response: &'a Value, question: &'a Question) -> Vec<&'a str> {
    let deleted = |id: &str| question.rows.iter().any(|row| row.is_deleted && row.id == id);
    let has_one_a_row = !question.rows.is_empty() && !MANY_PER_ROW.contains(&question.kind.as_str());
    let picked = |answer| {
        if has_one_a_row { Some(text(answer, "choice_id")).filter(|id| !id.is_empty()) } else { picked(answer) }
    };
    answers_to(response, &question.id).filter(|answer| !deleted(text(answer, "row_id"))).filter_map(picked).collect()
}
