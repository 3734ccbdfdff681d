//! The rows of a survey under construction: inserted many at a time, and deleted if the survey is not finished, or is
//! deleted.

use super::ids;
use super::stored_question::StoredQuestion;
use crate::service::store::effects::Effects;
use crate::service::store::ids::{IdKind, next_ids};
use crate::service::store::job_queue::{self, JobKind};
use crate::service::store::sql::{Sql, SqlError, Value as Bound, first_row, values};
use crate::service::surveys::answers;
use crate::service::surveys::collectors::removal;
use crate::wire::dates::MINUTE;
use serde_json::{Value, json};

/// The delay after which rows of an unfinished survey are deleted.
const CLEANUP_DELAY: i64 = 60 * MINUTE;

/// Rows that one run deletes.
const CLEANUP_ROWS: i64 = 500;

/// Inserts the next pages, and appends their ids to `page_ids`.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn insert_pages(
    sql: &dyn Sql,
    survey_id: &str,
    page_ids: &mut Vec<String>,
    pages: Vec<[String; 2]>,
) -> Result<(), SqlError> {
    let mut rows = Vec::with_capacity(pages.len());
    for (id, [title, description]) in next_ids(sql, IdKind::Page, pages.len())?.zip(pages) {
        rows.push(json!([id, page_ids.len().saturating_add(1), title, description]));
        page_ids.push(id);
    }
    sql.run(
        "INSERT INTO pages (id, survey_id, position, title, description)
         SELECT value ->> 0, ?, value ->> 1, value ->> 2, value ->> 3
         FROM json_each(?)",
        values![survey_id, Value::Array(rows).to_string()],
    )?;
    Ok(())
}

/// Inserts questions, each with page index and position.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn insert_questions(
    sql: &dyn Sql,
    survey_id: &str,
    page_ids: &[String],
    questions: Vec<(usize, i64, StoredQuestion)>,
) -> Result<(), SqlError> {
    let (mut positions, mut stored): (Vec<(usize, i64)>, Vec<StoredQuestion>) = (Vec::new(), Vec::new());
    for (page, position, question) in questions {
        positions.push((page, position));
        stored.push(question);
    }
    ids::assign_ids(sql, stored.iter_mut().map(|stored| &mut stored.text).collect())?;
    let mut rows = Vec::with_capacity(stored.len());
    for ((id, (page, position)), StoredQuestion { text, cost }) in
        next_ids(sql, IdKind::Question, stored.len())?.zip(positions).zip(stored)
    {
        rows.push(json!([id, page_ids.get(page), position, text, cost.cells, cost.visible_cells]));
    }
    sql.run(
        "INSERT INTO questions (id, survey_id, page_id, position, body, cells, visible_cells)
         SELECT value ->> 0, ?, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5
         FROM json_each(?)",
        values![survey_id, Value::Array(rows).to_string()],
    )?;
    Ok(())
}

/// Schedules the deletion of an unfinished survey's rows.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn schedule_cleanup(effects: Effects, survey_id: &str) -> Result<(), SqlError> {
    job_queue::schedule(effects, JobKind::DeleteSurveyRows, survey_id, effects.now.saturating_add(CLEANUP_DELAY))
}

/// Cancels the deletion of a survey's rows.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn cancel_cleanup(effects: Effects, survey_id: &str) -> Result<(), SqlError> {
    job_queue::complete(effects, JobKind::DeleteSurveyRows, survey_id)
}

/// Deletes some rows of a survey that was not finished in time, or was deleted. For a deleted one, the subject also has
/// the owner's id, for the webhooks.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn delete_rows(effects: Effects, subject: &str) -> Result<(), SqlError> {
    let (survey_id, owner) = subject.split_once(' ').unwrap_or((subject, ""));
    let exists = first_row(effects.sql, "SELECT id FROM surveys WHERE id = ?", values![survey_id])?.is_some();
    let run_again = || job_queue::schedule(effects, JobKind::DeleteSurveyRows, subject, effects.now);
    if !(exists || removal::delete_some(effects, survey_id, owner)? && answers::delete_some(effects, survey_id, owner)?)
    {
        return run_again();
    }
    let mut remaining = CLEANUP_ROWS;
    // The progress of respondents with a response was deleted with their responses.
    let progress = ("respondent_progress", "AND response_id IS NULL");
    let tables = [progress, ("translated_texts", ""), ("questions", ""), ("pages", "")];
    for (table, condition) in tables.into_iter().filter(|_| !exists) {
        let sql = format!(
            "DELETE FROM {table}
             WHERE rowid IN (SELECT rowid FROM {table} WHERE survey_id = ? {condition} LIMIT ?)
             RETURNING 1 AS gone"
        );
        let deleted = effects.sql.run(&sql, &[Bound::from(survey_id), remaining.into()])?.len();
        remaining = remaining.saturating_sub(i64::try_from(deleted).unwrap_or(i64::MAX));
    }
    if remaining > 0 { cancel_cleanup(effects, subject) } else { run_again() }
}

/// Deletes some rows of one of a user's deleted surveys. Returns whether there are none.
///
/// # Errors
///
/// Fails if a statement fails.
pub fn delete_rows_of_owner(effects: Effects, owner: &str) -> Result<bool, SqlError> {
    let waiting = removal::deletion_of_owner(effects, JobKind::DeleteSurveyRows, owner)?;
    waiting.map_or(Ok(true), |subject| delete_rows(effects, &subject).map(|()| false))
}
